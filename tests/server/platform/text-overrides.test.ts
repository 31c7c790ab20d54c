import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { businessOfCall } from '#lib/server/calls/call-business.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { SettingsError } from '#lib/server/platform/config/settings.ts'
import { loadTextOverrides } from '#lib/server/platform/config/text-overrides.ts'
import { overrideTexts } from '#lib/text/overrides.ts'
import { textOf } from '#lib/text/text.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { startProgram } from '#tests/support/processes/server.ts'

const directories: string[] = []

afterEach(() => {
  overrideTexts([])
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true })
})

function folderOf(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'texts-'))
  directories.push(folder)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return folder
}

describe('text overrides', () => {
  it('R1.22 are read from a directory, for the whole shop and for one business', () => {
    loadTextOverrides(
      folderOf({
        'he/errors.json': { COUPON_USED: 'הקופון נוצל.' },
        'he/errors.7.json': { COUPON_USED: 'הקופון של המועדון נוצל.' },
        'en/order.json': { upTo: 'no more than {{max}}' },
        '.git/config': 'is of no interest',
      }),
    )
    expect(textOf('he')('errors.COUPON_USED')).toBe('הקופון נוצל.')
    expect(textOf('he', 7)('errors.COUPON_USED')).toBe('הקופון של המועדון נוצל.')
    expect(textOf('en')('order.upTo', { max: 8 })).toBe('no more than 8')
  })

  it.each([
    [{ 'fr/errors.json': {} }, 'fr/errors.json: the languages are he, en, ru, ar'],
    [{ 'he/mistakes.json': {} }, 'he/mistakes.json: a file is called common, '],
    [
      { 'he/calendar.7.json': {} },
      'he/calendar.7.json: one business has its own texts of order, seats, checkout, form, errors, donation only',
    ],
    [{ 'he/errors.json': '{' }, 'he/errors.json: it cannot be read'],
    [{ 'he/errors.json': { ERROR: 5 } }, 'he/errors.json: it is not one object of texts'],
    [{ 'he/errors.json': { ERORR: 'x' } }, 'he/errors.json: ERORR: the catalogue has no such text'],
    [{ 'he/errors.7.json': { SEAT_LIMIT: 'x' } }, 'he/errors.7.json: SEAT_LIMIT: {{max}} is missing'],
    [{ 'notes.txt': 'x' }, 'it cannot be read'],
  ])('that are invalid are refused and change nothing: %o', (files, sentence) => {
    const load = (): void => {
      loadTextOverrides(folderOf({ 'he/common.json': { close: 'לסגור' }, ...files }))
    }
    expect(load).toThrow(SettingsError)
    expect(load).toThrow(`TEXT_OVERRIDES_DIR: ${sentence}`)
    expect(textOf('he')('common.close')).not.toBe('לסגור')
  })

  it('that are invalid stop the start with code 2 and a line each', async () => {
    const app = await startProgram({
      TEXT_OVERRIDES_DIR: folderOf({ 'he/errors.json': { ERORR: 'x', SEAT_LIMIT: 'x' }, 'xx/errors.json': {} }),
    })
    const { code, stderr } = await app.finished
    expect(code).toBe(2)
    expect(stderr.trim().split('\n')).toHaveLength(3)
  })
})

describe('the business of a call', () => {
  beforeAll(async () => {
    await freshDatabase()
    await buildHouse()
    await database().query('UPDATE presentation SET business_id = 7 WHERE presentation_id = 1')
  })

  it.each([
    [{ params: { presentationId: 1 } }, 7],
    [{ params: {}, query: { presentationId: 1 } }, 7],
    [{ params: {}, query: {}, body: { seat: { PresentationId: 1 } } }, 7],
    [{ params: {}, query: {}, body: { cart: { seats: [{ ticket: { prsntId: 1 } }] } } }, 7],
    [{ params: {}, query: {}, body: { cart: { presentations: [{ id: 1, seats: [] }] } } }, 7],
    [{ params: { presentationId: 987_654 } }, undefined],
    [{ params: { locale: 'he' }, query: {}, body: undefined }, undefined],
    [{ params: {}, query: {}, body: { cart: { seats: [] } } }, undefined],
  ])('of %o is %s', async (asked, businessId) => {
    overrideTexts([{ locale: 'he', namespace: 'errors', businessId: 7, texts: {} }])
    expect(await businessOfCall(asked)).toBe(businessId)
  })

  it('is not looked up if no business has overrides', async () => {
    expect(await businessOfCall({ params: { presentationId: 1 } })).toBeUndefined()
  })
})
