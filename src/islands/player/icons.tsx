/** Line drawings of the player in a 20 by 20 box; none of them turns with the direction of reading but `back`. */
const PATHS = {
  back: ['M16 10H4M9 5l-5 5 5 5'],
  play: ['M6 3.500v13l10-6.500z'],
  pause: ['M6.500 4v12M13.500 4v12'],
  backTen: ['M4 6v4h4', 'M4 10a6.200 6.200 0 1 1 2 5', 'M8.500 9v4M11 9.500v3a1 1 0 0 0 2 0v-3a1 1 0 0 0-2 0'],
  onTen: ['M16 6v4h-4', 'M16 10a6.200 6.200 0 1 0-2 5', 'M7.500 9v4M10 9.500v3a1 1 0 0 0 2 0v-3a1 1 0 0 0-2 0'],
  volume: ['M3 8v4h3l4 3.500v-11L6 8z', 'M13 7.500a3.500 3.500 0 0 1 0 5M15.300 5.200a6.500 6.500 0 0 1 0 9.600'],
  muted: ['M3 8v4h3l4 3.500v-11L6 8z', 'm13 8 4 4M17 8l-4 4'],
  subtitles: ['M2 4h16v12H2z', 'M8.500 8.600a2 2 0 1 0 0 2.800M14.500 8.600a2 2 0 1 0 0 2.800'],
  chapters: ['M3 5h10M3 10h10M3 15h7', 'M16.500 5v6M16.500 14.500v.1'],
  settings: [
    'M3 5h14M3 10h14M3 15h14',
    'M5 5a2 2 0 1 0 4 0a2 2 0 1 0-4 0M11 10a2 2 0 1 0 4 0a2 2 0 1 0-4 0M6 15a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
  ],
  fullScreen: ['M4 8V4h4M16 8V4h-4M4 12v4h4M16 12v4h-4'],
  help: ['M2 5h16v10H2z', 'M5 8h.1M8.300 8h.1M11.600 8h.1M15 8h.1M6 12h8'],
  tick: ['m4 10.500 4 4 8-9'],
  phone: ['M5.500 2.500h9v15h-9z', 'M9 15h2'],
  computer: ['M4 4h12v8H4zM2 15.500h16'],
  offline: ['M2.500 8a11 11 0 0 1 15 0M5.200 11a7 7 0 0 1 9.600 0M7.900 14a3 3 0 0 1 4.200 0M10 16.500v.1'],
  warning: ['M10 3 2 17h16z', 'M10 8v4M10 14.500v.1'],
  clock: ['M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0', 'M10 6v4.200l3 1.800'],
  reload: ['M16 6v4h-4M16 10a6 6 0 1 0-1.500 5'],
  copy: ['M7 7h10v10H7z', 'M13 7V3H3v10h4'],
} as const

export type PlayerIcon = keyof typeof PATHS
const FILLED: readonly PlayerIcon[] = ['play']

/** A decorative icon; its button or sentence carries the words. */
export function Sign({ name, size = '' }: { readonly name: PlayerIcon; readonly size?: '' | 'sm' | 'lg' }) {
  return (
    <svg className={`ic ${size} ${name === 'back' ? 'dir' : ''}`} viewBox="0 0 20 20" aria-hidden="true">
      {PATHS[name].map((path) => (
        <path key={path} d={path} {...(FILLED.includes(name) && { fill: 'currentColor' })} />
      ))}
    </svg>
  )
}
