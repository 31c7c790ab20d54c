import { useRef, useState } from 'react'
import { TextProvider, useText, type TextProps } from '#islands/ui/text.tsx'
import { saveConsents, type Consents } from '#lib/client/customer/customer-account.ts'
import { refusalText } from './refusal-text.ts'
import './area.css'

const NAMES = ['IsSMSAllowed', 'IsEmailAllowed', 'IsMailingAllowed'] as const

/** What a customer agrees to get: saved at each press, and taken back where that did not work. */
export function ConsentBoxes({ texts, locale, consents }: { readonly consents: Consents } & TextProps) {
  return (
    <TextProvider texts={texts} locale={locale}>
      <Boxes consents={consents} />
    </TextProvider>
  )
}

function Boxes({ consents }: { readonly consents: Consents }) {
  const t = useText()
  const [given, setGiven] = useState(consents)
  const [news, setNews] = useState('')
  const sent = useRef(Promise.resolve())
  const save = async (name: keyof Consents, isGiven: boolean): Promise<void> => {
    const refusal = await saveConsents({ [name]: isGiven })
    if (refusal !== null) setGiven((now) => ({ ...now, [name]: !isGiven }))
    setNews(refusal === null ? t('area.consentSaved') : refusalText(t, refusal))
  }
  const choose = (name: keyof Consents, isGiven: boolean): void => {
    setGiven((now) => ({ ...now, [name]: isGiven }))
    setNews('')
    sent.current = sent.current.then(() => save(name, isGiven))
  }
  return (
    <div>
      {NAMES.map((name) => (
        <label key={name} className="check">
          <input type="checkbox" checked={given[name]} onChange={(event) => choose(name, event.target.checked)} />
          <span>{t(`area.consent_${name}`)}</span>
        </label>
      ))}
      <p className="meta" role="status">
        {news}
      </p>
    </div>
  )
}
