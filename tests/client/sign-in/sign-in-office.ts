import { vi } from 'vitest'
import type { CustomerAreaInfo } from '#lib/contract/area/customers.ts'
import type { OrderCustomerInfo } from '#lib/contract/area/sign-in.ts'
import { AREA_ROUTES } from '#lib/contract/routes/area-routes.ts'
import { ROUTES } from '#lib/contract/routes/routes.ts'
import { $customer, $customerArea } from '#lib/client/customer/customer.ts'
import { $linkSentTo, $problem, $step, $typed, $way, NOTHING_TYPED, rememberSent } from '#lib/client/sign-in/sign-in-state.ts'
import { actAsBrowser } from '#tests/client/page.ts'

type Answer = { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> } | 'lost'
const CALLS = { ...ROUTES, ...AREA_ROUTES }
type Call = keyof typeof CALLS

export function customerInfo(): OrderCustomerInfo {
  return {
    ...{ CustomerId: 7, CustomerIds: [7], firstName: 'נועה', lastName: 'ברקאי', email: '', mobileNumber: '0547314821' },
    ...{ address1: '', address2: '', city: '', postalCode: '', dateOfBirth: null },
  }
}

export function areaInfo(more: Partial<CustomerAreaInfo> = {}): CustomerAreaInfo {
  return {
    ...{
      CustomerId: 7,
      CustomerIds: [7],
      FirstName: 'נועה',
      LastName: 'ברקאי',
      SSN: '••••••018',
      EmailAddress1: '',
      MobileNumber1: '0547314821',
    },
    ...{ PhoneNumber1: '', Address1: '', Address2: '', City: '', PostalCode: '', DateOfBirth: null, LicensePlateNumber: '' },
    ...{ IsSMSAllowed: false, IsMailingAllowed: false, IsEmailAllowed: false, SmsAllowed: false, EmailAllowed: false },
    ...{
      Password: null,
      Photo: null,
      ProviderFlag: null,
      Members: [],
      SystemVouchers: [],
      VODTickets: [],
      Tickets: [],
      TicketsHistory: [],
    },
    ...{ reservations: [], hasPassword: false, isEmailProved: false, signedInBy: 'mobile', isFresh: true, mayUpdateMobile: false },
    pendingContact: null,
    ...more,
  }
}

/** A fake server for signing in behind the browser's `fetch`, with a history to go back in. */
export class SignInOffice {
  readonly asked: { readonly path: string; readonly query: URLSearchParams; readonly body: unknown }[] = []
  /** The addresses that the address bar was set to. */
  readonly addresses: string[] = []
  /** Lines of the log. */
  readonly noted: string[] = []
  readonly answers: Partial<Record<Call, Answer>> = {
    mobileLogin: { status: 200, body: { isFallbackEnabled: true, messagesLeft: 2, secondsToNext: 20 } },
    mobileLoginValidation: { status: 200, body: { customerAreaInfo: areaInfo() } },
    customerAreaData: { status: 200, body: { customerAreaInfo: areaInfo() } },
    passwordLogin: { status: 200, body: { customerInfo: customerInfo(), members: [] } },
    refreshCustomer: { status: 200, body: { customerInfo: customerInfo(), members: [] } },
    requestLink: { status: 200, body: { success: true } },
    areaLogout: { status: 200, body: { success: true } },
    orderLogout: { status: 200, body: { success: true } },
  }
  readonly #states: unknown[] = [null]

  constructor() {
    actAsBrowser()
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) =>
      this.#answer(new URL(input instanceof Request ? input.url : input, 'http://office'), init),
    )
    vi.stubGlobal('location', { hash: '', pathname: '/customer', search: '' })
    vi.stubGlobal('history', this.#history())
    vi.spyOn(console, 'info').mockImplementation((line: string) => void this.noted.push(line))
    $customer.set(null)
    $customerArea.set(null)
    rememberSent(null)
    $step.set('login')
    $way.set('mobile')
    $typed.set(NOTHING_TYPED)
    $linkSentTo.set(null)
    $problem.set(null)
  }

  #answer(url: URL, init?: RequestInit): Promise<Response> {
    const path = url.pathname.replace('/api', '')
    this.asked.push({ path, query: url.searchParams, body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined })
    const name = (Object.keys(CALLS) as Call[]).find((one) => CALLS[one].path === path)
    const answer = name && this.answers[name]
    if (!answer || answer === 'lost') return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve(
      new Response(JSON.stringify(answer.body), {
        status: answer.status,
        headers: { 'content-type': 'application/json', ...answer.headers },
      }),
    )
  }

  #history() {
    const states = this.#states
    return {
      get state() {
        return states.at(-1)
      },
      pushState: (state: unknown) => void states.push(state),
      replaceState: (_state: unknown, _title: string, address: string) => void this.addresses.push(address),
      back: () => {
        states.pop()
        this.pressBack?.()
      },
    }
  }

  /** Goes back as the browser's back button does. */
  pressBack: (() => void) | undefined
}
