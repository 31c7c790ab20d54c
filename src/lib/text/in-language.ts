/** Adds a language to a path of ours, unless it names one already. */
export function inLanguage(path: string, locale: string): string {
  const [before = '', ...fragment] = path.split('#')
  const [pathname = '', ...query] = before.split('?')
  const values = new URLSearchParams(query.join('?'))
  if (!values.has('lang')) values.set('lang', locale)
  return [`${pathname}?${values.toString()}`, ...fragment].join('#')
}
