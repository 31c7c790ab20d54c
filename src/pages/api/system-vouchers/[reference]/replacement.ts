import { replaceVoucher } from '#lib/contract/area/vouchers.ts'
import { accept } from '#lib/domain/result.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'
import { replaceOwnVoucher } from '#lib/server/customers/area/own-voucher.ts'

/** Own vouchers only; another customer's is answered like an unknown one. */
export const POST = serve(replaceVoucher, async (asked) => {
  const replaced = await replaceOwnVoucher(writer(asked), asked.params.reference, asked.body.reservationIdentifier)
  if (!replaced.ok) return replaced
  const { id, reference, startsAt, endsAt, createdAt } = replaced.value
  return accept({
    IsForReplacement: true,
    StartDate: new Date(startsAt).toISOString(),
    EndDate: endsAt === null ? null : new Date(endsAt).toISOString(),
    DateTimeCreated: new Date(createdAt).toISOString(),
    SystemVoucherId: id,
    Reference: reference,
  })
})
export const ALL = onlyMethods('POST')
