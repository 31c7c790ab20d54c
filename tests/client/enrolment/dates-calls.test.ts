import { expect, test } from 'vitest'
import { $freeOnDates, chooseOnDates, showDate, statusOf } from '#lib/client/enrolment/dates-calls.ts'
import { seatCalls } from '#lib/client/seats/seat-calls.ts'
import { PARTLY, unpackStates } from '#lib/domain/seating/rules/seat-states.ts'

const ANSWER = {
  ...{ version: 'v', planVersion: 'p', presentationIds: [7, 8, 9] },
  sets: [[], [1], [0, 1, 2]],
  seats: [0, 2, 1, 1, 2, 1, 0, 1],
  ticketGroup: [2, 5],
  yours: [1],
}

test('R7.60 a seat has one state over all dates: free on all, free on some, taken on all, the visitor’s own', () => {
  const told = statusOf(ANSWER)
  const { status, ticketGroup } = unpackStates({ count: 5 }, told, (group) => group === 2)
  expect([...status]).toEqual([1, 2, PARTLY, 0, 1])
  expect([...ticketGroup]).toEqual([2, 2, 2, 2, 2])
  expect($freeOnDates.get()).toEqual({ seats: [3, 4, 3, 4], shown: 0 })
})

test.each([
  ['the first date', 1, [1, 2, 1, 0, 1]],
  ['the second date', 2, [1, 2, 0, 0, 1]],
  ['all dates again', 0, [1, 2, PARTLY, 0, 1]],
])('the seats of %s: free or taken there, and the visitor’s own', (_name, at, states) => {
  showDate(at)
  const { status } = unpackStates({ count: 5 }, statusOf(ANSWER), (group) => group === 2)
  expect([...status]).toEqual(states)
  expect($freeOnDates.get()).toEqual({ seats: [3, 4, 3, 4], shown: at })
})

test('a page that the server draws changes no calls: the pages of other visitors are drawn with the same', () => {
  const before = { ...seatCalls }
  chooseOnDates({ membershipId: 3, seasonId: null, chosenId: null }, () => 'taken')
  expect(seatCalls).toEqual(before)
})
