import type { AstroCookies } from 'astro'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { groupsOfProducer, producerOfPage } from '#lib/server/orders/cart/producer-domain.ts'
import type { OrderPage } from '#lib/server/orders/read/order-page.ts'
import { heldRowsOf, ownSeatsOf, type HeldRow } from '#lib/server/sales/holds/read-holds.ts'
import { noteVisitor } from '#lib/server/staff/session/staff-visitor.ts'

/** An order page as who opens it sees it: in the shop as it is, in the domain of producers of the own allocations. */
export interface OrderView extends Pick<OrderPage, 'presentation' | 'isForSale'> {
  readonly producer: StaffMember | undefined
  /** What producers hold of the own allocations. */
  readonly held: readonly HeldRow[]
}

interface Opened {
  readonly cookies: AstroCookies
  readonly url: URL
  /** The visitor of the browser, who chooses the producer's seats from now on. */
  readonly uuid: string
}

/** The producer who opens the order page of a presentation, and from then on is the browser's visitor; undefined in the shop. */
export async function producerOpening({ uuid, ...opened }: Opened, presentationId: number): Promise<StaffMember | undefined> {
  const producer = await producerOfPage(opened, presentationId)
  if (producer) await noteVisitor(opened.cookies, uuid)
  return producer
}

/** A producer chooses of the own allocations, and only their seats count, whatever the shop has sold out or a flag says (decision 12). */
export async function orderViewOf(producer: StaffMember | undefined, { presentation, isForSale }: OrderPage): Promise<OrderView> {
  const sold = (await catalogue()).presentations.get(presentation.id)
  if (!producer || !sold) return { presentation, isForSale, producer: undefined, held: [] }
  const free = (await ownSeatsOf(producer, [presentation.id])).get(presentation.id)?.free ?? 0
  const isOpenToOwn = presentation.saleState === 'soldout' && free > 0
  const groups = groupsOfProducer(producer, sold)
  const own = {
    ...presentation,
    ...(isOpenToOwn && { soldout: false, saleState: 'open' as const }),
    ticketGroups: presentation.ticketGroups.filter(({ id }) => groups.has(id)),
  }
  return { presentation: own, isForSale: isForSale || isOpenToOwn, producer, held: await heldRowsOf(producer, sold) }
}
