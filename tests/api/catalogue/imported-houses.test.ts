import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { commitOrder, getReservation } from '#lib/contract/order/orders.ts'
import { getSeatplan, type SeatAddress } from '#lib/contract/show/seats.ts'
import { getPresentation } from '#lib/contract/show/presentations.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import { importFromTerminal } from '#lib/server/import/cli.ts'
import { planFromTerminal } from '#lib/server/import/look/cli.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { Buyer } from '#tests/support/buyers/buyer.ts'
import { CUSTOMER, lineOf } from '#tests/support/buyers/house.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { ALL_ENTRIES, blocksOf, catalogueOf, importIn, runIn, unpricedCategories } from '#tests/support/plans/house-entries.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { until } from '#tests/support/until.ts'

let app: RunningApp
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'houses-'))
  await writeFile(join(folder, 'behind.svg'), '<svg viewBox="0 0 40 30"><rect width="40" height="30" onload="alert(1)" fill="#888"/></svg>')
  await freshDatabase()
  app = await startApp()
})
afterEach(checkInvariants)
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

const run = (command: Parameters<typeof runIn>[1], ...args: string[]) => runIn(folder, command, ...args)

/** The two first seats of a presentation's plan that have an ordinary price, as a visitor addresses them, with their ticket. */
async function firstSeats(presentationId: number): Promise<readonly { readonly seat: SeatAddress; readonly ticketId: number }[]> {
  const { rows } = await database().query<Record<'venue' | 'plan' | 'section' | 'group' | 'ticket' | 'x' | 'y', number>>(
    `SELECT p.venue_id AS venue, p.seatplan_id AS plan, s.section_id AS section, r.ticket_group_id AS group, t.ticket_id AS ticket, s.x, s.y
     FROM presentation p JOIN seat s USING (seatplan_id) JOIN presentation_price r ON r.presentation_id = p.presentation_id AND r.category = s.category
       JOIN ticket t ON t.ticket_group_id = r.ticket_group_id AND t.ordinal = (SELECT min(ordinal) FROM ticket WHERE ticket_group_id = r.ticket_group_id)
     WHERE p.presentation_id = $1 ORDER BY s.section_id, s.row_name, s.y, s.x LIMIT 2`,
    [presentationId],
  )
  return rows.map(({ venue, plan, section, group, ticket, x, y }) => {
    const where = { VenueId: venue, VenueSeatplanId: plan, VenueSectionId: section, TicketGroupId: group }
    return { seat: { PresentationId: presentationId, ...where, XCoordinate: x, YCoordinate: y }, ticketId: ticket }
  })
}

/** Waits until the running shop sells a presentation, and buys two seats of it by plain calls: lock, form, card, commit, reservation. */
async function sellTwo(presentationId: number): Promise<void> {
  const buyer = new Buyer(app.origin)
  const shown = () => buyer.get(`/api/presentations/${String(presentationId)}`)
  await until(async () => (await shown()).status === 200, 'the shop has read the import')
  const { presentation } = readAnswer(getPresentation, await shown())
  expect(presentation.saleState).toBe('open')
  const seats = await firstSeats(presentationId)
  expect(seats).toHaveLength(2)
  await buyer.lock(...seats.map(({ seat }) => seat))
  const cart = { customerInfo: CUSTOMER, seats: seats.map(({ seat, ticketId }) => lineOf(seat, ticketId)), products: [] }
  const bought = readAnswer(commitOrder, await buyer.commit({ ...cart, paymentIdentifier: await buyer.payByCard() }))
  expect(bought.ticketIdentifiers).toHaveLength(2)
  const { reservation } = readAnswer(
    getReservation,
    await buyer.get(`/api/reservations/${bought.reservationIdentifier}?uuid=${buyer.uuid}`),
  )
  expect(reservation).toMatchObject({ state: 'paid', Quantity: 2 })
}

