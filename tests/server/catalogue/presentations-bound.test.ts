import { setImmediate as loopRound } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { catalogue, forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { LIMITS } from '#lib/server/platform/http/limits/limits.ts'
import { presentationsJson } from '#lib/server/programme/presentation-bytes.ts'
import { presentationAnswers, type FoundPresentations } from '#lib/server/programme/presentation-answers.ts'
import { MOST_PRESENTATIONS, presentationsFor } from '#lib/server/programme/presentations.ts'
import type { Locale } from '#lib/text/locales.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'

const COPIES = 2_200

/** A house whose one presentation is repeated, each a minute later. */
beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 2, seatsPerRow: 4, places: 4 })
  const { rows } = await database().query<{ column_name: string }>(
    `SELECT column_name FROM information_schema.columns WHERE table_name = 'presentation' AND table_schema = 'public' ORDER BY ordinal_position`,
  )
  const columns = rows.map(({ column_name: name }) => name)
  const copied = columns.map((name) =>
    name === 'presentation_id' ? '1000 + n' : name === 'starts_at' ? `now() + interval '2 days' + n * interval '1 minute'` : `p.${name}`,
  )
  await database().query(
    `INSERT INTO presentation (${columns.join(', ')}) SELECT ${copied.join(', ')} FROM presentation p, generate_series(1, ${String(COPIES)}) n WHERE p.presentation_id = 1`,
  )
  forgetCatalogue()
})

/** A number of them, as a call with a narrower query finds. */
async function ask(most: number, caller: string | null) {
  const ids = new Set([...(await catalogue()).presentations.keys()].slice(0, most))
  return presentationsFor({ mayBeHad: ({ id }) => ids.has(id) }, caller)
}

describe('a call for presentations', () => {
  it('is refused above its limit, with the numbers', async () => {
    expect(await presentationsFor({}, null)).toMatchObject({
      ok: false,
      refusal: { code: 'TOO_MANY_PRESENTATIONS', facts: { found: COPIES + 1, max: MOST_PRESENTATIONS } },
    })
    expect((await ask(MOST_PRESENTATIONS, null)).ok).toBe(true)
  })

  it('is rate-limited by the number of presentations, without blocking others', async () => {
    const large = Math.ceil(LIMITS.read.caller.calls / (MOST_PRESENTATIONS / 20))
    const answers = []
    for (let n = 0; n < large; n++) answers.push(await ask(MOST_PRESENTATIONS, '203.0.113.7'))
    expect(answers.at(-1)).toMatchObject({ ok: true })
    expect(await ask(MOST_PRESENTATIONS, '203.0.113.7')).toMatchObject({ ok: false, refusal: { code: 'TOO_MANY_REQUESTS' } })
    expect((await ask(19, '203.0.113.7')).ok, 'what is no work costs nothing').toBe(true)
    expect((await ask(MOST_PRESENTATIONS, '203.0.114.7')).ok).toBe(true)
  })

  it('serves the same as its parts and serialises only what changed', async () => {
    const asked = await ask(30, null)
    if (!asked.ok) throw new Error(asked.refusal.code)
    const written = async (what: FoundPresentations, locale: Locale) => {
      const bytes = await presentationsJson(what, locale)
      return JSON.parse(bytes.plain.toString()) as { presentations: unknown[] }
    }
    const said = () => written(asked.value, 'he')
    const answers = presentationAnswers(asked.value, 'he')
    expect(await said()).toEqual({ presentations: JSON.parse(JSON.stringify(answers)) as unknown, hasReserved: true, hasGA: true })
    const [first, ...rest] = asked.value.found
    if (!first) throw new Error('Nothing was found.')
    const open = { ...first, facts: { ...first.facts, available: 5, saleState: 'open' as const } }
    const now = await written({ ...asked.value, found: [open, ...rest] }, 'en')
    expect(now.presentations[0]).toMatchObject({ available: 5, soldout: false })
    expect((await said()).presentations[0]).toMatchObject({ available: 0, soldout: false, saleState: 'unpriced' })
    expect(await written({ ...asked.value, found: [] }, 'he')).toEqual({
      presentations: [],
      hasReserved: false,
      hasGA: false,
    })
  })
  it('keeps the last three large answers with what was compressed of them, and makes them anew only if a part changed', async () => {
    const asked = await ask(MOST_PRESENTATIONS, null)
    if (!asked.ok) throw new Error(asked.refusal.code)
    const { from, found } = asked.value
    const without = (at: number) => presentationsJson({ from, found: found.filter((_one, n) => n !== at) }, 'he')
    const whole = await presentationsJson(asked.value, 'he')
    expect(whole.plain.length).toBeGreaterThan(1_000_000)
    const [again, once] = [await presentationsJson(asked.value, 'he'), whole.in('br')]
    expect([again === whole, again.in('br') === once]).toEqual([true, true])
    expect(brotliDecompressSync(await once).equals(whole.plain)).toBe(true)
    const [first, ...rest] = found
    if (!first) throw new Error('Nothing was found.')
    const fewer = { ...first, facts: { ...first.facts, available: 3, saleState: 'open' as const } }
    const changed = await presentationsJson({ from, found: [fewer, ...rest] }, 'he')
    expect(JSON.parse(changed.plain.toString())).toMatchObject({ presentations: { 0: { available: 3 } } })
    const shorter = await without(1)
    for (const at of [2, 3]) await without(at)
    expect((await without(1)) === shorter, 'one of the last three').toBe(true)
    await without(4)
    expect((await without(1)) === shorter, 'memory is bounded').toBe(false)
  })

  it('yields to other requests while it serialises much', async () => {
    const asked = await ask(MOST_PRESENTATIONS, null)
    if (!asked.ok) throw new Error(asked.refusal.code)
    // Each reading of the clock is one ms later, however fast the machine is.
    let clock = performance.now()
    const time = vi.spyOn(performance, 'now').mockImplementation(() => ++clock)
    let rounds = 0
    const now = { isWritten: false }
    const written = presentationsJson(asked.value, 'ru').finally(() => (now.isWritten = true))
    for (; !now.isWritten && rounds < 1_000; rounds++) await loopRound()
    await written
    time.mockRestore()
    expect(rounds, 'eight ms at a time').toBeGreaterThan(MOST_PRESENTATIONS / 10)
  })
})
