import { settings } from '#lib/server/settings.ts'

/** The address of a document as messages carry it: built from PUBLIC_ORIGIN only, never from a request. */
export function documentLink(documentKey: string): string {
  return `${settings().publicOrigin}/edocument/${documentKey}`
}

/** Of its receipts; the number of each is given when the money has moved. */
export function receiptLink(documentKey: string): string {
  return `${documentLink(documentKey)}/receipt`
}

/** Of the page of a reservation, for whoever made it. */
export function reservationLink(reservationIdentifier: string): string {
  return `${settings().publicOrigin}/cart/${reservationIdentifier}`
}

/** Of the page of a feature; of the home page where none is known. */
export function featureLink(featureId: number | undefined): string {
  return featureId === undefined ? settings().publicOrigin : `${settings().publicOrigin}/booking/features/${String(featureId)}`
}

/** Of the personal area. */
export function areaLink(): string {
  return `${settings().publicOrigin}/customer`
}
