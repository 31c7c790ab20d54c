import { beforeAll } from 'vitest'
import { SESSION_CHECKS } from '#tests/support/checks/session-checks.ts'
import { testChecks } from '#tests/support/checks/test-checks.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { CONTACT_ATTEMPTS } from './contact-attempts.ts'
import { SESSION_ATTEMPTS } from './session-attempts.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
})

testChecks(SESSION_CHECKS, { ...SESSION_ATTEMPTS, ...CONTACT_ATTEMPTS })
