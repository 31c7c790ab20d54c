/** A path of our own in a language; one that names another keeps it. */
export function inLanguage(path: string, locale: string): string {
  const [before = '', ...fragment] = path.split('#')
  const [pathname = '', ...query] = before.split('?')
  const values = new URLSearchParams(query.join('?'))
  if (!values.has('lang')) values.set('lang', locale)
  return [`${pathname}?${values.toString()}`, ...fragment].join('#')
}
