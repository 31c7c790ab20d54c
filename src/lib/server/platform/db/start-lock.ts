import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './process-alive.ts'

/** No start takes this long: an older lock belongs to a dead process whose number another one was given. */
const LONGEST_WORK_MS = 180_000

const heldHere = new Set<string>()

/** Runs `work` while no other process of this machine, and no other call of this one, runs work under the same file. */
export async function withStartLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  while (!take(file)) await sleep(50)
  heldHere.add(file)
  try {
    return await work()
  } finally {
    heldHere.delete(file)
    rmSync(file, { force: true })
  }
}

function take(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    if (isAbandoned(file)) rmSync(file, { force: true })
    return false
  }
}

function isAbandoned(file: string): boolean {
  try {
    const holder = Number(readFileSync(file, 'utf8'))
    if (holder === process.pid) return !heldHere.has(file)
    return (holder > 0 && !isAlive(holder)) || Date.now() - statSync(file).mtimeMs > LONGEST_WORK_MS
  } catch {
    return false // it was given back in this moment
  }
}
