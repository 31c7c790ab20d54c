const SIGNS = {
  map: 'M5 3h10v8H5zM3 9v6h14V9M6 15v2.5M14 15v2.5',
  list: 'M7 5h10M7 10h10M7 15h10M3 5h.1M3 10h.1M3 15h.1',
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  whole: 'M4 8V4h4M16 8V4h-4M4 12v4h4M16 12v4h-4',
  open: 'm5 8 5 5 5-5',
  view: 'M2 10q8-11 16 0q-8 11-16 0zM7.5 10a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0',
  close: 'm5 5 10 10M15 5 5 15',
  picture: 'M3 4h14v12H3zM3 13l4-4 3 3 3-3 4 4M12 7.5h.1',
  best: 'm10 3 2.2 4.5 4.8.700-3.5 3.4.800 4.9-4.3-2.3-4.3 2.3.800-4.9L3 8.2l4.8-.7z',
  wheelchair: 'M7.5 3.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0M9 6v5h5l2 5M9 8h4M7.5 9.5a4 4 0 1 0 5 5.5',
} as const

export function Sign({ name, small = '' }: { readonly name: keyof typeof SIGNS; readonly small?: '' | 'sm' }) {
  return (
    <svg className={`ic ${small}`} viewBox="0 0 20 20" aria-hidden="true">
      <path d={SIGNS[name]} />
    </svg>
  )
}
