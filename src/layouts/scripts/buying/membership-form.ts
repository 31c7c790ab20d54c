/**
 * Shows the names that the ticked prices need, keeps the sum up to date, and keeps what was typed through a reload. Without it the form shows all names and the
 * server sums.
 */
import { hebrewRuns } from '#lib/text/hebrew-runs.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { askBeforeLeaving } from './ask-before-leaving.ts'

const form = document.querySelector<HTMLFormElement>('form[data-membership]')
if (form) enliven(form)

function enliven(shown: HTMLFormElement): void {
  const memory = `membership-${shown.dataset.membership ?? ''}`
  const isFresh = !shown.querySelector('[data-leaving], .note.bad, .field.err')
  if (isFresh) restore(shown, sessionStorage.getItem(memory))
  follow(shown)
  shown.addEventListener('input', () => {
    follow(shown)
    sessionStorage.setItem(memory, JSON.stringify(typedIn(shown)))
  })
  // What was sent is the server's to show again: in its cart, or beside what is wrong.
  shown.addEventListener('submit', () => sessionStorage.removeItem(memory))
  askBeforeLeaving(shown)
}

function tiles(shown: HTMLFormElement): readonly HTMLInputElement[] {
  return [...shown.querySelectorAll<HTMLInputElement>('input[name=price]')]
}

function follow(shown: HTMLFormElement): void {
  const ticked = tiles(shown).filter(({ checked }) => checked)
  const codes = new Set(ticked.map(({ dataset }) => dataset.code))
  for (const card of shown.querySelectorAll<HTMLElement>('[data-holder]'))
    card.toggleAttribute('data-chosen', codes.has(card.dataset.holder))
  const sum = ticked.reduce((all, { dataset }) => all + Number(dataset.amount), 0)
  for (const total of shown.querySelectorAll('[data-total]')) total.textContent = formatMoney(sum)
  const lines = shown.querySelector('[data-lines]')
  const total = lines?.lastElementChild
  if (total) lines.replaceChildren(...ticked.map(lineOf), total)
  const goOn = shown.querySelector<HTMLElement>('[data-go-on]')
  const { toSeats, toDetails } = goOn?.dataset ?? {}
  if (goOn && ticked.length > 0) goOn.textContent = (ticked.some(({ dataset }) => dataset.seated === 'true') ? toSeats : toDetails) ?? ''
}

function lineOf({ dataset }: HTMLInputElement): HTMLElement {
  const [row, name, amount, price] = ['div', 'dt', 'dd', 'bdi'].map((tag) => document.createElement(tag)) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ]
  name.append(...(document.documentElement.lang === 'he' ? [dataset.line ?? ''] : hebrewRuns(dataset.line ?? '').map(markedPiece)))
  price.textContent = formatMoney(Number(dataset.amount))
  price.dir = 'ltr'
  price.className = 'price'
  amount.append(price)
  row.append(name, amount)
  return row
}

/** A name keeps its language in a page of another one, as where the server drew it. */
function markedPiece(piece: string, at: number): Node | string {
  if (at % 2 === 0) return piece
  const name = document.createElement('bdi')
  name.lang = 'he'
  name.dir = 'rtl'
  name.textContent = piece
  return name
}

/** References are left out: they are often a student's or citizen's number. */
function typedIn(shown: HTMLFormElement): Readonly<Record<string, string | boolean>> {
  const texts = [...shown.querySelectorAll<HTMLInputElement>('input[name^=name-], input[name^=additionalName-]')]
  const entries = [
    ...texts.map(({ name, value }) => [name, value] as const),
    ...tiles(shown).map(({ value, checked }) => [value, checked] as const),
  ]
  return Object.fromEntries<string | boolean>(entries)
}

function restore(shown: HTMLFormElement, kept: string | null): void {
  if (kept === null) return
  const typed = JSON.parse(kept) as Record<string, string | boolean>
  for (const field of shown.querySelectorAll<HTMLInputElement>('input')) {
    const text = typed[field.name]
    if (typeof text === 'string' && field.value === '') field.value = text
    if (typed[field.value] === true && field.name === 'price') field.checked = true
  }
}
