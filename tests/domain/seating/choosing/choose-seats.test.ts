import { describe, expect, test } from 'vitest'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import { GRACE_MS } from '#lib/domain/seating/choosing/choosing.ts'
import { Chooser, COMPANION, OK, PREMIUM, refused, SOFA, SOFA_TOO, WHEELCHAIR, type Opened } from './chooser.ts'

const { isHandicap, isCompanion } = SEAT_FEATURE

describe('choosing seats', () => {
  test('marks them, selects them and asks to hold them at once', () => {
    const chooser = new Chooser().choose(0, 1)
    expect(chooser.effects).toMatchObject([
      { kind: 'show', changed: [0, 1], isPolled: false },
      { kind: 'ask', id: 1, isHold: true, seats: [{ key: '1:1:1:1' }, { key: '1:1:2:1' }] },
    ])
    expect([chooser.keys, chooser.status(0, 1, 2)]).toEqual([
      ['1:1:1', '1:2:1'],
      [2, 2, 1],
    ])
    expect(chooser.state.requests.get(1)).toMatchObject({ kind: 'choose', ids: [0, 1], keepOnRefusal: false })
  })

  test('takes a sofa whole, once, and asks only for the part that is not the visitor’s own', () => {
    expect(new Chooser().choose(SOFA_TOO).keys).toEqual(['1:3:2', '1:4:2'])
    expect(new Chooser().choose(SOFA, SOFA_TOO).asked).toEqual(['hold 1:3:2 1:4:2'])
    expect(new Chooser({ status: { [SOFA]: 2 } }).choose(SOFA_TOO).asked).toEqual(['hold 1:4:2'])
  })

  test.each<[string, Opened, number[], string]>([
    ['a seat that is gone', { status: { 1: 3 } }, [0, 1], 'taken 1:1:1 1:2:1'],
    ['a seat beside one that is gone, if a policy bars it', { status: { 1: 3 }, seatingPolicyId: 3 }, [0], 'blocked 1:1:1'],
    ['a seat that must stay free between parties', { status: { 1: 3 }, rules: { keepOneFree: true } }, [2], 'blocked 1:3:1'],
    ['one more than the limit', { maxSeats: 1, status: { 4: 2 } }, [0], 'limit 1:1:1'],
    ['together more than the limit', { maxSeats: 2, status: { 4: 2 } }, [0, 1], 'limit 1:1:1 1:2:1'],
    ['a premium seat without paying', { status: { [PREMIUM]: 3 }, isUnpaidHold: true }, [PREMIUM], 'notHeld 1:2:2'],
    [
      'a premium seat that a policy bars, without paying',
      { status: { 5: 3 }, seatingPolicyId: 3, isUnpaidHold: true },
      [PREMIUM],
      'blocked 1:2:2',
    ],
    ['a seat that is gone, without paying', { status: { 1: 3 }, isUnpaidHold: true }, [1], 'taken 1:2:1'],
    ['a premium seat that is gone', { status: { [PREMIUM]: 3 } }, [PREMIUM], 'taken 1:2:2'],
    [
      'a companion’s place beside the first seat of all, a wheelchair’s',
      { rules: { companionNeedsWheelchair: true }, rows: [[[isHandicap], [isCompanion]]] },
      [1],
      'companion 1:2:1',
    ],
    ['a companion’s place alone', { rules: { companionNeedsWheelchair: true } }, [COMPANION], 'companion 1:2:3'],
  ])('says why not, and selects nothing: %s', (_what, opened, seats, said) => {
    const chooser = new Chooser(opened)
    const before = chooser.state
    chooser.choose(...seats)
    expect([chooser.said, chooser.effects.length]).toEqual([[said], 1])
    expect([chooser.state.selected, chooser.state.states, chooser.state.requests.size]).toEqual([before.selected, before.states, 0])
  })

  test.each<[string, Opened, number[]]>([
    ['as many as the limit', { maxSeats: 2 }, [0, 1]],
    ['a companion’s place with the wheelchair’s', { rules: { companionNeedsWheelchair: true } }, [COMPANION, WHEELCHAIR]],
    [
      'a companion’s place beside the own wheelchair’s',
      { rules: { companionNeedsWheelchair: true }, status: { [WHEELCHAIR]: 2 } },
      [COMPANION],
    ],
    [
      'a companion’s place if no wheelchair’s is left to go with it',
      { rules: { companionNeedsWheelchair: true }, status: { [WHEELCHAIR]: 3 } },
      [COMPANION],
    ],
    [
      'a companion’s place beside the own wheelchair’s, though another is free',
      { rules: { companionNeedsWheelchair: true }, rows: [[[isHandicap], [isCompanion], [isHandicap]]], status: { 0: 2 } },
      [1],
    ],
    [
      'a wheelchair’s place to too many companions',
      {
        rules: { companionNeedsWheelchair: true },
        rows: [[[isCompanion], [isCompanion], [isCompanion], [isHandicap]]],
        status: { 0: 2, 1: 2 },
      },
      [3],
    ],
    [
      'a place for either to a companion',
      { rules: { companionNeedsWheelchair: true }, rows: [[[isCompanion], [isCompanion], [isHandicap, isCompanion]]], status: { 0: 2 } },
      [2],
    ],
    ['a companion’s place alone where the show allows it', {}, [COMPANION]],
  ])('grants %s', (_what, opened, seats) => {
    const chooser = new Chooser(opened).choose(...seats)
    expect([chooser.said, chooser.status(...seats)]).toEqual([[], seats.map(() => 2)])
  })
})

