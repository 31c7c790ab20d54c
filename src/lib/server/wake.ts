/** On the global object: the built site takes the callbacks, and the process that serves it runs the rounds; each has a copy of this module. */
const shared: typeof globalThis & { shuraWake?: () => void } = globalThis

/** Starts the reconciler's next round at once, where one runs in this process; else it comes by itself. */
export function wakeReconciler(): void {
  shared.shuraWake?.()
}

export function onWake(wake: (() => void) | undefined): void {
  if (wake) shared.shuraWake = wake
  else delete shared.shuraWake
}
