/** Keeps the screen on while `isDue` says so. A browser takes the lock back whenever the page is hidden, so it is asked for again at each return. */
export function keepAwake(isDue: () => boolean): void {
  // Older browsers, and pages that are not secure, have none.
  if (!('wakeLock' in navigator)) return
  const ask = () => {
    if (document.visibilityState !== 'visible' || !isDue()) return
    // A refusal, of a battery that is low for example, takes nothing away.
    navigator.wakeLock.request('screen').catch(() => undefined)
  }
  document.addEventListener('visibilitychange', ask)
  ask()
}
