import { vi } from 'vitest'

/** What of a browser the stores lean on: a document with the visitor's name that can be hidden, a window that is left and come back to, and a storage. */
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

/** The page comes back from the browser's memory. */
export function fetchPageBack(): void {
  frame.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
}

/** Another page of the same browser has written to the storage. */
export function writeElsewhere(): void {
  frame.dispatchEvent(new Event('storage'))
}
