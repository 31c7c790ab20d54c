import ROW_WORDS from './row-words.json' with { type: 'json' }
import type { Translate } from './translate.ts'

/** What a row of seats is. */
export type RowKind = 'row' | keyof typeof ROW_WORDS

/** "שולחן 7" is the name of a table, to be said in any language, "תא 3" that of a box, "שולחן 7, שולחן 8" two tables; every other name is that of a row. */
export function readRowName(name: string): { readonly kind: RowKind; readonly name: string } {
  for (const [kind, word] of Object.entries(ROW_WORDS))
    if (name.startsWith(`${word} `)) return { kind: kind as RowKind, name: name.slice(word.length + 1).replaceAll(`, ${word} `, ', ') }
  return { kind: 'row', name }
}

/** "שורה 7", "שולחן 7": a row by its name, in the words of a page. */
export function rowText(t: Translate, page: 'seats' | 'order' | 'document', rowName: string): string {
  const { kind, name } = readRowName(rowName)
  return t(`${page}.${kind}`, { row: name })
}

/** What stands beside a row's name on a ticket: "שורה", "שולחן"; and the name. */
export function rowFact(t: Translate, rowName: string): readonly [label: string, name: string] {
  const { kind, name } = readRowName(rowName)
  return [t(`document.${kind}Label`), name]
}
