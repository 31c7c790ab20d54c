import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decryptText, deriveKey, encryptText, type Purpose } from '#lib/server/platform/secrets/secrets.ts'
import { startProcess } from '#tests/support/processes/processes.ts'

const PURPOSES: readonly Purpose[] = ['session', 'captcha', 'document', 'pii', 'pii-index', 'payment', 'code', 'link']
const SECRETS = new URL('../../../src/lib/server/platform/secrets/secrets.ts', import.meta.url).href
const SECRET = 'a secret of at least thirty-two characters'
const key = deriveKey(SECRET, 'pii')

describe('keys', () => {
  it('are 32 bytes, one per purpose, and differ per secret', () => {
    const keys = [SECRET, `${SECRET}!`].flatMap((secret) => PURPOSES.map((purpose) => deriveKey(secret, purpose)))
    expect(keys.every(({ length }) => length === 32)).toBe(true)
    expect(new Set(keys.map((each) => each.toString('hex'))).size).toBe(keys.length)
  })
})

describe('encrypted text', () => {
  it.each(['000000018', 'שלום', ''])('restores %s and has another ciphertext each time', (text) => {
    const [one, other] = [encryptText(text, key), encryptText(text, key)]
    expect(decryptText(one, [key])).toBe(text)
    expect(one.equals(other)).toBe(false)
    if (text !== '') expect(one.includes(text)).toBe(false)
  })

  it('is refused if a single bit was changed', () => {
    const blob = encryptText('000000018', key)
    for (let at = 0; at < blob.length; at++) {
      const changed = Buffer.from(blob)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => decryptText(changed, [key])).toThrow()
    }
  })

  it('is still read after a change of the secret, by the key that wrote it', () => {
    const after = deriveKey('another secret, of thirty-two characters', 'pii')
    const blob = encryptText('000000018', key)
    expect(decryptText(blob, [after, key])).toBe('000000018')
    expect(() => decryptText(blob, [after])).toThrow('not known here')
  })
})

describe('without the setting SECRET', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'shura-secret-'))
  })
  afterEach(() => rm(dataDir, { recursive: true }))

  const readKey = async () => {
    const script = `import { keyFor } from ${JSON.stringify(SECRETS)}; process.stdout.write(keyFor('session').toString('hex'))`
    return (await startProcess(['--input-type=module', '-e', script], { DATA_DIR: dataDir, SECRET: '' }).finished).stdout
  }

  it('creates one secret for processes that start together and for later ones, readable by its owner only', async () => {
    const keys = [...(await Promise.all([readKey(), readKey(), readKey()])), await readKey()]
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(await readdir(dataDir)).toEqual(['secret'])
    expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600)
    expect(await readFile(join(dataDir, 'secret'), 'utf8')).toHaveLength(43)
  })
})
