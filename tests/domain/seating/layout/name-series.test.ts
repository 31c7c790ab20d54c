import { describe, expect, test } from 'vitest'
import { namesBetween, readSeatCell } from '#lib/domain/seating/layout/name-series.ts'

describe('names from one to another', () => {
  test.each([
    ['numbers', '8', '11', '8 9 10 11'],
    ['numbers downwards', '11', '8', '11 10 9 8'],
    ['one number', '7', '7', '7'],
    ['one name that is no number', 'VIP', 'VIP', 'VIP'],
    ['numbers of a width that begins with 0', '08', '11', '08 09 10 11'],
    ['numbers of three digits', '008', '010', '008 009 010'],
    ['numbers from 0 on', '0', '2', '0 1 2'],
    ['numbers with a letter before them', 'A9', 'A11', 'A9 A10 A11'],
    ['numbers with a letter after them', '1b', '3b', '1b 2b 3b'],
    ['Latin letters', 'A', 'D', 'A B C D'],
    ['small letters downwards', 'd', 'b', 'd c b'],
    ['Hebrew letters', 'א', 'ד', 'א ב ג ד'],
    ['Hebrew letters without the final forms', 'י', 'פ', 'י כ ל מ נ ס ע פ'],
    ['the last Hebrew letters', 'צ', 'ת', 'צ ק ר ש ת'],
    ['Hebrew numerals', 'ט', 'יב', 'ט י יא יב'],
    ['15 and 16 as 9 + 6 and 9 + 7', 'יד', 'יז', 'יד טו טז יז'],
    ['tens', 'יט', 'כא', 'יט כ כא'],
    ['Hebrew numerals downwards', 'לא', 'כט', 'לא ל כט'],
    ['from 99 on', 'צט', 'קא', 'צט ק קא'],
    ['115 and 116', 'קיד', 'קיז', 'קיד קטו קטז קיז'],
    ['from 399 on', 'שצט', 'תא', 'שצט ת תא'],
    ['from 499 on', 'תצט', 'תקא', 'תצט תק תקא'],
    ['up to 999', 'תתקצח', 'תתקצט', 'תתקצח תתקצט'],
    ['numerals with their marks', 'י״ד', 'ט"ו', 'יד טו'],
  ])('%s: %s to %s', (_what, from, to, names) => {
    expect(namesBetween(from, to)?.join(' ')).toBe(names)
  })

  test.each([
    ['every second', '1', '7', 2, '1 3 5 7'],
    ['as many as fit', '1', '6', 2, '1 3 5'],
    ['downwards', '7', '1', 3, '7 4 1'],
    ['whatever the sign of the step', '1', '5', -2, '1 3 5'],
    ['letters', 'A', 'E', 2, 'A C E'],
    ['numerals', 'ט', 'יג', 2, 'ט יא יג'],
  ])('by a step: %s', (_what, from, to, step, names) => {
    expect(namesBetween(from, to, step)?.join(' ')).toBe(names)
  })

  test.each([
    ['other letters before the numbers', 'A1', 'B3'],
    ['other letters after them', '1a', '3b'],
    ['a number and a letter', '1', 'א'],
    ['a number and a name', '1', 'VIP'],
    ['a capital and a small letter', 'A', 'c'],
    ['letters of two alphabets', 'A', 'א'],
    ['two numbers in a name', 'R1S1', 'R1S3'],
    ['numbers of ten digits', '1234567890', '1234567891'],
    ['a numeral that is written otherwise', 'יד', 'יה'],
    ['letters that are no numeral', 'אי', 'יב'],
    ['a final letter', 'ט', 'ך'],
    ['marks without a letter', '"', 'ב'],
    ['a numeral of six letters', 'תתתתתת', 'תתתתתא'],
  ])('%s do not belong together: %s and %s', (_what, from, to) => {
    expect(namesBetween(from, to)).toBeUndefined()
  })

  test.each([0, 0.5, NaN])('there is no step of %f', (step) => {
    expect(namesBetween('1', '3', step)).toBeUndefined()
  })

  test('there are at most 2,000', () => {
    expect(namesBetween('1', '2000')).toHaveLength(2_000)
    expect(namesBetween('1', '2001')).toBeUndefined()
    expect(namesBetween('2001', '1')).toBeUndefined()
    expect(namesBetween('1', '4000', 2)).toHaveLength(2_000)
    expect(namesBetween('1', '4001', 2)).toBeUndefined()
  })
})

describe('the seats of a cell', () => {
  const read = (cell: string) => readSeatCell(cell)?.map(({ gap, names }) => `${'_'.repeat(gap)}${names.join(' ')}`)

  test.each([
    ['1-4', ['1 2 3 4']],
    ['4 - 1', ['4 3 2 1']],
    ['1–3', ['1 2 3']],
    ['1..3', ['1 2 3']],
    ['1-7/2', ['1 3 5 7']],
    ['1-7 / 2', ['1 3 5 7']],
    ['12', ['12']],
    ['101,103, 107', ['101', '103', '107']],
    ['1-2 | 3-4|5', ['1 2', '_3 4', '_5']],
    ['1,_,3', ['1', '_3']],
    ['_,_,1-2', ['__1 2']],
    ['1 | _, 2', ['1', '__2']],
    ['1, _, 2, 3', ['1', '_2', '3']],
  ])('%s', (cell, blocks) => {
    expect(read(cell)).toEqual(blocks)
  })

  test.each(['', ' ', '_', '1,,2', '1-', '-3', '1-2-3', '1-9/2/2', '1-x', '1-5/0', '1-5/x', '1 | ', '/2'])('%j says no seats', (cell) => {
    expect(read(cell)).toBeUndefined()
  })
})
