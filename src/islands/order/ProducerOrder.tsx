import { rowText } from '#lib/text/row-text.ts'
import { useEffect, useMemo, useState, type ComponentProps } from 'react'
import { $drawnMap } from '#islands/seat-map/drawn-map.ts'
import { $marks, sellAsProducer, type Marks } from '#lib/client/seats/producer-marks.ts'
import { $plan } from '#lib/client/seats/seats.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { HELD_MARK } from '#lib/client/seats/held-mark.ts'
import { textsOfIsland } from '#lib/text/texts-by-name.ts'
import { translator, type Translate } from '#lib/text/translate.ts'
import { Order } from './Order.tsx'

/** The order of a producer: map and list mark the seats that producers hold, and say of those of others why they are not to be had. The shop's pages load none of this. */
export function ProducerOrder(props: ComponentProps<typeof Order>) {
  const { texts, locale } = props
  const t = useMemo(() => translator(textsOfIsland(texts), locale), [texts, locale])
  const words = (['mine', 'shared', 'closed', 'apart'] as const).map((kind) => [kind, t(`producer.mark_${kind}`)] as const)
  // Before the map asks for its seats: its effects run before those of this component.
  useState(() => sellAsProducer(Object.fromEntries(words) as Parameters<typeof sellAsProducer>[0]))
  useEffect(() => markMap(), [])
  useEffect(() => markList(t), [t])
  return (
    <>
      <Order {...props} />
      {KINDS.map((kind) => (
        <span key={kind} id={`held-${kind}`} hidden>
          {t(`producer.mark_${kind}`)}
        </span>
      ))}
    </>
  )
}

const KINDS = ['mine', 'shared'] as const
const SVG = 'http://www.w3.org/2000/svg'
/** Units between neighbouring seats, of which the mark is drawn. */
const PITCH = 33

/** Draws the marks above the seats, in what moves with them. */
function markMap(): () => void {
  const layer = document.createElementNS(SVG, 'g')
  layer.setAttribute('class', 'held-marks')
  const draw = () => {
    const root = document.querySelector('#map svg.map > g')
    const hall = $plan.get()
    if (!root || !hall) return
    if (layer.parentNode !== root) root.append(layer)
    layer.replaceChildren(...KINDS.flatMap((kind) => marksOf(hall, kind, $marks.get())))
  }
  const stops = [$drawnMap.subscribe(draw), $marks.listen(draw)]
  return () => {
    for (const stop of stops) stop()
    layer.remove()
  }
}

function marksOf(hall: Hall, kind: keyof Marks, marks: Marks): readonly SVGElement[] {
  return [...marks[kind]].map((seat) => {
    const mark = document.createElementNS(SVG, 'path')
    mark.setAttribute('class', kind)
    mark.setAttribute('d', HELD_MARK)
    const place = `translate(${String(hall.x[seat] ?? 0)} ${String(hall.y[seat] ?? 0)})`
    mark.setAttribute('transform', `${place} scale(${String(hall.pitch / PITCH)})`)
    return mark
  })
}

/** Marks the buttons of the list, which come and go as sections are opened; to a screen reader a mark is a description. */
function markList(t: Translate): () => void {
  const mark = () => {
    const [hall, marks] = [$plan.get(), $marks.get()]
    if (!hall) return
    const kindOf = new Map(KINDS.flatMap((kind) => [...marks[kind]].map((seat) => [addressOf(t, hall, seat), kind] as const)))
    for (const button of document.querySelectorAll<HTMLElement>('#list .sbtn')) {
      const row = button.parentElement?.getAttribute('aria-label') ?? ''
      const kind = kindOf.get(`${row}\n${button.textContent}`)
      button.toggleAttribute('data-held', kind !== undefined)
      if (kind) button.dataset.held = kind
      if (kind) button.setAttribute('aria-describedby', `held-${kind}`)
      else button.removeAttribute('aria-describedby')
    }
  }
  const observer = new MutationObserver(mark)
  observer.observe(document.body, { childList: true, subtree: true })
  const stop = $marks.listen(mark)
  return () => {
    observer.disconnect()
    stop()
  }
}

/** A seat of the list, by what names its row there and by its own name. */
function addressOf(t: Translate, { rows, row, section, sections, names }: Hall, seat: number): string {
  const { name = '' } = rows[row[seat] ?? 0] ?? {}
  const of = sections[section[seat] ?? 0]?.name ?? ''
  const label = name === '' ? of : t('seats.inSection', { section: of, row: rowText(t, 'seats', name) })
  return `${label}\n${names[seat] ?? ''}`
}
