/** The rounds of the background that others make come at once. */
export type WokenRound = 'reconciler' | 'urgent messages'

const wakes = new Map<WokenRound, () => void>()

/** Starts the reconciler's next round at once, where one runs in this process; else it comes by itself. */
export function wakeReconciler(): void {
  wakes.get('reconciler')?.()
}

/** The same of the round that sends codes and what else nobody should wait for. */
export function wakeUrgentMessages(): void {
  wakes.get('urgent messages')?.()
}

export function onWake(round: WokenRound, wake: (() => void) | undefined): void {
  if (wake) wakes.set(round, wake)
  else wakes.delete(round)
}
