import { useEffect, useState } from 'react'

/** After this time without movement the controls leave. */
const REST_MS = 3000

/** Whether nobody has moved over the player for a while; never while it is not playing. */
export function useIdle(box: HTMLElement | null, isPlaying: boolean): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!box || !isPlaying) return
    let timer: ReturnType<typeof setTimeout>
    const wake = (): void => {
      setIdle(false)
      clearTimeout(timer)
      timer = setTimeout(() => setIdle(true), REST_MS)
    }
    wake()
    for (const name of ['pointermove', 'pointerdown', 'keydown']) box.addEventListener(name, wake)
    return () => {
      clearTimeout(timer)
      for (const name of ['pointermove', 'pointerdown', 'keydown']) box.removeEventListener(name, wake)
    }
  }, [box, isPlaying])
  return isIdle && isPlaying
}
