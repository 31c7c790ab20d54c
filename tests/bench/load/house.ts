import type { AnswerOf } from '#lib/contract/endpoint.ts'
import type { getPresentation, listPresentations, PresentationAnswer } from '#lib/contract/show/presentations.ts'
import { PACKED_PLAN } from '#lib/contract/show/seats.ts'
import type { PackedPlan } from '#lib/domain/seating/plan/packed-plan.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { unpackPlan } from '#lib/domain/seating/plan/unpack-plan.ts'
import { LoadVisitor, type Shop } from './visitor.ts'

/** What is asked for: a presentation and its hall, as each browser gets it once and keeps it. */
export interface House {
  readonly presentation: PresentationAnswer
  /** undefined: no numbered seats are drawn, or none are chosen. */
  readonly hall: Hall | undefined
  /** The first ticket that anybody may have, by ticket group. */
  readonly ticketOf: ReadonlyMap<number, number>
}

/** @param presentationId left out: the presentation on sale with the most free seats @throws with a sentence if there is none */
export async function readHouse(shop: Shop, presentationId: number | undefined, isHallWanted: boolean): Promise<House> {
  const visitor = new LoadVisitor(shop)
  const presentation = presentationId === undefined ? await mostFree(visitor) : await presentationOf(visitor, presentationId)
  const tickets = presentation.ticketGroups.flatMap(({ id, tickets: all }) => {
    const open = all.find(
      ({ price, multiplyFactor, walkin, ref1prompt }) => price !== null && multiplyFactor <= 1 && !walkin && ref1prompt === null,
    )
    return open ? [[id, open.id] as const] : []
  })
  const { seatplanId, seatplanVersion, isGA, hasReservedSection } = presentation
  const isDrawn = isHallWanted && (isGA === 0 || hasReservedSection)
  const path = `/api/seats/seatplan?seatplanId=${String(seatplanId)}&version=${encodeURIComponent(seatplanVersion)}`
  return {
    presentation,
    ticketOf: new Map(tickets),
    hall: isDrawn ? unpackPlan(await read<PackedPlan>(visitor, path, PACKED_PLAN)) : undefined,
  }
}

async function mostFree(visitor: LoadVisitor): Promise<PresentationAnswer> {
  const { presentations } = await read<AnswerOf<typeof listPresentations>>(visitor, '/api/presentations')
  const [first] = presentations.filter(({ saleState }) => saleState === 'open').toSorted((one, other) => other.available - one.available)
  if (!first) throw new Error('Nothing is on sale. --presentation names one.')
  return first
}

async function presentationOf(visitor: LoadVisitor, id: number): Promise<PresentationAnswer> {
  return (await read<AnswerOf<typeof getPresentation>>(visitor, `/api/presentations/${String(id)}`)).presentation
}

async function read<T>(visitor: LoadVisitor, path: string, accept?: string): Promise<T> {
  const { status, text } = await visitor.ask({ method: 'GET', path, ...(accept && { accept }) })
  if (status !== 200) throw new Error(`${path} was answered ${String(status)}: ${text.slice(0, 200)}`)
  return JSON.parse(text) as T
}
