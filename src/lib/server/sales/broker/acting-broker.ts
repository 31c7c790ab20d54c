import type { AstroCookies } from 'astro'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { writer } from '#lib/server/calls/serve.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'
import type { Source } from '#lib/server/platform/http/limits/network.ts'
import { actingStaff } from '#lib/server/sales/acts/acting-staff.ts'
import type { ActingStaff } from '#lib/server/sales/acts/own-reservation.ts'
import { noteVisitor } from '#lib/server/staff/session/staff-visitor.ts'

/** The broker who calls, from then on known by the visitor of the call: that one chooses seats of the part. */
export async function actingBroker(asked: {
  readonly staff: StaffMember | undefined
  readonly visitor: Visitor | undefined
  readonly source: Source
  readonly request: Request
  readonly context: { readonly cookies: AstroCookies }
}): Promise<ActingStaff> {
  await noteVisitor(asked.context.cookies, writer(asked).uuid)
  return actingStaff(asked)
}
