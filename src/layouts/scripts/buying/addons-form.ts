/** Steps the quantities of what goes with a voucher, and sums them beside it. Without it they are number fields, and the server sums. */
import { formatMoney } from '#lib/text/format-money.ts'
import { makeStepper } from './times-stepper.ts'

const form = document.querySelector<HTMLFormElement>('.voucher-step')
if (form?.querySelector('[data-product]')) enliven(form)

function enliven(shown: HTMLFormElement): void {
  for (const times of shown.querySelectorAll<HTMLElement>('[data-times]')) makeStepper(times)
  const draw = () => sum(shown)
  shown.addEventListener('input', draw)
  // The browser may have kept fields of its own.
  addEventListener('pageshow', draw)
  draw()
}

function sum(shown: HTMLFormElement): void {
  let added = 0
  for (const product of shown.querySelectorAll<HTMLElement>('[data-product]')) {
    const quantity = Math.max(0, Math.trunc(Number(product.querySelector('input')?.value)) || 0)
    product.classList.toggle('on', quantity > 0)
    const line = shown.querySelector<HTMLElement>(`[data-added="${String(product.dataset.product)}"]`)
    if (!line) continue
    const amount = Number(line.dataset.each) * quantity
    line.hidden = quantity === 0
    write(line, '[data-times-of]', quantity > 1 ? `× ${String(quantity)}` : '')
    write(line, 'dd bdi', formatMoney(amount))
    added += amount
  }
  for (const total of shown.querySelectorAll<HTMLElement>('[data-total]'))
    write(total, 'bdi', formatMoney(Number(total.dataset.total) + added))
}

function write(shown: HTMLElement, place: string, text: string): void {
  const found = shown.querySelector(place)
  if (found) found.textContent = text
}
