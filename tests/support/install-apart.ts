import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runNpm } from '#lib/setup/run.mjs'

/**
 * Puts packages beside the product, never into it: for what is compared or driven now and then.
 * @param versions exact, by name. @returns the directory of their modules
 */
export async function installApart(kind: string, versions: Readonly<Record<string, string>>): Promise<string> {
  const name = `shura-${kind}-${Object.entries(versions).flat().join('-').replaceAll(/[@/]/g, '')}`
  const directory = join(process.env.CACHE_DIR ?? tmpdir(), name)
  const isThere = Object.keys(versions).every((one) => existsSync(join(directory, 'node_modules', one, 'package.json')))
  if (!isThere) {
    await mkdir(directory, { recursive: true })
    const wanted = Object.entries(versions).map(([one, version]) => `${one}@${version}`)
    await runNpm(['install', '--prefix', directory, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', ...wanted])
  }
  return join(directory, 'node_modules')
}
