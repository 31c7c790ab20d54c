import type { WantedCart } from '#lib/domain/cart/check-cart.ts'
import type { CartPart, CheckedLine } from '#lib/domain/cart/checked-line.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { AskedItems, SoldKind } from './port/port.ts'
import { donation } from './donation/donation.ts'
import { film } from './film/film.ts'
import { membership } from './membership/membership.ts'
import { product } from './product/product.ts'
import { seat } from './seat/seat.ts'
import { seatsToPay } from './seat/seats-held.ts'
import { voucher } from './voucher/voucher.ts'

/** What is sold, in the order in which a cart is checked and an order is written: products go with what is before them. */
const KINDS: readonly SoldKind[] = [seat, voucher, product, membership, donation, film]

const more: SoldKind[] = []

export function soldKinds(): readonly SoldKind[] {
  return more.length === 0 ? KINDS : [...KINDS.filter(({ field }) => !more.some((one) => one.field === field)), ...more]
}

/** The kinds of an order's lines, in the order of the register. */
export function kindsOf(lines: readonly CheckedLine[]): readonly string[] {
  const names = new Set(lines.map(({ kind }) => kind))
  return soldKinds().flatMap(({ name }) => (names.has(name) ? name : []))
}

/** @throws {Error} of an order that has what is not sold in this process */
export function kindNamed(name: string): SoldKind {
  const kind = soldKinds().find((one) => one.name === name)
  if (!kind) throw new Error(`Nothing of the kind ${name} is sold here.`)
  return kind
}

/** Sells one more kind in this process; it takes the place of whatever is asked for by the same array. @returns what ends that. */
export function sellMore(kind: SoldKind): () => void {
  more.push(kind)
  return () => {
    more.splice(more.indexOf(kind), 1)
  }
}

/** What a cart of the wire wants, by kind. Refusals: those of `parse`. */
export function wantedItems(asked: AskedItems): Result<Required<Pick<WantedCart, 'seats' | 'products' | 'others'>>> {
  const seats = seat.parse(asked)
  const products = product.parse(asked)
  if (!seats.ok || !products.ok) return refuse('BAD_REQUEST')
  const others: Record<string, readonly unknown[]> = {}
  for (const kind of soldKinds()) {
    if (kind.name === seat.name || kind.name === product.name) continue
    const items = kind.parse(asked)
    if (!items.ok) return items
    if (items.value.length > 0) others[kind.name] = items.value
  }
  return accept({ seats: seats.value, products: products.value, others })
}

/** What a visitor is about to pay: of what is held first only what is held now, of all else what the stored cart asks for. */
export async function itemsToPay(uuid: string, asked: AskedItems): Promise<Required<Pick<WantedCart, 'seats' | 'products' | 'others'>>> {
  const known = wantedItems(asked)
  const { seats, ...more } = known.ok ? known.value : { seats: [], products: [], others: {} }
  // Memberships and films stand in a cart of their own: seats that were chosen before go on to be held, and are not what is paid.
  return { ...more, seats: membership.name in more.others || film.name in more.others ? [] : await seatsToPay(uuid, seats) }
}

/** Kinds that are a cart of their own if no seat stands beside them, with the products of theirs. */
const ALONE: ReadonlySet<string> = new Set([voucher.name, product.name, donation.name])

/** Whether lines are a cart of their own, before which the other carts leave (spec §4): memberships, films, and vouchers or donations that stand beside no seat. */
export function replacesCarts(lines: readonly CheckedLine[]): boolean {
  return (
    lines.some(({ kind }) => kind === membership.name || kind === film.name) ||
    (lines.length > 0 && lines.every(({ kind }) => ALONE.has(kind)))
  )
}

/** Whether a cart wants nothing that can be bought by itself: products go with something else. */
export function isEmpty({ seats, others = {} }: Pick<WantedCart, 'seats' | 'others'>): boolean {
  return seats.length === 0 && Object.values(others).every((items) => items.length === 0)
}

/** The parts of a cart, ready to be checked, with what the kinds have to know. Refusals: those of `factsOf`. */
export async function partsOf(from: Catalogue, uuid: string, cart: WantedCart): Promise<Result<CartPart[]>> {
  const partOf = async (kind: SoldKind): Promise<Result<CartPart>> => {
    const wanted = kind.wantedIn(cart)
    if (wanted.length === 0) return accept(() => accept([]))
    const facts = await kind.factsOf(from, uuid, wanted)
    return facts.ok ? accept((around) => kind.check(wanted, facts.value, around)) : facts
  }
  const found = await Promise.all(soldKinds().map(partOf))
  const parts: CartPart[] = []
  for (const part of found) {
    if (!part.ok) return part
    parts.push(part.value)
  }
  return accept(parts)
}
