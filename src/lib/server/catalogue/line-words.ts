import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import { catalogue } from './catalogue.ts'

/** What a line of an order is of: its kind, which of its kind, and under which of its prices. */
export interface LineSubject {
  readonly kind: string
  readonly id: number
  readonly priceId?: number | null | undefined
}

/** A line with the name that it was sold under. */
export interface NamedLine extends LineSubject {
  readonly name: string
}

/** What a line is called in the language of a catalogue; undefined of what the catalogue does not have. */
export function lineWord(from: Catalogue, line: LineSubject): string | undefined {
  return NAMES[line.kind]?.(from, line)
}

/** Lines of orders in a language, each that is still called as it was sold: what was renamed keeps the name that was paid for. */
export async function linesIn<Line extends NamedLine>(locale: Locale, lines: readonly Line[]): Promise<readonly Line[]> {
  if (locale === DEFAULT_LOCALE || lines.length === 0) return lines
  const [hebrew, worded] = await Promise.all([catalogue(), catalogue(locale)])
  return lines.map((line) => (lineWord(hebrew, line) === line.name ? { ...line, name: lineWord(worded, line) ?? line.name } : line))
}

type NameOf = (from: Catalogue, line: LineSubject) => string | undefined

const NAMES: Readonly<Record<string, NameOf>> = {
  product: (from, { id }) => from.products.get(id)?.name,
  film: (from, { id }) => from.features.get(from.films.get(id)?.featureId ?? 0)?.name,
}
