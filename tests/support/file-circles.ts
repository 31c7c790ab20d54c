import type { SourceFile } from './source-files.ts'

/** The first circle of files that import each other; empty if there is none. */
export function circleAmong(files: readonly SourceFile[]): readonly string[] {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports.map(({ target }) => target)]))
  const cleared = new Set<string>()
  const follow = (path: string, way: readonly string[]): readonly string[] => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path]
    if (cleared.has(path)) return []
    const targets = importsOf.get(path) ?? []
    const circle = targets.reduce<readonly string[]>((found, target) => (found.length > 0 ? found : follow(target, [...way, path])), [])
    cleared.add(path)
    return circle
  }
  return [...importsOf.keys()].reduce<readonly string[]>((found, path) => (found.length > 0 ? found : follow(path, [])), [])
}
