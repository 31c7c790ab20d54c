import { setTimeout as wait } from 'node:timers/promises'
import { MARK, type BrowserTab, type Key } from './browser-tab.ts'

const PATIENCE_MS = 20_000

/** An element as a buyer sees it: by selector, and by its words if they are told. */
export interface Wanted {
  readonly css: string
  readonly words?: RegExp
}

/** A buyer in any browser, who counts each step: a press, a field that is filled, a key that chooses. Keys that only move are counted apart. */
export class Stepper {
  steps = 0
  moves = 0

  readonly tab: BrowserTab

  constructor(tab: BrowserTab) {
    this.tab = tab
  }

  async press(wanted: Wanted): Promise<void> {
    await this.mark(wanted)
    await this.tab.pressMarked()
    this.steps += 1
  }

  async fill(label: string, text: string): Promise<void> {
    await this.markField(label)
    await this.tab.typeIntoMarked(text)
    this.steps += 1
  }

  async pressAt([x, y]: readonly [number, number]): Promise<void> {
    await this.tab.pressAt(x, y)
    this.steps += 1
  }

  /** Picks from a list, by opening it and pressing a line: two steps, whatever the browser draws it with. */
  async pick(wanted: Wanted, value: string): Promise<void> {
    await this.mark(wanted)
    await this.tab.evaluate(PICK.replace('VALUE', JSON.stringify(value)))
    this.steps += 2
  }

  /** Chooses by a key what has the focus. */
  async choose(key: Key): Promise<void> {
    await this.tab.key(key)
    this.steps += 1
  }

  /** Types into what has the focus. */
  async type(text: string): Promise<void> {
    await this.tab.type(text)
    this.steps += 1
  }

  /** Presses Tab until the wanted element has the focus. */
  async tabTo(wanted: Wanted): Promise<void> {
    await this.mark(wanted)
    for (let presses = 0; presses < 300; presses += 1) {
      if (await this.tab.evaluate<boolean>(`document.activeElement?.hasAttribute('${MARK}') ?? false`)) return
      await this.tab.key('Tab')
      this.moves += 1
    }
    throw new Error(`Tab never reached ${describe(wanted)}.`)
  }

  async tabToField(label: string): Promise<void> {
    await this.markField(label)
    for (let presses = 0; presses < 300; presses += 1) {
      if (await this.tab.evaluate<boolean>(`document.activeElement?.hasAttribute('${MARK}') ?? false`)) return
      await this.tab.key('Tab')
      this.moves += 1
    }
    throw new Error(`Tab never reached the field ${label}.`)
  }

  async see(wanted: Wanted): Promise<void> {
    await this.until(`${FIND}(${argumentsOf(wanted)}) !== undefined`, describe(wanted))
  }

  async until(expression: string, what: string): Promise<void> {
    const end = Date.now() + PATIENCE_MS
    for (;;) {
      // A page that is just being left answers nothing.
      if (await this.tab.evaluate<boolean>(expression).catch(() => false)) return
      if (Date.now() > end) throw new Error(`${what} did not come.`)
      await wait(100)
    }
  }

  private mark(wanted: Wanted): Promise<void> {
    return this.until(`(${MARK_IT})(${FIND}(${argumentsOf(wanted)}))`, describe(wanted))
  }

  private markField(label: string): Promise<void> {
    return this.until(`(${MARK_IT})(${FIND_FIELD}(${JSON.stringify(label)}))`, `the field ${label}`)
  }
}

/** In the page: the first element that is drawn and enabled, with these words. */
const FIND = `((css, words) => [...document.querySelectorAll(css)].find((element) => {
  const said = (element.getAttribute('aria-label') ?? element.textContent).replace(/\\s+/g, ' ').trim()
  return element.getClientRects().length > 0 && !element.disabled && !element.matches('[aria-disabled="true"], [aria-busy="true"]') && element.closest('astro-island[ssr]') === null && (words === null || new RegExp(words).test(said))
}))`

/** In the page: the field that a label with these very words belongs to. */
const FIND_FIELD = `((words) => {
  const label = [...document.querySelectorAll('label')].find((one) => one.textContent.replace(/\\s+/g, ' ').replace(/[*]/g, '').trim() === words)
  const field = label?.control
  return field?.closest('astro-island[ssr]') === null ? field : undefined
})`

/** In the page: lists of choices are drawn outside of it, where drivers do not reach. */
const PICK = `(() => {
  const list = document.querySelector('[${MARK}]')
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(list, VALUE)
  list.dispatchEvent(new Event('change', { bubbles: true }))
  return true
})()`

const MARK_IT = `(element) => {
  for (const marked of document.querySelectorAll('[${MARK}]')) marked.removeAttribute('${MARK}')
  element?.setAttribute('${MARK}', '')
  element?.scrollIntoView({ block: 'center' })
  return element !== undefined && element !== null
}`

function argumentsOf({ css, words }: Wanted): string {
  return `${JSON.stringify(css)}, ${words === undefined ? 'null' : JSON.stringify(words.source)}`
}

function describe({ css, words }: Wanted): string {
  return words === undefined ? css : `${css} ${String(words)}`
}
