import type { APIContext } from 'astro'
import type { CustomerInfo, StoredCart } from '#lib/contract/order/order-cart.ts'
import type { Product } from '#lib/domain/catalogue/catalogue.ts'
import type { SystemVoucherClass, SystemVoucherSuperClass } from '#lib/domain/catalogue/system-vouchers.ts'
import { normaliseEmail } from '#lib/domain/customers/email-address.ts'
import { normaliseMobileNumber } from '#lib/domain/customers/mobile-number.ts'
import type { WantedGift } from '#lib/domain/gifts/gift.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { customerOf } from '#lib/server/customers/session/customer-session.ts'
import { cartOf, storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { readForm, typedText } from '#lib/server/platform/http/answers/read-form.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { isCrossSite } from '#lib/server/platform/http/cross-site.ts'
import { textOf } from '#lib/text/text.ts'
import { offersOf, type Offer } from './_choose.ts'

/** The steps between choosing a voucher and paying it (spec §2): who buys it, and what goes with it. */
export type VoucherStep = 'identify' | 'addons'

export interface OpenedStep {
  readonly superClass: SystemVoucherSuperClass
  readonly path: string
  /** What was typed, or is known. */
  readonly info: CustomerInfo
  /** The voucher that was chosen, its quantity, and the gift that it is; no gift where it is the buyer's own. */
  readonly chosen: { readonly offer: Offer; readonly quantity: number; readonly gift: WantedGift | null } | undefined
  readonly products: readonly Product[]
  readonly quantities: ReadonlyMap<number, number>
  readonly isSignedIn: boolean
  /** The step after it. */
  readonly next: string
  readonly problem?: string
  readonly status: number
}

type Context = Pick<APIContext, 'request' | 'locals' | 'params'>
type Opened = OpenedStep | { readonly goTo: string } | undefined

/**
 * Opens a step, or takes its form. undefined: no such super class; `goTo`: the step is done, is skipped (of a customer who is signed in, or without products), or
 * comes too early.
 */
export async function openStep(context: Context, step: VoucherStep): Promise<Opened> {
  const { visitor, locale } = context.locals
  const from = await catalogue(locale)
  const superClass = from.voucherSuperClasses.get(Number(context.params.superClassId))
  if (!superClass) return undefined
  const path = `/system-vouchers/${String(superClass.id)}`
  const cart = visitor && (await cartOf(visitor.uuid))
  const own = superClass.classes.find(({ id }) => id === cart?.vouchers?.[0]?.SystemVoucherId)
  if (!visitor || !cart || !own) return { goTo: path }
  const products = own.productIds.flatMap((id) => from.products.get(id) ?? [])
  const next = step === 'identify' && products.length > 0 ? `${path}/addons` : '/booking/checkout'
  const isSignedIn = (await customerOf(visitor.uuid)) !== undefined
  if (step === 'identify' ? isSignedIn : products.length === 0) return { goTo: next }
  const quantities = new Map((cart.products ?? []).map(({ id, quantity }) => [id, quantity]))
  const chosen = chosenIn(cart, own)
  const opened: OpenedStep = {
    superClass,
    path,
    chosen,
    info: cart.customerInfo ?? {},
    products,
    quantities,
    isSignedIn,
    next,
    status: 200,
  }
  if (context.request.method !== 'POST') return opened
  return takeStep(context, opened, { step, cart, uuid: visitor.uuid })
}

function chosenIn({ vouchers = [] }: StoredCart, own: SystemVoucherClass): OpenedStep['chosen'] {
  const [wanted] = vouchers
  const offers = offersOf([own])
  const offer = offers.find(({ price }) => price.id === wanted?.SystemVoucherPriceId) ?? offers[0]
  return offer && { offer, quantity: wanted?.Quantity ?? 1, gift: wanted?.Gift ?? null }
}

interface Taking {
  readonly step: VoucherStep
  readonly cart: StoredCart
  readonly uuid: string
}

async function takeStep({ request, locals }: Context, opened: OpenedStep, { step, cart, uuid }: Taking): Promise<Opened> {
  const t = textOf(locals.locale)
  if (isCrossSite(request)) return { ...opened, problem: t('errors.CROSS_SITE'), status: statusOf('CROSS_SITE') }
  const sent = await readForm(request)
  const changed = step === 'identify' ? identified(cart, sent) : { ...cart, products: productsIn(opened.products, sent) }
  if (!changed) return { ...opened, info: typedInfo(sent), problem: t('voucher.identifyProblem'), status: 400 }
  const stored = await storeCartOf(uuid, changed)
  if (stored.ok) return { goTo: opened.next }
  const { code, facts } = stored.refusal
  return { ...opened, problem: t(`errors.${code}`, facts), status: statusOf(code) }
}

function typedInfo(sent: FormData): Required<Pick<CustomerInfo, 'mobileNumber' | 'email'>> {
  return { mobileNumber: typedText(sent, 'mobileNumber', 30), email: typedText(sent, 'email', 200) }
}

/** The cart with who buys it: a mobile number, an e-mail address or both (spec §6); undefined if one of them is none, or both are missing. */
function identified(cart: StoredCart, sent: FormData): StoredCart | undefined {
  const { mobileNumber, email } = typedInfo(sent)
  const isMobile = mobileNumber === '' || normaliseMobileNumber(mobileNumber) !== undefined
  const isEmail = email === '' || normaliseEmail(email) !== undefined
  if (!isMobile || !isEmail || mobileNumber + email === '') return undefined
  return { ...cart, customerInfo: { ...cart.customerInfo, mobileNumber, email } }
}

function productsIn(products: readonly Product[], sent: FormData): { id: number; quantity: number }[] {
  return products.flatMap(({ id }) => {
    const quantity = Number(sent.get(`product-${String(id)}`) ?? 0)
    return Number.isInteger(quantity) && quantity > 0 ? [{ id, quantity: Math.min(quantity, 100) }] : []
  })
}
