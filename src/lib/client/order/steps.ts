import { atom } from 'nanostores'
import { stepOf, type OrderPageStep } from '#lib/domain/cart/order-steps.ts'
import { inMode } from '#lib/client/seats/hold-mode.ts'

/** null until the page is alive: the server has drawn the step of the address by then. */
export const $step = atom<OrderPageStep | null>(null)

/** Every step is an entry of the history, so that back, forward and reload find it again. */
export function goToStep(step: OrderPageStep): void {
  if ($step.get() === step) return
  history.pushState(null, '', addressOf(step))
  $step.set(step)
}

/** Takes the place of a step that cannot be shown, for example ticket types without any seat. */
export function replaceStep(step: OrderPageStep): void {
  history.replaceState(null, '', addressOf(step))
  $step.set(step)
}

/** Follows the address from now on. @returns a function that stops it. */
export function followSteps(): () => void {
  const follow = (): void => $step.set(stepOf(location.search))
  follow()
  addEventListener('popstate', follow)
  return () => removeEventListener('popstate', follow)
}

function addressOf(step: OrderPageStep): string {
  return inMode(step === 'seats' ? location.pathname : `${location.pathname}?step=${step}`)
}
