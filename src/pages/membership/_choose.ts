import type { APIContext } from 'astro'
import type { StoredCart } from '#lib/contract/order/order-cart.ts'
import {
  choiceHolders,
  choiceKey,
  choicePrices,
  chosenItems,
  EMPTY_HOLDER,
  missingReference,
  plainInstead,
  withInstead,
  type ChoiceForm,
  type ChoicePrice,
  type HolderForm,
} from '#lib/domain/catalogue/memberships/membership-choice.ts'
import type { MembershipPrice } from '#lib/domain/catalogue/memberships/memberships.ts'
import { refuse, type Refusal } from '#lib/domain/result.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { isCrossSite } from '#lib/server/platform/http/cross-site.ts'
import { sourceOf } from '#lib/server/platform/http/limits/network.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { proveReferences } from '#lib/server/entitlements/membership-references.ts'
import { cartOf, storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { keepMemberships } from '#lib/server/orders/cart/membership-draft.ts'
import { leavingCart, type Leaving } from '#lib/server/orders/commit/leaving-cart.ts'
import { readForm, typedText } from '#lib/server/platform/http/answers/read-form.ts'
import { membershipsBeside, membershipView, type MembershipView } from '#lib/server/programme/memberships.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import type { Translate } from '#lib/text/translate.ts'
import { walkOf } from '../enroll/_walk.ts'
import { ownSeasonOf, type OwnSeason } from './_own-season.ts'

const MOST_SIGNS = { name: 120, additionalName: 120, reference1: 80, reference2: 80 } as const
type Context = Pick<APIContext, 'request' | 'locals' | 'params' | 'clientAddress'>

/** What is wrong with the form: as a whole, or with a field of it. */
export interface ChoiceProblem {
  readonly text: string
  readonly field?: string
  /** What may be taken in place of the price whose reference is not eligible. */
  readonly instead?: { readonly value: string; readonly price: MembershipPrice }
}

/** The content of a membership's page. */
export interface Choosing {
  readonly view: MembershipView
  /** The memberships of the form, the addressed one first; empty if it is not for sale here. */
  readonly rows: readonly MembershipView[]
  readonly form: ChoiceForm
  readonly problem?: ChoiceProblem
  /** Of a season: the one that the visitor has, who then cannot buy it. */
  readonly own?: OwnSeason
  /** The items that leave the cart if the visitor continues; only while the page asks. */
  readonly leaving?: Leaving
  readonly status: number
}

/** Opens the page, or handles its form. undefined: no such membership or price; `goTo`: the form was accepted. */
export async function openChoice(context: Context): Promise<Choosing | { readonly goTo: string } | undefined> {
  const { code = '', priceCode } = context.params
  const view = await membershipView(code, context.locals.locale)
  const isKnown = priceCode === undefined || view?.membership.prices.some((price) => price.priceCode === priceCode)
  if (!view || !isKnown) return undefined
  const found = view.isSoldHere ? await membershipsBeside(view, context.locals.locale) : []
  const rows = found.toSorted(
    (one, other) => Number(other.membership.id === view.membership.id) - Number(one.membership.id === view.membership.id),
  )
  const prices = choicePrices(rows.map(({ membership }) => membership))
  const { visitor } = context.locals
  const own = view.kind === 'season' && visitor ? await ownSeasonOf(visitor.uuid, view.membership.id, context.locals.locale) : undefined
  const choosing = { view, rows, prices, ...(own && { own }) }
  if (context.request.method !== 'POST' || rows.length === 0) return { ...choosing, form: await openedForm(context, choosing), status: 200 }
  const sent = await readForm(context.request)
  const form = sentForm(sent, prices)
  const swapped = insteadIn(form, prices, sent.get('instead'))
  if (swapped) return { ...choosing, form: swapped, status: 200 }
  return takeForm(context, { ...choosing, form, isReplacing: sent.has('replace') })
}

/** The stored cart's items of a membership. */
interface StoredItem {
  readonly membershipId: number
  readonly membershipPriceId?: number | null | undefined
  readonly name?: string | null | undefined
  readonly additionalName?: string | null | undefined
  readonly reference1?: string | null | undefined
  readonly reference2?: string | null | undefined
  readonly memberNumber?: string | null | undefined
}

interface Opened {
  readonly view: MembershipView
  readonly own?: OwnSeason
  readonly prices: readonly ChoicePrice[]
}

/** The stored cart's items, or the addressed price alone. */
async function openedForm({ locals, params }: Context, { view, prices }: Opened): Promise<ChoiceForm> {
  const cart = locals.visitor ? await cartOf(locals.visitor.uuid) : null
  const stored = storedForm(cart, prices)
  const addressed = prices.find(({ membership, price }) => membership.id === view.membership.id && price.priceCode === params.priceCode)
  if (!addressed || stored.chosen.has(choiceKey(addressed))) return stored
  return { ...stored, chosen: new Set([...stored.chosen, choiceKey(addressed)]) }
}

function storedForm(cart: StoredCart | null, prices: readonly ChoicePrice[]): ChoiceForm {
  const chosen = new Set<string>()
  const holders: Record<string, HolderForm> = {}
  const topUps: Record<number, string> = {}
  const items: readonly StoredItem[] = cart?.memberships ?? []
  for (const item of items) {
    const found = prices.find(({ membership, price }) => membership.id === item.membershipId && price.id === item.membershipPriceId)
    if (!found) continue
    chosen.add(choiceKey(found))
    const { name, additionalName, reference1, reference2, memberNumber } = item
    holders[found.price.priceCode] = {
      name: name ?? '',
      additionalName: additionalName ?? '',
      reference1: reference1 ?? '',
      reference2: reference2 ?? '',
    }
    if (memberNumber) topUps[found.membership.id] = memberNumber
  }
  return { chosen, holders, topUps }
}

function sentForm(sent: FormData, prices: readonly ChoicePrice[]): ChoiceForm {
  const textOfField = (name: string, most: number) => typedText(sent, name, most)
  const known = new Set(prices.map(choiceKey))
  const holders = choiceHolders(prices).map(({ priceCode }) => {
    const fields = Object.entries(MOST_SIGNS).map(([name, most]) => [name, textOfField(`${name}-${priceCode}`, most)])
    return [priceCode, { ...EMPTY_HOLDER, ...Object.fromEntries(fields) }] as const
  })
  const ids = [...new Set(prices.map(({ membership }) => membership.id))]
  const topUps = ids.map((id) => [id, textOfField(`card-${String(id)}`, 40)] as const).filter(([, number]) => number !== '')
  return {
    chosen: new Set(sent.getAll('price').filter((value): value is string => typeof value === 'string' && known.has(value))),
    holders: Object.fromEntries(holders),
    topUps: Object.fromEntries(topUps),
  }
}

interface Sent extends Opened {
  readonly rows: readonly MembershipView[]
  readonly form: ChoiceForm
  /** Whether the visitor has agreed that the cart's seats leave. */
  readonly isReplacing: boolean
}

async function takeForm(
  { request, locals, clientAddress }: Context,
  { isReplacing, ...sent }: Sent,
): Promise<Choosing | { readonly goTo: string }> {
  const { form, prices } = sent
  const { locale, visitor } = locals
  const t = textOf(locale, sent.view.membership.businessId)
  if (isCrossSite(request) || !visitor) {
    const { refusal } = refuse(visitor ? 'CROSS_SITE' : 'MISSING_UUID')
    return { ...sent, problem: { text: t(`errors.${refusal.code}`) }, status: statusOf(refusal.code) }
  }
  if (sent.own) return { ...sent, status: statusOf('ALREADY_ENROLLED') }
  if (sent.view.kind === 'season') return startSeason(sent, { uuid: visitor.uuid, locale, isReplacing })
  if (form.chosen.size === 0) return { ...sent, problem: { text: t('membership.nothingChosen') }, status: 400 }
  const field = missingReference(form, prices)
  if (field !== undefined) return { ...sent, problem: { text: t('membership.referenceMissing'), field }, status: 400 }
  const leaving = isReplacing ? undefined : await leavingOf(visitor.uuid, locale)
  if (leaving) return { ...sent, leaving, status: 409 }
  const memberships = [...chosenItems(form, prices)]
  const guesser = { uuid: visitor.uuid, ...sourceOf(request, clientAddress) }
  const proved = await proveReferences(guesser, await catalogue(), memberships)
  if (proved.ok && sent.view.kind === 'series') return startSeries(visitor.uuid, memberships, isReplacing)
  const stored = proved.ok ? await storeCartOf(visitor.uuid, { memberships }) : proved
  if (stored.ok) return { goTo: '/booking/checkout' }
  return { ...sent, problem: problemOf(stored.refusal, sent, t), status: statusOf(stored.refusal.code) }
}

/** A refused reference is said at its field, with the price that asks for none; anything else above the form. */
function problemOf({ code, facts }: Refusal, { form, prices }: Pick<Sent, 'form' | 'prices'>, t: Translate): ChoiceProblem {
  const refused = prices.find(({ price }) => price.id === facts?.priceId)
  if (!refused) return { text: t(`errors.${code}`, facts) }
  const field = `reference1-${refused.price.priceCode}`
  const plain = plainInstead(form, prices, refused)
  if (!plain) return { text: t(`errors.${code}`, facts), field }
  const text = code === 'referenceNotEligible' ? t('membership.referenceUnknown', { name: plain.price.name }) : t(`errors.${code}`, facts)
  return { text, field, instead: { value: `${choiceKey(refused)}:${choiceKey(plain)}`, price: plain.price } }
}

/** The form with the price that was taken in place of another one; undefined if none was. */
function insteadIn(form: ChoiceForm, prices: readonly ChoicePrice[], sent: FormDataEntryValue | null): ChoiceForm | undefined {
  const keys = typeof sent === 'string' ? sent.split(':') : []
  const [from, to] = keys.map((key) => prices.find((one) => choiceKey(one) === key))
  return from && to && form.chosen.has(choiceKey(from)) ? withInstead(form, from, to) : undefined
}

type Memberships = NonNullable<StoredCart['memberships']>

/** What leaves the cart; seats that are locked for memberships of the cart are their own, and stay. */
async function leavingOf(uuid: string, locale: Locale): Promise<Leaving | undefined> {
  const memberships = (await cartOf(uuid))?.memberships ?? []
  return memberships.length > 0 ? undefined : leavingCart(uuid, locale)
}

/** Keeps the chosen series, each with the seat that it has already, and goes on to the first that lacks one. */
async function startSeries(uuid: string, chosen: Memberships, isReplacing: boolean): Promise<{ readonly goTo: string }> {
  const left = [...((await cartOf(uuid))?.memberships ?? [])]
  const memberships = chosen.map((item) => {
    const at = left.findIndex(
      ({ membershipId, membershipPriceId }) => membershipId === item.membershipId && membershipPriceId === item.membershipPriceId,
    )
    const [before] = at < 0 ? [] : left.splice(at, 1)
    return { ...item, seat: before?.seat ?? null }
  })
  await keepMemberships(uuid, memberships, isReplacing ? 'release seats' : 'keep seats')
  const [first] = walkOf(memberships, (await catalogue()).memberships)
  return { goTo: first ? `/enroll/${first.membership.code}/seats` : '/booking/checkout' }
}

interface Starting {
  readonly uuid: string
  readonly locale: Locale
  readonly isReplacing: boolean
}

/** A season begins with its fixed seats; prices are chosen after them (spec §2). */
async function startSeason(
  sent: Omit<Sent, 'isReplacing'>,
  { uuid, locale, isReplacing }: Starting,
): Promise<Choosing | { readonly goTo: string }> {
  const leaving = isReplacing ? undefined : await leavingOf(uuid, locale)
  if (leaving) return { ...sent, leaving, status: 409 }
  const { id, code } = sent.view.membership
  const own = ((await cartOf(uuid))?.memberships ?? []).filter(({ membershipId }) => membershipId === id)
  await keepMemberships(uuid, own, isReplacing ? 'release seats' : 'keep seats')
  return { goTo: `/enroll/${code}/seats` }
}
