import type { EarlyTap } from '#lib/client/seats/early-taps.ts'

/** Where seats are chosen, records taps in an island before hydration; the island replays them afterwards. */
if (document.querySelector('.chooser')) {
  const taps: EarlyTap[] = (window.earlyTaps = [])
  document.addEventListener(
    'click',
    ({ target, clientX: x, clientY: y, isTrusted }) => {
      if (isTrusted && target instanceof Element && target.closest('astro-island[ssr]')) taps.push({ target, x, y })
    },
    { capture: true },
  )
}
