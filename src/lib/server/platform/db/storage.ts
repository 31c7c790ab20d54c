import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { log } from '#lib/server/platform/log/log.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { database } from './connect.ts'

/** PostgreSQL needs room for a further segment of its log, of 16 MB, whenever it writes much; without it it stops. Bytes. */
const LEAST_FREE = 64 * 1024 * 1024
const DISK_FULL = '53100'

let full = false

/** While it is full nothing is ordered, held or paid: nobody is charged for what cannot be written down. */
export function isStorageFull(): boolean {
  return full
}

/** Remembers that the database had no room left. */
export function noteStorage(error: unknown): void {
  if (error instanceof pg.DatabaseError && error.code === DISK_FULL) setFull(true)
}

/**
 * Looks whether there is room; once there was none, by writing something large and dropping it.
 * @param directory of the database's files, if they are on this machine.
 */
export async function lookAfterStorage(directory = ownDirectory()): Promise<void> {
  if (directory !== undefined && (await freeBytes(directory)) < LEAST_FREE) setFull(true)
  else if (isStorageFull()) setFull(!(await canWrite()))
}

function ownDirectory(): string | undefined {
  const { databaseUrl, dataDir } = settings()
  return databaseUrl === undefined ? join(dataDir, 'postgres') : undefined
}

function setFull(isFull: boolean): void {
  if (isFull !== isStorageFull()) log().warn(isFull ? 'the database has no room left' : 'the database has room again')
  full = isFull
}

async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

function canWrite(): Promise<boolean> {
  const written = database().query(
    'DO $$ BEGIN CREATE TEMP TABLE room AS SELECT n, md5(n::text) FROM generate_series(1, 20000) n; DROP TABLE room; END $$',
  )
  return written.then(
    () => true,
    () => false,
  )
}
