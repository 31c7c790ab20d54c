import { describe, expect, test } from 'vitest'
import { readColour } from '#lib/domain/seating/plan/file-colour.ts'

describe('a colour of a plan file', () => {
  test.each([
    ['#a1b2c3', '#a1b2c3'],
    ['a1b2c3', '#a1b2c3'],
    ['#A1B2C3D4', '#a1b2c3d4'],
    ['#abc', '#aabbcc'],
    ['#abcd', '#aabbccdd'],
    [' #fff ', '#ffffff'],
    ['red', '#ff0000'],
    ['Fuchsia', '#ff00ff'],
    ['rgb(255, 0, 10)', '#ff000a'],
    ['RGB(255,0,10)', '#ff000a'],
    ['rgb(255 0 10)', '#ff000a'],
    ['rgb( 255 0 10 )', '#ff000a'],
    ['rgb(100%, 0%, 50%)', '#ff0080'],
    ['rgba(1, 2, 3, 0.5)', '#01020380'],
    ['rgba(1, 2, 3, 1)', '#010203ff'],
    ['rgb(1 2 3 / 20%)', '#01020333'],
    ['rgb(300, 0.4, 12.6)', '#ff000d'],
    ['rgb(.., 2, 3)', '#000203'],
  ])('%s is %s', (written, colour) => {
    expect(readColour(written)).toBe(colour)
  })

  test.each(['', '  ', 'none', 'None', 'transparent', null, undefined])('is none on purpose: %j', (written) => {
    expect(readColour(written)).toBeNull()
  })

  test.each([
    ...['#12', '#12345', '#1234567', '#123456789', '#ggg', '##fff', '#fff#', 'url(#a)', 'reddish', 'constructor', '__proto__'],
    ...['rgb(1,2)', 'rgb(1,2,3,4,5)', 'rgb()', 'rgb(1,2,3', 'rgb(-1,2,3)', 'argb(1,2,3)', 'rgb(1,2,3) x', 'hsl(1,2,3)', 'rgbb(1,2,3)'],
  ])('is not %j', (written) => {
    expect(readColour(written)).toBeUndefined()
  })
})
