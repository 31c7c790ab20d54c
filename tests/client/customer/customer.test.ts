import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OrderCustomerInfo } from '#lib/contract/area/sign-in.ts'
import { missingDetails } from '#lib/client/customer/customer-details.ts'
import {
  $customer,
  $customerArea,
  $isSignedIn,
  isSignedIn,
  refreshCustomer,
  signOut,
  signOutOfArea,
  signOutOfOrder,
} from '#lib/client/customer/customer.ts'
import { areaInfo, customerInfo, SignInOffice } from '#tests/client/sign-in/sign-in-office.ts'

let office: SignInOffice
beforeEach(() => {
  office = new SignInOffice()
})
afterEach(() => vi.unstubAllGlobals())

const signedIn = { info: customerInfo(), members: [] }

describe('who is signed in', () => {
  test('R4.42 R6.6 counts a customer as signed in if CustomerIds or CustomerId exists', () => {
    expect(isSignedIn(null)).toBe(false)
    expect(isSignedIn({ CustomerIds: [] })).toBe(false)
    expect(isSignedIn({ CustomerIds: [7] })).toBe(true)
    expect(isSignedIn({ CustomerId: 7 })).toBe(true)
    $customer.set(signedIn)
    expect($isSignedIn.get()).toBe(true)
  })
})

describe('a refresh', () => {
  test('R4.44 sets the customer', async () => {
    office.answers.refreshCustomer = { status: 200, body: { customerInfo: customerInfo(), members: [] } }
    await refreshCustomer()
    expect($customer.get()).toEqual(signedIn)
  })

  test.each([
    ['an error', { status: 500, body: { error: 'GENERAL_ERROR' } }],
    ['no customerInfo', { status: 200, body: { customerInfo: null, members: [] } }],
  ])('R4.47 changes nothing if it returns %s', async (_name, answer) => {
    $customer.set(signedIn)
    office.answers.refreshCustomer = answer
    await refreshCustomer()
    expect($customer.get()).toBe(signedIn)
  })
})

describe('a logout', () => {
  beforeEach(() => {
    $customer.set(signedIn)
    $customerArea.set(areaInfo())
  })

  test('R4.45 R4.46 clears its own sign-in and leaves the other', async () => {
    expect(await signOutOfArea()).toBeNull()
    expect([$customerArea.get(), $customer.get()]).toEqual([null, signedIn])
    expect(await signOutOfOrder()).toBeNull()
    expect($customer.get()).toBeNull()
    expect(office.asked.map(({ path }) => path)).toEqual(['/customer-area/logout', '/customer/logout'])
  })

  test('of the order forgets the order form of this tab', async () => {
    sessionStorage.setItem('details:00000000-0000-4000-8000-000000000000', '{"firstName":"נועה"}')
    const { orderLogout } = office.answers
    office.answers.orderLogout = 'lost'
    await signOut()
    expect(sessionStorage.getItem('details:00000000-0000-4000-8000-000000000000')).not.toBeNull()
    if (orderLogout) office.answers.orderLogout = orderLogout
    await signOut()
    expect(sessionStorage.getItem('details:00000000-0000-4000-8000-000000000000')).toBeNull()
  })

  test('of a shared computer ends both sign-ins', async () => {
    expect(await signOut()).toBeNull()
    expect([$customerArea.get(), $customer.get()]).toEqual([null, null])
  })

  test('R8.10 changes nothing if it fails', async () => {
    office.answers.areaLogout = { status: 500, body: { error: 'GENERAL_ERROR' } }
    office.answers.orderLogout = 'lost'
    expect((await signOutOfArea())?.code).toBe('GENERAL_ERROR')
    expect((await signOutOfOrder())?.code).toBe('NO_CONNECTION')
    expect((await signOut())?.code).toBe('NO_CONNECTION')
    expect([$customerArea.get(), $customer.get()]).toEqual([areaInfo(), signedIn])
  })
})

test('fills blank fields on a sign-in at the checkout and keeps what was typed', () => {
  const info: OrderCustomerInfo = {
    ...customerInfo(),
    firstName: 'נועה',
    lastName: 'ברקאי',
    email: 'noa@shura.example',
    mobileNumber: '0547314821',
  }
  const typed = { firstName: 'נוּנוּ', lastName: '  ', email: '' }
  expect(missingDetails(typed, info)).toEqual({
    lastName: 'ברקאי',
    email: 'noa@shura.example',
    mobileNumber: '0547314821',
    verifyMobileNumber: '0547314821',
  })
  expect(missingDetails({ ...typed, mobileNumber: '0501111111' }, info)).not.toHaveProperty('verifyMobileNumber')
})
