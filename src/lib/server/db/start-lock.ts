import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './process-alive.ts'

const PATIENCE_MS = 120_000

/** Runs `work` while no other process of this machine runs work under the same file; the lock of a dead process is void. */
export async function withStartLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS
  while (!take(file)) {
    if (Date.now() > deadline) throw new Error(`Another process has been starting the database for two minutes; if there is none, remove ${file}.`)
    await sleep(50)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function take(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    const holder = readHolder(file)
    if (holder !== undefined && (holder === process.pid || !isAlive(holder))) rmSync(file, { force: true })
    return false
  }
}

/** undefined while the holder has not written its number yet. */
function readHolder(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined
  } catch {
    return undefined
  }
}
