/**
 * Says how many shows are ticked and how many are left, lists them in the summary, and sums where prices are chosen on the same page. Without it the server says
 * so when the form is sent.
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
    for (const total of form.querySelectorAll('[data-total] bdi')) total.textContent = formatMoney(sumOf(form))
  }
  form.addEventListener('change', follow)
  // The browser may have kept ticks of its own.
  addEventListener('pageshow', follow)
}

/** The prices of the seats that are renewed, and for each of them the supplements of the ticked shows. */
function sumOf(shown: HTMLFormElement): number {
  const members = [...shown.querySelectorAll<HTMLInputElement>('input[name=member]')].filter(
    ({ type, checked }) => type === 'hidden' || checked,
  )
  const amountOf = (picked: string) =>
    [...shown.querySelectorAll<HTMLInputElement>(picked)].reduce((sum, { dataset }) => sum + Number(dataset.amount), 0)
  const each = amountOf('input[name=date]:checked')
  return members.reduce((sum, { value }) => sum + each + amountOf(`input[data-member="${CSS.escape(value)}"]:checked`), 0)
}
