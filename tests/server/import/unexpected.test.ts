import { expect, test } from 'vitest'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { writeRemark } from '#lib/server/import/read/report.ts'
import { catalogueFile } from '#lib/server/import/schema/catalogue-schema.ts'
import { asFile, smallCatalogue } from '#tests/support/catalogue-files.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { wrongFiles, type Json } from '#tests/support/wrong-files.ts'

/** The words of the machine, which no message has. */
const UNREADABLE = /RangeError|TypeError|Error:|invalid input|violates|out of range|syntax|undefined|NaN|\[object|\/\^/i

const SVG = { svg: '<svg viewBox="0 0 9 9"/>' }

/** A right catalogue that has something of nearly everything. */
function wholeCatalogue(): Json {
  const small = JSON.parse(JSON.stringify(smallCatalogue())) as Readonly<Record<string, readonly Readonly<Record<string, Json>>[]>>
  const [shown] = small.presentations ?? []
  const [group] = small.ticketGroups ?? []
  const tickets = [
    ...(Array.isArray(group?.tickets) ? (group.tickets as readonly Json[]) : []),
    { id: 13, name: 'לחברים', price: 50, access: 'member' },
    { id: 14, name: 'קופון', price: 40, access: 'code' },
    { id: 15, name: 'לקוראים', price: 50, access: 'site' },
  ]
  const rules = { loneSeats: 'never', keepOneFree: true, companionNeedsWheelchair: true }
  const terms = {
    ...{ seatingPolicyId: 3, maxSeats: 6, maxPayments: 2, seatRules: rules, changes: { allowed: true, untilMinutes: 60, withinDays: 9 } },
    ...{ saleOpens: { day: 2, time: '10:00' }, cancellationPolicyId: 1, additionalTerms: 'תנאים' },
  }
  const adult = { code: 'adult', name: 'רגיל' }
  const schedule = { firstId: 100, featureId: 1, venueId: 1, seatplanId: 1, prices: { hall: 1, lawn: 1 } }
  const policy = { withinDays: 14, beforeDays: 7, countsRestDays: false, charge: { kind: 'percent', percent: 5 }, chargeLimit: 100 }
  const voucher = { id: 11, name: 'שובר', validDays: 1826, exchangeDays: 365, prices: [{ id: 111, name: '₪100', price: 100 }] }
  const cause = {
    code: 'first',
    name: 'כרטיס',
    recipient: 'עמותה',
    recipientNumber: '580341192',
    recognised: true,
    roundUp: true,
    image: SVG,
  }
  const site = { url: 'desert', accent: '#7a3229', mark: SVG, cover: SVG, words: { he: { name: 'קולות' } } }
  return {
    ...small,
    ticketGroups: [{ id: 1, name: 'אולם', tickets }],
    presentations: [
      { ...shown, ...terms },
      { ...shown, id: 2, start: { day: 9, time: '20:00' }, prices: { hall: { ticketGroupId: 1, allocationId: 2 }, lawn: 1 } },
    ],
    schedules: [{ ...schedule, from: 20, days: 3, every: 1, weekdays: [0, 1, 2, 3, 4, 5, 6], times: ['20:00'] }],
    cancellationPolicies: [{ id: 1, name: 'ביטול', ...policy }],
    coupons: [{ code: 'SPRING', tickets: [14], uses: 5 }],
    memberships: [
      {
        id: 11,
        code: 'eight',
        name: 'שמונה',
        type: 'open',
        tickets: [13],
        uses: 8,
        validDays: 365,
        prices: [{ id: 111, ...adult, price: 1080 }],
      },
      { id: 12, code: 'both', name: 'שניהם', type: 'series', presentationIds: [1, 2], prices: [{ id: 121, ...adult, price: 180 }] },
    ],
    voucherSuperClasses: [{ id: 1, name: 'שובר', classes: [voucher] }],
    donations: [{ id: 1, ...cause, amounts: [{ id: 11, name: 'אחד', amount: 60 }], free: { id: 12, name: 'אחר', min: 5, max: 5000 } }],
    miniSites: [{ id: 1, ...site, presentationIds: [1], tickets: [{ ticketId: 15, balance: 14 }] }],
    vouchers: [{ reference: 'GIFT-1234', balance: 100 }],
  }
}

test('a right catalogue that is changed in one place is imported or refused in words, whatever the change', async () => {
  await freshDatabase()
  const run = (json: Json) => importCatalogue([asFile(json)], { dryRun: true, today: '2030-05-01' })
  expect((await run(wholeCatalogue())).problems.map(writeRemark)).toEqual([])
  const wrong: string[] = []
  const done = new Set<string>()
  const counts = { imported: 0, refused: 0 }
  for (const file of wrongFiles([wholeCatalogue()], [], (value) => value)) {
    // What the schema refuses is told of in refusals.test.ts; of what it allows at a place, one of each kind goes on to the database.
    const where = `${file.path.join('.')} ${file.how}`
    if (done.has(where) || !catalogueFile.safeParse(file.json).success) continue
    done.add(where)
    try {
      const { problems } = await run(file.json)
      counts[problems.length > 0 ? 'refused' : 'imported']++
      for (const problem of problems) if (UNREADABLE.test(problem.sentence)) wrong.push(`${where}: ${writeRemark(problem)}`)
    } catch (error) {
      wrong.push(`${where} throws ${String(error).slice(0, 200)}`)
    }
  }
  expect(wrong).toEqual([])
  expect(counts.imported).toBeGreaterThan(30)
  expect(counts.refused).toBeGreaterThan(30)
}, 120_000)
