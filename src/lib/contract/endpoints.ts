import * as bestAvailable from './show/best-available.ts'
import * as broker from './staff/broker.ts'
import * as cancelling from './order/cancelling.ts'
import * as changes from './order/changes.ts'
import * as customers from './area/customers.ts'
import type { Endpoint } from './endpoint.ts'
import * as features from './show/features.ts'
import * as forKeys from './staff/for-keys.ts'
import * as integration from './show/integration.ts'
import * as liveActs from './staff/live-acts.ts'
import * as liveReferences from './staff/live-references.ts'
import * as liveSales from './staff/live-sales.ts'
import * as memberships from './area/memberships.ts'
import * as miniSites from './show/mini-sites.ts'
import * as orders from './order/orders.ts'
import * as passkeys from './staff/passkeys.ts'
import * as presentations from './show/presentations.ts'
import * as producerHolds from './staff/producer-holds.ts'
import * as seats from './show/seats.ts'
import type { AREA_ROUTES } from '#lib/contract/routes/area-routes.ts'
import type { DATES_ROUTES } from '#lib/contract/routes/dates-routes.ts'
import type { ACT_ROUTES, LIVE_ROUTES, REFERENCE_ROUTES } from '#lib/contract/routes/live-routes.ts'
import type { PASSKEY_ROUTES } from '#lib/contract/routes/passkey-routes.ts'
import type { ROUTES } from '#lib/contract/routes/routes.ts'
import type { VOD_ROUTES } from '#lib/contract/routes/vod-routes.ts'
import * as signIn from './area/sign-in.ts'
import * as system from './system.ts'
import * as venuePictures from './show/venue-pictures.ts'
import * as vod from './area/vod.ts'
import * as vouchers from './area/vouchers.ts'

/** Every call of the product by name; the source of the OpenAPI document and the architecture test. */
export const ENDPOINTS: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  [
    bestAvailable,
    broker,
    cancelling,
    changes,
    customers,
    features,
    forKeys,
    integration,
    liveActs,
    liveReferences,
    liveSales,
    memberships,
    miniSites,
    orders,
    passkeys,
    presentations,
    producerHolds,
    seats,
    signIn,
    system,
    venuePictures,
    vod,
    vouchers,
  ]
    .flatMap((module): [string, unknown][] => Object.entries(module))
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'summary' in value
}

type Modules = typeof bestAvailable &
  typeof cancelling &
  typeof changes &
  typeof customers &
  typeof features &
  typeof liveActs &
  typeof liveReferences &
  typeof liveSales &
  typeof memberships &
  typeof orders &
  typeof passkeys &
  typeof presentations &
  typeof seats &
  typeof signIn &
  typeof system &
  typeof venuePictures &
  typeof vod &
  typeof vouchers

type Scripted = typeof ROUTES &
  typeof AREA_ROUTES &
  typeof DATES_ROUTES &
  typeof VOD_ROUTES &
  typeof LIVE_ROUTES &
  typeof ACT_ROUTES &
  typeof REFERENCE_ROUTES &
  typeof PASSKEY_ROUTES

/** The calls of scripts by name, as types of their inputs and answers. */
export type Contract = { readonly [Name in keyof Scripted]: Modules[Name] }
