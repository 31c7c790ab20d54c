/** Suggestions during typing: a combobox for keyboard, pointer and screen reader. Without this script the field is a plain search. */
import { call } from '#lib/client/http/call.ts'

const TYPING_PAUSE = 120
const SHORTEST = 2

interface Suggestion {
  readonly kind: string
  readonly text: string
  readonly detail: string
  readonly path: string
}

const form = document.querySelector<HTMLFormElement>('#search')
const input = document.querySelector<HTMLInputElement>('#q')
const list = document.getElementById('suggestions')
const counted = document.getElementById('suggestion-count')
const kinds = JSON.parse(form?.dataset.kinds ?? '{}') as Readonly<Record<string, string>>
const counts = JSON.parse(form?.dataset.counts ?? '[]') as readonly string[]

let asked: AbortController | undefined
let pause: ReturnType<typeof setTimeout> | undefined

function options(): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role=option]') ?? [])]
}

async function ask(text: string): Promise<void> {
  asked?.abort()
  const mine = (asked = new AbortController())
  const answer = await call('suggestShows', { query: { q: text }, signal: mine.signal })
  if (mine.signal.aborted) return
  if (answer.ok) show(answer.value.suggestions)
  else close()
}

function show(suggestions: readonly Suggestion[]): void {
  list?.replaceChildren(...suggestions.map(optionOf))
  setOpen(suggestions.length > 0)
  point(-1)
  if (counted) counted.textContent = counts[suggestions.length] ?? ''
}

function optionOf({ kind, text, detail, path }: Suggestion, at: number): HTMLElement {
  const option = document.createElement('li')
  option.role = 'option'
  option.id = `suggestion-${String(at)}`
  option.dataset.path = path
  const name = document.createElement('b')
  name.textContent = text
  const what = document.createElement('span')
  what.textContent = detail === '' ? (kinds[kind] ?? '') : detail
  for (const part of [name, what]) part.dir = 'auto'
  option.append(name, what)
  return option
}

function setOpen(isOpen: boolean): void {
  if (list) list.hidden = !isOpen
  input?.setAttribute('aria-expanded', String(isOpen))
}

/** No answer that is still to come is shown. */
function stopAsking(): void {
  clearTimeout(pause)
  asked?.abort()
}

function close(): void {
  stopAsking()
  setOpen(false)
  point(-1)
  if (counted) counted.textContent = ''
}

function isOpen(): boolean {
  return list?.hidden === false
}

/** Marks one option as active; −1 is the field itself. */
function point(at: number): void {
  for (const [index, option] of options().entries()) {
    option.ariaSelected = String(index === at)
    if (index === at) option.scrollIntoView({ block: 'nearest' })
  }
  if (at < 0) input?.removeAttribute('aria-activedescendant')
  else input?.setAttribute('aria-activedescendant', `suggestion-${String(at)}`)
}

function pointed(): number {
  return options().findIndex(({ ariaSelected }) => ariaSelected === 'true')
}

/** Moves through the options and the field, wrapping around. */
function step(by: number): void {
  const places = options().length + 1
  point(((pointed() + 1 + by + places) % places) - 1)
}

function follow(option: HTMLElement | undefined): void {
  const { path } = option?.dataset ?? {}
  if (path) location.assign(path)
}

function typed(): void {
  clearTimeout(pause)
  const text = input?.value.trim() ?? ''
  if (text.length < SHORTEST) return close()
  pause = setTimeout(() => void ask(text), TYPING_PAUSE)
}

function pressed(event: KeyboardEvent): void {
  if (event.isComposing) return
  if (event.key === 'ArrowDown' && !isOpen()) return typed()
  if (!isOpen()) return
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    // Whoever chooses keeps what there is to choose from: a late answer would take the choice away.
    stopAsking()
    step(event.key === 'ArrowDown' ? 1 : -1)
  } else if (event.key === 'Escape') {
    event.preventDefault()
    close()
  } else if (event.key === 'Enter' && pointed() >= 0) {
    event.preventDefault()
    follow(options()[pointed()])
  } else if (event.key === 'Tab') close()
}

if (input && list) {
  input.role = 'combobox'
  input.setAttribute('aria-controls', list.id)
  input.setAttribute('aria-autocomplete', 'list')
  setOpen(false)
  input.addEventListener('input', typed)
  input.addEventListener('keydown', pressed)
  input.addEventListener('blur', close)
  form?.addEventListener('submit', close)
  // Keeps the focus in the field while an option is clicked.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', (event) => {
    const option = event.target instanceof Element ? event.target.closest<HTMLElement>('[role=option]') : null
    follow(option ?? undefined)
  })
  if (document.activeElement === input && input.value !== input.defaultValue) typed()
}

export {}
