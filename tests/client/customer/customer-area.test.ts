import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deleteAccount, saveConsents } from '#lib/client/customer/customer-account.ts'
import {
  $reservations,
  askCancellation,
  cancelReservation,
  isFailed,
  sendAgain,
  type Cancelling,
  type ListedReservation,
} from '#lib/client/customer/customer-area.ts'
import { checkDetails, confirmContact, saveDetails, type Details } from '#lib/client/checkout/customer-form.ts'
import { $customer, $customerArea, signOut } from '#lib/client/customer/customer.ts'
import type { CustomerAreaInfo } from '#lib/contract/area/customers.ts'
import { actAsBrowser } from '#tests/client/page.ts'

interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Record<string, unknown> | null
}
type Answer = { readonly status: number; readonly body: unknown }

const asked: Asked[] = []
let answerOf: (call: Asked) => Answer | Promise<Answer>

beforeEach(() => {
  actAsBrowser()
  asked.length = 0
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input, 'http://shop')
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : null
    const call = { method: init?.method ?? 'GET', path: url.pathname, query: url.searchParams, body }
    asked.push(call)
    const { status, body: told } = await answerOf(call)
    return new Response(JSON.stringify(told), { status, headers: { 'content-type': 'application/json' } })
  })
})
afterEach(() => vi.unstubAllGlobals())

const listed = (resId: string, more: Partial<ListedReservation> = {}): ListedReservation => ({
  ...{ ReservationIdentifier: resId, featureName: 'הגשר של אבא', ResStateId: 1, Quantity: 2, SectionName: 'אולם מרכז', RowNames: '7' },
  ...{ SeatNames: '14, 15', IsUnpaid: false },
  ...more,
})
const WHOLE: Cancelling = { items: null, asCredit: false, expectedRefund: 179 }
const cancellation = { worth: 189, charge: 10, refund: 179, toCard: 179, last4: '4417', toVouchers: 0, toMembers: 0, toBundles: 0 }
const cancelled = (reservation: object): Answer => ({ status: 200, body: { reservation, cancellation, creditReference: null } })
const refused = (error: string): Answer => ({ status: 409, body: { error, message: 'כי לא.' } })

describe('cancelling', () => {
  const before = [listed('aaaaaaaa'), listed('bbbbbbbb')]
  beforeEach(() => $reservations.set(before))

  it('R4.32 removes a cancelled reservation from the list', async () => {
    answerOf = () => cancelled({ ...before[0], ResStateId: 3, Quantity: 0, SectionName: '', RowNames: '', SeatNames: '', IsUnpaid: false })
    expect(isFailed(await cancelReservation('aaaaaaaa', WHOLE))).toBe(false)
    expect($reservations.get()).toEqual([before[1]])
  })

  it('shows what is left after one item is cancelled', async () => {
    answerOf = () => cancelled({ ...before[0], Quantity: 1, SeatNames: '14' })
    await cancelReservation('aaaaaaaa', { ...WHOLE, items: ['ticket-2'] })
    expect($reservations.get()).toEqual([listed('aaaaaaaa', { Quantity: 1, SeatNames: '14' }), before[1]])
  })

  it('sends the choice, the kind of refund and the amount that was agreed to', async () => {
    answerOf = () => cancelled({ ...before[0] })
    await cancelReservation('aaaaaaaa', { items: ['one', 'two'], asCredit: true, expectedRefund: 12.5 })
    expect(asked).toMatchObject([
      {
        method: 'POST',
        path: '/api/reservations/aaaaaaaa/cancel',
        body: { itemsToCancel: ['one', 'two'], refundToTransactionCredit: true, expectedRefund: 12.5 },
      },
    ])
  })

  it('asks for the refund of each choice, and of everything without listing it', async () => {
    answerOf = () => ({ status: 200, body: { items: [], offer: null, refusal: null, message: '' } })
    await askCancellation('aaaaaaaa', null)
    await askCancellation('aaaaaaaa', ['one', 'two'])
    expect(asked.map(({ query }) => query.get('items'))).toEqual([null, 'one,two'])
  })

  it('R8.9 returns {error} as answered if it is refused', async () => {
    answerOf = () => refused('TOO_CLOSE_TO_PRSNT_DATE')
    const answer = await cancelReservation('aaaaaaaa', WHOLE)
    expect(answer).toEqual({ error: { code: 'TOO_CLOSE_TO_PRSNT_DATE', message: 'כי לא.', status: 409 } })
  })

  it('R8.9 returns {error} of the exception if there is no answer', async () => {
    answerOf = () => Promise.reject(new TypeError('network'))
    expect(await cancelReservation('aaaaaaaa', WHOLE)).toEqual({ error: { code: 'NO_CONNECTION', message: '', status: 0 } })
  })

  it.each([
    ['a refusal', () => refused('BALANCE_IS_DUE')],
    ['a lost connection', () => Promise.reject(new TypeError('network'))],
  ])('R8.10 restores the list after %s while everything is cancelled', async (_what, answer) => {
    answerOf = answer
    await cancelReservation('aaaaaaaa', WHOLE)
    expect($reservations.get()).toBe(before)
  })
})

