import { atom } from 'nanostores'

const METHODS = ['card', 'wallet', 'bit'] as const

/** What the provider's form says that was paid with. Never a number: its last digits at most, and they may be unknown (empty). */
export interface CreditCardInfo {
  readonly method: (typeof METHODS)[number]
  readonly last4: string
}

/** What the provider's form has handed over. */
export interface PaidForm {
  readonly paymentIdentifier: string
  /** null where the form says nothing of it, or said it to a page that is gone. */
  readonly creditCardInfo: CreditCardInfo | null
  /** Instalments; 1 is none. */
  readonly numberOfPayments: number
}

/** The form that was paid last; null before. */
export const $paidForm = atom<PaidForm | null>(null)

/** A payment is about to be committed, of which nothing but its name may be known: after a reload, or from a page of the provider's own. */
export function keepPaid(paymentIdentifier: string | null): void {
  if ($paidForm.get()?.paymentIdentifier === paymentIdentifier) return
  $paidForm.set(paymentIdentifier === null ? null : { paymentIdentifier, creditCardInfo: null, numberOfPayments: 1 })
}

/** The frame that the provider's form is in, and the address that it was opened with. */
export interface FormFrame {
  readonly window: Window | null
  readonly url: string
}

/** What the provider's frame hands over; anything else that a window may send is not looked at. */
export function paidFormOf(event: MessageEvent<unknown>, frame: FormFrame): PaidForm | null {
  const said = saidByFrame(event, frame, 'shura:payment')
  if (typeof said?.paymentIdentifier !== 'string') return null
  const { paymentIdentifier, numberOfPayments } = said
  const isCount = Number.isInteger(numberOfPayments) && Number(numberOfPayments) >= 1
  return { paymentIdentifier, creditCardInfo: cardInfoOf(said), numberOfPayments: isCount ? Number(numberOfPayments) : 1 }
}

function cardInfoOf({ method, last4 }: ActionResult): CreditCardInfo | null {
  const known = METHODS.find((one) => one === method)
  if (!known) return null
  return { method: known, last4: typeof last4 === 'string' && /^\d{4}$/.test(last4) ? last4 : '' }
}

/** A frame is never lower than a card form and never higher than this, whatever it says, in pixels. */
const FRAME_HEIGHT = { least: 240, most: 1600 } as const

/** Where in its frame the provider's form has put the focus after an answer: its message, or what is to be put right; null where it says nothing that counts. */
export function frameFocusOf(event: MessageEvent<unknown>, frame: FormFrame): { readonly top: number; readonly height: number } | null {
  const said = saidByFrame(event, frame, 'shura:payment-focus')
  const [top, height] = [Number(said?.top), Number(said?.height)]
  if (!(top >= 0 && top <= FRAME_HEIGHT.most && height >= 0 && height <= FRAME_HEIGHT.most)) return null
  return { top, height }
}

/** How high the provider's form says that it is; null where it says nothing that counts. */
export function frameHeightOf(event: MessageEvent<unknown>, frame: FormFrame): number | null {
  const said = saidByFrame(event, frame, 'shura:payment-height')
  if (typeof said?.height !== 'number' || !Number.isFinite(said.height)) return null
  return Math.round(Math.min(FRAME_HEIGHT.most, Math.max(FRAME_HEIGHT.least, said.height)))
}

type ActionResult = Readonly<Record<string, unknown>>

function saidByFrame({ source, origin, data }: MessageEvent<unknown>, { window, url }: FormFrame, type: string): ActionResult | null {
  if (source !== window || origin !== new URL(url, location.href).origin) return null
  const said = typeof data === 'object' && data !== null ? Object.fromEntries(Object.entries(data)) : {}
  return said.type === type ? said : null
}
