import type { CatalogueFileInput } from '#lib/server/import/schema/catalogue-schema.ts'
import type { ImportFile } from '#lib/server/import/read/read-file.ts'

const POSTER = { svg: '<svg viewBox="0 0 600 840"><rect width="600" height="840" fill="#123"/></svg>' }

/** A small complete catalogue: one hall with 3 rows of 4 and a lawn of 50 places, one feature, one presentation (id 1). */
export function smallCatalogue(change: Partial<CatalogueFileInput> = {}): CatalogueFileInput {
  return {
    locations: [{ id: 1, name: 'האולם', city: 'חיפה' }],
    venues: [{ id: 1, locationId: 1, name: 'ראשי' }],
    seatplans: [smallPlan()],
    categories: [{ id: 1, name: 'תיאטרון' }],
    features: [{ id: 1, name: 'הצגה', categoryId: 1, poster: POSTER }],
    ticketGroups: [
      {
        id: 1,
        name: 'אולם',
        tickets: [
          { id: 11, name: 'רגיל', price: 89.9 },
          { id: 12, name: 'סטודנט', price: 70 },
        ],
      },
    ],
    products: [{ id: 1, name: 'תוכנייה', price: 25, image: POSTER }],
    serviceCharges: [{ id: 1, percentRatePerOrder: 2.5 }],
    presentations: [
      {
        id: 1,
        featureId: 1,
        venueId: 1,
        seatplanId: 1,
        start: '2030-05-06T20:30',
        prices: { hall: 1, lawn: 1 },
        productIds: [1],
        serviceChargeId: 1,
      },
    ],
    ...change,
  }
}

/** The seat plan of the small catalogue with other rows or another capacity of its lawn. */
export function smallPlan(rows: readonly number[] = [4, 4, 4], lawn = 50): NonNullable<CatalogueFileInput['seatplans']>[number] {
  return {
    id: 1,
    venueId: 1,
    name: 'אולם',
    format: 'rows',
    plan: {
      width: 400,
      height: 400,
      sections: [
        { id: 1, name: 'אולם', category: 'hall' },
        {
          id: 2,
          name: 'מדשאה',
          category: 'lawn',
          capacity: lawn,
          outline: [
            [0, 300],
            [400, 300],
            [200, 390],
          ],
        },
      ],
      tiers: [{ blocks: [1], origin: { x: 200, y: 60 }, rows: rows.map((seats, index) => ({ name: String(index + 1), seats })) }],
    },
  }
}

export function asFile(json: unknown, name = 'catalogue.json', folder?: string): ImportFile {
  return { name, json, folder }
}
