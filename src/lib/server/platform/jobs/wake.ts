/** Background rounds that can be started early. */
export type WokenRound = 'reconciler' | 'urgent messages'

const wakes = new Map<WokenRound, () => void>()

/** Starts the reconciler's next round at once if it runs in this process; otherwise it runs on schedule. */
export function wakeReconciler(): void {
  wakes.get('reconciler')?.()
}

/** Starts the round of urgent messages (sign-in codes and the like) at once if it runs in this process. */
export function wakeUrgentMessages(): void {
  wakes.get('urgent messages')?.()
}

export function onWake(round: WokenRound, wake: (() => void) | undefined): void {
  if (wake) wakes.set(round, wake)
  else wakes.delete(round)
}
