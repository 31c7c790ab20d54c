import type { VoucherPaymentAnswer } from '#lib/contract/order/orders.ts'
import type { WantedVoucher } from '#lib/domain/entitlements/check-vouchers.ts'
import { toShekels } from '#lib/domain/money/money.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { dayOf } from '#lib/domain/time/days.ts'
import { cartToPay, checkWanted, type CartToPay } from './carts.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { lookUpVoucher, maskReference, voucherBalancesOf } from '#lib/server/entitlements/system-vouchers.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { ltr } from '#lib/text/isolate.ts'
import { formatDay } from '#lib/text/whole-date.ts'

/**
 * The voucher of a reference, which is the visitor's to use from now on. Of an unknown one the answer says nothing else. Refusals: invalidSSN (a look-up needs
 * the visitor's ID number, spec §5), SYSTEM_VOUCHER_NOT_FOUND.
 */
export async function findVoucher(uuid: string, reference: string): Promise<Result<number>> {
  if (!(await hasIdNumber(uuid))) return refuse('invalidSSN')
  const id = await lookUpVoucher(uuid, reference)
  return id === undefined ? refuse('SYSTEM_VOUCHER_NOT_FOUND') : accept(id)
}

/**
 * What a voucher would pay of the visitor's cart as it is stored, after the vouchers that are in it already: the smaller of what is due then and of its
 * balance, or of a bundle the tickets that it pays. Refusals: those of the cart, of `voucherProblem` and `voucherRefusal`.
 */
export async function voucherPaymentOf(uuid: string, id: number, reference: string): Promise<Result<VoucherPaymentAnswer>> {
  const cart = await cartToPay(uuid)
  const vouchers = withVoucher(cart.vouchers ?? [], id)
  const checked = await checkWanted(uuid, { ...cart, vouchers })
  if (!checked.ok) return withFacts(checked, { uuid, cart }, id)
  const { balance = 0, bundle = null } = (await voucherBalancesOf(uuid, [id])).get(id) ?? {}
  const amount = checked.value.totals.voucherPayments[vouchers.findIndex((one) => one.id === id)] ?? 0
  const code = maskReference(reference)
  const paid = { id, amount: toShekels(amount), code, systemVoucher: code }
  return accept(bundle ? { ...paid, balance: 0, tickets: balance } : { ...paid, balance: toShekels(balance) })
}

type Refused = ReturnType<typeof refuse>

/** A visitor, and the cart that the voucher was tried on. */
interface TriedOn {
  readonly uuid: string
  readonly cart: CartToPay
}

/** Says of a voucher that is not valid yet from when it is, and of one that is spent whole by how much the order is smaller. */
async function withFacts(refused: Refused, { uuid, cart }: TriedOn, id: number): Promise<Refused> {
  const { code } = refused.refusal
  const voucher = (await voucherBalancesOf(uuid, [id])).get(id)
  if (!voucher) return refused
  if (code === 'NOT_ACTIVE' && voucher.state === 'active' && voucher.startsAt !== null && voucher.startsAt > Date.now())
    return refuse(code, { from: ltr(formatDay(dayOf(voucher.startsAt))) })
  if (code !== 'PARTIAL_REDEMPTION_NOT_ALLOWED' || voucher.bundle) return refused
  const before = await checkWanted(uuid, cart)
  return before.ok ? refuse(code, { missing: ltr(formatMoney(voucher.balance - before.value.totals.balanceDue)) }) : refused
}

function withVoucher(vouchers: readonly WantedVoucher[], id: number): readonly WantedVoucher[] {
  return vouchers.some((one) => one.id === id) ? vouchers : [...vouchers, { id }]
}

async function hasIdNumber(uuid: string): Promise<boolean> {
  const { rowCount } = await database().query({
    name: 'session-has-id-number',
    text: 'SELECT FROM session WHERE uuid = $1 AND ssn_encrypted IS NOT NULL',
    values: [uuid],
  })
  return rowCount === 1
}
