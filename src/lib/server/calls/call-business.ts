import { z } from 'zod'
import { wordedBusinesses } from '#lib/text/overrides.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'

/** The fields in which calls name their presentation. */
const named = z.union([
  z.object({ params: z.object({ presentationId: z.number() }) }).transform(({ params }) => params.presentationId),
  z.object({ query: z.object({ presentationId: z.number() }) }).transform(({ query }) => query.presentationId),
  z.object({ body: z.object({ seat: z.object({ PresentationId: z.number() }) }) }).transform(({ body }) => body.seat.PresentationId),
  z
    .object({ body: z.object({ cart: cartOf('seats', z.object({ ticket: z.object({ prsntId: z.number() }) })) }) })
    .transform(({ body }) => body.cart.ticket.prsntId),
  z.object({ body: z.object({ cart: cartOf('presentations', z.object({ id: z.number() })) }) }).transform(({ body }) => body.cart.id),
])

/** Takes the first entry of a cart's list; a cart never has two businesses (spec §5). */
function cartOf<Of extends z.ZodType>(list: string, one: Of) {
  return z
    .object({ [list]: z.array(z.unknown()).min(1) })
    .transform((cart) => cart[list]?.[0])
    .pipe(one)
}

/** The business that a call is about, so that refusals use its texts; undefined if the call names none, or the business has no texts of its own. */
export async function businessOfCall(asked: unknown): Promise<number | undefined> {
  if (wordedBusinesses().length === 0) return undefined
  const presentationId = named.safeParse(asked)
  if (!presentationId.success) return undefined
  return (await catalogue()).presentations.get(presentationId.data)?.businessId
}
