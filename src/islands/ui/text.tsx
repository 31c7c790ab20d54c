import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { Locale } from '#lib/text/locales.ts'
import { textsOfIsland } from '#lib/text/texts-by-name.ts'
import { translator, type Texts, type Translate } from '#lib/text/translate.ts'

interface Spoken {
  readonly t: Translate
  readonly locale: Locale
}

const SpokenContext = createContext<Spoken>({ t: (key) => key, locale: 'he' })

export interface TextProps {
  /** Themselves, or their name (texts-by-name.ts). */
  readonly texts: Texts | string
  readonly locale: Locale
}

/** Gives an island its texts; every component below asks for them with `useText`. */
export function TextProvider({ texts, locale, children }: TextProps & { readonly children: ReactNode }) {
  const spoken = useMemo(() => ({ t: translator(textsOfIsland(texts), locale), locale }), [texts, locale])
  return <SpokenContext value={spoken}>{children}</SpokenContext>
}

/** `t('order.title', { … })` */
export function useText(): Translate {
  return useContext(SpokenContext).t
}

export function useLocale(): Locale {
  return useContext(SpokenContext).locale
}
