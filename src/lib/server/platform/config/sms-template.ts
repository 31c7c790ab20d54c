/** Placeholders of an SMS gateway's templates. */
export const PLACEHOLDERS = ['to', 'to972', 'text', 'sender', 'id'] as const
export type SmsValues = Readonly<Record<(typeof PLACEHOLDERS)[number], string>>

/** How values are escaped, so that none can break out of its place. */
export type Escaping = 'json' | 'form' | 'xml' | 'plain'

const NAMED = /\{\{(\w+)\}\}/g

export function placeholdersOf(template: string): readonly string[] {
  return [...template.matchAll(NAMED)].map(([, name = '']) => name)
}

/** Inserts all values in one pass: a value is never interpreted as a template. */
export function fillTemplate(template: string, values: SmsValues, escaping: Escaping): string {
  return template.replace(NAMED, (whole, name: string) => {
    const known = PLACEHOLDERS.find((one) => one === name)
    return known ? ESCAPES[escaping](values[known]) : whole
  })
}

/** The escaping for the Content-Type among the headers; JSON by default. undefined: values cannot be escaped safely for that type. */
export function escapingOf(headers: Readonly<Record<string, string>>): Escaping | undefined {
  const given = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const type = (given ?? 'application/json').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json' || type.endsWith('+json')) return 'json'
  if (type === 'application/x-www-form-urlencoded') return 'form'
  if (type === 'application/xml' || type === 'text/xml' || type.endsWith('+xml')) return 'xml'
  return type === 'text/plain' ? 'plain' : undefined
}

const ESCAPES: Readonly<Record<Escaping, (value: string) => string>> = {
  json: (value) => JSON.stringify(value).slice(1, -1),
  form: (value) => encodeURIComponent(value.toWellFormed()),
  xml: (value) =>
    [...value.toWellFormed()]
      .filter((sign) => sign >= ' ' || '\t\n\r'.includes(sign))
      .join('')
      .replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`),
  plain: (value) => value,
}
