/** The submitted values of the wait list form, and their problems. */
export interface WaitFormState {
  readonly contact: string
  readonly quantity: number
  readonly isConsented: boolean
  readonly problem?: 'contact' | 'consent'
}
