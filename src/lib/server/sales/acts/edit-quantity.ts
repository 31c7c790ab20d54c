import type { AnswerOf, BodyOf, ParamsOf } from '#lib/contract/endpoint.ts'
import type { editReferencePromptOptionQuantity as contract } from '#lib/contract/staff/live-references.ts'
import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { presentationsBy } from '#lib/domain/catalogue/presentations-of.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { mayStaff, PERMISSIONS, type StaffMember, type StaffScope } from '#lib/domain/staff/permissions.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { setPriceQuantity, setTicketQuantity } from '#lib/server/entitlements/reference-quantities.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { noteStaffAct } from '#lib/server/staff/session/staff-audit.ts'
import type { ActingStaff } from './own-reservation.ts'

interface Asked {
  readonly params: ParamsOf<typeof contract>
  readonly body: BodyOf<typeof contract>
}

/**
 * Sets how often a reference may be used. Who does it sells every show of the ticket: its quantity counts for all of them. Refusals: NOT_FOUND (none, or
 * another's), QUANTITY_CHANGED, QUANTITY_USED.
 */
export async function editQuantity(staff: ActingStaff, { params, body }: Asked): Promise<Result<AnswerOf<typeof contract>>> {
  const { priceType, priceId, priceRowId } = params
  const scopes = priceType === 1 ? await scopesOfTicket(priceId) : await scopesOfPrice(priceId)
  if (!maySet(staff.member, scopes)) return refuse('NOT_FOUND')
  const { reference, reference2, quantity, expectedQuantity } = body
  const asked = {
    priceId,
    rowId: priceRowId,
    ref1: reference ?? '',
    ref2: reference2 ?? '',
    quantity,
    expected: expectedQuantity ?? undefined,
  }
  return inTransaction(async (client): Promise<Result<AnswerOf<typeof contract>>> => {
    const made = await (priceType === 1 ? setTicketQuantity : setPriceQuantity)(client, asked)
    if (!made.ok) return made
    const { member, address, device } = staff
    await noteStaffAct(client, {
      ...{
        address,
        device,
        staffId: member.staffId,
        action: 'set quantity',
        subject: `${String(priceType)}/${String(priceId)}/${String(priceRowId)}`,
      },
      ...(scopes[0] && { businessId: scopes[0].businessId }),
      facts: { quantity, used: made.value.used },
    })
    return accept({ success: true, Quantity: quantity, Used: made.value.used })
  })
}

function maySet(member: StaffMember, scopes: readonly StaffScope[]): boolean {
  return scopes.length > 0 && scopes.every((scope) => mayStaff(member, PERMISSIONS.producerSeats, scope))
}

const presentationsWith = presentationsBy(({ prices }: Presentation) => [...new Set(prices.map(({ ticketGroupId }) => ticketGroupId))])

/** Of whose presentations a ticket is; of none that is sold nowhere. */
async function scopesOfTicket(ticketId: number): Promise<readonly StaffScope[]> {
  const from = await catalogue()
  const group = [...from.ticketGroups.values()].find(({ tickets }) => tickets.some(({ id }) => id === ticketId))
  return group ? presentationsWith(from, group.id).map(({ businessId, featureId }) => ({ businessId, featureId })) : []
}

async function scopesOfPrice(priceId: number): Promise<readonly StaffScope[]> {
  const { memberships } = await catalogue()
  const own = [...memberships.values()].find(({ prices }) => prices.some(({ id }) => id === priceId))
  return own ? [{ businessId: own.businessId }] : []
}
