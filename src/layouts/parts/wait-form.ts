/** What was typed into the form that asks to be told, and what is wrong with it. */
export interface WaitFormState {
  readonly contact: string
  readonly quantity: number
  readonly isConsented: boolean
  readonly problem?: 'contact' | 'consent'
}
