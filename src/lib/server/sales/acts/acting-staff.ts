import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { staffOfCall } from '#lib/server/calls/serve.ts'
import type { Source } from '#lib/server/platform/http/limits/network.ts'
import { whenceOf } from '#lib/server/staff/session/staff-audit.ts'
import type { ActingStaff } from './own-reservation.ts'

/** Who of the staff calls, and from where. */
export function actingStaff(asked: {
  readonly staff: StaffMember | undefined
  readonly source: Source
  readonly request: Request
}): ActingStaff {
  return { member: staffOfCall(asked), ...whenceOf(asked.source, asked.request) }
}
