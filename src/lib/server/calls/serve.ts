import type { APIContext, APIRoute } from 'astro'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '#lib/contract/endpoint.ts'
import { accept, refuse, type Refusal, type Result } from '#lib/domain/result.ts'
import { mayStaff, type StaffMember } from '#lib/domain/staff/permissions.ts'
import type { Locale } from '#lib/text/locales.ts'
import { failureAnswer, jsonAnswer, refusalAnswer } from '#lib/server/platform/http/answers/answers.ts'
import { businessOfCall } from './call-business.ts'
import type { Holder } from '#lib/server/platform/http/limits/network.ts'
import { isCrossSite } from '#lib/server/platform/http/cross-site.ts'
import { countCall, type LimitKind } from '#lib/server/platform/http/limits/limits.ts'
import { sourceOf, type Source } from '#lib/server/platform/http/limits/network.ts'
import { readJson } from '#lib/server/platform/http/answers/read-json.ts'
import type { ApiKey } from '#lib/server/keys/api-keys.ts'
import { keyOfCall } from '#lib/server/keys/key-of-call.ts'
import { staffOf } from '#lib/server/staff/session/staff-session.ts'
import { visitorOfCall, type Visitor } from '#lib/server/customers/session/visitors.ts'

export interface Asked<E> {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  /** Always set for a write; undefined for a plain read without uuid and cookie. */
  readonly visitor: Visitor | undefined
  /** The visitor and the network of the call, which own proofs and locked seats. */
  readonly holder: Holder | undefined
  /** Who of the staff calls; always set if the contract names a permission, else undefined. */
  readonly staff: StaffMember | undefined
  /** The API key that calls; always set where the contract is for keys. Such a call has no visitor, and its source no limits. */
  readonly key: ApiKey | undefined
  readonly source: Source
  readonly request: Request
  readonly locale: Locale
  readonly context: APIContext
}

type Handler<E> = (asked: Asked<E>) => Promise<Result<AnswerOf<E> | Response>>

/**
 * Makes a call's route: applies limits, identity, origin check and input schema, and maps refusals and failures. No input can cause a 5xx.
 * @param kind the limit that the call counts towards
 */
export function serve<E extends Endpoint>(
  endpoint: E,
  handle: Handler<E>,
  kind: LimitKind = isWrite(endpoint) ? 'write' : 'read',
): APIRoute {
  return async (context) => {
    const locale = context.locals.locale
    try {
      const asked = await understand({ endpoint, context, kind })
      if (!asked.ok) return refusalAnswer(asked.refusal, locale)
      const result = await handle(asked.value)
      if (!result.ok) return refusalAnswer(result.refusal, locale, await businessOfCall(asked.value))
      return result.value instanceof Response ? result.value : jsonAnswer(result.value)
    } catch (error) {
      return failureAnswer(error, context.locals.requestId, locale)
    }
  }
}

/** A write needs a visitor, and must come from our own pages or from a client that is not a browser. */
export function isWrite(endpoint: Endpoint): boolean {
  return endpoint.method !== 'GET' || endpoint.writes === true
}

/** A call as it comes in, before anybody knows who makes it. */
interface Incoming<E extends Endpoint = Endpoint> {
  readonly endpoint: E
  readonly context: APIContext
  readonly kind: LimitKind
}

async function understand<E extends Endpoint>(incoming: Incoming<E>): Promise<Result<Asked<E>>> {
  const { endpoint, context } = incoming
  const { request, params, url } = context
  const from = sourceOf(request, context.clientAddress)
  const key = await keyOfCall(endpoint, request, from.caller)
  if (!key.ok) return key
  const source = key.value ? { ...from, caller: null } : from
  const people = key.value ? accept(NOBODY) : await admitPeople(incoming, source)
  if (!people.ok) return people
  const pathValues = parse(endpoint.params, params, 'NOT_FOUND')
  if (!pathValues.ok) return pathValues
  if (url.search.includes('%00')) return refuse('BAD_REQUEST') // PostgreSQL texts cannot hold NUL
  const query = parse(endpoint.query, filledIn(url.searchParams), 'BAD_REQUEST')
  if (!query.ok) return query
  const sent = endpoint.body ? await readJson(request) : accept(undefined)
  if (!sent.ok) return sent
  const body = parse(endpoint.body, sent.value, 'BAD_REQUEST')
  if (!body.ok) return body
  return accept({
    params: pathValues.value as ParamsOf<E>,
    query: query.value as QueryOf<E>,
    body: body.value as BodyOf<E>,
    ...people.value,
    key: key.value,
    source,
    request,
    locale: context.locals.locale,
    context,
  })
}

