import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** A file of src as the architecture tests see it. */
export interface SourceFile {
  /** From the project's root, with slashes: src/lib/domain/money/money.ts */
  readonly path: string
  readonly text: string
  readonly imports: readonly Import[]
}

export interface Import {
  /** A path as above for project files, else a package's name. */
  readonly target: string
  readonly isType: boolean
  /** Whether it is in a <script> of a page, which is sent to the browser. */
  readonly isInScript: boolean
}

const STATEMENT = /^\s*(?:import|export)\s+(type\s+)?(?:([\w*{][^;'"]*?)\s+from\s+)?['"]([^'"]+)['"]/gm
const CALL = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

const SCRIPT = /<script[^>]*>(.*?)<\/script>/gs

/** Every file below src, read once. */
export function readSources(directory = 'src'): readonly SourceFile[] {
  const entries = readdirSync(join(ROOT, directory), { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
  return entries.map((entry) => readSource(join(entry.parentPath, entry.name))).toSorted((a, b) => a.path.localeCompare(b.path))
}

function readSource(file: string): SourceFile {
  const path = relative(ROOT, file).replaceAll('\\', '/')
  const text = /\.(woff2?|png|jpg|ico|ttf)$/.test(path) ? '' : readFileSync(file, 'utf8')
  return { path, text, imports: /\.(ts|tsx|mjs|astro)$/.test(path) ? importsOf(path, text) : [] }
}

function importsOf(path: string, text: string): readonly Import[] {
  const scripts = path.endsWith('.astro') ? [...text.matchAll(SCRIPT)].map(([, inside = '']) => inside).join('\n') : ''
  const rest = path.endsWith('.astro') ? text.replaceAll(SCRIPT, '') : text
  return [...importsIn(path, rest, false), ...importsIn(path, scripts, true)]
}

function importsIn(path: string, text: string, isInScript: boolean): readonly Import[] {
  const statements = [...text.matchAll(STATEMENT)].map(([, type, names, target = '']) => ({
    target,
    isType: Boolean(type) || areTypes(names),
  }))
  const calls = [...text.matchAll(CALL)].map(([, target = '']) => ({ target, isType: false }))
  return [...statements, ...calls].map(({ target, isType }) => ({ target: resolveTarget(path, target), isType, isInScript }))
}

/** Whether every name of `{ type A, type B }` is a type. */
function areTypes(names: string | undefined): boolean {
  const inside = /^\{(.*)\}$/s.exec(names?.trim() ?? '')?.[1]
  if (inside === undefined) return false
  return inside
    .split(',')
    .filter((name) => name.trim() !== '')
    .every((name) => name.trim().startsWith('type '))
}

function resolveTarget(from: string, target: string): string {
  if (target.startsWith('#tests/')) return `tests/${target.slice('#tests/'.length)}`
  if (target.startsWith('#')) return `src/${target.slice(1)}`
  if (target.startsWith('.')) return posix.normalize(posix.join(dirname(from), target))
  return target
}
