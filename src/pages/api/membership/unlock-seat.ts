import { unlockMembershipSeat } from '#lib/contract/area/memberships.ts'
import { accept } from '#lib/domain/result.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'
import { stillSelected, unlockOnDates } from '#lib/server/enrolment/membership-locks.ts'
import { seatOfMembership } from '#lib/server/enrolment/wanted-seat.ts'

export const PUT = serve(
  unlockMembershipSeat,
  async (asked) => {
    const { uuid } = writer(asked)
    const unlocked = await unlockOnDates(seatOfMembership(asked.body.seat), uuid)
    return unlocked.ok ? accept({ selections: [...(await stillSelected(asked.body.selections ?? [], uuid))] }) : unlocked
  },
  'seats',
)
export const ALL = onlyMethods('PUT')
