import type { Locale } from '#lib/text/locales.ts'
import { formatShortDate, formatTime } from '#lib/text/format-date.ts'
import { textOf } from '#lib/text/text.ts'
import { documentLink } from './document-link.ts'
import type { DocumentShowing, DocumentTicket, OrderDocument } from './documents.ts'
import { settings } from '#lib/server/settings.ts'

/** A field of a pass, as Apple's pass.json has it. */
interface PassField {
  readonly key: string
  readonly label: string
  readonly value: string
}

/** What a pass of an issued ticket is made of: the fields of Apple's pass.json for an event ticket, and of Google's event ticket object beside them. */
export interface WalletTicket {
  readonly serialNumber: string
  readonly description: string
  readonly organizationName: string
  readonly relevantDate: string
  readonly expirationDate: string
  readonly voided: boolean
  /** Of a ticket that still admits: the code that the door scans. */
  readonly barcodes: readonly {
    readonly format: 'PKBarcodeFormatQR'
    readonly message: string
    readonly messageEncoding: 'iso-8859-1'
    readonly altText: string
  }[]
  readonly eventTicket: {
    readonly primaryFields: readonly PassField[]
    readonly secondaryFields: readonly PassField[]
    readonly auxiliaryFields: readonly PassField[]
    readonly backFields: readonly PassField[]
  }
  readonly google: {
    readonly eventName: string
    readonly venue: { readonly name: string; readonly address: string }
    readonly dateTime: { readonly start: string; readonly end: string; readonly doorsOpen?: string }
    readonly state: 'ACTIVE' | 'COMPLETED' | 'EXPIRED' | 'INACTIVE'
    readonly ticketNumber: string
    readonly ticketType: string
    readonly reservationInfo: { readonly confirmationCode: string }
    readonly seatInfo: { readonly section: string; readonly row?: string; readonly seat?: string }
    readonly barcode?: { readonly type: 'QR_CODE'; readonly value: string }
  }
}

const STATE = { valid: 'ACTIVE', used: 'COMPLETED', past: 'EXPIRED', exchanged: 'INACTIVE', cancelled: 'INACTIVE' } as const

/** The passes of an order, one for each issued ticket. Who signs passes for a wallet needs nothing else of us. */
export function walletDataOf(order: OrderDocument, locale: Locale): { readonly passes: readonly WalletTicket[] } {
  return { passes: order.showings.flatMap((showing) => showing.tickets.map((ticket) => passOf(order, showing, ticket, locale))) }
}

function passOf(order: OrderDocument, showing: DocumentShowing, ticket: DocumentTicket, locale: Locale): WalletTicket {
  const { ticketIdentifier, code, state } = ticket
  return {
    serialNumber: ticketIdentifier,
    description: `${showing.featureName}, ${showing.locationName}`,
    organizationName: settings().brand.name,
    relevantDate: isoOf(showing.startsAt),
    expirationDate: isoOf(showing.pastAt),
    voided: state === 'cancelled' || state === 'exchanged',
    barcodes:
      code === null ? [] : [{ format: 'PKBarcodeFormatQR', message: code, messageEncoding: 'iso-8859-1', altText: ticketIdentifier }],
    eventTicket: fieldsOf(order, showing, ticket, locale),
    google: googleFieldsOf(order, showing, ticket),
  }
}

function fieldsOf(order: OrderDocument, showing: DocumentShowing, ticket: DocumentTicket, locale: Locale): WalletTicket['eventTicket'] {
  const t = textOf(locale)
  const time = showing.isUntimed ? t('document.untimed') : formatTime(showing.startsAt)
  const seat = [
    { key: 'section', label: t('account.walletSection'), value: ticket.sectionName },
    { key: 'row', label: t('account.walletRow'), value: ticket.rowName ?? '' },
    { key: 'seat', label: t('account.walletSeat'), value: ticket.seatName ?? '' },
  ]
  return {
    primaryFields: [{ key: 'event', label: showing.locationName, value: showing.featureName }],
    secondaryFields: [
      { key: 'date', label: t('account.walletDate'), value: `${formatShortDate(showing.startsAt)} ${time}` },
      { key: 'venue', label: t('account.walletVenue'), value: showing.venueName },
    ],
    auxiliaryFields: seat.filter(({ value }) => value !== ''),
    backFields: [
      { key: 'ticket', label: t('account.walletTicket'), value: ticket.ticketName },
      { key: 'order', label: t('account.walletOrder'), value: order.reservationIdentifier },
      { key: 'address', label: t('account.walletAddress'), value: addressOf(showing) },
      { key: 'document', label: t('account.walletDocument'), value: documentLink(order.documentKey) },
    ],
  }
}

function googleFieldsOf(order: OrderDocument, showing: DocumentShowing, ticket: DocumentTicket): WalletTicket['google'] {
  const { rowName, seatName, sectionName, code } = ticket
  return {
    eventName: showing.featureName,
    venue: { name: [showing.venueName, showing.locationName].filter((part) => part !== '').join(', '), address: addressOf(showing) },
    dateTime: {
      start: isoOf(showing.startsAt),
      end: isoOf(showing.endsAt),
      ...(showing.doorsAt !== null && { doorsOpen: isoOf(showing.doorsAt) }),
    },
    state: STATE[ticket.state],
    ticketNumber: ticket.ticketIdentifier,
    ticketType: ticket.ticketName,
    reservationInfo: { confirmationCode: order.reservationIdentifier },
    seatInfo: { section: sectionName, ...(rowName !== null && { row: rowName }), ...(seatName !== null && { seat: seatName }) },
    ...(code !== null && { barcode: { type: 'QR_CODE', value: code } as const }),
  }
}

function addressOf({ address, city }: DocumentShowing): string {
  return [address, city].filter((part) => part !== '').join(', ')
}

function isoOf(at: number): string {
  return new Date(at).toISOString()
}
