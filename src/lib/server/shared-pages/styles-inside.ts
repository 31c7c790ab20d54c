import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn, readStyleSheet, stylesInUse, type StyleSheet } from './styles-in-use.ts'

/** A page and the policy that it is sent with. */
export interface PageText {
  readonly html: string
  readonly policy: string
}

/** The links to the built style sheets of a page, which stand side by side in its head. */
const LINKS = /(?:<link rel="stylesheet" href="\/_astro\/[\w.-]+\.css">\s*)+/
const LINK = /href="(\/_astro\/[\w.-]+\.css)"/g

interface Styles {
  readonly text: string
  /** As a policy names it. */
  readonly hash: string
  /** Whether rules were left out. */
  readonly isPart: boolean
}

/** The styles of some built files together, which are read once: all of them, or those that a page with these classes and identifiers may need. */
export type ReadStyles = (paths: readonly string[], names?: ReadonlySet<string>) => Styles

/** What an island draws is not all in its page. */
const ISLAND = '<astro-island'

/**
 * A page with its style sheets in it, for who comes for the first time: it is drawn as soon as it has arrived, without another round trip. A page without an
 * island has only the rules that it needs. The files that hold them all stand at the element, for a script that has them fetched later and completes the page
 * (scripts/frame/keep-styles.ts): the pages that follow link to them.
 * @returns undefined if the page links to none
 */
export function withStylesInside({ html, policy }: PageText, read: ReadStyles): PageText | undefined {
  const [links] = LINKS.exec(html) ?? []
  if (links === undefined) return undefined
  const paths = [...links.matchAll(LINK)].map(([, path = '']) => path)
  const { text, hash, isPart } = read(paths, html.includes(ISLAND) ? undefined : namesIn(html))
  return {
    // A function: `$` means nothing in a style sheet.
    html: html.replace(LINKS, () => `<style data-files="${paths.join(' ')}"${isPart ? ' data-part' : ''}>${text}</style>`),
    policy: policy.replace(/style-src [^;]*/, (sources) => `${sources} '${hash}'`),
  }
}

/** @param directory of the build for browsers */
export function stylesIn(directory: string): ReadStyles {
  const known = new Map<string, ReadSheets>()
  return (paths, names) => {
    const key = paths.join(' ')
    const sheets = known.get(key) ?? readSheets(paths.map((path) => join(directory, path)))
    known.set(key, sheets)
    if (!names) return sheets.whole
    const text = sheets.each.map((sheet) => stylesInUse(sheet, names)).join('\n')
    return text === sheets.whole.text ? sheets.whole : { text, hash: hashOf(text), isPart: true }
  }
}

interface ReadSheets {
  readonly whole: Styles
  readonly each: readonly StyleSheet[]
}

function readSheets(files: readonly string[]): ReadSheets {
  const texts = files.map((file) => readFileSync(file, 'utf8'))
  const text = texts.join('\n')
  return { whole: { text, hash: hashOf(text), isPart: false }, each: texts.map(readStyleSheet) }
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
