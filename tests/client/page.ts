import { vi } from 'vitest'

/** The parts of a browser that the stores need: a document with the visitor's uuid that can be hidden, a window that loses and regains focus, and storage. */
export const page = Object.assign(new EventTarget(), {
  hidden: false,
  querySelector: (selector: string) => (selector.includes('visitor') ? { content: '00000000-0000-4000-8000-000000000000' } : null),
})
const frame = new EventTarget()
const stored = new Map<string, string>()

export function actAsBrowser(): void {
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', frame.addEventListener.bind(frame))
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
}

export function showPage(isShown: boolean): void {
  page.hidden = !isShown
  page.dispatchEvent(new Event('visibilitychange'))
}

/** Restores the page from the browser's back-forward cache. */
export function restoreFromPageCache(): void {
  frame.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
}

/** Writes to the storage as another tab of the same browser does. */
export function writeInOtherTab(): void {
  frame.dispatchEvent(new Event('storage'))
}
