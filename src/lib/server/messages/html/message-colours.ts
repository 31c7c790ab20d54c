import { accentColours } from '#lib/domain/catalogue/accent.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** The colours of mails, equal to those of layouts/theme.css, which mail programs cannot read. */
export interface MailColours {
  /** Background around the letter. */
  readonly page: string
  /** Background of the letter. */
  readonly card: string
  /** A muted panel in it. */
  readonly panel: string
  readonly line: string
  readonly ink: string
  readonly quiet: string
  readonly stage: string
  /** The button, whose text is white. */
  readonly accent: string
  /** Links. */
  readonly link: string
  /** The logo's dot on the stage. */
  readonly dot: string
}

const LIGHT: MailColours = {
  page: '#F4F2F7',
  card: '#FFFFFF',
  panel: '#F4F2F7',
  line: '#DDD8E5',
  ink: '#15111B',
  quiet: '#665E72',
  stage: '#120D18',
  accent: '#6C1AA6',
  link: '#6C1AA6',
  dot: '#C98CF2',
}

const DARK: MailColours = {
  page: '#0E0A13',
  card: '#17121E',
  panel: '#1F1928',
  line: '#352D42',
  ink: '#F6F3F9',
  quiet: '#A89FB6',
  stage: '#08060C',
  accent: '#8B3AC6',
  link: '#D5A9F5',
  dot: '#C98CF2',
}

/** Both themes, with the shop's own accent if set. */
export function mailColours(): { readonly light: MailColours; readonly dark: MailColours } {
  const { accent } = settings().brand
  if (accent === undefined) return { light: LIGHT, dark: DARK }
  const own = accentColours(accent)
  return { light: { ...LIGHT, ...ownOf(own.light) }, dark: { ...DARK, ...ownOf(own.dark) } }
}

function ownOf(tokens: Readonly<Record<string, string>>): Partial<MailColours> {
  const { accent, 'accent-ink': link, 'stage-accent': dot } = tokens
  return { ...(accent && { accent }), ...(link && { link }), ...(dot && { dot }) }
}

/**
 * The styles of the head, for mail programs that know the reader's theme. Essential styles are inline, where every program looks; backgrounds are set beside
 * every text colour, so that programs that invert colours invert both.
 */
export function headStyles(): string {
  const { dark } = mailColours()
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
a[x-apple-data-detectors]{color:inherit!important;text-decoration:none!important}
@media (prefers-color-scheme:dark){
.page{background-color:${dark.page}!important}
.card{background-color:${dark.card}!important}
.panel{background-color:${dark.panel}!important}
.line{border-color:${dark.line}!important}
.ink{color:${dark.ink}!important}
.quiet{color:${dark.quiet}!important}
.link{color:${dark.link}!important}
.stage{background-color:${dark.stage}!important}
.accent{background-color:${dark.accent}!important}
}
@media (max-width:480px){.wide{width:100%!important;box-sizing:border-box}}`
}
