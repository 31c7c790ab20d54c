import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { visitorsTake } from '#tests/support/staff/parts.ts'

/** Visitors of the shop in a process of their own: each message names how many try for which seats, and is answered with how many had theirs. */
process.on('message', ({ visitors, seats }: { readonly visitors: number; readonly seats: readonly SeatAddress[] }) => {
  forgetCatalogue()
  void visitorsTake(visitors, seats).then((had) => process.send?.(had))
})
process.send?.('ready')