/** The picture behind the seats is at the address that the plan's answer gives, may be kept, and runs nothing. */
async function expectPicture(seatplanId: number): Promise<void> {
  const asked = await new Buyer(app.origin).get(`/api/seats/seatplan?seatplanId=${String(seatplanId)}`)
  const { picture } = readAnswer(getSeatplan, asked).seatplan
  expect((picture?.width ?? 0) / (picture?.height ?? 1)).toBeCloseTo(4 / 3, 2)
  const answer = await fetch(`${app.origin}${picture?.src ?? ''}`)
  expect([answer.status, await answer.text()]).toEqual([200, expect.not.stringContaining('onload')])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'") as string,
    'cache-control': 'public, max-age=31536000',
  })
}

describe('the house in ten minutes of the docs', () => {
  const files = { csv: 'hall.csv', svg: 'lear.svg', json: 'house.json' } as const

  test('is imported from an empty folder by the files and the command of the page, without a warning, and sells two seats', async () => {
    const blocks = await blocksOf('first-house')
    for (const [language, file] of Object.entries(files)) {
      const found = blocks.filter((block) => block.language === language)
      expect([language, found.length]).toEqual([language, 1])
      await writeFile(join(folder, file), found[0]?.text ?? '')
    }
    expect(await run(planFromTerminal, 'look', 'hall.csv')).toMatchObject({ code: 0, complaints: [] })
    const { code, lines, complaints } = await run(importFromTerminal, 'house.json')
    expect([code, complaints]).toEqual([0, []])
    expect(lines.at(-1)).toMatch(/^Done: \d+ rows and plans written, the catalogue is now version \d+\.$/)
    await sellTwo(1)
    const marked = await database().query<{ features: number[]; seats: number }>(
      `SELECT features, count(*)::int AS seats FROM seat WHERE seatplan_id = 1 AND features <> '{}' GROUP BY 1 ORDER BY 1`,
    )
    expect(marked.rows).toEqual([
      { features: [SEAT_FEATURE.isHandicap], seats: 2 },
      { features: [SEAT_FEATURE.isCompanion], seats: 2 },
    ])
  })

  test('stands beside every option of the command, and no other', async () => {
    const { complaints } = await run(importFromTerminal)
    const page = await readFile('src/content/docs/first-house.md', 'utf8')
    const options = (text: string) => [...new Set(text.match(/(?<=[\s`])--[a-z-]{3,}/g))].sort()
    expect(options(page)).toEqual(options(complaints.join('\n')))
  })

  test('stands above the signs of all 18 seat features, drawn as the map draws them', async () => {
    const html = await (await fetch(`${app.origin}/docs/first-house`)).text()
    const list = /<ul class="seat-features"[^>]*>(.*?)<\/ul>/s.exec(html)?.[1] ?? ''
    const codes = [...list.matchAll(/<b class="num"[^>]*>(\d+)<\/b>/g)].map(([, code]) => Number(code))
    expect(codes).toEqual(Object.values(SEAT_FEATURE))
    const drawings = [...list.matchAll(/<svg.*?<\/svg>/gs)].map(([svg]) => svg)
    expect(new Set(drawings).size).toBe(18)
    expect(html).not.toMatch(/<astro-island[^>]*seat-map/)
  })
})

describe('a house whose plan is', () => {
  test.each(ALL_ENTRIES.map((entry, index) => ({ ...entry, id: 100 + index })))(
    '$form is imported as it is, and sells two seats',
    async ({ entryIn, id }) => {
      const plan = { ...(await entryIn(folder)), picture: { file: 'behind.svg' } }
      const imported = (prices: object) => importIn(folder, catalogueOf([{ id, plan, prices }]))
      // Without prices it is imported too, and says which categories need one.
      const bare = await imported({})
      expect([bare.code, bare.complaints]).toEqual([0, []])
      const categories = unpricedCategories(bare)
      expect(categories.length).toBeGreaterThan(0)
      const { code, complaints, lines } = await imported(Object.fromEntries(categories.map((name): [string, number] => [name, id])))
      expect([code, complaints, lines.filter((line) => line.includes('$.presentations'))]).toEqual([0, [], []])
      await until(async () => {
        const answer = await new Buyer(app.origin).get(`/api/presentations/${String(id)}`)
        return answer.status === 200 && readAnswer(getPresentation, answer).presentation.saleState === 'open'
      }, 'the shop sells it')
      await sellTwo(id)
      await expectPicture(id)
    },
  )
})
