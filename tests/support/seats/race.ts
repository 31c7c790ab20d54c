import { randomUUID } from 'node:crypto'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { cartOf, PLACE, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { ONE_PROCESS, type Arena, type Told } from '#tests/support/races/desks.ts'

/** A granted lock: who was told so, and for which seat. */
export interface Win {
  readonly uuid: string
  readonly seat: SeatAddress
}

/** The result of a race: every granted lock, and how often each refusal came. */
export interface RaceResult {
  readonly wins: readonly Win[]
  readonly refusals: Readonly<Record<string, number>>
}

/** The rounds of a race: RACE_ROUNDS if it is set, else a few, so that tests stay fast. */
export function roundsOf(few: number, share = 1): number {
  const asked = Number(process.env.RACE_ROUNDS)
  return asked > 0 ? Math.ceil(asked * share) : few
}

/** Like roundsOf, for a race in an arena. */
export function arenaRounds(arena: Arena, few: number, share = 1): number {
  return roundsOf(Math.ceil(few * arena.share), share)
}

/** The number of concurrent visitors: all if RACE_ROUNDS is set. */
export function arenaCrowd(arena: Arena, all: number): number {
  return Number(process.env.RACE_ROUNDS) > 0 ? all : Math.ceil(all * arena.share)
}

/** Options of a race: a long timeout in ms, and no retry, because a seat sold twice in one of a hundred runs is a failure. */
export const ONCE = { timeout: 600_000, retry: 0 } as const

/** Runs so many clients at once. Each tries one seat after another until it has one or has used up its tries. */
export function raceForSeats(clients: number, seats: readonly SeatAddress[], tries = 1, arena = ONE_PROCESS): Promise<RaceResult> {
  return race(
    arena,
    clients,
    (client) => Array.from({ length: tries }, (_, attempt) => seats[(client + attempt * 37) % seats.length] ?? PLACE),
    ({ ok }) => ok,
  )
}

/** Runs so many clients at once. Each wants one to four places and keeps what it gets until there are no more. */
export function raceForPlaces(clients: number): Promise<RaceResult> {
  return race(
    ONE_PROCESS,
    clients,
    (client) => Array.from({ length: 1 + (client % 4) }, () => PLACE),
    (told) => !told.ok && told.code === 'NOT_ENOUGH_PLACES',
  )
}

async function race(
  { deskFor }: Arena,
  clients: number,
  wishesOf: (client: number) => readonly SeatAddress[],
  isEnough: (told: Told) => boolean,
): Promise<RaceResult> {
  const wins: Win[] = []
  const refusals: Record<string, number> = {}
  const run = async (client: number) => {
    const uuid: string = randomUUID()
    for (const seat of wishesOf(client)) {
      const locked = await deskFor(client).lock(uuid, seat)
      if (locked.ok) wins.push({ uuid, seat })
      else refusals[locked.code] = (refusals[locked.code] ?? 0) + 1
      if (isEnough(locked)) return
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => run(client)))
  return { wins, refusals }
}

/** Seats that were promised more than once. */
export function soldTwice(wins: readonly Win[]): string[] {
  const names = wins.map(({ seat }) => nameOf(seat))
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))]
}

/** The promised seats in a fixed order, to compare with the database. */
export function promisedSeats(wins: readonly Win[]): string[] {
  return wins.map(({ uuid, seat }) => `${nameOf(seat)} ${uuid}`).sort()
}

/** The seats and holders in the database. */
export async function storedSeats(): Promise<string[]> {
  const { rows } = await database().query<{ seat_id: number; holder: string }>(
    `SELECT seat_id, holder FROM seat_claim WHERE state <> 'H' OR expires_at > now()`,
  )
  return rows.map(({ seat_id: id, holder }) => `${nameOf(seatAt(id % 1000, Math.floor(id / 1000)))} ${holder}`).sort()
}

function nameOf({ XCoordinate, YCoordinate }: SeatAddress): string {
  return `${String(YCoordinate)}-${String(XCoordinate)}`
}

/** Lets all winners pay and commit at once. @returns the numbers of their reservations; throws if one is refused */
export function buyAll(wins: readonly Win[], amount: number): Promise<readonly string[]> {
  return Promise.all(
    wins.map(async ({ uuid, seat }) => {
      const bought = await commit(uuid, { cart: cartOf([seat], await prepareCard(uuid, amount)) }, 'he')
      if (!bought.ok) throw new Error(`A winner was refused: ${bought.refusal.code}`)
      return bought.value.reservationIdentifier
    }),
  )
}
