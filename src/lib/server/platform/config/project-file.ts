import { join } from 'node:path'

/** The path of a file of the project that is read while the app runs. Every command runs in the project's directory, also where the code is a bundle elsewhere. */
export function projectFile(path: string): string {
  return join(process.cwd(), path)
}
