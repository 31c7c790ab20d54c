import { join } from 'node:path'

/** The path of a project file that is read at run time. Every command runs in the project's directory, even if the bundle lies elsewhere. */
export function projectFile(path: string): string {
  return join(process.cwd(), path)
}
