import { Named } from '#islands/ui/named.tsx'
import { useText } from '#islands/ui/text.tsx'
import type { SignInWay } from '#lib/client/sign-in/sign-in-state.ts'

/** Of an account that somebody has elsewhere; `label` is a name, the same in all languages. */
export interface SocialProvider {
  readonly name: string
  readonly label: string
}

interface Props {
  readonly way: SignInWay
  readonly social: readonly SocialProvider[]
  /** Where a social sign-in comes back to. */
  readonly returnTo: string
  readonly onChoose: (way: SignInWay) => void
}

const WAYS: readonly SignInWay[] = ['mobile', 'ssn', 'password', 'link']
const OUTLINED: readonly SignInWay[] = ['mobile', 'ssn']

/** The ways in that are not on the screen. Providers are plain links: they lead away from the page. */
export function OtherWays({ way, social, returnTo, onChoose }: Props) {
  const t = useText()
  return (
    <div className="stack sm" role="group" aria-label={t('signIn.otherWays')}>
      <p className="meta sign-in-or" aria-hidden="true">
        {t('signIn.or')}
      </p>
      {WAYS.filter((other) => other !== way && !(way === 'password' && other === 'link')).map((other) => (
        <button
          className={`btn block ${OUTLINED.includes(other) ? 'ghost' : 'quiet'}`}
          type="button"
          key={other}
          onClick={() => onChoose(other)}
        >
          {t(`signIn.way_${other}`)}
        </button>
      ))}
      {social.map(({ name, label }) => (
        <a className="btn ghost block" key={name} href={`/sign-in/${encodeURIComponent(name)}?return=${encodeURIComponent(returnTo)}`}>
          <Named>{t('signIn.social', { name: label })}</Named>
        </a>
      ))}
    </div>
  )
}
