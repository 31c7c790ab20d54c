/**
 * The script that an organiser's page loads (src/content/docs/embed.md): custom elements that show a part of the shop in a frame. It stands alone, has no
 * dependency and keeps nothing; what is pressed in the frame leaves it for the shop's own window, so no cookie of another site is needed.
 */
interface Words {
  readonly loading: string
  readonly open: string
  readonly label: Readonly<Record<string, string>>
}

/** Given by the shop (embed.js.ts). */
declare const SHOP: { readonly origin: string; readonly words: Readonly<Record<string, Words>> }

/**
 * How long a frame may be silent after it has loaded, before its link is shown in its place. A browser does not say that it has refused one; but the shop's page has
 * run its script by then, so its answer takes no network. One that comes later all the same is shown.
 */
const SILENCE_MS = 800
const MOST_PIXELS = 50_000

const script = document.currentScript
const shop = script instanceof HTMLScriptElement ? new URL(script.src).origin : SHOP.origin

/** Where a part of the shop is: made for a frame, and its page in a window of its own. */
const PARTS: Readonly<Record<string, (of: HTMLElement) => { readonly frame: string; readonly page: string }>> = {
  calendar: () => ({ frame: 'calendar', page: '' }),
  feature: (of) => ({ frame: `features/${numberOf(of)}`, page: `booking/features/${numberOf(of)}` }),
  presentation: (of) => ({ frame: `presentations/${numberOf(of)}`, page: `order/${numberOf(of)}` }),
  'mini-site': (of) => {
    const page = `mini-site/${encodeURIComponent(of.getAttribute('url') ?? '')}`
    return { frame: page, page }
  },
}
/** What the calendar is narrowed to, and how it is shown. */
const PASSED = ['category', 'location', 'q', 'theme', 'lang']

function numberOf(of: HTMLElement): string {
  return encodeURIComponent(of.getAttribute('number') ?? '')
}

function languageOf(of: HTMLElement): string {
  const named = (of.closest('[lang]')?.getAttribute('lang') ?? '').slice(0, 2).toLowerCase()
  return named in SHOP.words ? named : (Object.keys(SHOP.words)[0] ?? 'he')
}

function addressOf(path: string, of: HTMLElement, names: readonly string[]): string {
  const address = new URL(`/${path}`, shop)
  for (const name of names) {
    const value = name === 'lang' ? languageOf(of) : of.getAttribute(name)
    if (value) address.searchParams.set(name, value)
  }
  return address.href
}

class ShopPart extends HTMLElement {
  static readonly observedAttributes = ['number', 'url', 'label', 'lang', 'theme', 'category', 'location', 'q']
  readonly #shadow = this.attachShadow({ mode: 'open' })
  #frame: HTMLIFrameElement | undefined
  #silence: ReturnType<typeof setTimeout> | undefined

  connectedCallback(): void {
    addEventListener('message', this.#hear)
    this.#show()
  }

  disconnectedCallback(): void {
    removeEventListener('message', this.#hear)
    clearTimeout(this.#silence)
    this.#shadow.replaceChildren()
  }

  attributeChangedCallback(): void {
    if (this.isConnected && this.#frame) this.#show()
  }

  /** Shows the frame as soon as the page in it says its height; until then, and if it never does, the link. */
  #show(): void {
    const kind = this.localName.slice('shura-'.length)
    const part = PARTS[kind]?.(this)
    const words = SHOP.words[languageOf(this)]
    if (!part || !words) return
    const status = document.createElement('p')
    status.role = 'status'
    status.textContent = words.loading
    const slot = document.createElement('slot')
    const link = document.createElement('a')
    link.href = addressOf(part.page, this, ['lang'])
    link.textContent = words.open
    slot.append(link)
    const frame = document.createElement('iframe')
    frame.title = this.getAttribute('label') ?? words.label[kind] ?? ''
    frame.src = addressOf(`embed/${part.frame}`, this, PASSED)
    Object.assign(frame.style, { inlineSize: '100%', blockSize: '0', border: '0', visibility: 'hidden' })
    this.style.display = 'block'
    frame.addEventListener('load', () => {
      frame.contentWindow?.postMessage({ type: 'shura:hello' }, shop)
      clearTimeout(this.#silence)
      this.#silence = setTimeout(() => {
        this.#rest('refused')
      }, SILENCE_MS)
    })
    this.#frame = frame
    this.#shadow.replaceChildren(status, slot, frame)
    this.dataset['state'] = 'loading'
  }

  /** A message counts only from the shop, and only from this element's own frame. */
  readonly #hear = ({ origin, source, data }: MessageEvent): void => {
    const frame = this.#frame
    if (!frame || origin !== shop || source !== frame.contentWindow) return
    const said = data as { readonly type?: unknown; readonly height?: unknown } | null
    if (said?.type !== 'shura:height' || typeof said.height !== 'number' || !(said.height >= 0)) return
    clearTimeout(this.#silence)
    frame.style.blockSize = `${String(Math.min(Math.ceil(said.height), MOST_PIXELS))}px`
    frame.style.visibility = 'visible'
    this.#rest('ready')
  }

  #rest(state: 'ready' | 'refused'): void {
    this.dataset['state'] = state
    this.#shadow.querySelector('[role]')?.remove()
    if (state === 'ready') this.#shadow.querySelector('slot')?.remove()
  }
}

for (const kind of Object.keys(PARTS)) {
  if (!customElements.get(`shura-${kind}`)) customElements.define(`shura-${kind}`, class extends ShopPart {})
}

export {}
