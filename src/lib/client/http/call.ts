import { ofetch } from 'ofetch'
import type { AnswerOf, BodyIn, QueryIn } from '#lib/contract/endpoint.ts'
import type { Contract } from '#lib/contract/endpoints.ts'
import type { PackedDatesAnswer } from '#lib/contract/area/memberships.ts'
import { ROUTES, type PACKED_DATES, type PACKED_PLAN, type PACKED_STATUS, type Route } from '#lib/contract/routes/routes.ts'
import type { PackedStatus } from '#lib/contract/show/seats.ts'
import type { PackedPlan } from '#lib/domain/seating/plan/packed-plan.ts'

/** What the browser learns of a refusal: the code, and the sentence to show. */
export interface CallRefusal {
  /** A code of the error catalogue, NO_CONNECTION where no answer came, or NOT_MODIFIED where `since` still holds. */
  readonly code: string
  readonly message: string
  readonly status: number
  /** What the refusal is about, where the server says so: a limit, a new total, a reservation. */
  readonly facts?: Readonly<Record<string, string | number>>
  /** Seconds before which nobody should ask again, where the server says so. */
  readonly retryAfter?: number
}
export type CallResult<T> =
  { readonly ok: true; readonly value: T; readonly etag?: string } | { readonly ok: false; readonly refusal: CallRefusal }

/** Forms of an answer that are had for the asking, by their content type. */
interface Forms {
  [PACKED_PLAN]: PackedPlan
  [PACKED_STATUS]: PackedStatus
  [PACKED_DATES]: PackedDatesAnswer
}
type AnswerIn<E, Form> = Form extends keyof Forms ? Forms[Form] : AnswerOf<E>

interface Asked<E, Form> {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: QueryIn<E>
  readonly body?: BodyIn<E>
  readonly signal?: AbortSignal
  readonly accept?: Form
  /** The tag of the answer that is known already; where it still holds the refusal is NOT_MODIFIED. */
  readonly since?: string
  /** True where the address tells the answer for good, so that the browser's memory may give it: the time is left out of the address. */
  readonly isImmutable?: boolean
  /** True where the call is to outlive the page that is left. */
  readonly keepalive?: boolean
}

/** The visitor's uuid, printed into every page that has an island. It names the cart and proves nothing. */
export function visitorUuid(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="visitor"]')?.content ?? ''
}

/** Makes calls of a table of the contract by name. Never throws: a refusal and a lost connection are both values. */
export function callsOf<Names extends keyof Contract>(table: Readonly<Record<Names, Route>>) {
  return <Name extends Names, Form extends keyof Forms | undefined = undefined>(name: Name, asked: Asked<Contract[Name], Form> = {}) =>
    ask(table[name], asked)
}

export const call = callsOf(ROUTES)

async function ask<E, Form extends keyof Forms | undefined>(
  { method, path }: Route,
  asked: Asked<E, Form>,
): Promise<CallResult<AnswerIn<E, Form>>> {
  const { params, query, body, signal, accept, since, isImmutable, keepalive } = asked
  try {
    const answer = await ofetch.raw(pathOf(path, params), {
      method,
      query: { ...queryOf(query), ...(!isImmutable && { ts: Date.now() }) },
      ...(body === undefined ? {} : { body: body as Record<string, unknown> }),
      headers: { uuid: visitorUuid(), ...(accept && { accept }), ...(since && { 'if-none-match': since }) },
      ignoreResponseError: true,
      retry: 0,
      timeout: 30_000,
      ...(keepalive && { keepalive }),
      ...(signal && { signal }),
    })
    const etag = answer.headers.get('etag')
    if (answer.ok && !isRefusal(answer._data)) return { ok: true, value: answer._data as AnswerIn<E, Form>, ...(etag && { etag }) }
    return { ok: false, refusal: refusalOf(answer) }
  } catch {
    return { ok: false, refusal: { code: 'NO_CONNECTION', message: '', status: 0 } }
  }
}

function refusalOf({ status, headers, _data: body }: { status: number; headers: Headers; _data?: unknown }): CallRefusal {
  const retryAfter = Number(headers.get('retry-after'))
  const common = { status, ...(retryAfter > 0 && { retryAfter }) }
  if (!isRefusal(body)) return { ...common, code: status === 304 ? 'NOT_MODIFIED' : 'GENERAL_ERROR', message: '' }
  return { ...common, code: body.error, message: body.message ?? '', ...(body.facts && { facts: body.facts }) }
}

function pathOf(path: string, params: Readonly<Record<string, string | number>> = {}): string {
  return `/api${path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name] ?? '')))}`
}

function queryOf(query: unknown): Record<string, string> {
  const entries = Object.entries((query ?? {}) as Record<string, unknown>)
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined && value !== null).map(([name, value]) => [name, String(value)]),
  )
}

/** Any body with an `error` is a refusal. */
function isRefusal(body: unknown): body is { error: string; message?: string; facts?: CallRefusal['facts'] } {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
}
