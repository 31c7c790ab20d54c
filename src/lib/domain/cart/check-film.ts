import { filmSaleState, type Film } from '#lib/domain/catalogue/films/films.ts'
import { toShekels } from '#lib/domain/money/money.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { CartAround, CheckedLine } from './checked-line.ts'

/** A film or stream that a cart asks for. */
export interface WantedFilm {
  readonly vodId: number
  /** Shekels, as it was shown; null: not said. */
  readonly price: number | null
}

export interface CheckedFilm extends CheckedLine {
  readonly kind: 'film'
  readonly subjectId: number
  readonly priceId: null
  /** The terms that are bought. */
  readonly film: Film
}

const REFUSED: Readonly<Record<string, RefusalCode>> = { notOpen: 'SALE_NOT_OPEN', closed: 'SALE_CLOSED', cancelled: 'SALE_CLOSED' }

/**
 * Checks and prices a ticket to watch at home. It stands alone, once (spec §4). Refusals: CART_INCOMPATIBLE (beside anything, another film too), VOD_NOT_FOUND,
 * SALE_NOT_OPEN, SALE_CLOSED, VOD_SOLD_OUT, PRICE_CHANGED (with the price in shekels).
 * @param soldOut the films of limited number of which no ticket is left
 */
export function checkFilms(
  wanted: readonly WantedFilm[],
  soldOut: ReadonlySet<number>,
  { catalogue, now, before }: CartAround,
): Result<readonly CheckedFilm[]> {
  const [first, ...more] = wanted
  if (!first) return accept([])
  if (before.length + more.length > 0) return refuse('CART_INCOMPATIBLE')
  const film = catalogue.films.get(first.vodId)
  if (!film) return refuse('VOD_NOT_FOUND')
  const refused = REFUSED[filmSaleState(film, now)]
  if (refused) return refuse(refused)
  if (soldOut.has(film.id)) return refuse('VOD_SOLD_OUT')
  if (first.price !== null && first.price !== toShekels(film.price)) return refuse('PRICE_CHANGED', { price: toShekels(film.price) })
  const { businessId, authProfileId, price, serviceCharge } = film
  const name = catalogue.features.get(film.featureId)?.name ?? ''
  const line: CheckedFilm = {
    ...{
      kind: 'film',
      total: 'others',
      name,
      presentation: null,
      seller: { businessId, authProfileId },
      quantity: 1,
      price,
      serviceCharge,
    },
    ...{ firstPrice: price, isCharged: false, redeems: [], subjectId: film.id, priceId: null, film },
  }
  return accept([line])
}
