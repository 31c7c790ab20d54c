import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { layOutRows } from '#lib/domain/seating/layout/lay-out-rows.ts'
import { packPlan } from '#lib/domain/seating/plan/pack-plan.ts'
import { unpackPlan } from '#lib/domain/seating/plan/unpack-plan.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { planOf, seatplanAnswer } from '#lib/server/catalogue/seatplans.ts'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { drawPage } from '#lib/server/import/look/draw-page.ts'
import { lookAtPlan } from '#lib/server/import/look/look-at-plan.ts'
import { exportPlan } from '#lib/server/import/plans/forms/export-plan.ts'
import { layOutPlan } from '#lib/server/import/plans/read-plan.ts'
import { ImportNotes, writeRemark } from '#lib/server/import/read/report.ts'
import { seatplan } from '#lib/server/import/schema/plan-item-schema.ts'
import { pictureAnswer } from '#lib/server/platform/http/answers/picture-answer.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { pictureOf } from '#lib/server/programme/features.ts'
import { asFile, smallCatalogue, smallPlan } from '#tests/support/catalogue-files.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'behind-'))
})
afterAll(() => rm(folder, { recursive: true }))

const DRAWING = '<svg viewBox="0 0 200 100"><rect width="200" height="100" fill="#456"/></svg>'

function photo(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#c63' } })
}

/** The pixels of a photo that no encoder makes small. */
function noise(width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0, seed = 1; at < pixels.length; at++) pixels[at] = (seed = (seed * 48_271) % 2_147_483_647) >>> 8
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

async function run(picture: object | undefined, drawn = smallPlan()) {
  const plan = { ...drawn, ...(picture && { picture }) }
  const outcome = await importCatalogue([asFile(smallCatalogue({ seatplans: [plan as never] }), 'house.json', folder)], { today: '2030-05-01' }) // prettier-ignore
  forgetCatalogue()
  return outcome
}

async function shown() {
  const plan = await planOf(1)
  if (!plan) throw new Error('There is no plan.')
  return { plan, picture: seatplanAnswer(plan).picture }
}

async function answerOf(version?: string): Promise<Response> {
  const answer = pictureAnswer(await pictureOf('seatplan', 1), new Request('http://localhost/'), version)
  if (!answer.ok) throw new Error(answer.refusal.code)
  return answer.value
}

/** The seats of the plan with the transaction that wrote each. */
async function seatRows(): Promise<unknown[]> {
  return (await database().query<object>('SELECT seat_id, xmin::text FROM seat WHERE seatplan_id = 1 ORDER BY seat_id')).rows
}

const versionOf = (src = '') => new URL(src, 'http://localhost').searchParams.get('version') ?? ''

describe('a picture behind the seats', () => {
  beforeEach(freshDatabase)

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'may be %s: it is kept as WebP of 1,200 pixels, in its ratio in the middle of the drawing',
    async (format) => {
      await writeFile(join(folder, `hall.${format}`), await photo(1_600, 800).toFormat(format).toBuffer())
      expect((await run({ file: `hall.${format}` })).problems).toEqual([])
      const { plan, picture } = await shown()
      expect(picture).toEqual({ src: picture?.src, x: 0, y: 100, width: 400, height: 200 })
      expect(unpackPlan(packPlan(plan)).picture).toEqual(picture)
      const answer = await answerOf(versionOf(picture?.src))
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000',
        etag: `"${versionOf(picture?.src)}"`,
      })
      const { format: kept, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      expect([kept, width, height]).toEqual(['webp', 1_200, 600])
      expect((await answerOf('another')).headers.get('cache-control')).toBe('public, max-age=3600')
    },
  )

  test('may be a drawing, which is cleaned and runs nothing; its address changes with it, and without it there is none', async () => {
    await writeFile(join(folder, 'hall.svg'), DRAWING.replace('<rect', '<script>alert(1)</script><rect onload="alert(1)"'))
    const { problems, repairs } = await run({ file: 'hall.svg', x: 100, width: 200 })
    expect(problems).toEqual([])
    expect(repairs.map(writeRemark)).toContain('house.json: $.seatplans[0].picture.file: left out what does not draw: <script>, onload')
    const first = await shown()
    expect(first.picture).toMatchObject({ x: 100, y: 0, width: 200, height: 100 })
    const answer = await answerOf()
    expect(await answer.text()).not.toMatch(/script|onload/)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
    })
    await writeFile(join(folder, 'hall.svg'), DRAWING.replace('#456', '#654'))
    await run({ file: 'hall.svg', x: 100, width: 200 })
    const second = await shown()
    expect(second.picture?.src).not.toBe(first.picture?.src)
    expect(second.plan.version).not.toBe(first.plan.version)
    expect((await run({ file: 'hall.svg', x: 100, width: 200 })).changes).toBe(0)
    await run(undefined)
    const { plan } = await shown()
    expect(JSON.stringify([packPlan(plan), seatplanAnswer(plan)])).not.toContain('picture')
    expect(await pictureOf('seatplan', 1)).toBeUndefined()
    expect(pictureAnswer(undefined, new Request('http://localhost/'))).toMatchObject({ ok: false })
  })

  test('is all that is written of a plan that only gets another picture, or none; with another seat the plan is written whole', async () => {
    await writeFile(join(folder, 'hall.svg'), DRAWING)
    await run(undefined)
    const plain = (await shown()).plan.version
    const seats = await seatRows()
    for (const picture of [{ file: 'hall.svg' }, { file: 'hall.svg', x: 40, width: 200 }, undefined]) {
      expect(await run(picture)).toMatchObject({ problems: [], changes: 1 })
      expect([(await shown()).picture?.x, await seatRows()]).toEqual([picture && (picture.x ?? 0), seats])
    }
    expect((await shown()).plan.version).toBe(plain)
    await run({ file: 'hall.svg' })
    await run({ file: 'hall.svg' }, smallPlan([5, 4, 4]))
    expect(await seatRows()).not.toEqual(seats)
  })

  test('of too many bytes is kept at a lower quality and smaller', async () => {
    await writeFile(join(folder, 'noise.png'), await noise(900, 900).png().toBuffer())
    expect((await run({ file: 'noise.png' })).problems).toEqual([])
    expect((await (await answerOf()).arrayBuffer()).byteLength).toBeLessThan(200_000)
  })

  test.each([
    ['words.txt', 'words', '"words.txt" is no SVG, JPEG, PNG, WebP or AVIF picture'],
    ['large.jpg', Buffer.alloc(26 * 1_048_576), '"large.jpg" has 26 MB; pictures of up to 25 MB are read: save it smaller'],
    ['flat.svg', '<svg viewBox="0 0 0 0"/>', '"flat.svg" has no size: its viewBox needs a width and a height up to 20000'],
    ['plain.svg', '<svg/>', 'has no viewBox'],
  ])('that is %s is refused with a sentence', async (file, content, sentence) => {
    await writeFile(join(folder, file), content)
    expect((await run({ file })).problems.map(writeRemark)).toEqual([`house.json: $.seatplans[0].picture.file: ${sentence}`])
  })

  test.each([
    [{ file: 'hall.svg', width: 0 }, '$.seatplans[0].picture.width'],
    [{ file: 'hall.svg', colour: 'red' }, '"colour"'],
    [{ file: 'missing.svg' }, 'missing.svg'],
  ])('as %o is refused where it stands', async (picture, words) => {
    expect((await run(picture)).problems.map(writeRemark).join()).toContain(words)
  })
})

