import { ofetch } from 'ofetch'
import type { AnswerOf, BodyIn, QueryIn } from '#lib/contract/endpoint.ts'
import type { Contract } from '#lib/contract/endpoints.ts'
import { ROUTES } from '#lib/contract/routes.ts'

/** What the browser learns of a refusal: the code, and the sentence to show. */
export interface CallRefusal {
  /** A code of the error catalogue, or NO_CONNECTION where no answer came. */
  readonly code: string
  readonly message: string
  readonly status: number
  /** What the refusal is about, where the server says so: a limit, a new total, a reservation. */
  readonly facts?: Readonly<Record<string, string | number>>
}
export type CallResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: CallRefusal }

interface Asked<E> {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: QueryIn<E>
  readonly body?: BodyIn<E>
  readonly signal?: AbortSignal
}

/** The visitor's uuid, printed into every page that has an island. It names the cart and proves nothing. */
export function visitorUuid(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="visitor"]')?.content ?? ''
}

/** Makes a call of the contract. Never throws: a refusal and a lost connection are both values. */
export async function call<Name extends keyof Contract>(
  name: Name,
  asked: Asked<Contract[Name]> = {},
): Promise<CallResult<AnswerOf<Contract[Name]>>> {
  const { method, path } = ROUTES[name]
  try {
    const answer = await ofetch.raw(pathOf(path, asked.params), {
      method,
      query: { ...queryOf(asked.query), ts: Date.now() },
      ...(asked.body === undefined ? {} : { body: asked.body as Record<string, unknown> }),
      headers: { uuid: visitorUuid() },
      ignoreResponseError: true,
      retry: 0,
      timeout: 30_000,
      ...(asked.signal && { signal: asked.signal }),
    })
    const body: unknown = answer._data
    if (isRefusal(body))
      return {
        ok: false,
        refusal: { code: body.error, message: body.message ?? '', status: answer.status, ...(body.facts && { facts: body.facts }) },
      }
    if (!answer.ok) return { ok: false, refusal: { code: 'GENERAL_ERROR', message: '', status: answer.status } }
    return { ok: true, value: body as AnswerOf<Contract[Name]> }
  } catch {
    return { ok: false, refusal: { code: 'NO_CONNECTION', message: '', status: 0 } }
  }
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
