import pg from 'pg'
import type { AnswerOf } from '#lib/contract/endpoint.ts'
import type { saveBrokerPart } from '#lib/contract/broker.ts'
import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { DEFAULT_LOCK_MINUTES, ownAllocations } from '#lib/domain/sales/broker-part.ts'
import { mayStaff, PERMISSIONS, type Permission, type StaffMember } from '#lib/domain/staff/permissions.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { database, inTransaction, type Queryable } from '#lib/server/platform/db/connect.ts'
import type { ActingStaff } from '#lib/server/sales/acts/own-reservation.ts'
import { endBrokerKeep, keepForBroker } from '#lib/server/seats/claims/broker-keeps.ts'
import { noteStaffAct } from '#lib/server/staff/session/staff-audit.ts'
import { countPart, partsOf, type BrokerPart } from './read-parts.ts'

type Answer = AnswerOf<typeof saveBrokerPart>

/** How PostgreSQL calls a lock that was waited for too long. */
const WAITED_TOO_LONG = '55P03'

/**
 * Saves a presentation for sale by a broker: the seats of some of its allocations. What somebody has saved whose account was closed since is free again.
 * Refusals: NOT_FOUND (not the member's), SALE_CLOSED, BROKER_NO_PART, BROKER_PART_TAKEN, BROKER_LOCKED (by the broker’s own lock), CATALOGUE_BUSY.
 * @param wanted undefined: all of the account's; empty: the part is given up
 */
export async function savePart(staff: ActingStaff, presentationId: number, wanted?: readonly number[]): Promise<Result<Answer>> {
  return change(staff, presentationId, async (client, parts) => {
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
 * Locks what a broker has saved, from now on for so many minutes and until the presentation begins at most: nobody else sells or changes it.
 * Refusals: NOT_FOUND, SALE_CLOSED, BROKER_NOT_SAVED, BROKER_NO_PART (its allocations have no seats any more), CATALOGUE_BUSY.
 */
export async function lockPart(
  staff: ActingStaff,
  presentationId: number,
  minutes: number = DEFAULT_LOCK_MINUTES,
): Promise<Result<Answer>> {
  return change(staff, presentationId, async (client, parts) => {
    const { staffId } = staff.member
    const own = parts.find((part) => part.staffId === staffId)
    if (!own) return refuse('BROKER_NOT_SAVED')
    const priced = await ownPriced(client, presentationId, staff.member)
    if (own.allocationIds.some((id) => !priced.includes(id))) return refuse('BROKER_NO_PART')
    const { rows } = await client.query<{ until: Date }>({
      name: 'lock-broker-part',
      text: `UPDATE broker_part b SET locked_until = date_trunc('milliseconds', least(now() + $3::int * interval '1 minute', p.starts_at)), locked_as = part_terms($1, $4::int[])
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
  return change(
    staff,
    presentationId,
    async (client, parts) => {
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
    },
    isOthers ? PERMISSIONS.people : PERMISSIONS.broker,
  )
}

/** What was done, for the log of staff; undefined: nothing had to be. */
type Done = { readonly action: string; readonly facts: Readonly<Record<string, unknown>> } | undefined

/** Changes a part while neither an import nor another broker changes anything of the presentation, and notes it. */
async function change(
  staff: ActingStaff,
  presentationId: number,
  work: (client: Queryable, parts: readonly BrokerPart[]) => Promise<Result<Done>>,
  permission: Permission = PERMISSIONS.broker,
): Promise<Result<Answer>> {
  const { member, address, device } = staff
  const presentation = await ownPresentation(member, presentationId, permission)
  if (!presentation) return refuse('NOT_FOUND')
  const { businessId } = presentation
  const done = await unlessBusy(() =>
    inTransaction(async (client): Promise<Result<Done>> => {
      await client.query(`SET LOCAL lock_timeout = '2s'`)
      await client.query({ name: 'while-no-import', text: 'SELECT FROM catalogue_version FOR SHARE' })
      const { rows } = await client.query<{ isOver: boolean }>({
        name: 'lock-brokered-presentation',
        text: 'SELECT is_cancelled OR starts_at <= now() AS "isOver" FROM presentation WHERE presentation_id = $1 FOR NO KEY UPDATE',
        values: [presentationId],
      })
      if (rows[0]?.isOver !== false) return refuse('SALE_CLOSED')
      const made = await work(client, await openAmong(client, await partsOf(client, [presentationId])))
      if (made.ok && made.value)
        await noteStaffAct(client, { ...made.value, staffId: member.staffId, subject: String(presentationId), businessId, address, device })
      return made
    }),
  )
  return done.ok ? accept({ part: await describePart(member, presentationId) }) : done
}

async function unlessBusy<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === WAITED_TOO_LONG) return refuse('CATALOGUE_BUSY')
    throw error
  }
}

/** A presentation in which a member of staff may do something; undefined for another's as for none. */
async function ownPresentation(member: StaffMember, presentationId: number, permission: Permission): Promise<Presentation | undefined> {
  const { presentations } = await catalogue()
  const found = presentations.get(presentationId)
  return found && mayStaff(member, permission, { businessId: found.businessId, featureId: found.featureId }) ? found : undefined
}

/** The allocations of a presentation that the account has, as they are in the database now. */
async function ownPriced(client: Queryable, presentationId: number, { allocationIds }: StaffMember): Promise<readonly number[]> {
  const { rows } = await client.query<{ allocationId: number }>({
    name: 'allocations-of-presentation',
    text: 'SELECT DISTINCT allocation_id AS "allocationId" FROM presentation_price WHERE presentation_id = $1',
    values: [presentationId],
  })
  return ownAllocations({ prices: rows }, allocationIds)
}

/** Without what is saved, and not locked, for an account that was closed. */
async function openAmong(client: Queryable, parts: readonly BrokerPart[]): Promise<readonly BrokerPart[]> {
  const { rows } = await client.query<{ staffId: number }>({
    name: 'closed-brokers',
    text: 'SELECT staff_id AS "staffId" FROM staff WHERE staff_id = ANY ($1::int[]) AND disabled_at IS NOT NULL',
    values: [parts.map(({ staffId }) => staffId)],
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