const NOBODY = { visitor: undefined, holder: undefined, staff: undefined }

/** The visitor and the staff of a call that no key makes, within their limits. */
async function admitPeople(incoming: Incoming, source: Source): Promise<Result<Pick<Asked<Endpoint>, 'visitor' | 'holder' | 'staff'>>> {
  const { endpoint, context, kind } = incoming
  const wait = await countCall(kind, 'caller', source.caller)
  if (wait !== undefined) return refuse('TOO_MANY_REQUESTS', { seconds: wait })
  const { request } = context
  if (isWrite(endpoint) && isCrossSite(request)) return refuse('CROSS_SITE')
  const identity = await identify(incoming, source)
  if (!identity.ok) return identity
  const staff = await admitStaff(endpoint, context)
  if (!staff.ok) return staff
  const visitor = identity.value
  return accept({ visitor, holder: visitor && { uuid: visitor.uuid, network: source.network }, staff: staff.value })
}

/** Calls that come in thousands when a sale opens, and only read or change which seats are free. */
const AT_SEATS: ReadonlySet<LimitKind> = new Set(['status', 'seats', 'best'])

/** The visitor of the call, if within its limits. A visitor from this machine is not limited by uuid either. */
async function identify({ endpoint, context: { request, cookies }, kind }: Incoming, { caller }: Source) {
  const identity = await visitorOfCall({ request, cookies, caller }, isWrite(endpoint), AT_SEATS.has(kind) ? 'remembered' : 'checked')
  if (!identity.ok || !identity.value || caller === null) return identity
  const wait = await countCall(kind, 'visitor', identity.value.uuid)
  return wait === undefined ? identity : refuse('TOO_MANY_REQUESTS', { seconds: wait })
}

/** Who of the staff calls, if the contract asks for a permission. What a call is about is the handler's question, whose answer for another's is that of nothing. */
async function admitStaff({ staff }: Endpoint, { cookies }: APIContext): Promise<Result<StaffMember | undefined>> {
  if (staff === undefined) return accept(undefined)
  const member = await staffOf(cookies)
  if (!member) return refuse('NOT_SIGNED_IN')
  return mayStaff(member, staff) ? accept(member) : refuse('STAFF_NOT_ALLOWED')
}

/** Drops empty values, which mean the same as absent ones. */
function filledIn(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...query].filter(([, value]) => value !== ''))
}

function parse(schema: Endpoint['body'], value: unknown, code: 'NOT_FOUND' | 'BAD_REQUEST'): Result<unknown> {
  if (!schema) return accept(undefined)
  const parsed = schema.safeParse(value)
  if (parsed.success) return accept(parsed.data)
  return refuse(code, { field: parsed.error.issues[0]?.path.join('.') ?? '' })
}

/** The visitor of a write, which `serve` guarantees. */
export function writer(asked: { readonly visitor: Visitor | undefined }): Visitor {
  if (!asked.visitor) throw new Error('A write came through without a visitor.')
  return asked.visitor
}

/** The key of a call that is for keys, which `serve` guarantees. */
export function keyOf(asked: { readonly key: ApiKey | undefined }): ApiKey {
  if (!asked.key) throw new Error('A call of keys came through without one.')
  return asked.key
}

/** Who of the staff calls, which `serve` guarantees if the contract names a permission. */
export function staffOfCall(asked: { readonly staff: StaffMember | undefined }): StaffMember {
  if (!asked.staff) throw new Error('A call of staff came through without a sign-in.')
  return asked.staff
}

/** The holder of a write, guaranteed like `writer`. */
export function holderOf(asked: { readonly holder: Holder | undefined }): Holder {
  if (!asked.holder) throw new Error('A write came through without a visitor.')
  return asked.holder
}

/** A route for all other methods of a path. */
export function onlyMethods(...methods: readonly string[]): APIRoute {
  return ({ locals }) => {
    const refusal: Refusal = { code: 'METHOD_NOT_ALLOWED' }
    const answer = refusalAnswer(refusal, locals.locale)
    answer.headers.set('Allow', methods.join(', '))
    return answer
  }
}