describe('the answer to chosen seats', () => {
  test('says that they are selected if all are held', () => {
    const chooser = new Chooser().choose(0, 1).answer([OK, OK])
    expect([chooser.said, chooser.isGranted, chooser.keys]).toEqual([['selected 1:1:1 1:2:1'], true, ['1:1:1', '1:2:1']])
    expect(chooser.state.requests.size).toBe(0)
  })

  test('does not say so if there was trouble since it began', () => {
    const chooser = new Chooser({ status: { 4: 3 } }).choose(0).choose(4).answer([OK], 1)
    expect([chooser.said, chooser.isGranted]).toEqual([[], true])
  })

  test('says so of what was begun after the trouble', () => {
    expect(new Chooser({ status: { 4: 3 } }).choose(4).choose(0).answer([OK]).said).toEqual(['selected 1:1:1'])
  })

  test('takes back all of them if one is refused, gives back what is held, and says the refusal', () => {
    const chooser = new Chooser().choose(0, 1).answer([OK, refused('SALE_ENDED')])
    expect([chooser.keys, chooser.status(0, 1), chooser.isGranted]).toEqual([[], [1, 1], false])
    expect([chooser.asked, chooser.said]).toEqual([['release 1:1:1'], ['refused 1:1:1 1:2:1 SALE_ENDED!']])
    expect([...chooser.state.requests.values()]).toMatchObject([{ kind: 'giveBack', ids: [0] }])
    // The caller counts its own from 1.
    expect([...chooser.state.requests.keys()].every((id) => id < 0)).toBe(true)
    expect([chooser.state.orphans.size, chooser.of('offer')]).toEqual([0, []])
  })

  test('keeps and says nothing if the seat is to stay selected whatever is answered', () => {
    const chooser = new Chooser().chooseKept(0).answer([refused('SEAT_NOT_AVAILABLE')])
    expect([chooser.keys, chooser.status(0), chooser.said]).toEqual([['1:1:1'], [2], []])
  })

  test('shows a seat as somebody else’s that is not available, offers others, and believes it free again if nothing is told until its grace is over', () => {
    const chooser = new Chooser().choose(0).answer([refused('SEAT_NOT_AVAILABLE')])
    expect([chooser.keys, chooser.status(0), chooser.said]).toEqual([[], [3], ['lost 1:1:1 SEAT_NOT_AVAILABLE!']])
    expect(chooser.of('offer')).toMatchObject([{ seat: { key: '1:1:1:1' } }])
    expect(chooser.of('wake')).toHaveLength(1)
    chooser.now += GRACE_MS
    expect(chooser.feed({ kind: 'unchanged' }).status(0)).toEqual([1])
    expect([chooser.state.states.allocation[0], chooser.state.states.ticketGroup[0]]).toEqual([4, 7])
  })

  test('believes what was told of such a seat meanwhile', () => {
    const chooser = new Chooser()
      .choose(0)
      .tell([0, 3, 9])
      .answer([refused('SEAT_NOT_AVAILABLE')])
    chooser.now += GRACE_MS
    chooser.feed({ kind: 'unchanged' })
    expect([chooser.status(0), chooser.state.states.allocation[0]]).toEqual([[3], 9])
  })

  test('does nothing about a seat that has none', () => {
    const chooser = new Chooser().choose(0, 1).answer([refused('SEAT_NOT_AVAILABLE')])
    expect([chooser.status(0, 1), chooser.asked, chooser.of('offer')]).toMatchObject([[3, 1], [], [{ seat: { key: '1:1:1:1' } }]])
  })

  test('gives a seat back that the server holds after all, if the answer never came', () => {
    const chooser = new Chooser().choose(0).answer([refused('NO_CONNECTION')])
    expect([[...chooser.state.orphans], chooser.keys, chooser.said]).toEqual([[0], [], ['offline 1:1:1']])
    chooser.now += GRACE_MS
    chooser.tellAll({ 0: 2 })
    expect([chooser.asked, chooser.keys, chooser.status(0), chooser.state.orphans.size]).toEqual([['release 1:1:1'], [], [1], 0])
  })

  test('of a seat that was given back shows it as the visitor’s own if that failed', () => {
    const chooser = new Chooser().choose(0, 1).answer([OK, refused('SALE_ENDED')])
    const [id = 0] = chooser.state.requests.keys()
    const answered = (...answers: Parameters<Chooser['answer']>) => {
      chooser.answer(...answers)
      chooser.now += GRACE_MS
      return chooser.feed({ kind: 'unchanged' })
    }
    expect(answered([refused('UNLOCK_FAILED')], id).status(0)).toEqual([2])
    expect(chooser.keys).toEqual(['1:1:1'])
  })

  test('of a seat that was given back leaves it free if that went well', () => {
    const chooser = new Chooser().choose(0, 1).answer([OK, refused('SALE_ENDED')])
    const [id = 0] = chooser.state.requests.keys()
    chooser.answer([OK], id)
    chooser.now += GRACE_MS
    expect(chooser.feed({ kind: 'unchanged' }).status(0)).toEqual([1])
  })

  test('changes nothing if it is given twice, or to no request', () => {
    const chooser = new Chooser().choose(0).answer([OK])
    const { state } = chooser
    expect([chooser.answer([refused('SALE_ENDED')]).state === state, chooser.effects]).toEqual([true, []])
  })
})

