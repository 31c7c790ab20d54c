import type { CustomerAreaInfo } from '#lib/contract/area/customers.ts'
import type { OrderCustomerInfo } from '#lib/contract/area/sign-in.ts'
import { keepsRule } from '#lib/domain/customers/form-rules.ts'
import { call } from '#lib/client/http/call.ts'
import { callArea } from '#lib/client/http/area-call.ts'
import { withPass } from '#lib/client/http/captcha.ts'
import { $customer, $customerArea, refreshCustomer, setCustomer } from '#lib/client/customer/customer.ts'
import {
  $isBusy,
  $linkSentTo,
  $problem,
  $sent,
  $step,
  $typed,
  $way,
  noteFailure,
  recallSent,
  rememberSent,
  type SentCode,
  type SignInProblem,
} from './sign-in-state.ts'

/** Whether the sign-in is for the order only, as the checkout's (`?checkout`). */
export interface SignInUse {
  readonly isCheckout: boolean
}

const CODE = /^\d{6}$/

/** Sends the login form: a code by SMS. The verify form follows; a failure stays here with everything that was typed. */
export async function askForCode(use: SignInUse): Promise<SentCode | null> {
  const way = $way.get() === 'ssn' ? 'ssn' : 'mobile'
  const { mobileNumber, ssn } = $typed.get()
  const [field, text] = way === 'ssn' ? (['ssn', ssn] as const) : (['mobileNumber', mobileNumber] as const)
  if (!keepsRule(text, { rule: way })) return refuseField(field, `invalid_${field}`)
  const sent = await send(use, { [field]: text.trim() }, field)
  if (!sent) return null
  rememberSent({ ...sent, way, target: way === 'ssn' ? '' : mobileNumber.trim(), channel: 'sms', isFallbackUsed: false })
  openVerify()
  return $sent.get()
}

/** Another SMS to the same number; null where it was refused, and the old code is still awaited. */
export async function askAgain(use: SignInUse): Promise<SentCode | null> {
  const before = sendable()
  const sent = before && (await send(use, targetOf(before), 'code'))
  if (!before || !sent) return null
  rememberSent({ ...before, ...sent, channel: 'sms' })
  return $sent.get()
}

/** The fallback: the code by e-mail, once (spec §9). */
export async function askByEmail(use: SignInUse): Promise<SentCode | null> {
  const before = sendable()
  const sent = before && (await send(use, { ...targetOf(before), isFallback: true }, 'code'))
  if (!before || !sent) return null
  rememberSent({
    ...before,
    messagesLeft: sent.messagesLeft,
    nextAt: Math.max(before.nextAt, sent.nextAt),
    channel: 'email',
    isFallbackUsed: true,
  })
  return $sent.get()
}

/** What is on its way, where it may be sent again: after a reload nobody knows the ID number any more, and it is asked for anew. */
function sendable(): SentCode | null {
  const sent = $sent.get()
  if (sent?.way !== 'ssn' || $typed.get().ssn !== '') return sent
  changeTarget()
  return null
}

/** An ID number is not kept with the sent code; while the page lives it is still in its field. */
function targetOf({ way, target }: SentCode): { mobileNumber: string } | { ssn: string } {
  return way === 'ssn' ? { ssn: $typed.get().ssn.trim() } : { mobileNumber: target }
}

async function send(
  { isCheckout }: SignInUse,
  body: { mobileNumber?: string; ssn?: string; isFallback?: boolean },
  field: SignInProblem['field'],
): Promise<Pick<SentCode, 'sentAt' | 'nextAt' | 'messagesLeft' | 'isFallbackEnabled'> | null> {
  const query = isCheckout ? { checkout: '1' } : {}
  const answer = await busily(() =>
    withPass('login', (recaptchaToken) => callArea('mobileLogin', { query, body: { ...body, ...(recaptchaToken && { recaptchaToken }) } })),
  )
  if (!answer.ok) return noteFailure(answer.refusal, field)
  const { secondsToNext, messagesLeft, isFallbackEnabled } = answer.value
  const now = Date.now()
  return { sentAt: now, nextAt: now + secondsToNext * 1000, messagesLeft, isFallbackEnabled }
}

