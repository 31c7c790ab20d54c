import type { Cell } from '#lib/domain/sales/csv.ts'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { streamFile, type ExportFormat } from '#lib/server/sales/files/row-file.ts'
import { timeCell } from '#lib/server/sales/screens/export-table.ts'
import { auditBatches, type AuditLine, type AuditQuery } from '#lib/server/staff/people/audit-list.ts'
import { auditWords, type AuditWords } from '#lib/server/staff/people/audit-words.ts'
import { staffFor } from '#lib/server/staff/people/people.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'

/** The log of staff as a file, with the lines that a query asks for, as it is read. */
export async function logFile(
  owner: StaffMember,
  query: AuditQuery,
  { format, locale }: { readonly format: ExportFormat; readonly locale: Locale },
): Promise<ReadableStream<Uint8Array>> {
  const t = textOf(locale)
  const people = await staffFor(owner)
  const wordsOf = auditWords(t, people)
  async function* batches() {
    for await (const lines of auditBatches({ owner, people }, query)) yield lines.map((line) => cellsOf(line, wordsOf(line)))
  }
  const head = ['when', 'who', 'what', 'whom', 'role', 'from', 'address'].map((column) => t(`staff.${column}`))
  return streamFile({ head, batches: batches(), format, name: t('staff.auditTab'), locale })
}

function cellsOf({ at, device, address }: AuditLine, { who, what, whom, given }: AuditWords): readonly Cell[] {
  return [timeCell(at.toISOString()), who, what, whom, given ?? null, device, address]
}
