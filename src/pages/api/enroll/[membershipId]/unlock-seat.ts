import { unlockEnrolSeat } from '#lib/contract/area/memberships.ts'
import { accept } from '#lib/domain/result.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'
import { stillSelected, unlockOnDates } from '#lib/server/enrolment/membership-locks.ts'
import { seatOfEnrolment } from '#lib/server/enrolment/wanted-seat.ts'

export const PUT = serve(
  unlockEnrolSeat,
  async (asked) => {
    const { uuid } = writer(asked)
    const wanted = await seatOfEnrolment(asked.params.membershipId, asked.body)
    if (!wanted.ok) return wanted
    const unlocked = await unlockOnDates(wanted.value, uuid)
    return unlocked.ok ? accept({ selections: [...(await stillSelected(asked.body.selections ?? [], uuid))] }) : unlocked
  },
  'seats',
)
export const ALL = onlyMethods('PUT')
