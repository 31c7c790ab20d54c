/**
 * Shows a gift as it is typed: the card, the message and the letters of the greeting, and offers ready greetings. Without it these are not there, and the form works as
 * it stands.
 */
import { addDays } from '#lib/domain/time/days.ts'
import { ltr } from '#lib/text/isolate.ts'
import { formatDay } from '#lib/text/whole-date.ts'

const greeting = document.querySelector<HTMLTextAreaElement>('[data-gift-greeting]')
const form = greeting?.closest('form')
if (greeting && form) enliven(form, greeting)

function enliven(shown: HTMLFormElement, typed: HTMLTextAreaElement): void {
  for (const live of shown.querySelectorAll<HTMLElement>('[data-live]')) live.hidden = false
  let own = typed.value
  const ideas = [...shown.querySelectorAll<HTMLButtonElement>('[data-idea]')]
  const draw = () => {
    for (const idea of ideas) idea.setAttribute('aria-pressed', String(idea.dataset.idea === typed.value))
    follow(shown, typed)
  }
  typed.addEventListener('input', () => (own = typed.value))
  for (const idea of ideas)
    idea.addEventListener('click', () => {
      // Pressed again, it gives back what was typed before.
      const isTaken = typed.value === idea.dataset.idea
      typed.value = isTaken ? (own === typed.value ? '' : own) : (idea.dataset.idea ?? '')
      draw()
    })
  shown.addEventListener('input', draw)
  // The browser may have kept fields of its own.
  addEventListener('pageshow', draw)
  draw()
}

function follow(shown: HTMLFormElement, typed: HTMLTextAreaElement): void {
  const values = valuesOf(shown, typed)
  for (const place of shown.querySelectorAll<HTMLElement>('[data-words]')) {
    const { words = '', empty = '', needs } = place.dataset
    place.hidden = needs !== undefined && !values[needs]
    const text = words.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
    place.textContent = text === '' ? empty : text
  }
  const picture = shown.querySelector('.swatch:has(:checked) .cover')
  const cover = shown.querySelector('.gift .cover')
  if (picture && cover && picture.innerHTML !== cover.innerHTML) cover.replaceWith(picture.cloneNode(true))
}

function valuesOf(shown: HTMLFormElement, typed: HTMLTextAreaElement): Readonly<Record<string, string>> {
  const field = (name: string): string => shown.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value.trim() ?? ''
  const { voucher = '…', days, until } = shown.querySelector<HTMLInputElement>('[name=price]:checked')?.dataset ?? {}
  const start = field('date')
  const last = days === undefined || start === '' ? until : addDays(start, Number(days))
  return {
    greeting: typed.value.trim(),
    length: String(typed.value.length),
    to: field('to') || '…',
    from: field('from'),
    voucher,
    until: last === undefined ? '' : formatDay(last),
    when: whenOf(field('at')),
    link: `${location.host}/gift/…`,
  }
}

/** " · 24.12.2026, 09:00", of a wall time as its field gives it; empty where the gift is sent at once. */
function whenOf(at: string): string {
  const [day = '', time = ''] = at.split('T')
  return time === '' ? '' : ` · ${ltr(`${formatDay(day)}, ${time}`)}`
}
