/**
 * Says how many shows are ticked and how many are left, lists them in the summary, and sums what they add. Without it the server says so when the form is sent.
 */
import { formatMoney } from '#lib/text/format-money.ts'

const form = document.querySelector<HTMLFormElement>('form.mem-form')
const count = form?.querySelector<HTMLElement>('[data-counts]')

if (form && count) {
  const texts = JSON.parse(count.dataset.counts ?? '[]') as readonly (readonly [words: string, left: string])[]
  const follow = () => {
    const ticked = new Set([...form.querySelectorAll<HTMLInputElement>('input[name=date]:checked')].map(({ value }) => value))
    const [words = '', left = ''] = texts[ticked.size] ?? []
    const shown = count.querySelectorAll<HTMLElement>('[data-words], [data-left]')
    for (const one of shown) one.textContent = 'words' in one.dataset ? words : left
    count.querySelector('rect')?.setAttribute('width', String(Math.min(100, (100 * ticked.size) / Number(count.dataset.wanted))))
    for (const date of form.querySelectorAll<HTMLElement>('[data-date]')) date.hidden = !ticked.has(date.dataset.date ?? '')
    write(form, '[data-total] bdi', sumOf(form))
    showSupplement(form)
    const these = [...ticked].map(Number).toSorted((one, other) => one - other)
    for (const one of form.querySelectorAll<HTMLElement>('[data-of]')) one.hidden = one.dataset.of !== these.join()
  }
  form.addEventListener('change', follow)
  // The browser may have kept ticks of its own.
  addEventListener('pageshow', follow)
}

function write(shown: HTMLFormElement, places: string, amount: number): void {
  for (const place of shown.querySelectorAll(places)) place.textContent = formatMoney(amount)
}

/** The line of what the ticked shows add, where one stands apart from the prices. */
function showSupplement(shown: HTMLFormElement): void {
  const line = shown.querySelector<HTMLElement>('[data-supplement]')
  if (!line) return
  const amount = supplementOf(shown) * Number(shown.dataset.each)
  line.hidden = amount === 0
  write(shown, '[data-supplement] bdi', amount)
}

/** What the ticked shows add for each seat. */
function supplementOf(shown: HTMLFormElement): number {
  return amountOf(shown, 'input[name=date]:checked')
}

/** What is known before the ticks, and for each seat what they add; where prices are chosen on the same page, those of the seats that are renewed. */
function sumOf(shown: HTMLFormElement): number {
  const each = supplementOf(shown)
  const { base } = shown.dataset
  if (base !== undefined) return Number(base) + each * Number(shown.dataset.each)
  const members = [...shown.querySelectorAll<HTMLInputElement>('input[name=member]')].filter(
    ({ type, checked }) => type === 'hidden' || checked,
  )
  return members.reduce((sum, { value }) => sum + each + amountOf(shown, `input[data-member="${CSS.escape(value)}"]:checked`), 0)
}

function amountOf(shown: HTMLFormElement, picked: string): number {
  return [...shown.querySelectorAll<HTMLInputElement>(picked)].reduce((sum, { dataset }) => sum + Number(dataset.amount), 0)
}
