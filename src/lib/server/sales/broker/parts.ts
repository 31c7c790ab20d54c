import type { AnswerOf } from '#lib/contract/endpoint.ts'
import type { saveBrokerPart } from '#lib/contract/staff/broker.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { DEFAULT_LOCK_MINUTES } from '#lib/domain/sales/broker-part.ts'
import { PERMISSIONS, type StaffMember } from '#lib/domain/staff/permissions.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { changePresentation, ownPriced, type Done, type PresentationChange } from '#lib/server/sales/acts/change-presentation.ts'
import type { ActingStaff } from '#lib/server/sales/acts/own-reservation.ts'
import { endBrokerKeep, keepForBroker } from '#lib/server/seats/claims/broker-keeps.ts'
import { countPart, partsOf, type BrokerPart } from './read-parts.ts'

type Answer = AnswerOf<typeof saveBrokerPart>

/**
 * Saves a presentation for sale by a broker: the seats of some of its allocations. What somebody has saved whose account was closed since is free again.
 * Refusals: NOT_FOUND (not the member's), SALE_CLOSED, BROKER_NO_PART, BROKER_PART_TAKEN, BROKER_LOCKED (by the broker’s own lock), CATALOGUE_BUSY.
 * @param wanted undefined: all of the account's; empty: the part is given up
 */
export async function savePart(staff: ActingStaff, presentationId: number, wanted?: readonly number[]): Promise<Result<Answer>> {
  return change(staff, { presentationId, permission: PERMISSIONS.broker }, async (client, parts) => {
    const { member } = staff
    const priced = await ownPriced(client, presentationId, member)
    const ids = [...new Set(wanted ?? priced)].sort((a, b) => a - b)
    if (priced.length === 0 || ids.some((id) => !priced.includes(id))) return refuse('BROKER_NO_PART')
    const own = parts.find(({ staffId }) => staffId === member.staffId)
    const isLocked = own?.lockedUntil !== undefined
    if (own && isLocked) return sameIds(own.allocationIds, ids) ? accept(undefined) : refuse('BROKER_LOCKED')
    if (parts.some((part) => part !== own && part.allocationIds.some((id) => ids.includes(id)))) return refuse('BROKER_PART_TAKEN')
    await client.query({
      name: 'give-up-broker-part',
      text: 'DELETE FROM broker_part WHERE presentation_id = $1 AND staff_id = $2 AND allocation_id <> ALL ($3::int[])',
      values: [presentationId, member.staffId, ids],
    })
    await client.query({
      name: 'save-broker-part',
      text: `INSERT INTO broker_part AS b (presentation_id, allocation_id, staff_id) SELECT $1, id, $2 FROM unnest($3::int[]) AS id
             ON CONFLICT (presentation_id, allocation_id) DO UPDATE SET staff_id = excluded.staff_id, saved_at = now(), locked_until = NULL, locked_as = NULL
             WHERE b.staff_id <> excluded.staff_id`,
      values: [presentationId, member.staffId, ids],
    })
    return accept({ action: ids.length > 0 ? 'broker save' : 'broker give up', facts: { allocationIds: ids } })
  })
}

/**
 * Locks what a broker has saved, from now on for so many minutes and as long as the presentation is sold at most: nobody else sells or changes it.
 * Refusals: NOT_FOUND, SALE_CLOSED, BROKER_NOT_SAVED, BROKER_NO_PART (its allocations have no seats any more), CATALOGUE_BUSY.
 */
