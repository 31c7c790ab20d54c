import { describe, expect, test } from 'vitest'
import { checkGift, GIFT_PICTURES, type WantedGift } from '#lib/domain/gifts/gift.ts'
import { instantOfWall, wallTimeOf } from '#lib/domain/time/wall-clock.ts'

const NOW = Date.parse('2026-11-23T10:00:00Z')
const GIFT: WantedGift = {
  ...{ to: ' רות ', from: 'נועה', greeting: '', picture: 'seat', channel: 'sms', contact: '052-618-0937', at: '2026-12-24T09:00' },
}
const check = (change: Partial<WantedGift> = {}, around: object = {}) =>
  checkGift({ ...GIFT, ...change }, { now: NOW, endsAt: null, pictures: GIFT_PICTURES, ...around })

describe('a gift', () => {
  test('is sent at its hour in Israel, to a contact in one form', () => {
    expect(check()).toMatchObject({ ok: true, value: { to: 'רות', contact: '0526180937', dueAt: Date.parse('2026-12-24T07:00:00Z') } })
    expect(check({ at: null, channel: 'mail', contact: ' Ruth@Shura.example' })).toMatchObject({
      value: { dueAt: null, contact: 'ruth@shura.example' },
    })
    expect(check({ channel: 'print', contact: '' })).toMatchObject({ value: { dueAt: null, contact: '' } })
    expect(check({ from: ' נועה ', greeting: ' מזל טוב ' })).toMatchObject({
      value: { from: 'נועה', greeting: 'מזל טוב', picture: 'seat' },
    })
  })

  test('that the buyer hands over has neither hour nor contact, whatever was typed', () => {
    const value = { channel: 'print', dueAt: null, contact: '' }
    expect(check({ channel: 'print', contact: 'neither', at: '2020-01-01T09:00' })).toMatchObject({ ok: true, value })
  })

  test.each([
    ['the minute that has just begun', '2026-11-23T11:59', {}, true],
    ['the minute before', '2026-11-23T11:58', {}, false],
    ['a year ahead', '2027-11-24T12:00', {}, true],
    ['a minute later than that', '2027-11-24T12:01', {}, false],
    ['the last moment of its voucher', '2026-12-24T09:00', { endsAt: Date.parse('2026-12-24T07:00:00Z') + 1 }, true],
    ['the moment at which its voucher ends', '2026-12-24T09:00', { endsAt: Date.parse('2026-12-24T07:00:00Z') }, false],
  ])('is sent not before now, at most a year ahead and before its voucher ends: %s', (_when, at, around, isOk) => {
    expect(check({ at }, around).ok).toBe(isOk)
  })

  test.each<[string, Partial<WantedGift>, string, object?]>([
    ['for nobody', { to: ' ' }, 'GIFT_NAMES'],
    ['from nobody', { from: '' }, 'GIFT_NAMES'],
    ['from blanks', { from: ' ' }, 'GIFT_NAMES'],
    ['with a picture of another class', {}, 'GIFT_PICTURE', { pictures: ['moon'] }],
    ['by SMS to an address', { contact: 'ruth@shura.example' }, 'GIFT_CONTACT'],
    ['by mail to a number', { channel: 'mail' }, 'GIFT_CONTACT'],
    ['yesterday', { at: '2026-11-22T09:00' }, 'GIFT_TIME'],
    ['in two years', { at: '2028-11-23T09:00' }, 'GIFT_TIME'],
    ['on a day that is none', { at: '2026-02-30T09:00' }, 'GIFT_TIME'],
    ['after its voucher has ended', {}, 'GIFT_TIME', { endsAt: Date.parse('2026-12-20T00:00:00Z') }],
  ])('%s is refused', (_name, change, code, around = {}) => {
    expect(check(change, around)).toMatchObject({ ok: false, refusal: { code } })
  })
})

describe('a wall time', () => {
  test.each([
    ['2026-07-01T09:00', '2026-07-01T06:00:00Z'],
    ['2026-12-01T09:00', '2026-12-01T07:00:00Z'],
    ['2026-10-25T01:30', '2026-10-24T22:30:00Z'],
    ['2026-03-27T02:30', '2026-03-27T00:30:00Z'],
  ])('%s is %s', (wall, instant) => {
    expect(instantOfWall(wall)).toBe(Date.parse(instant))
  })

  test('goes there and back', () => {
    for (let hour = 0; hour < 24 * 366; hour += 7) {
      const at = NOW + hour * 3_600_000
      expect(wallTimeOf(instantOfWall(wallTimeOf(at)) ?? 0)).toBe(wallTimeOf(at))
    }
  })
})
