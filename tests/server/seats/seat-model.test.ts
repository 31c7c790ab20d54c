import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'
import { allCommands, type RealHouse } from '#tests/support/seats/seat-commands.ts'
import { SeatModel } from '#tests/support/seats/seat-model.ts'

/** The number of runs of up to 40 steps; `MODEL_RUNS=2000` for a night. */
const RUNS = Number(process.env.MODEL_RUNS ?? 100)
const STEPS = 40
const [SEATS, PLACES, MOST_SEATS, VISITORS] = [6, 3, 3, 3]

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 1, seatsPerRow: SEATS, places: PLACES, maxSeats: MOST_SEATS })
})
afterEach(checkInvariants)

async function openHouse(happened: Map<string, number>): Promise<{ model: SeatModel; real: RealHouse }> {
  await emptyHouse()
  const visitors = Array.from({ length: VISITORS }, () => randomUUID())
  await database().query('INSERT INTO session (uuid) SELECT unnest($1::uuid[])', [visitors])
  const seats = Array.from({ length: SEATS }, (_, x) => 1_001 + x)
  const places = Array.from({ length: PLACES }, (_, n) => 1_000_000 + n)
  return {
    model: new SeatModel({ seats, places, mostSeats: MOST_SEATS, waitMs: settings().holdWaitSeconds * 1_000 }),
    real: { visitors, happened },
  }
}

function houseDoesAsTheModel(happened = new Map<string, number>()) {
  const commands = fc.commands(allCommands(SEATS, VISITORS), { maxCommands: STEPS, size: 'max' })
  return fc.asyncProperty(commands, async (steps) => {
    const house = await openHouse(happened)
    await fc.asyncModelRun(() => house, steps)
    await checkInvariants()
  })
}

/** What must happen at least once, or the histories prove too little. */
const OUTCOMES = [
  ...['lock: done', 'lock: SEAT_LIMIT', 'lock: HOLD_WAIT', 'lock: SEAT_NOT_AVAILABLE', 'unlock: done', 'unlock: UNLOCK_FAILED'],
  ...[
    'lock place: done',
    'lock place: NOT_ENOUGH_PLACES',
    'pay: done',
    'pay: CARD_DECLINED',
    'pay: CART_EMPTY',
    'pay unheld: HOLD_EXPIRED',
  ],
  ...['extend: done', 'extend: EXTENSION_USED', 'extend: HOLD_EXPIRED', 'run out: done', 'reload: done'],
  ...['best: done', 'best: SEAT_LIMIT', 'best: HOLD_WAIT', 'rush: done', 'rush: nobody'],
]

test(
  `R4.1 R4.6 R5.9 ${String(RUNS)} random histories of ${String(VISITORS)} visitors leave every claim as a plain Map of seats says`,
  { timeout: 300_000 + RUNS * 1_500 },
  async () => {
    const happened = new Map<string, number>()
    const missing = () => OUTCOMES.filter((outcome) => !happened.has(outcome))
    await fc.assert(houseDoesAsTheModel(happened), { numRuns: RUNS })
    // Histories are random, so more are run if they were too tame.
    for (let more = 0; more < 10 && missing().length > 0; more++) await fc.assert(houseDoesAsTheModel(happened), { numRuns: RUNS })
    expect(missing()).toEqual([])
  },
)

/** A broken claim: nothing may be taken from a holder whose lock is live. */
const LAST_WORD = /WHERE c\.state = 'H' AND \(c\.holder = excluded\.holder OR c\.expires_at <= excluded\.claimed_at\)/
const READ_FIRST = `IF EXISTS (SELECT FROM seat_claim c WHERE c.presentation_id = show AND c.seat_id = seat
    AND (c.state <> 'H' OR (c.holder <> visitor AND c.expires_at > now()))) THEN refusal := 'taken'; RETURN; END IF;
  PERFORM pg_sleep(0.02);
  INSERT INTO seat_claim AS c`

test.each([
  [
    'that reads first and writes then',
    (source: string) => source.replace(LAST_WORD, '').replace('INSERT INTO seat_claim AS c', READ_FIRST),
  ],
  ['whose time begins anew each time', (source: string) => source.replace('coalesce(ends, now()', 'coalesce(NULL, now()')],
  ['that allows one seat too many', (source: string) => source.replace('others >= most', 'others > most')],
  [
    'that nobody has to wait for',
    (source: string) => source.replace("THEN\n    refusal := 'wait'", "AND false THEN\n    refusal := 'wait'"),
  ],
])('detects a claim %s', { timeout: 300_000 }, async (_what, spoil) => {
  const { rows } = await database().query<{ source: string }>(`SELECT pg_get_functiondef('claim_seat'::regproc) AS source`)
  const source = rows[0]?.source ?? ''
  expect(spoil(source)).not.toBe(source)
  await database().query(spoil(source))
  try {
    const { failed, errorInstance } = await fc.check(houseDoesAsTheModel(), { numRuns: 600, endOnFailure: true })
    expect([failed, String(errorInstance)]).toEqual([true, expect.stringContaining('AssertionError')])
  } finally {
    await database().query(source)
  }
})
