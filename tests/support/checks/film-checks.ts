import type { Checks } from './check.ts'

const WATCH = 'lib/server/vod/watch.ts'

/** Who watches what was bought to watch at home. */
export const FILM_CHECKS = {
  'a film is watched by its buyer': {
    file: 'lib/server/vod/own-ticket.ts',
    text: 'AND is_order_of(o, $1)',
    without: 'AND $1::uuid IS NOT NULL',
    statement: 'own-film-ticket',
  },
  'a film that plays in the same browser is named to its buyer': {
    file: 'lib/server/vod/devices.ts',
    text: 'is_order_of(o, $1) AS "isOwn"',
    without: 'true AS "isOwn"',
    statement: 'films-of-visitor',
  },
  'a film is played in a browser session, not by the name of one': {
    file: WATCH,
    text: `visitor?.proof === 'cookie'`,
    without: 'true',
  },
  'a problem is reported in a browser session, not by the name of one': {
    file: 'lib/server/vod/film-problem.ts',
    text: `visitor?.proof === 'cookie'`,
    without: 'visitor',
  },
  'a problem is reported from our own pages': { file: 'pages/vod/_problem.ts', text: 'isCrossSite(request)', without: 'false' },
  'media is read by the session that it was signed for': {
    file: 'lib/server/vod/media-grant.ts',
    text: '!timingSafeEqual(mac, macOf(body, sidHash))',
    without: 'false',
  },
  'media is read by a session that has a place': {
    file: 'lib/server/vod/media-right.ts',
    text: 'AND s.sid_hash = $3',
    without: 'AND $3::bytea IS NOT NULL',
    statement: 'may-watch',
  },
  'media is read as long as the order is the own one': {
    file: 'lib/server/vod/media-right.ts',
    text: 'AND is_order_of(o, s.uuid)',
    without: '',
    statement: 'may-watch',
  },
} as const satisfies Checks
