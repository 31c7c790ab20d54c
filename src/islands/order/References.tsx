import { useStore } from '@nanostores/react'
import { Icon } from '#islands/ui/icon.tsx'
import { useText } from '#islands/ui/text.tsx'
import type { SeatLine } from '#lib/client/order/order-lines.ts'
import { $references, emptyReferences, isCheckedHere, typedName } from '#lib/client/order/references-state.ts'
import { $referencesAsked, checkReferences, referenceId } from '#lib/client/order/references.ts'
import { typeReferences } from '#lib/client/seats/seats.ts'

type Field = 'ref1' | 'ref2'

/** What the ticket of a seat asks for: its own words as labels, checked when a field is left. */
export function References({ line, place }: { readonly line: SeatLine; readonly place: string }) {
  const { ref1prompt, ref2prompt } = line.ticket
  return (
    <div className="refs grid2">
      {ref1prompt !== null && <Reference field="ref1" label={ref1prompt} line={line} place={place} />}
      {ref2prompt !== null && <Reference field="ref2" label={ref2prompt} line={line} place={place} />}
    </div>
  )
}

interface Props {
  readonly field: Field
  readonly label: string
  readonly line: SeatLine
  readonly place: string
}

function Reference({ field, label, line, place }: Props) {
  const { seat } = line
  const id = referenceId(seat.key, field)
  const words = useWords(line, field)
  return (
    <div className={`field ${words.state}`}>
      <label htmlFor={id}>
        {label} <span className="vh">{place}</span>
      </label>
      <input
        className="inp"
        id={id}
        dir="auto"
        autoComplete="off"
        maxLength={80}
        value={seat[field]}
        aria-required="true"
        aria-invalid={words.state === 'err' ? true : undefined}
        aria-describedby={`${id}-state`}
        onChange={(event) => typeReferences(seat.key, { [field]: event.target.value })}
        onBlur={() => void checkReferences(seat.key)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void checkReferences(seat.key)
        }}
      />
      <p className={words.state === 'ok' ? 'msg good' : words.state === 'err' ? 'msg' : 'hint'} id={`${id}-state`} role="status">
        {words.state !== '' && <Icon name={words.state === 'ok' ? 'tick' : 'warning'} size="sm" />}
        {words.text}
      </p>
    </div>
  )
}

/** The state of a field and what is said of it. Where a ticket asks twice, a refusal stands with the first field. */
function useWords(line: SeatLine, field: Field): { readonly state: '' | 'ok' | 'err'; readonly text: string } {
  const t = useText()
  const known = useStore($references, { ssr: 'initial' })[typedName(line)]
  const isAsked = useStore($referencesAsked, { ssr: 'initial' })
  const empty = emptyReferences(line)
  if (isAsked && empty.includes(field)) return { state: 'err', text: t('order.referenceMissing') }
  if (empty.length > 0) return { state: '', text: '' }
  const isFirst = field === (line.ticket.ref1prompt === null ? 'ref2' : 'ref1')
  const first = (text: string) => (isFirst ? text : '')
  if (known?.at === 'checking') return { state: '', text: first(t('order.referenceChecking')) }
  if (known?.at === 'bad') return { state: 'err', text: first(known.refusal.message || t(`errors.${known.refusal.code}`)) }
  if (known?.at === 'ok' || !isCheckedHere(line)) return { state: 'ok', text: first(t('order.referenceOk')) }
  return { state: '', text: '' }
}
