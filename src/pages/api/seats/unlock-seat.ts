import { unlockSeat } from '#lib/contract/show/seats.ts'
import { accept } from '#lib/domain/result.ts'
import { unlock } from '#lib/server/seats/claims/seats.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'

export const PUT = serve(
  unlockSeat,
  async (asked) => {
    const unlocked = await unlock(asked.body.seat, writer(asked).uuid)
    return unlocked.ok ? accept({ unlockedSeat: unlocked.value }) : unlocked
  },
  'seats',
)
export const ALL = onlyMethods('PUT')
