import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { catalogue, forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { importFromTerminal } from '#lib/server/import/cli.ts'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { writeRemark } from '#lib/server/import/read/report.ts'
import type { CatalogueFileInput } from '#lib/server/import/schema/catalogue-schema.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { asFile, smallCatalogue } from '#tests/support/catalogue-files.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

beforeEach(async () => {
  process.env.SECRET = 'a-secret-of-tests-that-is-long-enough-0123456789'
  await freshDatabase()
  forgetCatalogue()
})

type Item = NonNullable<CatalogueFileInput['miniSites']>[number]

const SVG = { svg: '<svg viewBox="0 0 9 9"/>' }
const SITE: Item = {
  id: 1,
  accent: '#7A3229',
  mark: SVG,
  cover: SVG,
  words: { he: { name: 'קולות המדבר 2026', lead: 'שלושה לילות' }, ar: { name: 'أصوات' } },
  presentationIds: [1],
  tickets: [
    { ticketId: 13, balance: 14 },
    { ticketId: 13, reference1: '1234', reference2: 'AB-9', balance: 2, ends: '2031-01-01T10:00' },
  ],
}

async function run(miniSites: readonly Item[], change: Partial<CatalogueFileInput> = {}) {
  const [group] = smallCatalogue().ticketGroups ?? []
  const tickets = [...(group?.tickets ?? []), { id: 13, name: 'לקוראים', price: 50, access: 'site' as const }]
  const whole = smallCatalogue({ ticketGroups: [{ id: 1, name: 'אולם', tickets }], miniSites: [...miniSites], ...change })
  return importCatalogue([asFile(whole)], { today: '2030-05-01' })
}

async function problemsOf(...miniSites: readonly Item[]): Promise<readonly string[]> {
  return (await run(miniSites)).problems.map(writeRemark)
}

const ENTITLEMENTS = `SELECT uses, is_for_all AS "isForAll", is_active AS "isActive", lookup ~ '^[0-9a-f]{64}$' AS "isHashed"
  FROM entitlement WHERE mini_site_id = 1 ORDER BY uses DESC`

describe('mini-sites', () => {
  test('alone sell a presentation of which the file says so, and the shop too once it does not', async () => {
    const [shown] = smallCatalogue().presentations ?? []
    if (!shown) throw new Error('The small catalogue has a presentation.')
    for (const onlyInMiniSites of [true, false]) {
      expect(await run([SITE], { presentations: [{ ...shown, onlyInMiniSites }] })).toMatchObject({ problems: [] })
      forgetCatalogue()
      expect((await catalogue()).presentations.get(shown.id)?.isOnlyInSites).toBe(onlyInMiniSites)
    }
  })

  test('a presentation that they alone sell and none has is written with a warning, also when a mini-site drops it', async () => {
    const [shown] = smallCatalogue().presentations ?? []
    if (!shown) throw new Error('The small catalogue has a presentation.')
    const warningsOf = async (miniSites: readonly Item[], change: Partial<CatalogueFileInput>) => {
      const { problems, warnings } = await run(miniSites, change)
      return [...problems, ...warnings].map(writeRemark)
    }
    const alone = { presentations: [{ ...shown, onlyInMiniSites: true }] }
    const sentence = 'presentation 1 is sold by mini-sites only, and is in none: nobody can buy it'
    expect(await warningsOf([], { presentations: [shown] })).toEqual([])
    expect(await warningsOf([], alone)).toEqual([`catalogue.json: $.presentations[0].onlyInMiniSites: ${sentence}`])
    expect(await warningsOf([SITE], alone)).toEqual([])
    const other = { ...shown, id: 2, start: '2030-05-08T20:30' }
    expect(await warningsOf([{ ...SITE, presentationIds: [2] }], { presentations: [other] })).toEqual([
      `catalogue.json: $.miniSites: ${sentence}`,
    ])
    expect(await warningsOf([], { presentations: [] })).toEqual([])
    forgetCatalogue()
    expect((await catalogue()).presentations.get(1)?.isOnlyInSites).toBe(true)
    const file = join(await mkdtemp(join(tmpdir(), 'warned-')), 'catalogue.json')
    await writeFile(file, JSON.stringify(smallCatalogue(alone)))
    const lines: string[] = []
    const say = (line: string) => lines.push(line)
    expect(await importFromTerminal(['--dry-run', file], { say, complain: say, folder: '/' })).toBe(0)
    expect(lines.at(-2)).toMatch(new RegExp(`^warning {3}.*/catalogue\\.json: \\$\\.presentations\\[0\\]\\.onlyInMiniSites: ${sentence}$`))
    expect(lines.at(-1)).toMatch(/ Warnings: 1, as listed above\.$/)
    await rm(dirname(file), { recursive: true })
  })

  test('R3.23 are written with their words, presentations and tickets, references as hashes only; a second import changes nothing', async () => {
    expect(await run([SITE])).toMatchObject({ problems: [], counts: { 'mini-sites': 1 } })
    const { miniSites } = await catalogue()
    expect(miniSites.get('קולות-המדבר-2026')).toMatchObject({
      ...{ id: 1, isClosed: false, accent: '#7a3229', presentationIds: [1], opensAt: null },
      words: { he: { name: 'קולות המדבר 2026', lead: 'שלושה לילות', note: '' }, ar: { name: 'أصوات' } },
    })
    const { rows } = await database().query(ENTITLEMENTS)
    expect(rows).toEqual([
      { uses: 14, isForAll: true, isActive: true, isHashed: true },
      { uses: 2, isForAll: false, isActive: true, isHashed: true },
    ])
    expect(await run([SITE])).toMatchObject({ problems: [], changes: 0 })
  })

  test('R3.23 a ticket that is left out is not valid any more', async () => {
    await run([SITE])
    expect(await run([{ ...SITE, tickets: [{ ticketId: 13, balance: 14 }] }])).toMatchObject({ problems: [] })
    const { rows } = await database().query<{ isActive: boolean }>(ENTITLEMENTS)
    expect(rows.map(({ isActive }) => isActive)).toEqual([true, false])
  })

  test.each<[string, Partial<Item>, string]>([
    ['an address that is none', { url: 'Desert Voices' }, 'url: cannot be an address as it is; "desert-voices" can'],
    ['a name without a letter', { words: { he: { name: '🎭' } } }, 'url: has no letter or digit to make an address of'],
    ['a pale accent', { accent: '#f2a65a' }, 'accent: has a contrast of only 1.9 with white or its tint, where text needs 4.5'],
    ['a presentation that is not there', { presentationIds: [1, 9] }, 'presentationIds[1]: there is no presentation 9'],
    ['a presentation twice', { presentationIds: [1, 1] }, 'presentationIds[1]: is the same as another before it'],
    ['a ticket for everybody', { tickets: [{ ticketId: 11, balance: 1 }] }, 'tickets[0].ticketId: ticket 11: its access is not "site"'],
    ['a ticket that is not there', { tickets: [{ ticketId: 99, balance: 1 }] }, 'tickets[0].ticketId: ticket 99: there is no such ticket'],
    [
      'a second reference alone',
      { tickets: [{ ticketId: 13, reference2: '1', balance: 1 }] },
      'tickets[0].reference2: stands without a reference1',
    ],
    [
      'a closed one that nobody can open',
      { closed: true, tickets: [] },
      'closed: is closed, but no ticket has a reference1 that would open it',
    ],
    ['an end before the start', { opens: '2030-02-01T10:00', closes: '2030-01-01T10:00' }, 'closes: is not after its start'],
  ])('refuses %s, with its place', async (_what, change, sentence) => {
    expect(await problemsOf({ ...SITE, ...change })).toContain(`catalogue.json: $.miniSites[0].${sentence}`)
  })

  test('refuses one address twice, in the files and against the database', async () => {
    const taken = 'catalogue.json: $.miniSites[1].url: the address קולות-המדבר-2026 is that of mini-site 1 already'
    expect(await problemsOf(SITE, { ...SITE, id: 2 })).toContain(taken)
    await run([SITE])
    expect(await problemsOf({ ...SITE, id: 2 })).toContain(taken.replace('[1]', '[0]'))
  })

  test('refuses a ticket of a group that none of its presentations sells', async () => {
    const other = {
      id: 2,
      name: 'יציע',
      tickets: [
        { id: 21, name: 'רגיל', price: 9 },
        { id: 22, name: 'לקוראים', price: 5, access: 'site' as const },
      ],
    }
    const { ticketGroups = [] } = smallCatalogue()
    const { problems } = await run([{ ...SITE, tickets: [{ ticketId: 22, balance: 1 }] }], { ticketGroups: [...ticketGroups, other] })
    expect(problems.map(writeRemark)).toEqual([
      'catalogue.json: $.miniSites[0].tickets[0].ticketId: ticket 22: its group 2 is sold at none of its presentations',
    ])
  })
})
