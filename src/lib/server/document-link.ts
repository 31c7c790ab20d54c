import { settings } from './settings.ts'

/** The address of a document as messages carry it: built from PUBLIC_ORIGIN only, never from a request. */
export function documentLink(documentKey: string): string {
  return `${settings().publicOrigin}/edocument/${documentKey}`
}

/** Of its receipts; the number of each is given when the money has moved. */
export function receiptLink(documentKey: string): string {
  return `${documentLink(documentKey)}/receipt`
}
