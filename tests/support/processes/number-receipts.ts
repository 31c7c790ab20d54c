import { database } from '#lib/server/platform/db/connect.ts'
import { numberReceipts } from '#lib/server/payments/receipts.ts'

/** Gives numbers without end, until it is killed; a process of its own for the tests. */
database()
process.stdout.write('ready\n')
for (;;) await numberReceipts()
