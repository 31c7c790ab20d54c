import { afterEach, expect, test, vi } from 'vitest'
import { Watching } from '#lib/client/vod/watching.ts'
import type { WatchState } from '#lib/contract/area/vod.ts'
import { actAsBrowser } from '#tests/client/page.ts'

afterEach(() => vi.unstubAllGlobals())

const WATCH: WatchState = {
  ...{ state: 'ready', resId: 'r2345678', now: '2026-11-24T18:30:00.000Z', playUntil: '2026-12-24T18:30:00.000Z', firstPlayedAt: null },
  ...{ endsAt: null, position: 0, devices: [], elsewhere: [], replacementsLeft: 20 },
}
const DEVICE = { deviceId: 'd1', name: 'Chrome · Linux', lastSeenAt: '2026-11-24T18:29:50.000Z', isThis: false }

test('a film that finds no place lists the devices also if a process of before a deployment answers, which says nothing of films elsewhere', async () => {
  actAsBrowser()
  const { elsewhere: _elsewhere, ...before } = { ...WATCH, devices: [DEVICE], replacementsLeft: 19 }
  vi.stubGlobal('fetch', (input: string) => {
    const isPlay = new URL(input, 'http://shop').pathname.endsWith('/play')
    return Promise.resolve(
      isPlay ? Response.json({ error: 'VOD_DEVICE_LIMIT' }, { status: 409 }) : Response.json({ film: {}, watch: before }),
    )
  })
  const watching = new Watching({ vodId: 7, resId: 'r2345678', isLive: false }, WATCH, { at: 'ready' })
  await watching.play(0)
  expect(watching.$phase.get()).toEqual({ at: 'devices' })
  expect([watching.$devices.get(), watching.$elsewhere.get(), watching.$replacementsLeft.get()]).toEqual([[DEVICE], [], 19])
})
