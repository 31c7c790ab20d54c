import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from './run.mjs'

const LOCK = join(ROOT, 'node_modules', '.build.lock')

/**
 * Runs work under a lock across the processes of this project; the lock of a dead process is void.
 * @param {() => Promise<void>} work
 */
export async function withBuildLock(work) {
  while (!take()) await sleep(100)
  try {
    await work()
  } finally {
    rmSync(LOCK, { force: true })
  }
}

function take() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (isAbandoned()) rmSync(LOCK, { force: true })
    return false
  }
}

function isAbandoned() {
  try {
    const holder = Number(readFileSync(LOCK, 'utf8'))
    if (holder > 0) process.kill(holder, 0)
    return holder === process.pid
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
