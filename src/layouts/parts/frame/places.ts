import { knownCatalogue } from '#lib/server/catalogue/catalogue.ts'
import type { Translate } from '#lib/text/translate.ts'

/** A page that header and footer lead to. */
export interface Place {
  readonly href: string
  readonly name: string
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
