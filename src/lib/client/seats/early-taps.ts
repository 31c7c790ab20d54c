/** A press on something that an island has drawn on the server and did not hear yet. Written down by layouts/scripts/frame/early-taps.ts. */
export interface EarlyTap {
  readonly target: Element
  /** In pixels of the window. */
  readonly x: number
  readonly y: number
}

declare global {
  interface Window {
    earlyTaps?: EarlyTap[]
  }
}

/** What the browser has done by itself; the control of a label is pressed apart from it. */
function isDone(target: Element): boolean {
  return target.closest('a[href], summary') !== null || (target.closest('label') !== null && !(target instanceof HTMLInputElement))
}

/** Presses again, once, what was pressed before the page was alive; for what stands on the page still. */
export function pressEarlyTaps(): void {
  for (const { target, x, y } of window.earlyTaps?.splice(0) ?? []) {
    if (!target.isConnected || isDone(target)) continue
    // The browser has set it already; only a change is heard.
    if (target instanceof HTMLInputElement) target.checked = !target.checked
    target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, clientX: x, clientY: y }))
  }
}
