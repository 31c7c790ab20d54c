import { Dialog } from '#islands/ui/Dialog.tsx'
import { useText } from '#islands/ui/text.tsx'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import type { SectionSummary } from '#lib/domain/seating/rules/seat-sections.ts'
import { enterMap } from '#islands/seat-map/drawn-map.ts'
import { SectionView } from '#islands/seat-map/SectionView.tsx'
import { VenuePicture } from './VenuePicture.tsx'

interface Props {
  readonly presentation: PresentationAnswer
  readonly hall: Hall
  readonly summaries: readonly SectionSummary[]
  /** The venue, or the view from a section by its index in the hall. */
  readonly shown: number | 'venue'
  readonly onSection: (at: number) => void
  readonly onClose: () => void
}

/** The venue as a picture, another way to a section; or what one sees from a section. */
export default function Pictures({ presentation, hall, summaries, shown, onSection, onClose }: Props) {
  const t = useText()
  if (shown !== 'venue') {
    const { id, name } = hall.sections[shown] ?? { id: 0, name: '' }
    return <SectionView presentation={presentation} sectionId={id} sectionName={name} onClose={onClose} />
  }
  const soldOut = summaries.filter(({ isSoldOut }) => isSoldOut).map(({ at }) => hall.sections[at]?.id ?? 0)
  const goTo = (sectionId: number) => {
    const at = hall.sections.findIndex(({ id }) => id === sectionId)
    onClose()
    if (at < 0) return
    onSection(at)
    // The dialog gives the focus back first.
    setTimeout(enterMap, 0)
  }
  return (
    <Dialog label={t('seats.pictureTitle')} onClose={onClose}>
      <div className="venue-dlg">
        <h2 className="dlg-h">{t('seats.pictureTitle')}</h2>
        <VenuePicture presentation={presentation} onSection={goTo} soldOutSectionIds={new Set(soldOut)} />
        <button className="btn quiet" type="button" onClick={onClose}>
          {t('seats.backToMap')}
        </button>
      </div>
    </Dialog>
  )
}
