import type { CallRefusal } from '#lib/client/http/call.ts'
import type { Translate } from '#lib/text/translate.ts'

/** The sentence of a refusal, as the shop words it, or that nothing reached it. */
export function refusalText(t: Translate, { message }: CallRefusal): string {
  return message === '' ? t('area.offline') : message
}

/** Where a customer who is to sign in again goes, to come back to the same part of the page. */
export function signInAgain(part: string): string {
  return `/customer?again=1&return=${encodeURIComponent(`/customer/details#${part}`)}`
}
