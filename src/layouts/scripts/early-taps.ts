import type { EarlyTap } from '#lib/client/seats/early-taps.ts'

/** Writes down what is pressed in an island before it is alive; the island presses it again when it is. */
const taps: EarlyTap[] = (window.earlyTaps = [])
document.addEventListener(
  'click',
  ({ target, clientX: x, clientY: y, isTrusted }) => {
    if (isTrusted && target instanceof Element && target.closest('astro-island[ssr]')) taps.push({ target, x, y })
  },
  { capture: true },
)
