import { expect, it } from 'vitest'
import { inTurn } from '#lib/server/http/in-turn.ts'

/** Works that end when they are told to. */
function works(caller: string | null, count: number) {
  let begun = 0
  const ends: (() => void)[] = []
  const all = Array.from({ length: count }, () =>
    inTurn(caller, () => {
      begun++
      return new Promise<void>((end) => ends.push(end))
    }),
  )
  return { begun: () => begun, ends, all }
}

it('makes four answers of an address at once, and those of others beside them', async () => {
  const flood = works('203.0.113.7', 30)
  const other = works('198.51.100.7', 1)
  await Promise.resolve()
  expect([flood.begun(), other.begun()]).toEqual([4, 1])
  for (const end of other.ends) end()
  await Promise.all(other.all)
  for (let done = 0; done < 30; done++) {
    flood.ends[done]?.()
    await flood.all[done]
    await Promise.resolve()
    expect(flood.begun() - done - 1).toBeLessThanOrEqual(4)
  }
  expect(flood.begun()).toBe(30)
})

it('gives the turn on after a failure, and needs none for this machine', async () => {
  const failing = Array.from({ length: 20 }, () => inTurn('203.0.113.8', () => Promise.reject(new Error('failed'))))
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(Array<string>(20).fill('rejected'))
  const here = works(null, 30)
  await Promise.resolve()
  expect(here.begun()).toBe(30)
  for (const end of here.ends) end()
})
