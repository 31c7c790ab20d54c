import { useStore } from '@nanostores/react'
import type { MouseEvent } from 'react'
import { Icon } from '#islands/ui/icon.tsx'
import { TextProvider, useText, type TextProps } from '#islands/ui/text.tsx'
import { $step, goToStep } from '#lib/client/order/steps.ts'
import type { OrderPageStep } from '#lib/domain/cart/order-steps.ts'
import { HOLD_QUERY } from '#lib/domain/orders/unpaid-hold.ts'

/** Ticket types and add-on products share one of the four steps that are shown. */
const SHOWN = [
  { name: 'seats', step: 'seats' },
  { name: 'tickets', step: 'tickets' },
  { name: 'details', step: null },
  { name: 'done', step: null },
] as const

type Props = TextProps & { readonly step: OrderPageStep; readonly isHold?: boolean }

/** The steps above the order, following the page as it moves on and back. */
export function OrderSteps({ texts, locale, step, isHold = false }: Props) {
  const current = useStore($step, { ssr: 'initial' }) ?? step
  return (
    <TextProvider texts={texts} locale={locale}>
      <StepList current={current === 'seats' ? 0 : 1} isHold={isHold} />
    </TextProvider>
  )
}

function StepList({ current, isHold }: { readonly current: number; readonly isHold: boolean }) {
  const t = useText()
  return (
    <nav className="steps" aria-label={t('common.orderSteps')}>
      <div className="wrap">
        <ol>
          {SHOWN.map(({ name, step }, index) =>
            index < current && step ? (
              <DoneStep key={name} step={step} isHold={isHold} label={t(`common.step_${name}`)} />
            ) : (
              <li key={name} aria-current={index === current ? 'step' : undefined}>
                <span className="n">{index + 1}</span>
                <span className="t">{t(`common.step_${name}`)}</span>
              </li>
            ),
          )}
        </ol>
      </div>
    </nav>
  )
}

function DoneStep({ step, label, isHold }: { readonly step: OrderPageStep; readonly label: string; readonly isHold: boolean }) {
  const t = useText()
  const go = (event: MouseEvent): void => {
    event.preventDefault()
    goToStep(step)
  }
  return (
    <li className="done">
      <a href={`?step=${step}${isHold ? `&${HOLD_QUERY}` : ''}`} aria-label={t('common.backToStep', { step: label })} onClick={go}>
        <span className="n">
          <Icon name="tick" size="sm" />
        </span>
        <span className="t">{label}</span>
      </a>
    </li>
  )
}
