/** After this long without a sign of the visitor nothing is asked any more (spec §9). */
export const IDLE_MS = 300_000

export const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Runs something for as long as the visitor looks at the page: it is stopped while the page is hidden, or nobody has touched it for five minutes, and
 * started anew afterwards.
 * @param start answers the function that stops it
 * @returns a function that ends it for good
 */
export function whileHere(start: () => () => void): () => void {
  let stop: (() => void) | undefined
  let seenAt = Date.now()
  let timer: ReturnType<typeof setTimeout> | undefined

  const look = () => {
    clearTimeout(timer)
    const left = document.hidden ? 0 : seenAt + IDLE_MS - Date.now()
    if (left > 0) {
      timer = setTimeout(look, left)
      stop ??= start()
    } else {
      stop?.()
      stop = undefined
    }
  }
  const turn = () => {
    seenAt = Date.now()
    look()
  }
  const see = () => {
    if (stop) seenAt = Date.now()
    else turn()
  }
  for (const sign of SIGNS_OF_LIFE) document.addEventListener(sign, see, { passive: true })
  document.addEventListener('visibilitychange', turn)
  look()
  return () => {
    clearTimeout(timer)
    stop?.()
    for (const sign of SIGNS_OF_LIFE) document.removeEventListener(sign, see)
    document.removeEventListener('visibilitychange', turn)
  }
}
