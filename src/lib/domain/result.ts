import type { RefusalCode } from './refusal.ts'

/** Values for a refusal's text, for example `{ max: 8 }`. */
export type Facts = Readonly<Record<string, string | number>>

/** A rule said no. Returned as a value, never thrown; it leaves the server as 4xx with its code. */
export interface Refusal {
  readonly code: RefusalCode
  readonly facts?: Facts
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal }

export function accept<T>(value: T): Result<T> {
  return { ok: true, value }
}

export function refuse(code: RefusalCode, facts?: Facts): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: facts ? { code, facts } : { code } }
}
