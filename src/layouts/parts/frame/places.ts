import { knownCatalogue } from '#lib/server/catalogue/catalogue.ts'
import type { Translate } from '#lib/text/translate.ts'

/** A page that header and footer lead to. */
export interface Place {
  readonly href: string
  readonly name: string
}

/** Below the list of features only the features themselves are its own: the personal area and the checkout stand there as well. */
const BELOW = new Map([
  ['/', undefined],
  ['/booking', '/booking/features/'],
])

/** How a place is marked on a page: its own, or one below it. @param path of the page, without a slash at its end */
export function currentOf(path: string, href: string): 'page' | 'true' | undefined {
  if (path === href) return 'page'
  const below = BELOW.has(href) ? BELOW.get(href) : `${href}/`
  return below !== undefined && path.startsWith(below) ? 'true' : undefined
}

/** The pages of what is sold; those of which there is nothing are left out. */
export function placesOf(t: Translate): {
  readonly see: readonly Place[]
  readonly give: readonly Place[]
  readonly main: readonly Place[]
} {
  const sold = knownCatalogue()
  const placeOf = (href: string, key: string, from: { readonly size: number } | undefined) =>
    (from?.size ?? 0) > 0 ? [{ href, name: t(key) }] : []
  const shows = [
    { href: '/', name: t('common.calendar') },
    { href: '/booking', name: t('common.features') },
  ]
  const memberships = placeOf('/membership', 'common.memberships', sold?.memberships)
  const films = placeOf('/vod', 'vod.title', sold?.films)
  const vouchers = placeOf('/system-vouchers', 'voucher.title', sold?.voucherSuperClasses)
  const donations = placeOf('/donations', 'common.donations', sold?.donations)
  return {
    main: [...shows, ...memberships, ...vouchers, ...films],
    see: [...shows, ...memberships, ...films],
    give: [...vouchers, ...donations],
  }
}
