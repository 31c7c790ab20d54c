/** The selected seat as the map draws it. */
export function SelectedMark({ className = '' }: { readonly className?: string }) {
  return (
    <svg className={className} viewBox="-16 -16 32 32" aria-hidden="true">
      <rect x="-15" y="-15" width="30" height="30" rx="9" fill="var(--seat-selected-fill)" />
      <path
        d="m-7.5.5 5 5.2L8-6"
        fill="none"
        stroke="var(--seat-selected-glyph)"
        strokeWidth="3.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
