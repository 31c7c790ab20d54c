import { visitorUuid } from '#lib/client/http/call.ts'

/** Where a tab keeps what was typed for the order. */
export function typedKey(): string {
  return `details:${visitorUuid()}`
}

/** The next person at this computer finds nothing of it. */
export function forgetTyped(): void {
  try {
    sessionStorage.removeItem(typedKey())
  } catch {
    // A browser without storage kept nothing.
  }
}
