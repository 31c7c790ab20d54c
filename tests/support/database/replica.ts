import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded, type EmbeddedDatabase } from '#lib/server/platform/db/embedded.ts'
import { makeQuickDataDirectory } from './data-directory.ts'

/** A primary of its own with a replica that streams from it. */
export interface ReplicatedDatabase {
  readonly primary: EmbeddedDatabase
  readonly replica: EmbeddedDatabase
  stop(): Promise<void>
}

/** Starts both; the replica begins as a copy of the running primary, as pg_basebackup makes one. */
export async function startReplicated(): Promise<ReplicatedDatabase> {
  const [first, second] = [await makeQuickDataDirectory(), await makeQuickDataDirectory()]
  const primary = await startEmbedded(first)
  await copyRunning(primary, first, second)
  const replica = await startEmbedded(second)
  return {
    primary,
    replica,
    async stop() {
      await replica.stop()
      await primary.stop()
      await Promise.all([first, second].map((directory) => rm(directory, { recursive: true, force: true })))
    },
  }
}

const clusterOf = (dataDir: string) => join(dataDir, 'postgres', 'cluster')

async function copyRunning({ url }: EmbeddedDatabase, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`SELECT pg_backup_start('replica', true)`)
  mkdirSync(join(to, 'postgres'), { mode: 0o700 })
  const part = (name: string) => [join(from, 'postgres', name), join(to, 'postgres', name)]
  for (const name of ['cluster', 'password']) execFileSync('cp', ['-a', ...part(name)])
  rmSync(join(clusterOf(to), 'postmaster.pid'), { force: true })
  const { rows } = await client.query<{ label: string }>('SELECT labelfile AS label FROM pg_backup_stop(false)')
  await client.end()
  const owner = statSync(clusterOf(from))
  const write = (name: string, text: string) => {
    const file = join(clusterOf(to), name)
    writeFileSync(file, text)
    chownSync(file, owner.uid, owner.gid)
  }
  write('backup_label', rows[0]?.label ?? '')
  write('standby.signal', '')
  write('postgresql.auto.conf', `primary_conninfo = '${conninfoOf(new URL(url))}'\n`)
}

function conninfoOf({ searchParams, hostname, port, username, password }: URL): string {
  return `host=${searchParams.get('host') ?? hostname} port=${port || '5432'} user=${username} password=${decodeURIComponent(password)}`
}
