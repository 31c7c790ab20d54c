import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

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
}

/** The styles of some built files together, each set of them read once. */
export type ReadStyles = (paths: readonly string[]) => Styles

/**
 * A page with its style sheets in it, for who comes for the first time: it is drawn as soon as it has arrived, without another round trip. The files that hold
 * them stand at the element, for a script that has them fetched later (scripts/frame/keep-styles.ts): the pages that follow link to them.
 * @returns undefined if the page links to none
 */
export function withStylesInside({ html, policy }: PageText, read: ReadStyles): PageText | undefined {
  const [links] = LINKS.exec(html) ?? []
  if (links === undefined) return undefined
  const paths = [...links.matchAll(LINK)].map(([, path = '']) => path)
  const { text, hash } = read(paths)
  return {
    // A function: `$` means nothing in a style sheet.
    html: html.replace(LINKS, () => `<style data-files="${paths.join(' ')}">${text}</style>`),
    policy: policy.replace(/style-src [^;]*/, (sources) => `${sources} '${hash}'`),
  }
}

/** @param directory of the build for browsers */
export function stylesIn(directory: string): ReadStyles {
  const known = new Map<string, Styles>()
  return (paths) => {
    const key = paths.join(' ')
    const styles = known.get(key) ?? readStyles(paths.map((path) => join(directory, path)))
    known.set(key, styles)
    return styles
  }
}

function readStyles(files: readonly string[]): Styles {
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` }
}
