import { atom } from 'nanostores'
import { visitorUuid, type CallRefusal } from '#lib/client/http/call.ts'

/** From the login form to the verify form; after it, where the shop allows it, a mobile number may be given. */
export type SignInStep = 'login' | 'verify' | 'mobile'
/** Ways in of the login form; social providers are links of their own. */
export type SignInWay = 'mobile' | 'ssn' | 'password' | 'link'

export interface TypedSignIn {
  readonly mobileNumber: string
  readonly ssn: string
  readonly email: string
  readonly password: string
}

/** A code that is on its way. */
export interface SentCode {
  readonly way: 'mobile' | 'ssn'
  /** As it was typed; empty for an ID number, which no browser keeps. */
  readonly target: string
  /** By what the last one went. */
  readonly channel: 'sms' | 'email'
  /** When the last SMS was asked for, when the next may be, and how many may (spec §2: count of messages left). Times in milliseconds. */
  readonly sentAt: number
  readonly nextAt: number
  readonly messagesLeft: number
  readonly isFallbackEnabled: boolean
  /** The fallback has one attempt (spec §9). */
  readonly isFallbackUsed: boolean
}

export interface SignInProblem {
  /** Which field it is about; null: none. */
  readonly field: keyof TypedSignIn | 'code' | null
  /** A code of the error catalogue, or a key of the texts of signing in. */
  readonly code: string
  /** The server's sentence; empty where the page words it itself. */
  readonly message: string
  /** Seconds before which a new try is in vain. */
  readonly wait?: number
}

/** The fallback opens this long after the SMS (spec §9). */
export const FALLBACK_MS = 20_000

export const NOTHING_TYPED: TypedSignIn = { mobileNumber: '', ssn: '', email: '', password: '' }

export const $step = atom<SignInStep>('login')
export const $way = atom<SignInWay>('mobile')
export const $typed = atom<TypedSignIn>(NOTHING_TYPED)
export const $sent = atom<SentCode | null>(null)
/** The address that a link was asked for; null before. */
export const $linkSentTo = atom<string | null>(null)
export const $problem = atom<SignInProblem | null>(null)
export const $isBusy = atom(false)

export function typeIn(change: Partial<TypedSignIn>): void {
  $typed.set({ ...$typed.get(), ...change })
}

export function chooseWay(way: SignInWay): void {
  $problem.set(null)
  $linkSentTo.set(null)
  $way.set(way)
}

/** A failure is only logged (spec §8): by its code, with nothing of the person. */
export function noteFailure(refusal: CallRefusal, field: SignInProblem['field']): null {
  // eslint-disable-next-line no-console -- spec §8 asks for it
  console.info(`sign-in: ${refusal.code}`)
  $problem.set(problemOf(refusal, field))
  return null
}

export function problemOf({ code, message, retryAfter, facts }: CallRefusal, field: SignInProblem['field']): SignInProblem {
  const wait = retryAfter ?? (typeof facts?.seconds === 'number' ? facts.seconds : undefined)
  return { field, code, message, ...(wait !== undefined && { wait }) }
}

const KEPT_MS = 5 * 60_000

/** Phones close a tab while its SMS is read: what is on its way outlives that, for as long as a code lives. */
export function rememberSent(sent: SentCode | null): void {
  $sent.set(sent)
  try {
    if (sent) sessionStorage.setItem(storageKey(), JSON.stringify(sent))
    else sessionStorage.removeItem(storageKey())
  } catch {
    // A browser without storage: a reload begins anew.
  }
}

export function recallSent(): SentCode | null {
  try {
    const sent: unknown = JSON.parse(sessionStorage.getItem(storageKey()) ?? 'null')
    return isSent(sent) && Date.now() - sent.sentAt < KEPT_MS ? sent : null
  } catch {
    return null
  }
}

function isSent(sent: unknown): sent is SentCode {
  return typeof sent === 'object' && sent !== null && 'sentAt' in sent && typeof sent.sentAt === 'number' && 'nextAt' in sent
}

function storageKey(): string {
  return `sign-in:${visitorUuid()}`
}
