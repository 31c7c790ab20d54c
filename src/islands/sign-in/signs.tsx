/** Line drawings of signing in, of a 20 by 20 box. */
const PATHS = {
  message: ['M3 4h14v10H9l-4 3.5V14H3z', 'M7 9h.1M10 9h.1M13 9h.1'],
  mail: ['M2.500 4.500h15v11h-15z', 'm3 5.500 7 6 7-6'],
  eye: [
    'M1.500 10s3-5.500 8.500-5.500 8.500 5.500 8.500 5.500-3 5.500-8.500 5.500S1.500 10 1.500 10z',
    'M10 7.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z',
  ],
  hidden: ['M1.500 10s3-5.500 8.500-5.500 8.500 5.500 8.500 5.500-3 5.500-8.500 5.500S1.500 10 1.500 10z', 'M3 17 17 3'],
} as const

export function Sign({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg className="ic" viewBox="0 0 20 20" aria-hidden="true">
      {PATHS[name].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}
