import { addressOfSite, type MiniSite } from '#lib/domain/catalogue/mini-sites.ts'
import { shopLocale } from '#lib/server/platform/config/enabled-locales.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { inLanguage } from '#lib/text/in-language.ts'
import type { Locale } from '#lib/text/locales.ts'

/** Addresses as messages carry them: built from PUBLIC_ORIGIN only, never from a request, and leading to pages in the message's own language. */

/** Of a document. */
export function documentLink(documentKey: string, locale: Locale): string {
  return linkTo(`/edocument/${documentKey}`, locale)
}

/** Of a ticket that was sent to a friend. */
export function friendLink(key: string, locale: Locale): string {
  return linkTo(`/edocument/friend/${key}`, locale)
}

/** Of its receipts; the number of each is given when the money has moved. */
export function receiptLink(documentKey: string, locale: Locale): string {
  return linkTo(`/edocument/${documentKey}/receipt`, locale)
}

/** Of a receipt of donations. */
export function donationReceiptLink(documentKey: string, number: string, locale: Locale): string {
  return linkTo(`/edocument/${documentKey}/donation/${number}`, locale)
}

/** Of the page of a reservation, for whoever made it. */
export function reservationLink(reservationIdentifier: string, locale: Locale): string {
  return linkTo(`/cart/${reservationIdentifier}`, locale)
}

/** Of the film of a reservation, for whoever bought it. */
export function filmLink(reservationIdentifier: string, vodId: number, locale: Locale): string {
  return linkTo(`/vod/${reservationIdentifier}/${String(vodId)}`, locale)
}

/** Of the home page. */
export function homeLink(locale: Locale): string {
  return linkTo('/', locale)
}

/** Of the page of a feature; of the home page where none is known. */
export function featureLink(featureId: number | undefined, locale: Locale): string {
  return linkTo(featureId === undefined ? '' : `/booking/features/${String(featureId)}`, locale)
}

/** Of the personal area. @param fragment with its #; none where it is empty */
export function areaLink(locale: Locale, fragment = ''): string {
  return linkTo(`/customer${fragment}`, locale)
}

/** Of a request to be told when seats come free. */
export function waitLink(key: string, locale: Locale): string {
  return linkTo(`/waiting/${key}`, locale)
}

/** Of the page of a gift. */
export function giftLink(key: string, locale: Locale): string {
  return linkTo(`/gift/${key}`, locale)
}

/** Of a mini-site. */
export function siteLink(site: Pick<MiniSite, 'url'>, locale: Locale): string {
  return linkTo(addressOfSite(site), locale)
}

/** The shop's first language needs no words. */
function linkTo(path: string, locale: Locale): string {
  return settings().publicOrigin + (locale === shopLocale() ? path : inLanguage(path, locale))
}
