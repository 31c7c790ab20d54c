import type { Agorot } from '#lib/domain/money/money.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { ltr } from '#lib/text/isolate.ts'
import type { Translate } from '#lib/text/translate.ts'

export interface InstalmentChoice {
  readonly count: number
  readonly label: string
}

/** Instalment plans of 1 to `most` payments. The first payment takes the remainder in agorot. */
export function instalmentChoices(amount: Agorot, most: number, t: Translate): readonly InstalmentChoice[] {
  return Array.from({ length: most }, (_, index) => {
    const count = index + 1
    const rest = Math.floor(amount / count)
    const first = amount - rest * (count - 1)
    const key = first === rest ? 'sandbox.instalments' : 'sandbox.instalmentsUneven'
    return { count, label: t(key, { count, amount: ltr(formatMoney(rest)), first: ltr(formatMoney(first)) }) }
  })
}
