import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ChoosingModel, MAX_SEATS, type How } from './choosing-model.ts'

const RUNS = Number(process.env.MODEL_RUNS ?? 600)

type What =
  | { readonly do: 'press' | 'pair' | 'others'; readonly seat: number }
  | { readonly do: 'decide'; readonly which: number; readonly how: How }
  | { readonly do: 'deliver' | 'again' | 'drop'; readonly which: number }
  | { readonly do: 'add' | 'remove' | 'best' | 'tell' | 'status' | 'keep' }
  | { readonly do: 'pass'; readonly ms: number }

const seat = fc.nat({ max: 9 })
const which = fc.nat({ max: 5 })
const common: fc.Arbitrary<What>[] = [
  fc.record({ do: fc.constantFrom('press', 'press', 'pair', 'others'), seat }),
  fc.record({ do: fc.constant('decide'), which, how: fc.constantFrom<How[]>('yes', 'yes', 'yes', 'cut', 'lost', 'busy') }),
  fc.record({ do: fc.constantFrom('deliver', 'deliver', 'again'), which }),
  fc.record({ do: fc.constantFrom('add', 'remove', 'best', 'tell', 'tell', 'status', 'keep') }),
  fc.record({ do: fc.constant('pass'), ms: fc.nat({ max: 3000 }) }),
]
const anything = fc.oneof(...common, fc.record({ do: fc.constant('drop'), which }))

function take(model: ChoosingModel, step: What): void {
  switch (step.do) {
    case 'press':
      return model.press(step.seat, false)
    case 'pair':
      return model.pressPair(step.seat)
    case 'keep':
      return model.press(0, true)
    case 'others':
      return model.others(step.seat)
    case 'decide':
      return model.decide(step.which, step.how)
    case 'deliver':
      return model.deliver(step.which)
    case 'again':
      return giveTwice(model, step.which)
    case 'drop':
      return model.drop(step.which)
    case 'add':
    case 'remove':
      return model.pressPlace(step.do === 'add')
    case 'best':
      return model.best()
    case 'tell':
      return model.tell()
    case 'status':
      return model.status()
    case 'pass':
      return model.pass(step.ms)
  }
}

function giveTwice(model: ChoosingModel, which: number): void {
  const used = model.used[which % Math.max(1, model.used.length)]
  const before = model.state
  if (used) model.feed(used)
  expect(model.state).toBe(before)
}

/** Runs steps one after another; `check` looks after each. */
function run(steps: readonly What[], check: (model: ChoosingModel, step: What, selectedBefore: number) => void): ChoosingModel {
  const model = new ChoosingModel()
  for (const step of steps) {
    const before = model.state.selected.length
    take(model, step)
    check(model, step, before)
  }
  return model
}

describe('choosing seats in any order of presses, answers, news and time', () => {
  const check = (steps: fc.Arbitrary<What>, property: (steps: readonly What[]) => void) =>
    fc.assert(fc.property(fc.array(steps, { maxLength: 60, size: 'max' }), property), { numRuns: RUNS })

  it('R4.3 R4.4 R4.6 R4.7 shows as the visitor’s own exactly the seats that are selected, each once', () => {
    check(anything, (steps) => {
      run(steps, (model) => {
        expect(model.selected).toEqual(model.shown)
        expect(new Set(model.state.selected.map(({ key }) => key)).size).toBe(model.state.selected.length)
      })
    })
  })

  it('R5.9 never selects more by a press than the limit', () => {
    check(anything, (steps) => {
      run(steps, (model, step, before) => {
        const isPress = step.do === 'press' || step.do === 'pair' || step.do === 'keep' || step.do === 'add'
        if (isPress && model.state.selected.length > before) expect(model.state.selected.length).toBeLessThanOrEqual(MAX_SEATS)
      })
    })
  })

  it('neither loses a held seat nor shows one that is not held, once everything has arrived', () => {
    check(fc.oneof(...common), (steps) => {
      const model = run(steps, () => undefined)
      model.quiet()
      expect([...model.state.states.status]).toEqual(model.truth)
      expect(model.selected).toEqual(model.truth.flatMap((status, at) => (status === 2 ? [at] : [])))
      expect([model.placesSelected, model.state.places[2]]).toEqual([model.lawn.yours, model.lawn])
      expect(model.state.requests.size).toBe(0)
    })
  })

  it('says the truth of all other seats if an answer never comes', () => {
    check(anything, (steps) => {
      const model = run(steps, () => undefined)
      model.quiet()
      for (const at of model.settled) expect([at, model.state.states.status[at]]).toEqual([at, model.truth[at]])
      if (model.isLawnSettled) expect([model.placesSelected, model.state.places[2]]).toEqual([model.lawn.yours, model.lawn])
    })
  })
})
