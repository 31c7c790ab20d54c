import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawCode, drawFile, closeStudio } from '#lib/server/documents/drawing/drawings.ts'
import { costOf } from '#lib/server/documents/drawing/drawing.ts'
import { documentOf, type OrderDocument } from '#lib/server/documents/documents.ts'
import { qrPath } from '#lib/server/documents/ticket-codes.ts'
import { LIMITS } from '#lib/server/platform/http/limits/limits.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { insertOrder, insertShowings } from '#tests/support/database/order-rows.ts'
import { paintedPages } from '#tests/support/pdf.ts'
import { readSources } from '#tests/support/source-files.ts'

let order: OrderDocument
beforeAll(async () => {
  await freshDatabase()
  await insertShowings([{ startsAt: '2037-03-30T20:30:00+03:00', minutes: 100 }])
  const found = await documentOf((await insertOrder()).documentKey)
  if (!found) throw new Error('The document is not there.')
  order = found
})
afterAll(closeStudio)

/** An order that has not been drawn yet. */
function another(n: number): OrderDocument {
  return { ...order, reservationIdentifier: `another-${String(n)}` }
}

describe('expensive drawing', () => {
  it('happens in the worker thread alone: nothing else imports it', () => {
    const draws = /^src\/lib\/server\/documents\/pdf\//
    const outside = readSources().filter(
      ({ path, imports }) =>
        path.startsWith('src/') && !draws.test(path) && imports.some(({ target, isType }) => !isType && draws.test(target)),
    )
    expect(outside.map(({ path }) => path)).toEqual(['src/lib/server/documents/drawing/drawing-worker.ts'])
  })

  it('returns complete results', async () => {
    const drawn = await drawFile({ kind: 'tickets', order, locale: 'he' }, null)
    if (!drawn.ok) throw new Error(drawn.refusal.code)
    expect(paintedPages(drawn.value)).toHaveLength(order.showings.flatMap(({ tickets }) => tickets).length)
    expect(await drawCode('1.ABCDEFGHJK0123456789.1.x')).toEqual(qrPath('1.ABCDEFGHJK0123456789.1.x'))
  })
})

describe('the drawing quota of an address', () => {
  it('counts by the amount to draw and refuses when it is spent, while others go on', async () => {
    const draw = (n: number, caller: string | null) => drawFile({ kind: 'tickets', order: another(n), locale: 'he' }, caller)
    const allowed = Math.floor(LIMITS.drawing.caller.calls / costOf({ kind: 'tickets', order, locale: 'he' }))
    const answers = await Promise.all(Array.from({ length: allowed + 1 }, (_, n) => draw(n, '203.0.113.7')))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(allowed)
    expect(answers.at(-1)).toMatchObject({
      ok: false,
      refusal: { code: 'TOO_MANY_REQUESTS', facts: { seconds: expect.any(Number) as number } },
    })
    expect((await draw(1_000, '203.0.114.7')).ok).toBe(true)
    expect((await draw(1_001, null)).ok).toBe(true)
  })

  it('does not count what is already drawn', async () => {
    const same = { kind: 'tickets', order: another(2_000), locale: 'he' } as const
    for (let n = 0; n < LIMITS.drawing.caller.calls + 1; n++) expect((await drawFile(same, '203.0.115.7')).ok).toBe(true)
  })
})
