import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { Sourced } from '#lib/server/import/read/read-catalogue.ts'
import type { ReadDonation } from '#lib/server/import/read/read-donations.ts'
import { inside, type ImportNotes } from '#lib/server/import/read/report.ts'
import type { Prepared } from './prepare.ts'

/** Checks donations for consistency with themselves, and that codes and ids of amounts stay with them. */
export async function checkDonations(client: Queryable, { donations }: Prepared, notes: ImportNotes): Promise<void> {
  if (donations.length === 0) return
  for (const source of donations) checkOwn(source, notes)
  await checkTaken(client, donations, notes)
  await checkRecipients(client, donations, notes)
}

/** Contradictions within one donation: the wrong key, its condition, and the message. */
const CONTRADICTIONS: readonly (readonly [key: string, is: (item: ReadDonation) => boolean, sentence: string])[] = [
  ['amounts', ({ amounts, free }) => amounts.length === 0 && !free, 'gives no amount to choose, and no free one'],
  ['roundUp', ({ roundUp, free }) => roundUp && !free, 'rounds up, but has no free amount'],
  [
    'roundUp',
    ({ roundUp, free }) => roundUp && Boolean(free && free.min > 10),
    'rounds up to ten shekels, but the free amount begins above them',
  ],
]

function checkOwn({ item, place }: Sourced<ReadDonation>, notes: ImportNotes): void {
  for (const [key, is, sentence] of CONTRADICTIONS) if (is(item)) notes.problem(inside(place, key), sentence)
  for (const [index, { amount }] of item.amounts.entries()) {
    const here = inside(place, 'amounts', index, 'amount')
    if (amount === 0) notes.problem(here, 'is worth nothing')
    if (item.amounts.findIndex((one) => one.amount === amount) < index) notes.problem(here, 'is the same as another before it')
  }
  const most = Math.max(item.free?.max ?? 0, ...item.amounts.map(({ amount }) => amount))
  if (most * item.maxQuantity > 1_000_000) notes.problem(inside(place, 'maxQuantity'), 'makes more than a million shekels in one order')
  if (item.free?.min === 0) notes.problem(inside(place, 'free', 'min'), 'is worth nothing')
  if (item.free && item.free.max < item.free.min) notes.problem(inside(place, 'free', 'max'), 'is less than the smallest amount')
}

async function checkTaken(client: Queryable, donations: readonly Sourced<ReadDonation>[], notes: ImportNotes): Promise<void> {
  const { rows: codes } = await client.query<{ id: number; code: string }>('SELECT donation_id AS id, code FROM donation')
  const { rows: details } = await client.query<{ id: number; owner: number }>(
    'SELECT donation_detail_id AS id, donation_id AS owner FROM donation_detail',
  )
  const listed = new Set(donations.map(({ item }) => item.id))
  const ownerOf = new Map(details.map(({ id, owner }) => [id, owner]))
  for (const { item, place } of donations) {
    const other = codes.find(({ id, code }) => code === item.code && id !== item.id && !listed.has(id))
    if (other) notes.problem(inside(place, 'code'), `the code ${item.code} is that of donation ${String(other.id)} already`)
    const own = [
      ...item.amounts.map(({ id }, index) => ({ id, steps: ['amounts', index] })),
      ...(item.free ? [{ id: item.free.id, steps: ['free'] }] : []),
    ]
    for (const { id, steps } of own) {
      const owner = ownerOf.get(id) ?? item.id
      if (owner !== item.id) notes.problem(inside(place, ...steps), `the amount ${String(id)} is of donation ${String(owner)} already`)
    }
  }
}

type Recipient = Pick<ReadDonation, 'id' | 'recipientNumber' | 'recipient' | 'businessId' | 'recognised'>

/** Receipts of one number are one series: it has one name, one business, and is recognised or not. */
async function checkRecipients(client: Queryable, donations: readonly Sourced<ReadDonation>[], notes: ImportNotes): Promise<void> {
  const { rows } = await client.query<Recipient>(
    'SELECT donation_id AS id, recipient_number AS "recipientNumber", recipient, business_id AS "businessId", is_recognised AS recognised FROM donation',
  )
  const listed = new Set(donations.map(({ item }) => item.id))
  const known: Recipient[] = rows.filter(({ id }) => !listed.has(id))
  for (const { item, place } of donations) {
    const other = known.find(({ recipientNumber }) => recipientNumber === item.recipientNumber)
    const differs = other && (['recipient', 'businessId', 'recognised'] as const).find((key) => item[key] !== other[key])
    if (differs)
      notes.problem(inside(place, differs), `is another than that of donation ${String(other.id)}, whose recipient has the same number`)
    known.push(item)
  }
}
