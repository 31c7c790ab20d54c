import { expect, test } from 'vitest'
import { $freeOnDates, chooseOnDates, statusOf } from '#lib/client/enrolment/dates-calls.ts'
import { seatCalls } from '#lib/client/seats/seat-calls.ts'
import { PARTLY, unpackStates } from '#lib/domain/seating/rules/seat-states.ts'

test('R7.60 a seat has one state over all dates: free on all, free on some, taken on all, the visitor’s own', () => {
  const told = statusOf({
    ...{ version: 'v', planVersion: 'p', presentationIds: [7, 8, 9] },
    sets: [[], [1], [0, 1, 2]],
    seats: [0, 2, 1, 1, 2, 1, 0, 1],
    ticketGroup: [2, 5],
    yours: [1],
  })
  const { status, ticketGroup } = unpackStates({ count: 5 }, told, (group) => group === 2)
  expect([...status]).toEqual([1, 2, PARTLY, 0, 1])
  expect([...ticketGroup]).toEqual([2, 2, 2, 2, 2])
  expect($freeOnDates.get()).toEqual({ all: 3, dates: [4, 3, 4] })
})

test('a page that the server draws changes no calls: the pages of other visitors are drawn with the same', () => {
  const before = { ...seatCalls }
  chooseOnDates({ membershipId: 3, seasonId: null, chosenId: null }, () => 'taken')
  expect(seatCalls).toEqual(before)
})
