import type { APIContext, APIRoute } from 'astro'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '#lib/contract/endpoint.ts'
import { accept, refuse, type Refusal, type Result } from '#lib/domain/result.ts'
import type { Locale } from '#lib/text/locales.ts'
import { failureAnswer, jsonAnswer, refusalAnswer } from './answers.ts'
import { isCrossSite } from './cross-site.ts'
import { readJson } from './read-json.ts'
import { visitorOfCall, type Visitor } from './visitors.ts'

export interface Asked<E> {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  /** Always known for a write; undefined for a plain read without uuid and cookie. */
  readonly visitor: Visitor | undefined
  readonly request: Request
  readonly locale: Locale
  readonly context: APIContext
}

type Handler<E> = (asked: Asked<E>) => Promise<Result<AnswerOf<E> | Response>>

/** Makes a route of a call: identity, origin, schema in, refusals and failures out. Nothing a client can send gets a 5xx. */
export function serve<E extends Endpoint>(endpoint: E, handle: Handler<E>): APIRoute {
  return async (context) => {
    const locale = context.locals.locale
    try {
      const asked = await understand(endpoint, context)
      if (!asked.ok) return refusalAnswer(asked.refusal, locale)
      const result = await handle(asked.value)
      if (!result.ok) return refusalAnswer(result.refusal, locale)
      return result.value instanceof Response ? result.value : jsonAnswer(result.value)
    } catch (error) {
      return failureAnswer(error, context.locals.requestId, locale)
    }
  }
}

/** A write needs a visitor and must come from our own pages or from a client that is no browser. */
export function isWrite(endpoint: Endpoint): boolean {
  return endpoint.method !== 'GET' || endpoint.writes === true
}

async function understand<E extends Endpoint>(endpoint: E, context: APIContext): Promise<Result<Asked<E>>> {
  const { request, cookies, params, url } = context
  if (isWrite(endpoint) && isCrossSite(request)) return refuse('CROSS_SITE')
  const identity = await visitorOfCall(request, cookies, isWrite(endpoint))
  if (!identity.ok) return identity
  const pathValues = parse(endpoint.params, params, 'NOT_FOUND')
  if (!pathValues.ok) return pathValues
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
    visitor: identity.value,
    request,
    locale: context.locals.locale,
    context,
  })
}

/** An empty value means the same as none. */
function filledIn(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...query].filter(([, value]) => value !== ''))
}

function parse(schema: Endpoint['body'], value: unknown, code: 'NOT_FOUND' | 'BAD_REQUEST'): Result<unknown> {
  if (!schema) return accept(undefined)
  const parsed = schema.safeParse(value)
  if (parsed.success) return accept(parsed.data)
  return refuse(code, { field: parsed.error.issues[0]?.path.join('.') ?? '' })
}

/** The visitor of a write; `serve` has made sure that there is one. */
export function writer(asked: { readonly visitor: Visitor | undefined }): Visitor {
  if (!asked.visitor) throw new Error('A write came through without a visitor.')
  return asked.visitor
}

/** The route for every method that a path does not have. */
export function onlyMethods(...methods: readonly string[]): APIRoute {
  return ({ locals }) => {
    const refusal: Refusal = { code: 'METHOD_NOT_ALLOWED' }
    const answer = refusalAnswer(refusal, locals.locale)
    answer.headers.set('Allow', methods.join(', '))
    return answer
  }
}
