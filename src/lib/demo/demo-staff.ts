import { readFile } from 'node:fs/promises'
import type { Role } from '#lib/domain/staff/roles.ts'
import { projectFile } from '#lib/server/platform/config/project-file.ts'
import { database } from '#lib/server/platform/db/connect.ts'

interface DemoPerson {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: Role
  readonly businessIds: readonly number[] | null
  readonly passwordHash: string
}

async function demoStaff(): Promise<readonly DemoPerson[]> {
  return JSON.parse(await readFile(projectFile('src/lib/demo/staff.json'), 'utf8')) as readonly DemoPerson[]
}

/** Adds the demo's staff, whose passwords are public: only to a shop that nobody else can reach. */
export async function addDemoStaff(): Promise<void> {
  for (const { email, firstName, lastName, role, businessIds, passwordHash } of await demoStaff())
    await database().query(
      `INSERT INTO staff (email, first_name, last_name, role, business_ids, password_hash) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT ((lower(email))) DO NOTHING`,
      [email, firstName, lastName, role, businessIds, passwordHash],
    )
}

/** Whether anybody of the demo's staff could sign in by the public password. */
export async function hasDemoStaff(): Promise<boolean> {
  const hashes = (await demoStaff()).map(({ passwordHash }) => passwordHash)
  const { rowCount } = await database().query('SELECT FROM staff WHERE password_hash = ANY ($1) AND disabled_at IS NULL LIMIT 1', [hashes])
  return rowCount === 1
}
