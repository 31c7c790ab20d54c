import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { $customer, $customerArea } from '#lib/client/customer/customer.ts'
import { pastedCode, typedCode } from '#lib/client/sign-in/sign-in-code.ts'
import { redeemLink, takeToken } from '#lib/client/sign-in/sign-in-link.ts'
import { giveMobile, mayGiveMobile } from '#lib/client/sign-in/sign-in-mobile.ts'
import { $linkSentTo, $problem, $sent, $step, $typed, $way, chooseWay, recallSent, typeIn } from '#lib/client/sign-in/sign-in-state.ts'
import { askAgain, askByEmail, askForCode, askForLink, changeTarget, enterCode, signInByPassword } from '#lib/client/sign-in/sign-in.ts'
import { areaInfo, SignInOffice } from './sign-in-office.ts'

const AREA = { isCheckout: false }
const NOW = Date.parse('2026-11-21T12:00:00Z')

let office: SignInOffice
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  office = new SignInOffice()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const refused = (error: string, more: object = {}) => ({ status: 401, body: { error, message: `${error} in words`, ...more } })

async function askOnce(): Promise<void> {
  typeIn({ mobileNumber: '054-731-4821' })
  await askForCode(AREA)
}

describe('the login form', () => {
  test('R4.41 R2.61 leads to the verify form, whose right code signs in for the area and the order', async () => {
    await askOnce()
    expect($step.get()).toBe('verify')
    expect(office.asked[0]).toMatchObject({ path: '/customer-area/mobile-login', body: { mobileNumber: '054-731-4821' } })
    expect((await enterCode('123456'))?.CustomerId).toBe(7)
    expect($customerArea.get()?.CustomerId).toBe(7)
    expect($customer.get()?.info.CustomerIds).toEqual([7])
    expect(recallSent()).toBeNull()
  })

  test('R2.60 can be opened for the checkout, and can send a link by e-mail', async () => {
    typeIn({ mobileNumber: '0547314821', email: ' noa@shura.example ' })
    await askForCode({ isCheckout: true })
    expect(office.asked[0]?.query.has('checkout')).toBe(true)
    chooseWay('link')
    expect(await askForLink()).toBe(true)
    expect(office.asked.at(-1)).toMatchObject({ path: '/customer-area/link', body: { customerEmail: 'noa@shura.example' } })
    expect($linkSentTo.get()).toBe('noa@shura.example')
  })

  test('has its own field for an ID number, which the browser does not remember', async () => {
    chooseWay('ssn')
    typeIn({ ssn: '000000018' })
    await askForCode(AREA)
    expect(office.asked[0]?.body).toEqual({ ssn: '000000018' })
    expect(JSON.stringify(recallSent())).not.toContain('000000018')
  })

  test('R8.6 only logs a failure, without naming the person; what was typed stays', async () => {
    office.answers.mobileLogin = refused('TOO_MANY_REQUESTS', { facts: { seconds: 40 } })
    typeIn({ mobileNumber: '0547314821' })
    expect(await askForCode(AREA)).toBeNull()
    expect(office.noted).toEqual(['sign-in: TOO_MANY_REQUESTS'])
    expect($problem.get()).toEqual({ field: 'mobileNumber', code: 'TOO_MANY_REQUESTS', message: 'TOO_MANY_REQUESTS in words', wait: 40 })
    expect([$step.get(), $typed.get().mobileNumber]).toEqual(['login', '0547314821'])
  })

  test('R8.6 R8.25 signs nobody in after a wrong password', async () => {
    office.answers.passwordLogin = refused('LOGIN_FAILED')
    typeIn({ email: 'noa@shura.example', password: 'wrong' })
    expect(await signInByPassword()).toBeNull()
    expect($problem.get()).toMatchObject({ field: 'password', code: 'LOGIN_FAILED' })
    expect($customer.get()).toBeNull()
  })

  test('sets the customer after a right password', async () => {
    typeIn({ email: 'noa@shura.example', password: 'shura-noa-2026' })
    expect((await signInByPassword())?.CustomerId).toBe(7)
    expect(office.asked[0]?.body).toEqual({ email: 'noa@shura.example', password: 'shura-noa-2026', includeMemberships: true })
  })

  test('does not send invalid input', async () => {
    typeIn({ mobileNumber: '03-777-0140', email: 'noa', ssn: '123' })
    expect(await askForCode(AREA)).toBeNull()
    expect($problem.get()?.code).toBe('invalid_mobileNumber')
    expect(await askForLink()).toBeNull()
    expect($problem.get()?.code).toBe('invalidEmail')
    expect(await enterCode('1234')).toBeNull()
    expect($problem.get()).toMatchObject({ field: 'code', code: 'codeShort' })
    expect(office.asked).toEqual([])
  })
})

