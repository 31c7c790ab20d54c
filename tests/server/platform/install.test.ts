import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '#lib/setup/run.mjs'

/** A fresh clone of a shop that needs one package, which says that it is for another Node than the one that is there. */
const clone = mkdtempSync(join(tmpdir(), 'shura-clone-'))
const PACKAGE = { name: 'needed', version: '1.0.0', bin: 'needed.js', engines: { node: '>=99' } }
const SHOP = { name: 'shop', version: '1.0.0', type: 'module', dependencies: { needed: 'file:needed-1.0.0.tgz' } }

beforeAll(() => {
  cpSync(join(ROOT, 'src/lib/setup'), join(clone, 'src/lib/setup'), { recursive: true })
  write('needed/package.json', JSON.stringify(PACKAGE))
  write('needed/needed.js', '')
  write('package.json', JSON.stringify(SHOP))
  npm('needed', 'pack', '--pack-destination', clone)
  npm('.', 'install', '--package-lock-only')
})
afterAll(() => {
  rmSync(clone, { recursive: true, force: true })
})

function write(file: string, text: string): void {
  mkdirSync(join(clone, file, '..'), { recursive: true })
  writeFileSync(join(clone, file), text)
}

/** What npm itself says, without the network. */
function npm(folder: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('npm', [...args, '--offline'], { cwd: join(clone, folder), encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  return stdout + stderr
}

/** What the launcher says while it installs; it tells of its progress every 100 ms. */
function installed(): Promise<string> {
  const code = `import { install } from './src/lib/setup/install.mjs'; await install({ progressMs: 100 })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: clone,
    env: { ...process.env, npm_config_offline: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => said.push(bytes))
  return new Promise((resolve) => {
    child.once('close', () => {
      resolve(Buffer.concat(said).toString())
    })
  })
}

test(
  'the first start on an older Node says in a handful of lines what it installs and where, tells of its progress, and shows no warning about that Node',
  { timeout: 120_000 },
  async () => {
    expect(npm('.', 'ci')).toContain('EBADENGINE')
    rmSync(join(clone, 'node_modules'), { recursive: true })

    const lines = (await installed()).split('\n').filter((line) => line !== '')
    expect(lines.join('\n')).not.toMatch(/warn|EBADENGINE/i)
    expect(lines[0]).toBe(
      `Installing 1 packages into ${join(clone, 'node_modules')}: Node 24, PostgreSQL 18 and what the shop is made of, some 700 MB.`,
    )
    expect(lines[1]).toBe('Nothing outside this directory is changed but npm’s own cache. It takes one to three minutes.')
    expect(lines.at(-1)).toMatch(/^Installed in \d+ s\.$/)
    const progress = lines.filter((line) => line.startsWith('  …'))
    expect(progress.length).toBeGreaterThan(0)
    for (const line of progress) expect(line).toMatch(/^ {2}… (downloading|\d+ of 1 packages), \d+ s$/)
    // npm’s own last line is the only other one.
    expect(lines.length - progress.length).toBeLessThanOrEqual(4)

    expect(await installed(), 'the second start installs nothing').toBe('')
  },
)
