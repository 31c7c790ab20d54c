import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The account that the embedded server runs under where the app itself is root, which PostgreSQL refuses. */
export interface OsUser {
  readonly uid: number
  readonly gid: number
}

const ACCOUNTS = ['postgres', 'nobody']

/**
 * undefined where the app's own account will do.
 * @throws where the app is root and the system has no other account to use.
 */
export function databaseUser(): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ACCOUNTS) {
    const account = accounts.find((fields) => fields[0] === name)
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) }
  }
  throw new Error(
    'PostgreSQL does not run as root, and this system has neither a postgres nor a nobody account: run as another user or set DATABASE_URL.',
  )
}

/** Whether the account gets through every directory above a path. */
export function canReach(user: OsUser | undefined, path: string): boolean {
  if (!user) return true
  return spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}
