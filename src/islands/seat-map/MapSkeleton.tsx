const ARCS = [
  'M60 60Q400 150 740 60',
  'M50 120Q400 215 750 120',
  'M40 180Q400 280 760 180',
  'M30 240Q400 345 770 240',
  'M20 300Q400 410 780 300',
]

/** Rows of dots where the seats will be. */
export function MapSkeleton() {
  return (
    <svg className="map-skeleton" viewBox="0 0 800 420" aria-hidden="true">
      {ARCS.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}
