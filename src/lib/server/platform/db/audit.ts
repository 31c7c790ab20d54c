import { database, type Queryable } from './connect.ts'

/** Adds an entry to the append-only audit, in the transaction of the write that it tells of. Facts carry no personal data. */
export async function audit(
  client: Queryable,
  entry: { readonly action: string; readonly subject: string; readonly uuid?: string; readonly facts?: Readonly<Record<string, unknown>> },
): Promise<void> {
  await client.query({
    name: 'audit',
    text: 'INSERT INTO audit (action, subject, uuid, facts) VALUES ($1, $2, $3, $4)',
    values: [entry.action, entry.subject, entry.uuid ?? null, entry.facts ? JSON.stringify(entry.facts) : null],
  })
}

/** Makes the parts of the audit up to three months from now that are missing (`functions/audit.sql`); what is written later than the last one is refused by the database. */
export async function makeAuditMonths(): Promise<void> {
  await database().query('SELECT make_audit_months()')
}
