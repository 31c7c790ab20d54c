import './pictures.css'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useText } from '#islands/ui/text.tsx'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import { nextArea, type AreaForm, type Way } from '#lib/domain/seating/plan/picture-areas.ts'

interface Props {
  readonly presentation: Pick<PresentationAnswer, 'id' | 'imageMap'>
  readonly onSection: (sectionId: number) => void
  readonly soldOutSectionIds?: ReadonlySet<number>
}

const WAYS: Readonly<Record<string, Way>> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' }
const NONE: ReadonlySet<number> = new Set()

const SOLD_PATTERN = (
  <defs>
    <pattern id="vpic-sold" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="12" height="12" className="vpic-veil" />
      <rect width="5" height="12" className="vpic-stripe" />
    </pattern>
  </defs>
)

/**
 * The picture of the venue; its areas lead to their sections (spec §3, imageMapHtml). One tab stop: arrows move between areas as they lie in the picture.
 * Nothing is shown where there is no picture, or where it does not load: map and list are there.
 */
export function VenuePicture({ presentation: { id, imageMap }, onSection, soldOutSectionIds = NONE }: Props) {
  const t = useText()
  const drawing = useRef<SVGSVGElement>(null)
  const [current, setCurrent] = useState(0)
  const [named, setNamed] = useState<number | null>(null)
  const [isMissing, setMissing] = useState(false)
  if (!imageMap || isMissing) return null
  const { width, height, areas } = imageMap
  const nameOf = ({ label, sectionId }: (typeof areas)[number]) =>
    soldOutSectionIds.has(sectionId) ? t('seats.picture.soldOut', { section: label }) : label
  const goTo = (index: number) => drawing.current?.querySelectorAll<SVGElement>('.vpic-area')[index]?.focus()
  const press = (event: KeyboardEvent, index: number) => {
    const way = WAYS[event.key]
    if (way) goTo(nextArea(areas, index, way))
    else if (event.key === 'Home' || event.key === 'End') goTo(event.key === 'Home' ? 0 : areas.length - 1)
    else if (event.key === 'Enter' || event.key === ' ') onSection(areas[index]?.sectionId ?? 0)
    else return
    event.preventDefault()
  }
  const shown = named === null ? undefined : areas[named]
  return (
    <figure className="vpic">
      <div className="vpic-frame">
        <img src={`/api/presentations/${String(id)}/picture`} width={width} height={height} alt="" onError={() => setMissing(true)} />
        <svg
          ref={drawing}
          viewBox={`0 0 ${String(width)} ${String(height)}`}
          preserveAspectRatio="none"
          role="group"
          aria-label={t('seats.picture.areas')}
        >
          {SOLD_PATTERN}
          {areas.map((area, index) => (
            <g
              key={`${String(index)}-${String(area.sectionId)}`}
              className={soldOutSectionIds.has(area.sectionId) ? 'vpic-area sold' : 'vpic-area'}
              role="button"
              tabIndex={index === Math.min(current, areas.length - 1) ? 0 : -1}
              aria-label={nameOf(area)}
              onClick={() => onSection(area.sectionId)}
              onKeyDown={(event) => press(event, index)}
              onFocus={() => {
                setCurrent(index)
                setNamed(index)
              }}
              onBlur={() => setNamed(null)}
              onPointerEnter={() => setNamed(index)}
              onPointerLeave={() => setNamed(null)}
            >
              <Form {...area} />
            </g>
          ))}
        </svg>
      </div>
      <figcaption>{shown ? <span aria-hidden="true">{nameOf(shown)}</span> : t('seats.picture.hint')}</figcaption>
    </figure>
  )
}

function Form({ shape, coords }: AreaForm) {
  const [a = 0, b = 0, c = 0, d = 0] = coords
  if (shape === 'rect') return <rect x={a} y={b} width={c - a} height={d - b} />
  if (shape === 'circle') return <circle cx={a} cy={b} r={c} />
  return <polygon points={coords.join(' ')} />
}
