import { queueGifts } from '#lib/server/gifts/queue-gifts.ts'
import { database } from '#lib/server/platform/db/connect.ts'

/** Sends due gifts until it is killed; runs as a separate process of the tests. */
database()
process.stdout.write('ready\n')
for (;;) await queueGifts()
