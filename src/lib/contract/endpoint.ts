import type { KeyScope } from '#lib/domain/key-scopes.ts'
import type { Permission } from '#lib/domain/staff/permissions.ts'
import type * as z from 'zod/mini'

import type { Route } from '#lib/contract/routes/routes.ts'

type Schema = z.ZodMiniType

/** One call of the product, declared once (spec §7). */
export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Answer extends Schema = Schema,
> extends Route {
  /** One sentence for the OpenAPI document. */
  readonly summary: string
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  readonly answer: Answer
  /** true for a GET with side effects: it needs the uuid header like every write. */
  readonly writes?: boolean
  /** The permission that its caller needs; without a sign-in of staff it answers 401, without the permission 403, before anything is done. */
  readonly staff?: Permission
  /** The scope by which an API key of another server opens it, without a visitor; without a scope no key does. */
  readonly scope?: KeyScope
  /** true where only a key opens it: without one it answers 401. */
  readonly isForKeys?: true
  /** Content types of its answers other than JSON, for example image/svg+xml. */
  readonly produces?: readonly string[]
}

type Out<S> = S extends Schema ? z.output<S> : undefined
type In<S> = S extends Schema ? z.input<S> : undefined

export type ParamsOf<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _A> ? Out<P> : never
export type QueryOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _A> ? Out<Q> : never
export type BodyOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _A> ? Out<B> : never
export type AnswerOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer A> ? z.output<A> : never
export type QueryIn<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _A> ? In<Q> : never
export type BodyIn<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _A> ? In<B> : never

/** Declares a call and preserves its exact types. */
export function endpoint<
  Answer extends Schema,
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
>(declared: Endpoint<Params, Query, Body, Answer>): Endpoint<Params, Query, Body, Answer> {
  return declared
}
