import type { AstroCookies } from 'astro'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { writer } from '#lib/server/calls/serve.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'
import type { Source } from '#lib/server/platform/http/limits/network.ts'
import { noteVisitor } from '#lib/server/staff/session/staff-visitor.ts'
import { actingStaff } from './acting-staff.ts'
import type { ActingStaff } from './own-reservation.ts'

/** The producer or broker who calls, from then on known by the visitor of the call: that one chooses among the seats that are kept for them. */
export async function actingSeller(asked: {
  readonly staff: StaffMember | undefined
  readonly visitor: Visitor | undefined
  readonly source: Source
  readonly request: Request
  readonly context: { readonly cookies: AstroCookies }
}): Promise<ActingStaff> {
  await noteVisitor(asked.context.cookies, writer(asked).uuid)
  return actingStaff(asked)
}
