import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PresentationAnswer } from '#lib/contract/presentations.ts'
import type { SeatStatusTuple } from '#lib/contract/seats.ts'
import type { TicketAnswer, TicketGroupAnswer } from '#lib/contract/wire.ts'
import { planOf, placesOf, sectionOf } from '#tests/domain/seat-fixtures.ts'

export interface Asked {
  readonly path: string
  readonly seat: {
    readonly VenueSectionId: number
    readonly XCoordinate: number | null
    readonly YCoordinate: number | null
    readonly TicketGroupId: number
  }
}

/** A box office of two rows and a lawn over real HTTP. The test says what it answers; a `cut` drops the connection. */
export interface SeatServer {
  status: SeatStatusTuple[]
  places: Record<string, { capacity: number; free: number; yours: number }>
  /** The next answers to locks and unlocks: a refusal's code, `cut`, or nothing for a yes. */
  readonly refusals: string[]
  readonly asked: Asked[]
  statusAnswers: 'yes' | 'cut'
  /** Holds answers of locks and unlocks back until it is called. */
  release: () => void
  hold(): void
  close(): Promise<void>
}

const sofa = [1]
const plan = {
  ...planOf({
    1: sectionOf('אולם', [
      [[], [], [], [], []],
      [[], [], sofa, sofa, []],
    ]),
    2: placesOf('דשא', 50),
  }),
  name: 'אולם',
  version: '1',
  width: 1,
  height: 1,
}

export function freshStatus(): SeatStatusTuple[] {
  const rows = [1, 2].flatMap((y) => [1, 2, 3, 4, 5].map((x): SeatStatusTuple => [1, 5, x, y, 1, 7, 1]))
  return [...rows, [2, 0, null, null, 1, 8, 1]]
}

const ticket = (id: number, ticketGroupId: number, multiplyFactor: number): TicketAnswer => ({
  id,
  ticketGroupId,
  multiplyFactor,
  name: 'רגיל',
  price: 100,
  oldPrice: null,
  serviceCharge: 0,
  pricePolicyId: 1,
  code: null,
  ref1: null,
  ref2: null,
  ref1prompt: null,
  ref2prompt: null,
  memberNumber: null,
  systemVoucher: null,
  walkin: false,
  balance: null,
  quantity: 0,
})
export const groups: TicketGroupAnswer[] = [
  { id: 7, name: 'אולם', tickets: [ticket(70, 7, 2), ticket(71, 7, 1), ticket(72, 7, 1)], voucherTickets: [], isByCodeEnabled: false },
  { id: 8, name: 'דשא', tickets: [ticket(80, 8, 1)], voucherTickets: [], isByCodeEnabled: false },
]

export function presentation(id: number, more: Partial<PresentationAnswer> = {}): PresentationAnswer {
  return {
    id,
    featureId: 1,
    featureName: '',
    featureTypeId: 1,
    featureCategoryId: 1,
    featureCategoryName: '',
    locationId: 1,
    locationName: '',
    venueId: 3,
    venueTypeId: 1,
    seatplanId: 9,
    seatingPolicyId: 1,
    authProfileId: 1,
    businessId: 1,
    dateTime: '',
    seats: [],
    seatplan: null,
    seatsLoaded: false,
    products: [],
    ticketGroups: groups,
    serviceCharge: null,
    isReserved: true,
    isGA: 1,
    soldout: false,
    seatingMode: 'mixed',
    hasReservedSection: true,
    hasGASection: true,
    hasMultiGASections: false,
    viewAreaFilename: null,
    imageMapHtml: null,
    seatplanVersion: 'v1',
    seatRules: { loneSeats: 'allowed', keepOneFree: false, companionNeedsWheelchair: false },
    imageMap: null,
    hasSectionViews: false,
    venueName: '',
    city: '',
    maxSeats: 4,
    available: 9,
    priceFrom: 100,
    saleState: 'open',
    ...more,
  }
}

export async function openSeatServer(): Promise<SeatServer> {
  let gate = Promise.resolve()
  const server = createServer((request, response) => {
    void (async () => {
      const path = new URL(request.url ?? '', 'http://test').pathname.replace('/api/seats/', '')
      const answer = (body: unknown, code = 200) =>
        response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (path === 'seatplan') return answer({ seatplan: plan })
      if (path === 'seats-status')
        return box.statusAnswers === 'cut' ? request.socket.destroy() : answer({ seats: box.status, places: box.places })
      const { seat } = JSON.parse(await textOf(request)) as Asked
      box.asked.push({ path, seat })
      const refusal = box.refusals.shift()
      await gate
      if (refusal === 'cut') return request.socket.destroy()
      if (refusal) return answer({ error: refusal, message: `sentence of ${refusal}` }, 409)
      return answer({ [path === 'lock-seat' ? 'lockedSeat' : 'unlockedSeat']: { x: seat.XCoordinate, y: seat.YCoordinate } })
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const box: SeatServer = {
    status: freshStatus(),
    places: { 2: { capacity: 50, free: 3, yours: 0 } },
    refusals: [],
    asked: [],
    statusAnswers: 'yes',
    release: () => {},
    hold() {
      gate = new Promise((resolve) => (box.release = resolve))
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  actAsBrowser(server)
  return box
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/** The two things of a browser that the stores lean on: a document with the visitor's name, and addresses relative to the page. */
function actAsBrowser(server: Server): void {
  const { port } = server.address() as AddressInfo
  const page = Object.assign(new EventTarget(), {
    hidden: false,
    querySelector: (selector: string) => (selector.includes('visitor') ? { content: '00000000-0000-4000-8000-000000000000' } : null),
  })
  Object.assign(globalThis, { document: page })
  globalThis.fetch = (input, init) => pageFetch(new URL(input instanceof Request ? input.url : input, `http://127.0.0.1:${port}`), init)
}
const pageFetch = globalThis.fetch