/** Sends the verify form. A wrong code yields null (spec §8) and may be put right. */
export async function enterCode(smsCode: string): Promise<CustomerAreaInfo | null> {
  if (!CODE.test(smsCode)) return refuseField('code', 'codeShort')
  const answer = await busily(() => callArea('mobileLoginValidation', { body: { smsCode } }))
  if (!answer.ok) return noteFailure(answer.refusal, 'code')
  rememberSent(null)
  await refreshCustomer()
  return openArea(answer.value.customerAreaInfo)
}

/** Sends the login form with e-mail and password; a failure yields null. */
export async function signInByPassword(): Promise<OrderCustomerInfo | null> {
  const { email, password } = $typed.get()
  if (!keepsRule(email.trim(), { rule: 'email' })) return refuseField('email', 'invalidEmail')
  if (password === '') return refuseField('password', 'missingPassword')
  const body = { email: email.trim(), password, includeMemberships: true }
  const answer = await busily(() =>
    withPass('login', (recaptchaToken) => call('passwordLogin', { body: { ...body, ...(recaptchaToken && { recaptchaToken }) } })),
  )
  if (!answer.ok) return noteFailure(answer.refusal, 'password')
  setCustomer(answer.value)
  return $customer.get()?.info ?? null
}

/** Asks for a sign-in link by e-mail; whether the address is known is never told. */
export async function askForLink(): Promise<true | null> {
  const customerEmail = $typed.get().email.trim()
  if (!keepsRule(customerEmail, { rule: 'email' })) return refuseField('email', 'invalidEmail')
  const answer = await busily(() =>
    withPass('login', (recaptchaToken) => callArea('requestLink', { body: { customerEmail, ...(recaptchaToken && { recaptchaToken }) } })),
  )
  if (!answer.ok) return noteFailure(answer.refusal, 'email')
  $linkSentTo.set(customerEmail)
  return true
}

/** Opens the area; where no mobile number is known and one may be given, that is asked first. */
export function openArea(area: CustomerAreaInfo): CustomerAreaInfo {
  $customerArea.set(area)
  return area
}

function refuseField(field: NonNullable<SignInProblem['field']>, code: string): null {
  $problem.set({ field, code, message: '' })
  return null
}

async function busily<T>(work: () => Promise<T>): Promise<T> {
  $problem.set(null)
  $isBusy.set(true)
  try {
    return await work()
  } finally {
    $isBusy.set(false)
  }
}

// ── the way back ─────────────────────────────────────────────────────────────

/** The verify form is a step of the browser's history: its back button leads to the login form. */
function openVerify(): void {
  $step.set('verify')
  if (!isVerifyEntry(history.state)) history.pushState({ signIn: 'verify' }, '')
}

/** Back to the login form, with what was typed. */
export function changeTarget(): void {
  if (isVerifyEntry(history.state)) history.back()
  else showLogin()
}

function showLogin(): void {
  $problem.set(null)
  $step.set('login')
}

/** Follows the browser's back and forward; after a reload a code that is on its way is still awaited. @returns how to stop */
export function followSignIn(): () => void {
  const follow = (): void => {
    if (isVerifyEntry(history.state) && $sent.get()) $step.set('verify')
    else if ($step.get() === 'verify') showLogin()
  }
  const sent = recallSent()
  if (sent && isVerifyEntry(history.state)) {
    $sent.set(sent)
    $typed.set({ ...$typed.get(), mobileNumber: sent.target })
    $way.set(sent.way)
    $step.set('verify')
  }
  addEventListener('popstate', follow)
  return () => removeEventListener('popstate', follow)
}

/** Takes the verify form out of the history again, where the page stays. */
export function leaveVerify(): void {
  $step.set('login')
  if (isVerifyEntry(history.state)) history.back()
}

function isVerifyEntry(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'signIn' in state && state.signIn === 'verify'
}
