import type { ReactNode } from 'react'
import { Sign, type PlayerIcon } from './icons.tsx'

interface Props {
  readonly icon?: PlayerIcon
  readonly title: string
  /** What stands above the title: a large button or a countdown. */
  readonly above?: ReactNode
  readonly children?: ReactNode
  readonly actions?: ReactNode
  readonly isAlert?: boolean
}

/** A state of the player in place of the picture: one sentence and one action. */
export function Frame({ icon, title, above, children, actions, isAlert = false }: Props) {
  return (
    <div className="frame">
      <div className="msg" {...(isAlert && { role: 'alert' })}>
        {icon && <Sign name={icon} size="lg" />}
        {above}
        <h2>{title}</h2>
        {children}
        {actions !== undefined && <div className="row wrap-ok ctr">{actions}</div>}
      </div>
    </div>
  )
}

/** The light button of a frame. */
export function Act({
  icon,
  onPress,
  children,
}: {
  readonly icon?: PlayerIcon
  readonly onPress: () => void
  readonly children: ReactNode
}) {
  return (
    <button type="button" className="btn light" onClick={onPress}>
      {icon && <Sign name={icon} />}
      <span>{children}</span>
    </button>
  )
}
