/** The rounds of the background that others make come at once. */
export type WokenRound = 'reconciler' | 'urgent messages'

/** On the global object: the built site takes the calls, and the process that serves it runs the rounds; each has a copy of this module. */
const shared: typeof globalThis & { shuraWakes?: Map<WokenRound, () => void> } = globalThis

/** Starts the reconciler's next round at once, where one runs in this process; else it comes by itself. */
export function wakeReconciler(): void {
  shared.shuraWakes?.get('reconciler')?.()
}

/** The same of the round that sends codes and what else nobody should wait for. */
export function wakeUrgentMessages(): void {
  shared.shuraWakes?.get('urgent messages')?.()
}

export function onWake(round: WokenRound, wake: (() => void) | undefined): void {
  const wakes = (shared.shuraWakes ??= new Map<WokenRound, () => void>())
  if (wake) wakes.set(round, wake)
  else wakes.delete(round)
}
