import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { seatsKeptOnDates } from '#lib/server/seats/board/kept-seats-read.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { proveMember } from '#tests/support/seats/kept.ts'
import { HALL, importParts, LAWN, PART_PRICES } from '#tests/support/staff/parts.ts'
import { aStaffMember, type StaffPerson } from '#tests/support/staff/staff.ts'

const [SUBSCRIBED, OTHER] = [7, 8]
const SEATS = Array.from({ length: 12 }, (_none, n) => n + 1)

interface Keep {
  readonly seat: number
  readonly kind: 'allocation' | 'renewal' | 'broker' | 'producer'
  readonly membershipIds: readonly number[]
  readonly entitlementId: number | null
  readonly staffId: number | null
  readonly allocationId: number | null
  readonly isOver: boolean
}

let visitors: readonly string[]
let keeps: fc.Arbitrary<Keep>

beforeAll(async () => {
  await freshDatabase()
  expect((await importParts(PART_PRICES)).problems).toEqual([])
  const [nobody, member, ofOther, ofProducer, ofBroker] = Array.from({ length: 5 }, () => randomUUID())
  visitors = [nobody, member, ofOther, ofProducer, ofBroker].flatMap((one) => one ?? [])
  const entitlements = [await proveMember(member ?? '', SUBSCRIBED), await proveMember(ofOther ?? '', OTHER)]
  const producer = await aStaffMember({ allocationIds: [HALL] })
  const broker = await aStaffMember({ role: 'broker', allocationIds: [HALL] })
  await signIn(producer, ofProducer ?? '')
  await signIn(broker, ofBroker ?? '')
  const base = { seat: fc.constantFrom(...SEATS), isOver: fc.boolean(), ...empty() }
  const memberships = fc.constantFrom<readonly number[]>([], [SUBSCRIBED], [OTHER], [SUBSCRIBED, OTHER])
  const renewed = fc.constantFrom<readonly number[]>([SUBSCRIBED], [OTHER])
  keeps = fc.oneof(
    fc.record({ ...base, kind: fc.constant('allocation' as const), membershipIds: memberships }),
    fc.record({ ...base, kind: fc.constant('renewal' as const), membershipIds: renewed, entitlementId: fc.constantFrom(...entitlements) }),
    fc.record({ ...base, kind: fc.constant('broker' as const), staffId: fc.constantFrom(broker.staffId, producer.staffId) }),
    fc.record({
      ...base,
      kind: fc.constant('producer' as const),
      staffId: fc.constant(producer.staffId),
      allocationId: fc.constantFrom(HALL, LAWN),
    }),
  )
})

function empty() {
  const none = fc.constant(null)
  return { membershipIds: fc.constant<readonly number[]>([]), entitlementId: none, staffId: none, allocationId: none }
}

function signIn({ staffId }: StaffPerson, visitor: string): Promise<unknown> {
  return database().query('UPDATE staff_session SET visitor = $2 WHERE staff_id = $1', [staffId, visitor])
}

async function keepAll(all: readonly Keep[]): Promise<void> {
  await database().query('DELETE FROM seat_keep')
  for (const { seat, kind, membershipIds, entitlementId, staffId, allocationId, isOver } of all) {
    await database().query(
      `INSERT INTO seat_keep (presentation_id, seat_id, kind, until, membership_ids, entitlement_id, staff_id, allocation_id)
       VALUES (1, $1, $2, now() + $7::int * interval '1 hour', $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
      [seat, kind, membershipIds, entitlementId, staffId, allocationId, isOver ? -1 : 1],
    )
  }
}

/** Every kept seat asked for by itself. */
async function openOneByOne(uuid: string, membershipId: number | undefined): Promise<readonly number[]> {
  const { rows } = await database().query<{ id: number }>(
    `SELECT seat_id AS id FROM seat_keep k WHERE presentation_id = 1 AND until > now() GROUP BY 1 HAVING bool_and(may_take(k, $1, $2)) ORDER BY 1`,
    [uuid, membershipId ?? null],
  )
  return rows.map(({ id }) => id)
}

test('for every visitor and every reason to keep seats, one query finds the same seats to take as asking for each seat alone', async () => {
  const seen = new Set<number>()
  await fc.assert(
    fc.asyncProperty(fc.array(keeps, { minLength: 1, maxLength: 20 }), async (all) => {
      await keepAll(all)
      for (const [at, uuid] of visitors.entries()) {
        for (const membershipId of [undefined, SUBSCRIBED, OTHER]) {
          const open = (await seatsKeptOnDates([1], uuid, membershipId)).get(1) ?? []
          expect(open.toSorted((one, other) => one - other)).toEqual(await openOneByOne(uuid, membershipId))
          if (open.length > 0) seen.add(at * 10 + (membershipId ?? 0))
        }
      }
    }),
    { numRuns: 120 },
  )
  // Nobody without a membership had any, the staff and the members did.
  expect(seen.has(0)).toBe(false)
  expect([10, 20, 30, 40].every((one) => seen.has(one))).toBe(true)
})
