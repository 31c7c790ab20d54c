import { database } from '#lib/server/platform/db/connect.ts'
import { numberReceipts } from '#lib/server/payments/receipts.ts'

/** Assigns receipt numbers until it is killed; runs as a separate process of the tests. */
database()
process.stdout.write('ready\n')
for (;;) await numberReceipts()
