/**
 * Sums what is chosen as it is chosen, says what it does, chooses a free amount where one is typed, and takes a choice back that is pressed again. Without it the
 * server sums.
 */
import { typedAmount } from '#lib/domain/catalogue/donation-form.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { askBeforeLeaving } from './ask-before-leaving.ts'
import { makeStepper } from './times-stepper.ts'

const form = document.querySelector<HTMLFormElement>('form[data-giving]')
if (form) enliven(form)

function enliven(shown: HTMLFormElement): void {
  let before = chosen(shown)
  const draw = (last?: HTMLInputElement): void => {
    before = chosen(shown)
    follow(shown, before, last)
  }
  shown.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return
    const own = target.closest('.own')?.querySelector<HTMLInputElement>('[type=radio]')
    if (own && target.type !== 'radio' && target.value !== '') own.checked = true
    draw(own ?? target)
  })
  shown.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'radio' || !before.includes(target)) return
    target.checked = false
    draw()
  })
  for (const times of shown.querySelectorAll<HTMLElement>('[data-times]')) makeStepper(times)
  draw()
  askBeforeLeaving(shown)
}

function chosen(shown: HTMLFormElement): readonly HTMLInputElement[] {
  return [...shown.querySelectorAll<HTMLInputElement>('[type=radio]:checked')]
}

function field(shown: HTMLFormElement, radio: HTMLInputElement, name: string): string {
  return shown.querySelector<HTMLInputElement>(`[name="${radio.name.replace('give', name)}"]`)?.value ?? ''
}

function follow(shown: HTMLFormElement, radios: readonly HTMLInputElement[], last: HTMLInputElement | undefined): void {
  const lines = radios.map((radio) => {
    const each = radio.dataset.amount === undefined ? (typedAmount(field(shown, radio, 'free')) ?? 0) : Number(radio.dataset.amount)
    const times = Math.max(1, Math.trunc(Number(field(shown, radio, 'times'))) || 1)
    return { radio, times, amount: each * times }
  })
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  for (const place of shown.querySelectorAll<HTMLElement>('[data-total]')) {
    place.textContent = formatMoney(total)
    if ('sum' in place.dataset) place.hidden = total === 0
  }
  const named = shown.querySelector<HTMLElement>('[data-named]')
  const [only, second] = lines
  if (named) named.textContent = only && !second ? nameOf(only) : (named.dataset.several ?? '')
  const list = shown.querySelector('[data-lines]')
  const rest = list ? [...list.children].slice(-2) : []
  list?.replaceChildren(...lines.map(lineOf), ...rest)
  const says = shown.querySelector<HTMLElement>('[data-says]')
  const thanks = (last && radios.includes(last) ? last : radios.at(-1))?.dataset.thanks ?? ''
  if (!says) return
  says.hidden = thanks === ''
  if (says.textContent !== thanks) says.textContent = thanks
}

interface Line {
  readonly radio: HTMLInputElement
  readonly times: number
  readonly amount: number
}

function nameOf({ radio, times }: Line): string {
  return `${radio.dataset.what ?? ''}${times > 1 ? ` × ${String(times)}` : ''}`
}

function lineOf(line: Line): HTMLElement {
  const { radio, amount } = line
  const [row, name, value] = [document.createElement('div'), document.createElement('dt'), document.createElement('dd')]
  const what = document.createElement('span')
  const price = document.createElement('bdi')
  what.className = 'meta'
  what.textContent = nameOf(line)
  name.append(radio.dataset.line ?? '', document.createElement('br'), what)
  price.dir = 'ltr'
  price.className = 'price'
  price.textContent = formatMoney(amount)
  value.append(price)
  row.append(name, value)
  return row
}
