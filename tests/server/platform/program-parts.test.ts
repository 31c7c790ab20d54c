import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { BUILD, buildIfStale } from '#lib/setup/build.mjs'
import { startProcess } from '#tests/support/processes/processes.ts'

/** Loads every part of the program and says which cannot be loaded. What only a browser can load waits in the program for nobody. */
const LOAD_ALL = `
  import { readdirSync } from 'node:fs'
  const [directory] = process.argv.slice(1)
  const parts = readdirSync(new URL(directory)).filter((name) => name.endsWith('.mjs'))
  const failed = []
  for (const part of parts) {
    await import(new URL(part, directory)).catch((error) => {
      if (!/^(addEventListener|document) is not defined$/.test(error.message)) failed.push(part + ': ' + error.message)
    })
  }
  console.log(JSON.stringify({ parts: parts.length, failed }))
  process.exit()`

it('every part of the built program can be loaded, those too that are loaded when they are first needed', async () => {
  await buildIfStale()
  const directory = pathToFileURL(join(BUILD, 'server', 'chunks', '/')).href
  const { stdout } = await startProcess(['--input-type=module', '--eval', LOAD_ALL, directory]).finished
  const { parts, failed } = JSON.parse(stdout) as { parts: number; failed: string[] }
  expect(failed).toEqual([])
  expect(parts).toBeGreaterThan(100)
})