describe('a refusal', () => {
  test.each<[string, Parameters<typeof refused>[1], string, number[]]>([
    ['NO_CONNECTION', {}, 'offline 1:1:1', []],
    ['SEAT_LIMIT', {}, 'limit 1:1:1', []],
    ['HOLD_WAIT', { facts: { seconds: 9 }, retryAfter: 4 }, 'wait 1:1:1', [9]],
    ['HOLD_WAIT', { retryAfter: 4 }, 'wait 1:1:1', [4]],
    ['HOLD_WAIT', {}, 'wait 1:1:1', [1]],
    ['SEAT_NOT_AVAILABLE', {}, 'lost 1:1:1 SEAT_NOT_AVAILABLE!', []],
    ['SALE_ENDED', {}, 'refused 1:1:1 SALE_ENDED!', []],
  ])('%s is said as such', (code, more, said, waits) => {
    const chooser = new Chooser().choose(0).answer([refused(code, more)])
    expect([chooser.said, chooser.of('wait').map(({ seconds }) => seconds)]).toEqual([[said], waits])
  })

  test('of a house that is not open any more is said all the same, the first one of them', () => {
    const chooser = new Chooser({ status: { 0: 2 } })
    const { selected } = chooser.state
    chooser.feed({ kind: 'refused', seats: selected, answers: [OK, refused('SEAT_LIMIT'), refused('HOLD_WAIT')] })
    expect([chooser.said, chooser.of('wait')]).toEqual([['limit 1:1:1'], []])
    expect(chooser.feed({ kind: 'refused', seats: selected, answers: [OK] }).effects).toEqual([])
  })
})

