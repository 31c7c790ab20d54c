import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, utimesSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeDataDirectory, makeQuickDataDirectory } from '#tests/support/database/data-directory.ts'

const TWO_HOURS_AGO = new Date(Date.now() - 7_200_000)
const dead = spawnSync(process.execPath, ['--eval', '0']).pid

function removedLater(directory: string): string {
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

it('a database that has to survive a crash stands on disk', async () => {
  expect(dirname(removedLater(await makeDataDirectory()))).toBe(tmpdir())
})

it('a database in memory is removed by a later run if its own was killed', async ({ skip }) => {
  const parent = dirname(removedLater(await makeQuickDataDirectory()))
  if (parent === tmpdir()) skip('no room in memory')
  const directoryOf = (pid: number) => removedLater(mkdtempSync(join(parent, `shura-${String(pid)}-`)))
  const [killed, running, young] = [directoryOf(dead), directoryOf(process.pid), directoryOf(dead)]
  for (const directory of [killed, running]) utimesSync(directory, TWO_HOURS_AGO, TWO_HOURS_AGO)
  removedLater(await makeQuickDataDirectory())
  expect([killed, running, young].map((directory) => existsSync(directory))).toEqual([false, true, true])
})