it('says why tickets could not be sent again', async () => {
  answerOf = () => refused('TOO_MANY_REQUESTS')
  expect(await sendAgain('aaaaaaaa')).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  answerOf = () => ({ status: 200, body: { success: true } })
  expect(await sendAgain('aaaaaaaa')).toBeNull()
})

describe('the account', () => {
  const info = { CustomerId: 7, FirstName: 'נועה' } as CustomerAreaInfo
  const customer = { info: { CustomerId: 7, CustomerIds: [7] }, members: [] } as unknown as NonNullable<ReturnType<typeof $customer.get>>
  beforeEach(() => {
    $customerArea.set(info)
    $customer.set(customer)
  })

  it('R8.10 restores the customer after an error while signing out', async () => {
    answerOf = () => refused('GENERAL_ERROR')
    expect(await signOut()).toMatchObject({ code: 'GENERAL_ERROR' })
    expect([$customerArea.get(), $customer.get()]).toEqual([info, customer])
  })

  it('ends both sign-ins when signing out', async () => {
    answerOf = () => ({ status: 200, body: { success: true } })
    expect(await signOut()).toBeNull()
    expect(asked.map(({ path }) => path).toSorted()).toEqual(['/api/customer-area/logout', '/api/customer/logout'])
    expect([$customerArea.get(), $customer.get()]).toEqual([null, null])
  })

  it('keeps what was saved, and changes nothing after a refusal', async () => {
    answerOf = () => ({ status: 200, body: { customerAreaInfo: { ...info, IsSMSAllowed: true } } })
    expect(await saveConsents({ IsSMSAllowed: true })).toBeNull()
    expect($customerArea.get()).toEqual({ ...info, IsSMSAllowed: true })
    answerOf = () => refused('DELETION_HAS_TICKETS')
    expect(await deleteAccount()).toMatchObject({ code: 'DELETION_HAS_TICKETS' })
    expect($customerArea.get()).not.toBeNull()
  })

  it('names the field and the rule of a refused detail', async () => {
    answerOf = () => ({ status: 400, body: { error: 'FORM_INVALID', message: '', facts: { field: 'City', rule: 'min', min: 2 } } })
    expect(await saveDetails(7, { City: 'א' })).toMatchObject({
      isSaved: false,
      problem: { name: 'City', rule: 'min', values: { min: 2 } },
    })
  })

  it('waits for the code of a new number and reports a wrong code', async () => {
    answerOf = () => ({ status: 200, body: { customerAreaInfo: info, pending: 'MobileNumber1' } })
    expect(await saveDetails(7, { MobileNumber1: '0521234567' })).toEqual({ isSaved: true, pending: 'MobileNumber1' })
    answerOf = () => refused('INVALID_SMS_CODE')
    expect(await confirmContact(7, '000000')).toMatchObject({ code: 'INVALID_SMS_CODE' })
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'PUT /api/customer-area/customers/7',
      'POST /api/customer-area/customers/7/contact',
    ])
  })
})

describe('the details of a customer', () => {
  const good: Details = {
    ...{ FirstName: 'נועה', LastName: 'ברקאי', MobileNumber1: '054-731-4821', EmailAddress1: 'noa@shura.example' },
    ...{ Address1: '', City: '', DateOfBirth: '' },
  }
  const rules = (details: Partial<Details>) => checkDetails({ ...good, ...details }).map(({ name, rule }) => `${name} ${rule}`)

  it.each<[string, Partial<Details>, readonly string[]]>([
    ['are good', {}, []],
    ['need both names', { FirstName: '', LastName: ' ' }, ['FirstName required', 'LastName required']],
    ['want a number that is one', { MobileNumber1: '03-5555555' }, ['MobileNumber1 mobile']],
    ['want an address that is one', { EmailAddress1: 'noa@' }, ['EmailAddress1 email']],
    ['are content with a number or an address', { EmailAddress1: '' }, []],
    ['want one of the two', { EmailAddress1: '', MobileNumber1: '' }, ['MobileNumber1 contact']],
    ['want a day that is past', { DateOfBirth: '2999-01-01' }, ['DateOfBirth birthDate']],
  ])('%s', (_what, details, wrong) => {
    expect(rules(details)).toEqual(wrong)
  })
})
