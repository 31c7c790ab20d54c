import { describe, expect, it } from 'vitest'
import { seatToOpenOn } from '#lib/domain/seating/rules/free-in-sight.ts'
import { rowOf } from './seat-fixtures.ts'

/** A map that shows the first twenty seats of a row, which runs across or down. */
const ACROSS = { width: 20, height: 10, at: (seat: number) => ({ x: seat + 0.5, y: 5 }) }
const DOWN = { width: 10, height: 20, at: (seat: number) => ({ x: 5, y: seat + 0.5 }) }
const held = (count: number) => 'h'.repeat(count)
const free = (count: number) => 'a'.repeat(count)

describe('a map opens', () => {
  it.each([
    ['where it is if a quarter of what it shows is free', free(5) + held(15) + free(20), -1],
    ['in the middle of the most free seats if less is', free(4) + held(16) + free(20), 29],
    ['on the larger of two groups', held(30) + free(5) + held(25) + free(9), 64],
    ['on a group that lies over the edge of what it shows', held(17) + free(9) + held(20), 21],
    ['on the larger group though it lies over the edge of two parts', held(24) + free(12) + held(24) + free(8), 29],
    ['where it is if nothing is free elsewhere', free(4) + held(36), -1],
    ['on the first of two groups that are equally large', held(30) + free(5) + held(25) + free(5), 32],
    ['on the only free seat', held(7) + free(1) + held(40), 7],
    ['where it is if nothing is free', held(40), -1],
  ])('%s', (_what, row, expected) => {
    const { hall, states } = rowOf(row)
    expect(seatToOpenOn(hall, states, ACROSS)).toBe(expected)
    expect(seatToOpenOn(hall, states, DOWN)).toBe(expected)
  })
})

describe('what a map shows', () => {
  /** The same map from another seat on, which lies on the edge of what it shows. */
  const from = (first: number) => ({ ...ACROSS, at: (seat: number) => ({ x: seat - first, y: 5 }) })
  const down = (first: number) => ({ ...DOWN, at: (seat: number) => ({ x: 5, y: seat - first }) })

  it.each([
    ['no seat before it', free(20) + held(16) + free(4), 20, 9],
    ['no seat on its first edge', held(20) + free(1) + held(15) + free(4), 20, 36],
    ['no seat on its last edge', held(21) + free(4) + held(15) + free(1), 20, 22],
  ])('is %s', (_what, row, first, expected) => {
    const { hall, states } = rowOf(row)
    expect(seatToOpenOn(hall, states, from(first))).toBe(expected)
    expect(seatToOpenOn(hall, states, down(first))).toBe(expected)
  })

  it('is a part of the hall in both directions: the free seats that fit into one are a group', () => {
    const square = [48, 52].flatMap((y) => [48, 49, 51, 52].map((x) => ({ x, y })))
    const line = [81, 82, 83, 84, 85, 86, 87].map((x) => ({ x, y: 85 }))
    const { hall, states } = rowOf(free(15) + held(20))
    const at = (seat: number) => [...line, ...square][seat] ?? { x: 5, y: 5 }
    expect(seatToOpenOn(hall, states, { width: 20, height: 20, at })).toBe(8)
  })

  it('is nothing of another level, however many seats are free there', () => {
    const { hall, states } = rowOf(held(20) + free(30) + held(20) + free(3))
    const onLevel = { ...ACROSS, at: (seat: number) => (seat < 50 && seat >= 20 ? { x: NaN, y: NaN } : ACROSS.at(seat)) }
    expect(seatToOpenOn(hall, states, onLevel)).toBe(71)
  })
})
