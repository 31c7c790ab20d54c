import { CSV_MARK, csvLines, type Cell } from '#lib/domain/sales/csv.ts'
import { directionOf, type Locale } from '#lib/text/locales.ts'
import { workbookOf } from './workbook.ts'

/** A file of rows: figures as numbers, amounts in shekels, shares as a part of one. */
export type ExportFormat = 'csv' | 'xlsx'

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

interface RowFile {
  readonly head: readonly Cell[]
  /** Some thousand rows at a time: no more than that of a file is in memory. */
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>
  readonly format: ExportFormat
  /** Of its sheet. */
  readonly name: string
  readonly locale: Locale
}

/** The file as it is read: nothing is asked for before its reader wants it, and nothing after the reader has gone. */
export function streamFile({ head, batches, format, name, locale }: RowFile): ReadableStream<Uint8Array> {
  const parts = format === 'csv' ? csvParts(head, batches) : workbookOf(head, batches, { name, isRtl: directionOf(locale) === 'rtl' })
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = await parts.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
    cancel: async () => {
      await parts.return(undefined)
    },
  })
}

async function* csvParts(head: readonly Cell[], batches: RowFile['batches']): AsyncGenerator<Uint8Array> {
  yield Buffer.from(CSV_MARK + csvLines([head]))
  for await (const rows of batches) if (rows.length > 0) yield Buffer.from(csvLines(rows))
}
