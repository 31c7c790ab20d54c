import type { WatchState } from '#lib/contract/area/vod.ts'
import type { CallRefusal } from '#lib/client/http/call.ts'
import type { UnsupportedDevice } from '#lib/domain/catalogue/films/watch-device.ts'

/** What the player shows. Before 'playing' nothing of the film is loaded. */
export type Phase =
  | { readonly at: 'startsIn' | 'ready' | 'resume' | 'starting' | 'playing' | 'devices' | 'late' | 'ended' }
  | { readonly at: 'end' | 'replaced' | 'offline' }
  | { readonly at: 'unsupported'; readonly code: UnsupportedDevice }
  | { readonly at: 'fault'; readonly code: string }

/** The first phase of a visit. */
export function firstPhase({ state, position }: WatchState, isLive: boolean, unsupported: UnsupportedDevice | undefined): Phase {
  if (state === 'late' || state === 'ended') return { at: state }
  if (unsupported) return { at: 'unsupported', code: unsupported }
  if (state === 'startsIn') return { at: state }
  return { at: position > 0 && !isLive ? 'resume' : 'ready' }
}

const BY_CODE: Readonly<Record<string, Phase['at']>> = {
  VOD_NOT_STARTED: 'startsIn',
  VOD_TOO_LATE: 'late',
  VOD_ENDED: 'ended',
  VOD_DEVICE_LIMIT: 'devices',
  VOD_REPLACE_LIMIT: 'devices',
  VOD_REPLACED: 'replaced',
  NO_CONNECTION: 'offline',
}

/** The phase that a refusal leads to. */
export function phaseOfRefusal({ code }: Pick<CallRefusal, 'code'>): Phase {
  if (code === 'VOD_DEVICE_UNSUPPORTED' || code === 'VOD_BROWSER_UNSUPPORTED') return { at: 'unsupported', code }
  const at = BY_CODE[code]
  return at === undefined || at === 'unsupported' || at === 'fault' ? { at: 'fault', code } : { at }
}