describe('releasing a seat', () => {
  test('shows it as free and asks for its release; a sofa whole', () => {
    const chooser = new Chooser({ status: { 0: 2, [SOFA]: 2, [SOFA_TOO]: 2 } }).release(SOFA_TOO)
    expect([chooser.asked, chooser.status(0, SOFA, SOFA_TOO), chooser.keys]).toEqual([['release 1:3:2 1:4:2'], [2, 1, 1], ['1:1:1']])
    expect(chooser.of('show')).toEqual([{ kind: 'show', changed: [SOFA, SOFA_TOO], isPolled: false }])
    chooser.answer([OK, OK])
    expect([chooser.said, chooser.isGranted, chooser.keys]).toEqual([['released 1:3:2 1:4:2'], true, ['1:1:1']])
  })

  test('releases the first seat of all as any other', () => {
    expect(new Chooser({ status: { 0: 2 } }).release(0).asked).toEqual(['release 1:1:1'])
  })

  test('releases of a sofa what is the visitor’s own', () => {
    const chooser = new Chooser({ status: { [SOFA]: 3, [SOFA_TOO]: 2 } }).release(SOFA_TOO)
    expect([chooser.asked, chooser.status(SOFA, SOFA_TOO)]).toEqual([['release 1:4:2'], [3, 1]])
  })

  test('waits for what is under way about it, also about another part of the sofa', () => {
    expect(new Chooser().choose(0).release(0).effects).toEqual([])
    const chooser = new Chooser({ status: { [SOFA]: 2 } }).choose(SOFA_TOO)
    expect([chooser.release(SOFA).effects, chooser.keys]).toEqual([[], ['1:3:2', '1:4:2']])
  })

  test('does nothing about a seat that is not selected, or that the hall does not have', () => {
    expect(new Chooser().release(0).effects).toEqual([])
    const chooser = new Chooser({ status: { 0: 2 } })
    const selected = chooser.state.selected.map((seat) => ({ ...seat, x: 99 }))
    expect(chooser.feed({ kind: 'edited', selected }).releaseKey('1:1:1:1').effects).toEqual([])
  })

  test('selects again what was not released, without its references, and says why', () => {
    const stored = [0, 1].map((at) => ({ sectionId: 1, x: at + 3, y: 2, ticketId: 72, ref1: 'name', ref2: 'number' }))
    const chooser = new Chooser({ status: { [SOFA]: 2, [SOFA_TOO]: 2 }, stored }).release(SOFA).answer([OK, refused('UNLOCK_FAILED')])
    expect([chooser.status(SOFA, SOFA_TOO), chooser.said, chooser.isGranted]).toEqual([[1, 2], ['refused 1:4:2 UNLOCK_FAILED!'], false])
    expect(chooser.state.selected).toMatchObject([{ key: '1:1:4:2', ticketId: 72, ref1: '', ref2: '' }])
  })

  test('selects again what has no answer', () => {
    const chooser = new Chooser({ status: { [SOFA]: 2, [SOFA_TOO]: 2 } }).release(SOFA).answer([refused('UNLOCK_FAILED')])
    expect([chooser.status(SOFA, SOFA_TOO), chooser.keys]).toEqual([
      [2, 2],
      ['1:3:2', '1:4:2'],
    ])
  })
})
