import { useText } from '#islands/ui/text.tsx'
import { signInAgain } from './refusal-text.ts'

/** What could lock a customer out wants a sign-in of just now: the way to it, and back here. */
export function AgainNote({ part }: { readonly part: string }) {
  const t = useText()
  return (
    <div className="stack sm">
      <p className="sub">{t('area.signInAgainText')}</p>
      <p>
        <a className="btn ghost sm" href={signInAgain(part)}>
          {t('area.signInAgain')}
        </a>
      </p>
    </div>
  )
}
