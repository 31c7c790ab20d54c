import type { CustomerVoucher } from '#lib/contract/area/customers.ts'
import { toAgorot } from '#lib/domain/money/money.ts'
import type { Translate } from '#lib/text/translate.ts'
import { worthText, type Worth } from '#lib/text/worth-text.ts'

type Unit = Pick<CustomerVoucher, 'IsTickets'>

/** A wire amount of a voucher. */
export function worthOf({ IsTickets }: Unit, amount: number): Worth {
  return { amount: IsTickets ? amount : (toAgorot(amount) ?? 0), isTickets: IsTickets }
}

export function wireWorthText(voucher: Unit, amount: number, t: Translate): string {
  return worthText(worthOf(voucher, amount), t)
}
