import * as z from 'zod/mini'
import { VOD_ROUTES } from '#lib/contract/routes/vod-routes.ts'
import { endpoint } from '../endpoint.ts'
import { UNSCRIPTED_ROUTES } from '#lib/contract/routes/unscripted-routes.ts'
import { idText, opaque } from '../wire.ts'

/** Watching films and streams (spec §2). A film's address is `/vod/{resId?}/{vodId}`; without resId the newest ticket of the visitor that still admits counts. */

const instant = z.nullable(z.string())

/** A film or stream as it is offered. Prices are shekels, times UTC, seconds from the beginning of the film. */
export const filmAnswer = z.object({
  vodId: z.number(),
  featureId: z.number(),
  featureName: z.string(),
  venueTypeId: z.number(),
  isLive: z.boolean(),
  price: z.number(),
  serviceCharge: z.number(),
  saleState: z.enum(['open', 'notOpen', 'closed', 'cancelled', 'soldout']),
  saleOpens: instant,
  /** When a live stream begins; null for a film. */
  startsAt: instant,
  hours: z.number(),
  days: z.number(),
  devices: z.number(),
  /** Running time; 0 of a live stream. */
  seconds: z.number(),
  poster: z.string(),
  chapters: z.array(z.object({ at: z.number(), name: z.string() })),
  subtitles: z.array(z.object({ language: z.string(), name: z.string(), isForHardOfHearing: z.boolean() })),
  sounds: z.array(z.object({ language: z.string(), name: z.string(), isDescription: z.boolean() })),
})
export type FilmAnswer = z.output<typeof filmAnswer>

/** A device that watches by the ticket now. */
export const watchingDevice = z.object({
  deviceId: z.string(),
  name: z.string(),
  lastSeenAt: z.string(),
  isThis: z.boolean(),
})
export type WatchingDevice = z.output<typeof watchingDevice>

/**
 * What the visitor may watch. 'ready': the next play opens the window. 'open': it runs until endsAt. 'startsIn': a live stream that has not begun.
 * 'late': it was not opened in time. 'ended': its window is over. 'forSale': the visitor has no ticket, or another's order is named.
 */
export const watchState = z.object({
  state: z.enum(['forSale', 'startsIn', 'ready', 'open', 'late', 'ended']),
  /** The order of the ticket; null without one. */
  resId: z.nullable(z.string()),
  /** The server's time, against a wrong clock of the device. */
  now: z.string(),
  /** Until when the first play may be. */
  playUntil: instant,
  firstPlayedAt: instant,
  endsAt: instant,
  /** Seconds where it was stopped, on whatever device; 0 at first. */
  position: z.number(),
  devices: z.array(watchingDevice),
  /** Where no other film may begin in this browser: those that play there, by their names. One may be named as `replaces`. */
  elsewhere: z.array(z.omit(watchingDevice, { isThis: true })),
  /** How often a device may still be replaced. */
  replacementsLeft: z.number(),
})
export type WatchState = z.output<typeof watchState>

/** The stream of one device. Addresses are for this session only and are renewed by every beat; the newest replaces the base of the earlier ones. */
export const watchStream = z.object({
  /** '/vod/media/{grant}/': playlists and segments stand below it, by byte ranges too. */
  base: z.string(),
  /** The main playlist: base + 'master.m3u8'. */
  manifest: z.string(),
  /** Seconds after which the next beat is due. A device that misses three has made room. */
  beatSeconds: z.number(),
  deviceId: z.string(),
  /** Devices that watch by the ticket now, this one among them. */
  watching: z.number(),
  firstPlayedAt: z.string(),
  endsAt: z.string(),
  position: z.number(),
})
export type WatchStream = z.output<typeof watchStream>

const vodId = z.object({ vodId: idText })
const position = z.number().check(z.minimum(0), z.maximum(200_000))

export const listFilms = endpoint({
  ...UNSCRIPTED_ROUTES.listFilms,
  summary: 'The films and streams that are for sale.',
  answer: z.object({ films: z.array(filmAnswer) }),
})

export const filmPoster = endpoint({
  ...UNSCRIPTED_ROUTES.filmPoster,
  summary: 'The still of a film.',
  params: vodId,
  produces: ['image/jpeg'],
  answer: z.string(),
})

export const watchStateOf = endpoint({
  ...VOD_ROUTES.watchStateOf,
  summary: 'What the visitor may watch of a film, and where it was stopped. Changes nothing.',
  params: vodId,
  query: z.object({ resId: z.optional(opaque) }),
  answer: z.object({ film: filmAnswer, watch: watchState }),
})

export const playFilm = endpoint({
  ...VOD_ROUTES.playFilm,
  summary:
    'Begins to watch on this device. The first play opens the window. Refusals: VOD_NOT_YOURS, VOD_NOT_STARTED, VOD_TOO_LATE, VOD_ENDED, VOD_DEVICE_LIMIT, VOD_REPLACE_LIMIT, VOD_DEVICE_UNSUPPORTED, VOD_BROWSER_UNSUPPORTED, VOD_MEDIA_MISSING.',
  params: vodId,
  body: z.object({
    resId: z.optional(z.nullable(opaque)),
    /** A device that is to stop instead, or another film of this browser. */ replaces: z.optional(z.nullable(opaque)),
  }),
  answer: z.object({ stream: watchStream }),
})

export const beatFilm = endpoint({
  ...VOD_ROUTES.beatFilm,
  summary:
    'Keeps the place of this device, stores the position and renews the addresses; isStopped gives the place up. Refusals: VOD_REPLACED (it was stopped by another device or tab), VOD_ENDED, VOD_NOT_YOURS.',
  params: vodId,
  body: z.object({ resId: z.optional(z.nullable(opaque)), position, isStopped: z.optional(z.boolean()) }),
  answer: z.object({ stream: z.nullable(watchStream) }),
})
