import { Named } from '#islands/ui/named.tsx'
import './panels/pictures.css'
import { useState } from 'react'
import { Dialog } from '#islands/ui/Dialog.tsx'
import { useText } from '#islands/ui/text.tsx'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'

interface Props {
  readonly presentation: Pick<PresentationAnswer, 'id' | 'hasSectionViews'>
  readonly sectionId: number
  readonly sectionName: string
  readonly onClose: () => void
}

/** What one sees from a section (spec §3, viewAreaFilename). Nothing where the venue has no such pictures. */
export function SectionView({ presentation, sectionId, sectionName, onClose }: Props) {
  const t = useText()
  const [phase, setPhase] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(1)
  if (!presentation.hasSectionViews) return null
  const again = () => {
    setPhase('loading')
    setAttempt(attempt + 1)
  }
  return (
    <Dialog label={t('seats.view.title', { section: sectionName })} onClose={onClose}>
      <div className="sview">
        <h2>
          <Named>{t('seats.view.title', { section: sectionName })}</Named>
        </h2>
        <div className="sview-frame" data-phase={phase} aria-busy={phase === 'loading'}>
          {phase !== 'failed' && (
            <img
              key={attempt}
              src={`/api/presentations/${String(presentation.id)}/view/${String(sectionId)}`}
              width={1200}
              height={750}
              alt={t('seats.view.alt', { section: sectionName })}
              onLoad={() => setPhase('ready')}
              onError={() => setPhase('failed')}
            />
          )}
          <p className="sview-note" role="status">
            {phase === 'loading' && t('seats.view.loading')}
            {phase === 'failed' && t('seats.view.failed')}
          </p>
        </div>
        <div className="row wrap-ok">
          {phase === 'failed' && (
            <button className="btn ghost" type="button" onClick={again}>
              {t('seats.retry')}
            </button>
          )}
          <button className="btn primary" type="button" onClick={onClose}>
            {t('seats.backToMap')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
