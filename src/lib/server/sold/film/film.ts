import * as z from 'zod/mini'
import { filmItem } from '#lib/contract/order/film-cart.ts'
import { checkFilms, type CheckedFilm, type WantedFilm } from '#lib/domain/cart/check-film.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { noteFilmTicket, openFilmTicket, soldOutOf, takeTicket } from '#lib/server/vod/film-tickets.ts'
import { cancelItemRows, insertItems, issueItems, shownItems } from '../port/order-items.ts'
import type { SoldKind } from '../port/port.ts'
import { filmItemsOf } from './film-cancel.ts'

/** Tickets to watch films and streams at home. One stands alone in its order. */
export const film = {
  name: 'film',
  field: 'films',
  parse({ films = [] }) {
    const items = z.array(filmItem).safeParse(films)
    return items.success ? accept(items.data.map(({ vodId, price = null }) => ({ vodId, price }))) : refuse('BAD_REQUEST')
  },
  wantedIn: ({ others }) => (others?.film ?? []) as readonly WantedFilm[],
  // Asked before anything is paid; the transaction of the order asks again.
  factsOf: async (from, _uuid, wanted) => accept(await soldOutOf(wanted.flatMap(({ vodId }) => from.films.get(vodId) ?? []))),
  check: checkFilms,
  prepare: () => Promise.resolve(undefined),
  async reserve(client, { orderId }, { lines }) {
    for (const { film: bought } of lines) {
      if (!(await takeTicket(client, bought, orderId))) return { code: 'VOD_SOLD_OUT' }
      await noteFilmTicket(client, orderId, bought)
    }
    await insertItems(client, orderId, lines)
    return undefined
  },
  async reclaim(client, _holder, lines) {
    for (const { film: bought } of lines) if (!(await takeTicket(client, bought))) return false
    return true
  },
  async issue(client, { orderId }) {
    await issueItems(client, orderId, 'film')
    await openFilmTicket(client, orderId)
  },
  // A ticket of an order that is not paid is counted no more.
  release: () => Promise.resolve(),
  itemsOf: (client, order) => filmItemsOf(client, order),
  cancel: cancelItemRows,
  shown: (client, orderId) => shownItems(client, orderId, 'film'),
} as const satisfies SoldKind<WantedFilm, CheckedFilm, ReadonlySet<number>, undefined>
