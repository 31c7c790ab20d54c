import { useStore } from '@nanostores/react'
import { useText } from '#islands/ui/text.tsx'
import { $codeNews } from '#lib/client/order/codes-state.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { ltr } from '#lib/text/isolate.ts'
import { ltrCode } from '#islands/ui/code-text.ts'

const WORDS = { applied: 'order.codeApplied', removed: 'order.codeRemoved', restored: 'order.codeRestored' } as const

/** Says what has become of a code, and what the order costs now. */
export function CodeNews({ total }: { readonly total: Agorot }) {
  const t = useText()
  const news = useStore($codeNews, { ssr: 'initial' })
  return (
    <p className="vh" role="status">
      {news &&
        `${t(WORDS[news.kind], { code: ltrCode(news.label), count: news.seats })} ${t('order.newTotal', { amount: ltr(formatMoney(total)) })}`}
    </p>
  )
}
