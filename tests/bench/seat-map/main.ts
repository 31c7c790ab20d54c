import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundlePage, installPeers, PICKERS, type PickerName } from './bundle.ts'
import { measure, supplyOf, type Conditions, type Figures } from './measure.ts'
import { gates, header, line } from './report.ts'

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
  { name: '', throttle: 1, ratio: 1, rounds: 5 },
  { name: 'x4', throttle: 4, ratio: 1, rounds: 1 },
  { name: 'dpr2', throttle: 1, ratio: 2, rounds: 1 },
].filter(({ name }) => (has('x4') || has('dpr2') || has('plain') ? has(name || 'plain') : true))

const MAIN: readonly PickerName[] = ['ours', 'konva']
const OFTEN: readonly PickerName[] = [...MAIN, 'canvas']

const modules = await installPeers()
const shots = join(tmpdir(), 'shura-bench-seat-map')
await mkdir(shots, { recursive: true })
for (const { name, ...condition } of conditions) {
  for (const seats of sizes) await compare(name, { ...condition, seats })
}
print(`Screenshots of each: ${shots}`)

async function compare(name: string, condition: Conditions): Promise<void> {
  const supplied = supplyOf(condition.seats)
  const { seats, ratio, throttle } = condition
  const figures = new Map<PickerName, Figures | string>()
  print(`\n${seats} seats, pixel ratio ${ratio}${throttle > 1 ? `, processor ${throttle} times slower` : ''}`)
  print(header())
  // The harder conditions are for the two that matter; who is far behind needs fewer rounds to show it.
  for (const picker of names.filter((one) => name === '' || MAIN.includes(one))) {
    const page = await bundlePage(picker, modules)
    figures.set(
      picker,
      await measure(
        page,
        supplied,
        { ...condition, rounds: OFTEN.includes(picker) ? condition.rounds : Math.min(condition.rounds, 2) },
        join(shots, `${picker}-${condition.seats}${name}`),
      ),
    )
    print(line(picker, figures))
  }
  if (name === '') for (const verdict of gates(seats, figures)) print(verdict)
}
