import type { APIContext } from 'astro'
import {
  voucherName,
  type SystemVoucherClass,
  type SystemVoucherPrice,
  type SystemVoucherSuperClass,
} from '#lib/domain/catalogue/system-vouchers.ts'
import type { WantedGift } from '#lib/domain/gifts/gift.ts'
import { sentGift } from '#lib/server/gifts/sent-gift.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { isCrossSite } from '#lib/server/platform/http/cross-site.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { cartOf, storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { leavingCart, type Leaving } from '#lib/server/orders/commit/leaving-cart.ts'
import { readForm, typedText } from '#lib/server/platform/http/answers/read-form.ts'
import { textOf } from '#lib/text/text.ts'
import type { Worth } from '#lib/text/worth-text.ts'

/** What was typed into the form. */
export interface VoucherForm {
  readonly priceId: number | null
  readonly quantity: number
  /** YYYY-MM-DD, or empty for today. */
  readonly date: string
  /** null: it is for the buyer. */
  readonly gift: WantedGift | null
}

/** The content of the page of a super class. */
export interface Choosing {
  readonly superClass: SystemVoucherSuperClass
  /** Classes that are for sale now; empty: the page says why. */
  readonly classes: readonly SystemVoucherClass[]
  readonly form: VoucherForm
  readonly problem?: string
  /** What leaves the cart if the visitor goes on; only while the page asks. */
  readonly leaving?: Leaving
  readonly status: number
}

/** A price, and the voucher that it buys. */
export interface Offer {
  readonly price: SystemVoucherPrice
  readonly name: string
  readonly worth: Worth
  readonly validDays: number | null
  readonly validUntil: number | null
}

export function offersOf(classes: readonly SystemVoucherClass[]): readonly Offer[] {
  return classes.flatMap((voucher) =>
    voucher.prices.map((price) => ({
      price,
      name: voucherName(voucher, price),
      worth: { amount: price.redemption.price, isTickets: price.redemption.bundle !== null },
      validDays: voucher.validDays,
      validUntil: voucher.validUntil,
    })),
  )
}

export function isOnSale({ saleOpensAt, saleClosesAt }: SystemVoucherClass, now: number): boolean {
  return (saleOpensAt === null || now >= saleOpensAt) && (saleClosesAt === null || now < saleClosesAt)
}

/** When the sale of the first of several classes opens (ms since 1970); undefined: it is not ahead. */
export function opensAt(classes: readonly SystemVoucherClass[], now: number): number | undefined {
  const ahead = classes.flatMap(({ saleOpensAt }) => (saleOpensAt !== null && saleOpensAt > now ? [saleOpensAt] : []))
  return ahead.length === 0 ? undefined : Math.min(...ahead)
}

/** The id of the first super class of which something is for sale, else of the first one; undefined: there is none. */
export async function firstSuperClass(): Promise<string | undefined> {
  const all = [...(await catalogue()).voucherSuperClasses.values()]
  const first = all.find(({ classes }) => classes.some((one) => isOnSale(one, Date.now()))) ?? all[0]
  return first && String(first.id)
}

type Context = Pick<APIContext, 'request' | 'locals'>

/** Opens the page of a super class, or takes its form. undefined: no such super class; `goTo`: the form was accepted. */
export async function openVouchers(context: Context, superClassId = ''): Promise<Choosing | { readonly goTo: string } | undefined> {
  const { voucherSuperClasses } = await catalogue(context.locals.locale)
  const superClass = /^[1-9]\d{0,8}$/.test(superClassId) ? voucherSuperClasses.get(Number(superClassId)) : undefined
  if (!superClass) return undefined
  const classes = superClass.classes.filter((one) => isOnSale(one, Date.now()))
  if (context.request.method !== 'POST' || classes.length === 0)
    return { superClass, classes, form: await storedForm(context, classes), status: 200 }
  const sent = await readForm(context.request)
  const form = sentForm(sent)
  // Another kind is looked at, and what was typed comes along; the price is of the kind before, so it chooses nothing here.
  if (sent.has('look')) return { superClass, classes, form, status: 200 }
  return takeForm(context, { superClass, classes, form }, sent.has('replace'))
}

async function storedForm({ locals }: Context, classes: readonly SystemVoucherClass[]): Promise<VoucherForm> {
  const stored = locals.visitor ? (await cartOf(locals.visitor.uuid))?.vouchers?.[0] : undefined
  const isOfPage = classes.some(({ prices }) => prices.some(({ id }) => id === stored?.SystemVoucherPriceId))
  if (!stored || !isOfPage) return { priceId: null, quantity: 1, date: '', gift: null }
  return {
    priceId: stored.SystemVoucherPriceId ?? null,
    quantity: stored.Quantity ?? 1,
    date: stored.Date ?? '',
    gift: stored.Gift ?? null,
  }
}

function sentForm(sent: FormData): VoucherForm {
  const text = (name: string) => typedText(sent, name, 20)
  const quantity = Number(text('quantity') || '1')
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text('date')) ? text('date') : ''
  return {
    priceId: Number(text('price')) || null,
    quantity: Number.isInteger(quantity) && quantity > 0 ? Math.min(quantity, 100) : 1,
    date,
    gift: text('gift') === 'yes' ? sentGift(sent) : null,
  }
}

async function takeForm(
  { request, locals }: Context,
  choosing: Pick<Choosing, 'superClass' | 'classes' | 'form'>,
  isReplacing: boolean,
): Promise<Choosing | { readonly goTo: string }> {
  const { locale, visitor } = locals
  const t = textOf(locale)
  if (isCrossSite(request) || !visitor) {
    const code = visitor ? 'CROSS_SITE' : 'MISSING_UUID'
    return { ...choosing, problem: t(`errors.${code}`), status: statusOf(code) }
  }
  const { priceId, quantity, date, gift } = choosing.form
  const own = choosing.classes.find(({ prices }) => prices.some(({ id }) => id === priceId))
  if (!own || priceId === null) return { ...choosing, problem: t('voucher.nothingChosen'), status: 400 }
  const leaving = isReplacing ? undefined : await leavingCart(visitor.uuid, locale, 'vouchers')
  if (leaving) return { ...choosing, leaving, status: 409 }
  const item = {
    SystemVoucherId: own.id,
    SystemVoucherPriceId: priceId,
    Quantity: quantity,
    ...(date !== '' && { Date: date }),
    ...(gift && { Gift: gift }),
  }
  const stored = await storeCartOf(visitor.uuid, { vouchers: [item] })
  if (stored.ok) return { goTo: `/system-vouchers/${String(choosing.superClass.id)}/identify` }
  const { code, facts } = stored.refusal
  return { ...choosing, problem: t(`errors.${code}`, facts), status: statusOf(code) }
}