/** Two seats by a form whose file says where they stand. */
async function ofPoints(picture: object, more: object = {}) {
  const seats = [100, 133].map((x, at) => ({ x, y: 100, section: 'אולם', row: '1', seat: String(at + 1) }))
  await writeFile(join(folder, 'hall.json'), JSON.stringify({ format: 'points', width: 400, height: 300, seats, ...more }))
  await writeFile(join(folder, 'hall.svg'), DRAWING)
  const item = seatplan.parse({ id: 1, venueId: 1, name: 'hall', format: 'points', file: 'hall.json', picture: { file: 'hall.svg', ...picture } }) // prettier-ignore
  return { item, place: { file: 'house.json', path: [] } }
}

test('a plan of any form has it; look draws it under the seats as faintly as the map, and an export says that it is left out', async () => {
  const look = await lookAtPlan(await ofPoints({ height: 60 }), folder, new ImportNotes())
  expect(look?.plan.picture).toMatchObject({ x: 0, y: 0, width: 120, height: 60 })
  const page = look ? drawPage(look, 'hall', new ImportNotes()) : ''
  expect(page.indexOf('<image href="data:image/svg+xml;base64,')).toBeGreaterThan(0)
  expect(page.indexOf('<image')).toBeLessThan(page.indexOf('<circle'))
  for (const form of ['points', 'svg', 'pretix'] as const)
    expect(look && exportPlan(look.plan, 'x', form).lost).toContain('the picture behind the seats, which "picture" says')
})

test('with levels it is as large as one of them has room for', async () => {
  const sections = ['א', 'ב'].map((name, at) => ({ id: at + 1, name, category: 'א', level: `קומה ${name}` }))
  const tiers = [1, 2].map((section) => ({ blocks: [section], origin: { x: 200, y: 100 }, rows: [{ name: '1', seats: 4 }] }))
  const item = seatplan.parse({ ...smallPlan(), plan: { width: 400, height: 300, sections, tiers }, picture: { file: 'hall.svg' } })
  await writeFile(join(folder, 'hall.svg'), DRAWING)
  const plan = await layOutPlan({ item, place: { file: 'house.json', path: [] } }, folder, new ImportNotes())
  const { plan: plain } = layOutRows({ width: 400, height: 300, sections, tiers })
  expect(plan?.seats).toEqual(plain.seats)
  // It is broader than one level, so that its height is what has room.
  const ys = [...(plain.sections[0]?.outline ?? []).map(([, y]) => y), ...plain.seats.slice(0, 4).map(({ seatplanY }) => seatplanY)]
  expect(plan?.picture?.height).toBeCloseTo(Math.max(...ys) - Math.min(...ys) + 2 * plain.seatSize, 1)
})
