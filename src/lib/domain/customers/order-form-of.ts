import {
  CONSENT_FIELDS,
  DEFAULT_ORDER_FORM,
  ORDER_FIELDS,
  type ConsentField,
  type FieldDemand,
  type OrderField,
  type OrderForm,
} from './order-form.ts'
import type { AgeDemand } from './waiver.ts'
import { dayOf } from '#lib/domain/time/days.ts'

/** A presentation's demands on the order form, in the catalogue and on the wire alike. */
export interface DemandingPresentation {
  /** Differences from the default form; null: none. */
  readonly orderForm: Readonly<Record<string, FieldDemand | undefined>> | null
  /** A text to be accepted in addition to the terms. */
  readonly additionalTerms: string | null
  /** Whether the buyer's age is compared with the tickets. */
  readonly asksWaiver: boolean
}

/** A seat of the order: its location, its start (ms since 1970), and its ticket's ages. */
export interface DemandingSeat {
  readonly presentation: DemandingPresentation
  readonly startsAt: number
  readonly ticket: { readonly minAge: number | null; readonly maxAge: number | null }
}

const RANK: Readonly<Record<FieldDemand, number>> = { required: 2, included: 1, 'left out': 0 }

/**
 * Builds the form of an order; of several presentations the strictest demand counts for each field (decision). Delivery needs an address, a waiver a date of
 * birth; additional terms are asked for only if there are some; and nobody buys without a mobile number or an e-mail address (spec §6).
 */
export function orderFormFor(order: { readonly needsDelivery: boolean; readonly seats: readonly DemandingSeat[] }): OrderForm {
  const presentations = [...new Set(order.seats.map(({ presentation }) => presentation))]
  const forms = presentations.length === 0 ? [DEFAULT_ORDER_FORM] : presentations.map(formOf)
  const [first = DEFAULT_ORDER_FORM, ...others] = forms
  const merged = others.reduce(stricter, first)
  const fields = order.needsDelivery ? withAddress(merged.fields) : merged.fields
  return { ...merged, fields: reachable(fields), ages: order.seats.flatMap(ageDemandOf) }
}

function formOf({ orderForm, additionalTerms, asksWaiver }: DemandingPresentation): OrderForm {
  const own = (field: OrderField | ConsentField, usual: FieldDemand): FieldDemand => orderForm?.[field] ?? usual
  const terms = additionalTerms === null ? 'left out' : own('additionalTerms', 'required')
  const fields = mapped(ORDER_FIELDS, (field) => own(field, DEFAULT_ORDER_FORM.fields[field]))
  return {
    fields: asksWaiver ? { ...fields, dateOfBirth: 'required' } : fields,
    consents: { termsAcceptance: own('termsAcceptance', DEFAULT_ORDER_FORM.consents.termsAcceptance), additionalTerms: terms },
    ages: [],
  }
}

function stricter(one: OrderForm, other: OrderForm): OrderForm {
  return {
    fields: mapped(ORDER_FIELDS, (field) => stricterOf(one.fields[field], other.fields[field])),
    consents: mapped(CONSENT_FIELDS, (field) => stricterOf(one.consents[field], other.consents[field])),
    ages: [],
  }
}

function stricterOf(one: FieldDemand, other: FieldDemand): FieldDemand {
  return RANK[one] >= RANK[other] ? one : other
}

function mapped<Field extends string>(names: readonly Field[], demand: (field: Field) => FieldDemand): Record<Field, FieldDemand> {
  return Object.fromEntries(names.map((field) => [field, demand(field)])) as Record<Field, FieldDemand>
}

function withAddress(fields: OrderForm['fields']): OrderForm['fields'] {
  const atLeast = (field: OrderField): FieldDemand => stricterOf(fields[field], 'included')
  return { ...fields, address1: 'required', address2: atLeast('address2'), city: 'required', postalCode: atLeast('postalCode') }
}

/** Drops the confirmation of a number that is not asked for, and asks for the mobile number if the form has no contact field. */
function reachable(fields: OrderForm['fields']): OrderForm['fields'] {
  if (fields.mobileNumber === 'left out' && fields.email === 'left out') return { ...fields, mobileNumber: 'required' }
  return fields.mobileNumber === 'left out' ? { ...fields, verifyMobileNumber: 'left out' } : fields
}

function ageDemandOf({ presentation, startsAt, ticket: { minAge, maxAge } }: DemandingSeat): AgeDemand[] {
  return presentation.asksWaiver && (minAge !== null || maxAge !== null) ? [{ day: dayOf(startsAt), minAge, maxAge }] : []
}
