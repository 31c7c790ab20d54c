/** What a cart may name that nobody can buy here yet (spec §7): memberships, vouchers and donations. */
export interface OtherItems {
  readonly memberships?: readonly unknown[] | undefined
  readonly vouchers?: readonly unknown[] | undefined
  readonly donations?: readonly unknown[] | undefined
}

/** Whether a cart asks for what is not sold: an order that left it out would not be what was asked for. */
export function asksForUnsold({ memberships = [], vouchers = [], donations = [] }: OtherItems): boolean {
  return memberships.length + vouchers.length + donations.length > 0
}