export async function lockPart(
  staff: ActingStaff,
  presentationId: number,
  minutes: number = DEFAULT_LOCK_MINUTES,
): Promise<Result<Answer>> {
  return change(staff, { presentationId, permission: PERMISSIONS.broker }, async (client, parts) => {
    const { staffId } = staff.member
    const own = parts.find((part) => part.staffId === staffId)
    if (!own) return refuse('BROKER_NOT_SAVED')
    const priced = await ownPriced(client, presentationId, staff.member)
    if (own.allocationIds.some((id) => !priced.includes(id))) return refuse('BROKER_NO_PART')
    const { rows } = await client.query<{ until: Date | null }>({
      name: 'lock-broker-part',
      text: `UPDATE broker_part b SET locked_until = date_trunc('milliseconds', least(now() + $3::int * interval '1 minute', sale_ends_at(p))), locked_as = part_terms($1, $4::int[])
             FROM presentation p WHERE p.presentation_id = $1 AND b.presentation_id = $1 AND b.staff_id = $2 RETURNING locked_until AS until`,
      values: [presentationId, staffId, minutes, own.allocationIds],
    })
    const until = rows[0]?.until
    if (!until) return refuse('BROKER_NOT_SAVED')
    await keepForBroker(client, { presentationId, staffId, allocationIds: own.allocationIds }, until)
    return accept({ action: 'broker lock', facts: { allocationIds: own.allocationIds, until: until.toISOString() } })
  })
}

/**
 * Unlocks what a broker has locked; it stays saved. Refusals: NOT_FOUND, SALE_CLOSED, BROKER_NOT_SAVED, CATALOGUE_BUSY.
 * @param of whose: the own part, or, for who manages the staff there, that of another broker
 */
export async function unlockPart(staff: ActingStaff, presentationId: number, of = staff.member.staffId): Promise<Result<Answer>> {
  const isOthers = of !== staff.member.staffId
  const permission = isOthers ? PERMISSIONS.people : PERMISSIONS.broker
  return change(staff, { presentationId, permission }, async (client, parts) => {
    const part = parts.find(({ staffId }) => staffId === of)
    if (!part) return refuse('BROKER_NOT_SAVED')
    if (!part.lockedUntil) return accept(undefined)
    await client.query({
      name: 'unlock-broker-part',
      text: 'UPDATE broker_part SET locked_until = now() WHERE presentation_id = $1 AND staff_id = $2 AND locked_until > now()',
      values: [presentationId, of],
    })
    await endBrokerKeep(client, { presentationId, staffId: of })
    return accept({ action: 'broker unlock', facts: { allocationIds: part.allocationIds, ...(isOthers && { of }) } })
  })
}

/** Changes a part while neither an import nor another broker changes anything of the presentation, and notes it. */
async function change(
  staff: ActingStaff,
  changed: PresentationChange,
  work: (client: Queryable, parts: readonly BrokerPart[]) => Promise<Result<Done>>,
): Promise<Result<Answer>> {
  const { presentationId } = changed
  const done = await changePresentation(staff, changed, async (client) =>
    work(client, await openAmong(client, await partsOf(client, [presentationId]))),
  )
  return done.ok ? accept({ part: await describePart(staff.member, presentationId) }) : done
}

/** Without what is saved, and not locked, for an account that was closed or is no broker's any more. */
async function openAmong(client: Queryable, parts: readonly BrokerPart[]): Promise<readonly BrokerPart[]> {
  const { rows } = await client.query<{ staffId: number }>({
    name: 'closed-brokers',
    text: `SELECT staff_id AS "staffId" FROM staff JOIN staff_role r USING (role)
           WHERE staff_id = ANY ($1::int[]) AND (disabled_at IS NOT NULL OR $2 <> ALL (r.permissions))`,
    values: [parts.map(({ staffId }) => staffId), PERMISSIONS.broker],
  })
  const closed = new Set(rows.map(({ staffId }) => staffId))
  return parts.filter(({ staffId, lockedUntil }) => lockedUntil !== undefined || !closed.has(staffId))
}

function sameIds(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((id) => others.includes(id))
}

/** The own part, as the calls answer it. */
async function describePart({ staffId }: StaffMember, presentationId: number): Promise<Answer['part']> {
  const own = (await partsOf(database(), [presentationId])).find((part) => part.staffId === staffId)
  const { seats, free, held, sold } = await countPart(presentationId, own?.allocationIds ?? [])
  return {
    ...{
      PresentationId: presentationId,
      AllocationIds: [...(own?.allocationIds ?? [])],
      LockedUntil: own?.lockedUntil?.toISOString() ?? null,
    },
    ...{ Seats: seats, Free: free, Held: held, Sold: sold },
  }
}
