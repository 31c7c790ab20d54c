/** Line drawings of a 20 by 20 box, drawn left to right. */
const PATHS = {
  arrow: ['M4 10h12M11 5l5 5-5 5'],
  calendar: ['M3 4.5h14v13H3z', 'M3 8.5h14M7 2.5v4M13 2.5v4'],
  card: ['M2.5 4.5h15v11h-15z', 'M2.5 8h15'],
  clock: ['M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0', 'M10 6v4l2.5 2'],
  cross: ['m5 5 10 10M15 5 5 15'],
  facts: ['M2.5 10a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0', 'M10 9v5M10 6.3v.1'],
  lock: ['M4 9h12v8.5H4z', 'M6.5 9V6.5a3.5 3.5 0 0 1 7 0V9'],
  minus: ['M4 10h12'],
  open: ['m5 12 5-5 5 5'],
  plus: ['M10 4v12M4 10h12'],
  reload: ['M16 6v4h-4M16 10a6 6 0 1 0-1.5 5'],
  tick: ['m4 10.5 4 4 8-9'],
  warning: ['M10 3 2 17h16z', 'M10 8v4M10 14.5v.1'],
} as const

export type IconName = keyof typeof PATHS

/** A decorative icon; its button or sentence carries the words. `arrow` turns with the direction of reading. */
export function Icon({ name, size = '' }: { readonly name: IconName; readonly size?: '' | 'sm' | 'lg' }) {
  return (
    <svg className={`ic ${size} ${name === 'arrow' ? 'dir' : ''}`} viewBox="0 0 20 20" aria-hidden="true">
      {PATHS[name].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}
