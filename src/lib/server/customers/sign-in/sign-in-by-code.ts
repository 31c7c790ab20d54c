import type { AstroCookies } from 'astro'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { Locale } from '#lib/text/locales.ts'
import { signIn, type AreaCustomer, type SignInWay } from '#lib/server/customers/session/customer-session.ts'
import {
  adoptOrders,
  becomeCustomer,
  customerOfMobile,
  customerOfSsn,
  hasUnownedOrders,
  type KnownCustomer,
  type Name,
} from './customers.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { enterCode, type CodeEntry, type ProvedCode } from './sign-in-code-entry.ts'
import { sendCode, type CodePurpose, type CodeSent } from './sign-in-code.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'

/** Who asks to sign in: 05XXXXXXXX, or nine digits of an ID number. */
export type SignInName = { readonly mobileNumber: string } | { readonly ssn: string }

export interface SignInAsk {
  readonly visitor: Visitor
  readonly caller: string | null
  readonly purpose: Exclude<CodePurpose, 'contact'>
  readonly name: SignInName
  /** By e-mail to the stored address, after an SMS. */
  readonly isFallback: boolean
  /** The address at which the caller expects the code; empty if none was named. */
  readonly customerEmail: string
  /** Whether the caller also wants codes sent to unknown numbers, which happens only if the shop's setting allows it. */
  readonly wantsUnknown: boolean
  readonly locale: Locale
}

interface Person {
  readonly customer: KnownCustomer | undefined
  readonly hasOrders: boolean
}

/**
 * Sends a code to the owner of a number or an ID number: a customer, or somebody who bought with that number. For an unknown one it does the same work without
 * sending, so that neither answer nor time reveals it. Refusals: those of sendCode.
 */
export async function askForCode(ask: SignInAsk): Promise<Result<CodeSent>> {
  const person = await personOf(ask.name)
  const target = ask.isFallback ? person.customer?.email || null : numberOf(ask.name, person.customer)
  return sendCode({
    visitor: ask.visitor,
    caller: ask.caller,
    purpose: ask.purpose,
    channel: ask.isFallback ? 'mail' : 'sms',
    target,
    asked: 'ssn' in ask.name ? { by: 'ssn', text: ask.name.ssn } : { by: 'mobile', text: ask.name.mobileNumber },
    customerId: person.customer?.customerId ?? null,
    isSent: ask.isFallback ? isAddressOf(ask.customerEmail, target) : isKnown(ask, person),
    isFallback: ask.isFallback,
    locale: ask.locale,
  })
}

/** Runs the same queries for everybody. */
async function personOf(name: SignInName): Promise<Person> {
  const customer = 'ssn' in name ? await customerOfSsn(name.ssn) : await customerOfMobile(name.mobileNumber)
  const mobileNumber = numberOf(name, customer) ?? ''
  return { customer, hasOrders: await hasUnownedOrders({ mobileNumber }) }
}

function numberOf(name: SignInName, customer: KnownCustomer | undefined): string | null {
  return 'mobileNumber' in name ? name.mobileNumber : (customer?.mobileNumber ?? null)
}

function isKnown({ name, wantsUnknown }: SignInAsk, { customer, hasOrders }: Person): boolean {
  if (customer || 'ssn' in name) return customer !== undefined
  return hasOrders || (wantsUnknown && settings().smsToUnknown)
}

function isAddressOf(named: string, onFile: string | null): boolean {
  return onFile !== null && (named.trim() === '' || named.trim().toLowerCase() === onFile.toLowerCase())
}

export interface SignInEntry extends CodeEntry {
  readonly cookies: AstroCookies
  /** The User-Agent. */
  readonly userAgent: string
}

/** The signed-in customer and the purpose. */
export interface SignedIn {
  readonly customer: AreaCustomer
  readonly purpose: CodePurpose
}

/**
 * Signs in with a code: for the order only if it was requested at checkout, otherwise for the personal area too. Refusals: those of enterCode,
 * CUSTOMER_NOT_FOUND (deleted, or the contact changed meanwhile), CUSTOMER_NO_MOBILE (signs in by ID number, has no mobile number, and may not add one on
 * signing in).
 */
export async function signInByCode(entry: SignInEntry): Promise<Result<SignedIn>> {
  const { cookies, visitor, userAgent, caller } = entry
  return enterCode(entry, async (client, code) => {
    const customer =
      code.customerId === null ? accept(await becomeCustomer(client, nameOf(code))) : await knownCustomer(client, code, code.customerId)
    if (!customer.ok) return customer
    const [customerId, by, { purpose }] = [customer.value, wayOf(code), code]
    const reach = purpose === 'checkout' ? 'order' : 'area'
    const signedIn = await signIn(client, { cookies, visitor }, { customerId, by, reach, userAgent, caller })
    return signedIn.ok ? accept({ customer: { customerId, signedInBy: by, isFresh: true }, purpose }) : signedIn
  })
}

function nameOf({ channel, target }: ProvedCode): Name {
  return channel === 'sms' ? { mobileNumber: target } : { email: target }
}

function wayOf({ isBySsn, channel }: ProvedCode): SignInWay {
  if (isBySsn) return 'ssn'
  return channel === 'sms' ? 'mobile' : 'email'
}

/** The current state of the customer that the code was for. Adopts unowned orders made with the proved contact. */
async function knownCustomer(client: Queryable, code: ProvedCode, customerId: number): Promise<Result<number>> {
  const { rows } = await client.query<{ mobileNumber: string | null }>({
    name: 'customer-of-code',
    text: `SELECT mobile_number AS "mobileNumber" FROM customer WHERE customer_id = $1 AND deleted_at IS NULL
             AND CASE WHEN $2 = 'sms' THEN mobile_number = $3 ELSE is_email_proved AND lower(email) = lower($3) END FOR NO KEY UPDATE`,
    values: [customerId, code.channel, code.target],
  })
  const customer = rows[0]
  if (!customer) return refuse('CUSTOMER_NOT_FOUND')
  if (code.isBySsn && customer.mobileNumber === null && !settings().mobileUpdateOnLogin) return refuse('CUSTOMER_NO_MOBILE')
  await adoptOrders(client, customerId, nameOf(code))
  return accept(customerId)
}
