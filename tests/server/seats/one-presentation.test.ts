import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { catalogue, forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { closeDatabase, database } from '#lib/server/platform/db/connect.ts'
import { claimGroup, claimPlaces } from '#lib/server/seats/best/best-claims.ts'
import { lock, unlock } from '#lib/server/seats/claims/seats.ts'
import { planOf } from '#lib/server/catalogue/seatplans.ts'
import { buildHouse, PLACE, seatAt } from '#tests/support/buyers/house.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

/**
 * A database that is distributed by presentation asks one machine for each statement that names one. So no statement of a claim may look at rows of another
 * presentation: here a policy on each table of claims ends the statement that does. Another presentation has rows for the same visitor, network, seats and places.
 */
const TABLES = ['seat_claim', 'past_hold', 'section_gate', 'freed_place', 'seat_keep', 'seats_taken_change']
const NETWORK = '203.0.113.0/24'
const PASSWORD = 'of one presentation'

let superuser = ''
const visitor = randomUUID()
const holder = { uuid: visitor, network: NETWORK }
/** A role of its own for this database: roles belong to the whole server. */
const role = `claimer_${randomUUID().replaceAll('-', '').slice(0, 12)}`

beforeAll(async () => {
  superuser = await freshDatabase()
  await buildHouse()
  await database().query(`
    INSERT INTO presentation SELECT (jsonb_populate_record(p, '{"presentation_id": 2}')).* FROM presentation p;
    INSERT INTO presentation_price SELECT 2, category, ticket_group_id, allocation_id FROM presentation_price;
    INSERT INTO session (uuid) VALUES ('${visitor}');
    CREATE FUNCTION is_of_claim(show int) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
    BEGIN
      IF show <> current_setting('test.show')::int THEN RAISE EXCEPTION 'presentation % is looked at', show; END IF;
      RETURN true;
    END $$;
    CREATE ROLE ${role} LOGIN PASSWORD '${PASSWORD}';
    ALTER ROLE ${role} SET test.show = '1';
    GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role};
    GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${role};`)
  for (const table of TABLES)
    await database().query(
      `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY; CREATE POLICY one ON ${table} USING (is_of_claim(presentation_id))`,
    )
  await fillOther()
  forgetCatalogue()
})
afterAll(async () => {
  await closeDatabase()
  process.env.INTERNAL_DATABASE_URL = superuser
  await database().query(`DROP OWNED BY ${role}`)
  await database().query(`DROP ROLE ${role}`)
})

/** At the other presentation the same visitor, network, seats and places have all that there is: locks that hold, that ran out and that were sold, gates, keeps. */
async function fillOther(): Promise<void> {
  await database().query(`
    INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, expires_at, network)
      SELECT 2, seat_id, 'H', CASE WHEN x % 2 = 0 THEN '${visitor}'::uuid ELSE gen_random_uuid() END, now() - interval '1 hour',
        now() + CASE WHEN y % 2 = 0 THEN interval '5 minutes' ELSE interval '-30 seconds' END, '${NETWORK}' FROM seat WHERE x < 9;
    INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, expires_at, network)
      SELECT 2, 1000000 + n, 'H', '${visitor}', now() - interval '1 hour', now() - interval '1 second', '${NETWORK}' FROM generate_series(0, 9) n;
    INSERT INTO past_hold (presentation_id, holder, ended_at, extended) VALUES (2, '${visitor}', now() - interval '5 seconds', false);
    INSERT INTO section_gate (presentation_id, section_id, first_place, next_place) VALUES (2, 2, 1000000, 1000010);
    INSERT INTO freed_place (presentation_id, place) SELECT 2, 1000000 + n FROM generate_series(10, 20) n;
    INSERT INTO seat_keep (presentation_id, seat_id, kind, membership_ids, until) SELECT 2, seat_id, 'allocation', '{}', now() + interval '1 day' FROM seat WHERE x > 8;
    ANALYZE`)
}

/** From now on the program's connections are of who may look at one presentation. */
async function asClaimer(): Promise<void> {
  await closeDatabase()
  const url = new URL(superuser)
  Object.assign(url, { username: role, password: PASSWORD })
  process.env.INTERNAL_DATABASE_URL = url.href
}

async function wanted(dropped: readonly number[]) {
  const presentation = (await catalogue()).presentations.get(1)
  const plan = await planOf(1)
  const section = plan?.sections.find(({ isReserved }) => !isReserved)
  if (!presentation || !plan || !section) throw new Error('The house is not there.')
  return { asked: { presentation, planVersion: plan.version, holder, dropped }, section }
}

describe('a claim looks at the rows of its own presentation alone', () => {
  beforeAll(asClaimer)

  it('the control: a statement that names none is ended', async () => {
    await expect(database().query('SELECT FROM seat_claim WHERE holder = $1', [visitor])).rejects.toThrow('presentation 2 is looked at')
    await expect(database().query('SELECT FROM seat_claim WHERE seat_id = 1001')).rejects.toThrow('presentation 2 is looked at')
  })

  it.each<[string, SeatAddress]>([
    ['a seat', seatAt(2, 2)],
    ['a place of general admission', PLACE],
  ])('that locks %s, and lets it go', async (_what, address) => {
    expect(await lock(address, holder)).toMatchObject({ ok: true })
    expect(await unlock(address, visitor)).toMatchObject({ ok: true })
    expect(await lock(address, holder)).toMatchObject({ ok: true })
  })

  it('that locks the first of several groups, in place of others', async () => {
    const { asked, section } = await wanted([2002])
    expect(await claimGroup(asked, [[3003, 3004]])).toMatchObject({ claimed: [3003, 3004] })
    expect((await claimPlaces({ ...asked, dropped: [] }, section, 2)).claimed).toHaveLength(2)
  })

  it('that is refused, because others have the seat or the visitor has as many as are allowed', async () => {
    const other = { uuid: randomUUID(), network: NETWORK }
    expect(await lock(seatAt(3, 3), other)).toMatchObject({ ok: false })
    for (let x = 5; x <= 8; x++) await lock(seatAt(x, 4), holder)
    expect(await lock(seatAt(9, 5), holder)).toMatchObject({ ok: false, refusal: { code: 'SEAT_LIMIT' } })
  })

  it('a seat on several dates is one claim of several presentations, as it has to be', async () => {
    const series = database().query(`SELECT * FROM claim_series('{1,2}', '{5001,5001}', '{8,8}', '{v1,v1}', '{20,20}', $1, 600, 60, $2)`, [
      visitor,
      NETWORK,
    ])
    await expect(series).rejects.toThrow('presentation 2 is looked at')
  })
})
