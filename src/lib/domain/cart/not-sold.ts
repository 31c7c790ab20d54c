/** Items that a cart may name but that cannot be bought yet (spec §7): memberships, vouchers and donations. */
export interface OtherItems {
  readonly memberships?: readonly unknown[] | undefined
  readonly vouchers?: readonly unknown[] | undefined
  readonly donations?: readonly unknown[] | undefined
}

/** Whether a cart asks for items that are not sold yet. An order without them would not be what the buyer asked for. */
export function asksForUnsold({ memberships = [], vouchers = [], donations = [] }: OtherItems): boolean {
  return memberships.length + vouchers.length + donations.length > 0
}
