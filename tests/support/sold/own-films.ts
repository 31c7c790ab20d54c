import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

let dataDir: string | undefined

/** A data directory, and so a folder of films, of this test file alone, until the file is done. Call it after freshDatabase. @returns the directory */
export async function ownFilms(): Promise<string> {
  process.env.DATA_DIR = dataDir = await mkdtemp(join(tmpdir(), 'shura-films-'))
  return dataDir
}

afterAll(async () => {
  if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true })
})
