/** Keeps the screen on while `isDue` returns true. Browsers release the lock whenever the page is hidden, so it is requested again at each return. */
export function keepAwake(isDue: () => boolean): void {
  // Older browsers and insecure pages do not support it.
  if (!('wakeLock' in navigator)) return
  const ask = () => {
    if (document.visibilityState !== 'visible' || !isDue()) return
    // A refusal, for example because of a low battery, does no harm.
    navigator.wakeLock.request('screen').catch(() => undefined)
  }
  document.addEventListener('visibilitychange', ask)
  ask()
}
