/**
 * Turns the quantity of vouchers into a stepper that stays at one for a gift, sums several of them, takes what was typed along to another kind of voucher, and opens the question of what leaves
 * the cart as a dialog. Without it the quantity is a number field, the server sums, another kind begins anew, and the question is a part of the page.
 */
import { formatMoney } from '#lib/text/format-money.ts'
import { askBeforeLeaving } from './ask-before-leaving.ts'
import { makeStepper } from './times-stepper.ts'

const form = document.querySelector<HTMLFormElement>('.voucher-form')
if (form) enliven(form)

function enliven(shown: HTMLFormElement): void {
  for (const times of shown.querySelectorAll<HTMLElement>('[data-times]')) makeStepper(times)
  for (const kind of shown.querySelectorAll<HTMLAnchorElement>('a[data-kind]'))
    kind.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || !isTyped(shown)) return
      event.preventDefault()
      look(shown, kind.href)
    })
  const draw = () => {
    keepOne(shown)
    sum(shown)
  }
  shown.addEventListener('input', draw)
  // The browser may have kept fields of its own.
  addEventListener('pageshow', draw)
  draw()
  askBeforeLeaving(shown)
}

function field(shown: HTMLFormElement, which: string, more = ''): HTMLInputElement | null {
  return shown.querySelector<HTMLInputElement>(`input[name=${which}]${more}`)
}

/** A gift is one voucher. How many were asked for before comes back if it is none after all. */
function keepOne(shown: HTMLFormElement): void {
  const quantity = field(shown, 'quantity')
  if (!quantity) return
  const { most, asked } = quantity.dataset
  const isGift = field(shown, 'gift', '[value=yes]')?.checked ?? false
  if (isGift === (most !== undefined)) return
  if (isGift) {
    Object.assign(quantity.dataset, { most: quantity.max, asked: quantity.value })
    quantity.max = '1'
  } else {
    quantity.max = most ?? ''
    delete quantity.dataset.most
  }
  quantity.value = isGift ? '1' : (asked ?? '1')
  quantity.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Shows what several vouchers cost together. */
function sum(shown: HTMLFormElement): void {
  const each = Number(field(shown, 'price', ':checked')?.dataset.amount)
  const count = Math.trunc(Number(field(shown, 'quantity')?.value))
  const isShown = each > 0 && count > 1
  for (const place of shown.querySelectorAll<HTMLElement>('[data-whole]')) {
    place.hidden = !isShown
    const amount = place.querySelector('bdi')
    if (amount && isShown) amount.textContent = formatMoney(each * count)
  }
}

/** Whether there is something to take along: a gift, or another quantity or day than the first ones. */
function isTyped(shown: HTMLFormElement): boolean {
  const date = field(shown, 'date')
  const isGift = field(shown, 'gift', '[value=yes]')?.checked ?? false
  return isGift || (field(shown, 'quantity')?.value ?? '1') !== '1' || (date !== null && date.value !== date.min)
}

function look(shown: HTMLFormElement, address: string): void {
  const said = document.createElement('input')
  said.type = 'hidden'
  said.name = 'look'
  said.value = '1'
  shown.append(said)
  shown.action = address
  shown.submit()
}
