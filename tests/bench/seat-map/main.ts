import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundlePage, installPeers, PICKERS, type PickerName } from './bundle.ts'
import { measure, supplyOf, type Conditions, type Figures } from './measure.ts'
import { gates, table } from './report.ts'

/**
 * npm run bench:seat-map [-- 20k] [-- 100k] [-- x4] [-- dpr2] [-- ours konva …]: our map and its peers with the same hall, in one run.
 * Without sizes both; without conditions first the plain machine, then the processor made four times slower, then two pixels for one.
 */
const words = process.argv.slice(2)
const has = (word: string) => words.includes(word)
const print = (line: string) => process.stdout.write(`${line}\n`)
const sizes = [20_000, 100_000].filter((seats) => has(`${seats / 1000}k`) || !(has('20k') || has('100k')))
const names = PICKERS.filter((name) => words.includes(name) || !PICKERS.some((other) => words.includes(other)))
const conditions = [
  { name: '', throttle: 1, ratio: 1 },
  { name: 'x4', throttle: 4, ratio: 1 },
  { name: 'dpr2', throttle: 1, ratio: 2 },
].filter(({ name }) => (has('x4') || has('dpr2') || has('plain') ? has(name || 'plain') : true))

const modules = await installPeers()
const shots = join(tmpdir(), 'shura-bench-seat-map')
await mkdir(shots, { recursive: true })
for (const { name, ...condition } of conditions) {
  for (const seats of sizes) await compare(name, { ...condition, seats })
}
print(`Screenshots of each: ${shots}`)

async function compare(name: string, condition: Conditions): Promise<void> {
  const supplied = supplyOf(condition.seats)
  const figures = new Map<PickerName, Figures | string>()
  for (const picker of names) {
    const page = await bundlePage(picker, modules)
    figures.set(picker, await measure(page, supplied, condition, join(shots, `${picker}-${condition.seats}${name}`)))
  }
  const { seats, ratio, throttle } = condition
  print(`\n${seats} seats, pixel ratio ${ratio}${throttle > 1 ? `, processor ${throttle} times slower` : ''}`)
  for (const line of table(figures)) print(line)
  if (name === '') for (const line of gates(seats, figures)) print(line)
}
