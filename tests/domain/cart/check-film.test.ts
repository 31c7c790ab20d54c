import { describe, expect, test } from 'vitest'
import { checkFilms, type WantedFilm } from '#lib/domain/cart/check-film.ts'
import type { CheckedLine } from '#lib/domain/cart/checked-line.ts'
import type { Film } from '#lib/domain/catalogue/films/films.ts'
import { DAY_MS } from '#lib/domain/time/durations.ts'
import { plainShowing } from '#tests/domain/catalogue/catalogue-fixtures.ts'
import { houseOf, NOW } from './cart-fixtures.ts'

/** At 35.90 ₪ and 3 ₪ of handling. */
const FILM: Film = {
  ...{ id: 7, featureId: 5, venueId: 2, venueTypeId: 101, businessId: 3, authProfileId: 4, price: 3_590, serviceCharge: 300 },
  ...{ media: 'river', seconds: 5_400, chapters: [], subtitles: [], sounds: [], cancellation: null },
  ...{ saleOpensAt: null, saleClosesAt: null, startsAt: null, isCancelled: false, hours: 48, days: 2, devices: 2, capacity: null },
}
const FEATURE = { ...plainShowing('2026-11-21').feature, id: 5, name: 'הנהר' }
const OTHER_LINE: CheckedLine = {
  ...{ kind: 'donation', name: '', total: 'others', presentation: null, seller: null, quantity: 1 },
  ...{ price: 6_000, serviceCharge: 0, firstPrice: 6_000, isCharged: false, redeems: [] },
}

interface Around {
  readonly film?: Partial<Film>
  readonly soldOut?: readonly number[]
  readonly before?: readonly CheckedLine[]
}

/** Film 7 without a price said, unless something else is wanted; film 8 is there too, on the same terms. */
function check(wanted: readonly Partial<WantedFilm>[] = [{}], { film = {}, soldOut = [], before = [] }: Around = {}) {
  const films = [7, 8].map((id) => [id, { ...FILM, ...film, id }] as const)
  const catalogue = { ...houseOf(), films: new Map(films), features: new Map([[FEATURE.id, FEATURE]]) }
  return checkFilms(
    wanted.map((one) => ({ vodId: 7, price: null, ...one })),
    new Set(soldOut),
    { catalogue, now: NOW, before, mixed: () => undefined },
  )
}

function codeOf(...asked: Parameters<typeof check>): string {
  const checked = check(...asked)
  return checked.ok ? 'ok' : checked.refusal.code
}

describe('a film in a cart', () => {
  test('is one ticket of its seller, at its price and with its own handling fee', () => {
    expect(check()).toEqual({
      ok: true,
      value: [
        {
          ...{ kind: 'film', total: 'others', name: 'הנהר', presentation: null, seller: { businessId: 3, authProfileId: 4 } },
          ...{ quantity: 1, price: 3_590, serviceCharge: 300, firstPrice: 3_590, isCharged: false, redeems: [] },
          ...{ subjectId: 7, priceId: null, film: FILM },
        },
      ],
    })
  })

  test('is sold without a name if its feature is not there', () => {
    expect(check([{}], { film: { featureId: 6 } })).toMatchObject({ value: [{ subjectId: 7, name: '' }] })
  })

  test.each<[string, string, Partial<WantedFilm>, Around?]>([
    ['that is not there', 'VOD_NOT_FOUND', { vodId: 9 }],
    ['before its sale', 'SALE_NOT_OPEN', {}, { film: { saleOpensAt: NOW + 1 } }],
    ['as its sale opens', 'ok', {}, { film: { saleOpensAt: NOW } }],
    ['just before its sale closes', 'ok', {}, { film: { saleClosesAt: NOW + 1 } }],
    ['as its sale closes', 'SALE_CLOSED', {}, { film: { saleClosesAt: NOW } }],
    ['that was called off', 'SALE_CLOSED', {}, { film: { isCancelled: true } }],
    ['that is streamed, on the last of its days', 'ok', {}, { film: { startsAt: NOW - 2 * DAY_MS + 1 } }],
    ['that is streamed, after its days', 'SALE_CLOSED', {}, { film: { startsAt: NOW - 2 * DAY_MS } }],
    ['of which no ticket is left', 'VOD_SOLD_OUT', {}, { soldOut: [7] }],
    ['while no ticket of another is left', 'ok', {}, { soldOut: [8] }],
    ['at the price that was shown', 'ok', { price: 35.9 }],
    ['for which one agora more was shown', 'PRICE_CHANGED', { price: 35.91 }],
    ['for which one agora less was shown', 'PRICE_CHANGED', { price: 35.89 }],
    ['that was shown as free', 'PRICE_CHANGED', { price: 0 }],
    ['that is free, as it was shown', 'ok', { price: 0 }, { film: { price: 0 } }],
  ])('%s: %s', (_name, code, wanted, around) => {
    expect(codeOf([wanted], around)).toBe(code)
  })

  test('says in shekels what it costs now', () => {
    expect(check([{ price: 40 }])).toEqual({ ok: false, refusal: { code: 'PRICE_CHANGED', facts: { price: 35.9 } } })
  })

  test.each<[string, string, readonly Partial<WantedFilm>[], readonly CheckedLine[]]>([
    ['beside something else', 'CART_INCOMPATIBLE', [{}], [OTHER_LINE]],
    ['beside another film', 'CART_INCOMPATIBLE', [{}, { vodId: 8 }], []],
    ['twice', 'CART_INCOMPATIBLE', [{}, {}], []],
    ['beside another film and something else', 'CART_INCOMPATIBLE', [{}, { vodId: 8 }], [OTHER_LINE]],
    ['alone', 'ok', [{ vodId: 8 }], []],
  ])('stands alone, once; %s: %s', (_name, code, wanted, before) => {
    expect(codeOf(wanted, { before })).toBe(code)
  })

  test.each([
    ['an empty cart', []],
    ['a cart of something else', [OTHER_LINE]],
  ])('that nobody wants adds nothing to %s', (_name, before) => {
    expect(check([], { before })).toEqual({ ok: true, value: [] })
  })
})
