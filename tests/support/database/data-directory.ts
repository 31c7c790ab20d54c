import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new DATA_DIR that the account of the embedded server can access, like ./data. */
export async function makeDataDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'shura-'))
  await chmod(directory, 0o711)
  return directory
}
