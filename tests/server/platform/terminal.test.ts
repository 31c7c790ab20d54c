import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

test('a command whose output is closed early finishes with exit code 0 and no error message', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shura-terminal-'))
  const command = ['src/lib/server/import/look/main.ts', 'look', resolve('src/lib/demo/seatmap-canvas_stadium.json')]
  const child = spawn(process.execPath, command, { env: { ...process.env, INIT_CWD: folder, DATA_DIR: folder, DEMO: 'off' } })
  child.stdout.destroy()
  const [complaints, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  await rm(folder, { recursive: true })
  expect([complaints, code]).toEqual(['', 0])
})
