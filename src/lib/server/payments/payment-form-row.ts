/** A row of payment_form. */
export interface FormRow {
  readonly form_id: string
  readonly holder: string
  readonly provider: string
  readonly provider_form: string | null
  readonly amount: number
  readonly locale: string
  readonly order_id: string | null
  readonly body: Buffer | null
  readonly state: 'open' | 'ordered' | 'lapsed'
  /** Seconds since it was opened. */
  readonly age: number
}

export const FORM_COLUMNS =
  'form_id, holder, provider, provider_form, amount, locale, order_id, body, state, extract(epoch FROM now() - created_at)::int AS age'

/** What became of a form's money: 'ordered', 'returned' (given back, or about to be), 'waiting' (not to be said yet), 'none': it took none. */
export type MoneyFate = 'ordered' | 'returned' | 'waiting' | 'none'
