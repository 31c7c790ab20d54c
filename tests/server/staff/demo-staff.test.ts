import { readFile } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'
import { addDemoStaff } from '#lib/demo/demo-staff.ts'
import { prepareDemo } from '#lib/demo/prepare-demo.ts'
import { checkPassword } from '#lib/server/customers/sign-in/password-hash.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { cellOf, freshDatabase } from '#tests/support/database/database.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
})

it('the demo’s staff sign in by the passwords of its page, on this machine only', async () => {
  await addDemoStaff()
  await addDemoStaff() // a second start adds nobody
  const { rows } = await database().query<{ email: string; role: string; hash: string }>(
    'SELECT email, role, password_hash AS hash FROM staff ORDER BY staff_id',
  )
  expect(rows.map(({ role }) => role)).toEqual(['owner', 'manager', 'producer', 'producer', 'broker'])
  const page = await readFile('src/content/docs/demo.md', 'utf8')
  for (const { email, hash } of rows) {
    const password = new RegExp(`\`${email}\`, password \`([^\`]+)\``).exec(page)?.[1] ?? ''
    expect([email, await checkPassword(password, hash)]).toEqual([email, { isRight: true, isOutdated: false }])
  }
  const start = (isLoopback: boolean, demo: boolean) => prepareDemo({ ...settings(), isLoopback, demo, demoSales: false })
  await expect(start(true, true)).resolves.toBeUndefined()
  await expect(start(false, true)).rejects.toThrow('the demo’s staff')
  await expect(start(false, false)).rejects.toThrow('the demo’s staff')
  await database().query('UPDATE staff SET disabled_at = now()')
  await expect(start(false, true)).resolves.toBeUndefined()
})

it('processes that start together on an empty database fill it with the demo once', async () => {
  await freshDatabase()
  const before = Number(await cellOf('SELECT version FROM catalogue_version'))
  const start = () => prepareDemo({ ...settings(), isLoopback: true, demo: true, demoSales: false })
  await Promise.all([start(), start(), start()])
  expect(await cellOf('SELECT version FROM catalogue_version')).toBe(before + 1)
})