describe('the verify form', () => {
  test('R8.8 R8.24 returns null for a wrong code, says so and lets the visitor correct it', async () => {
    await askOnce()
    office.answers.mobileLoginValidation = refused('INVALID_SMS_CODE')
    expect(await enterCode('000000')).toBeNull()
    expect($problem.get()).toMatchObject({ field: 'code', code: 'INVALID_SMS_CODE' })
    expect([$step.get(), $customerArea.get()]).toEqual(['verify', null])
  })

  test('R2.62 counts the remaining messages', async () => {
    await askOnce()
    expect($sent.get()?.messagesLeft).toBe(2)
    office.answers.mobileLogin = { status: 200, body: { isFallbackEnabled: true, messagesLeft: 1, secondsToNext: 20 } }
    await askAgain(AREA)
    expect($sent.get()).toMatchObject({ messagesLeft: 1, nextAt: NOW + 20_000, channel: 'sms' })
  })

  test('R9.12 allows one code by e-mail', async () => {
    await askOnce()
    expect($sent.get()).toMatchObject({ isFallbackEnabled: true, isFallbackUsed: false })
    await askByEmail(AREA)
    expect(office.asked.at(-1)?.body).toEqual({ mobileNumber: '054-731-4821', isFallback: true })
    expect($sent.get()).toMatchObject({ isFallbackUsed: true, channel: 'email' })
  })

  test('still expects the old code if a new message is refused', async () => {
    await askOnce()
    const before = $sent.get()
    office.answers.mobileLogin = refused('SMS_FAILED')
    expect(await askAgain(AREA)).toBeNull()
    expect([$sent.get(), $step.get()]).toEqual([before, 'verify'])
  })

  test('keeps what was typed if the number is changed', async () => {
    await askOnce()
    office.pressBack = () => $step.set('login')
    changeTarget()
    expect([$step.get(), $typed.get().mobileNumber]).toEqual(['login', '054-731-4821'])
  })

  test('remembers for five minutes across reloads that a code was sent', async () => {
    await askOnce()
    expect(recallSent()?.target).toBe('054-731-4821')
    vi.setSystemTime(NOW + 5 * 60_000)
    expect(recallSent()).toBeNull()
  })
})

describe('a sign-in link', () => {
  test('signs in and removes its token from the address at once', async () => {
    location.hash = '#jwtToken=a.b.c'
    expect(takeToken()).toBe('a.b.c')
    expect(office.addresses).toEqual(['/customer'])
    expect((await redeemLink('a.b.c'))?.CustomerId).toBe(7)
    expect(office.asked[0]?.query.get('jwtToken')).toBe('a.b.c')
  })

  test.each(['CUSTOMER_TOKEN_REDEEMED', 'EXPIRED', 'ERROR'])(
    'R8.7 R2.63 that fails with %s opens the login form to ask for a new one',
    async (code) => {
      $step.set('verify')
      office.answers.customerAreaData = refused(code)
      expect(await redeemLink('a.b.c')).toBeNull()
      expect([$step.get(), $way.get()]).toEqual(['login', 'link'])
      expect($problem.get()).toMatchObject({ field: null, code, message: `${code} in words` })
    },
  )
})

test('R6.14 asks for a mobile number after signing in only if it is allowed and none is known', async () => {
  expect(mayGiveMobile()).toBe(false)
  $customerArea.set(areaInfo({ mayUpdateMobile: true }))
  expect(mayGiveMobile()).toBe(false)
  $customerArea.set(areaInfo({ MobileNumber1: '' }))
  expect(mayGiveMobile()).toBe(false)
  $customerArea.set(areaInfo({ MobileNumber1: '', mayUpdateMobile: true }))
  expect(mayGiveMobile()).toBe(true)
  expect(await giveMobile('12')).toBe(false)
  expect($problem.get()?.code).toBe('invalid_mobileNumber')
})

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['123-456', '123456'],
  ['הקוד שלכם בשורה: 482913. תקף ל־5 דקות.\n@shura.example #482913', '482913'],
  ['Your code is 482913. Call 03-777-0140 for help.', '482913'],
  ['הזמנה 12345678, הקוד 482 913', '482913'],
  ['٤٨٢٩١٣', '482913'],
  ['12', '12'],
])('reads a code pasted as %j', (text, code) => {
  expect(pastedCode(text)).toBe(code)
})

test('accepts six digits and nothing else', () => {
  expect(typedCode('12a 3')).toBe('123')
  expect(typedCode('12345678')).toBe('123456')
})
