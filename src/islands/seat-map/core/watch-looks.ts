/** One number for each size that a map may have. */
const areaOf = ({ clientWidth, clientHeight }: Element) => clientWidth * 1e5 + clientHeight

/** Calls back when the theme or the contrast changes, and when the map gets another size. */
export function watchLooks(layers: HTMLElement, onTheme: () => void, onSize: () => void): () => void {
  const stop = new AbortController()
  for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) {
    matchMedia(query).addEventListener('change', onTheme, { signal: stop.signal })
  }
  // The question names the ratio of the moment, so each change asks anew.
  const watchRatio = () => {
    const act = () => {
      watchRatio()
      onTheme()
    }
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', act, { once: true, signal: stop.signal })
  }
  watchRatio()
  const theme = new MutationObserver(onTheme)
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  // The first call tells the size that the map was opened with, unless it was shown or resized meanwhile.
  let opened: number | undefined = areaOf(layers)
  const size = new ResizeObserver(() => {
    if (areaOf(layers) !== opened) onSize()
    opened = undefined
  })
  size.observe(layers)
  return () => {
    stop.abort()
    theme.disconnect()
    size.disconnect()
  }
}
