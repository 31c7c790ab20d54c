import { database } from '#lib/server/platform/db/connect.ts'

/** A customer's photo as an uncacheable response; undefined if there is none. */
export async function photoOf(customerId: number): Promise<Response | undefined> {
  const { rows } = await database().query<{ photo: Buffer; type: string }>({
    name: 'customer-photo',
    text: 'SELECT photo, photo_type AS type FROM customer WHERE customer_id = $1 AND photo IS NOT NULL',
    values: [customerId],
  })
  const row = rows[0]
  return (
    row &&
    new Response(new Uint8Array(row.photo), {
      headers: {
        'Content-Type': row.type,
        'Cache-Control': 'private, no-store',
        'X-Content-Type-Options': 'nosniff',
        'Content-Disposition': 'inline',
      },
    })
  )
}
