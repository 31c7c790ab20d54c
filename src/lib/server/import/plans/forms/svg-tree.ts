import { Parser } from 'htmlparser2'

/** An element of a drawing that may draw or group something. `at` is where it begins in the text. */
export interface SvgElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: SvgElement[]
  readonly at: number
  /** What it says itself, and its <title>. */
  text: string
  title: string
}

/** What is dropped with everything inside: nothing that runs, is loaded or changes survives. */
const DROPPED = new Set(['script', 'foreignObject', 'image', 'iframe', 'audio', 'video', 'animate', 'animateTransform', 'animateMotion', 'set', 'metadata', 'a:link']) // prettier-ignore
const DEEPEST = 100

/** The drawing as elements, its styles by class, and what was dropped; undefined if the text holds no <svg>. */
export function readSvgTree(
  text: string,
): { root: SvgElement; fills: ReadonlyMap<string, string>; dropped: ReadonlySet<string> } | undefined {
  const dropped = new Set<string>()
  const stack: SvgElement[] = []
  const roots: SvgElement[] = []
  let [skipped, styles] = [0, '']
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (skipped > 0 || DROPPED.has(name) || stack.length >= DEEPEST) {
          if (skipped++ === 0) dropped.add(name)
          return
        }
        const element = { name, attributes, children: [], at: parser.startIndex, text: '', title: '' }
        if (stack.length > 0) stack.at(-1)?.children.push(element)
        else if (name === 'svg') roots.push(element)
        stack.push(element)
      },
      onclosetag(name) {
        if (skipped > 0) {
          skipped--
          return
        }
        const element = stack.pop()
        const parent = stack.at(-1)
        if (!element) return
        if (name === 'title' && parent) parent.title ||= element.text.trim()
        if (name === 'tspan' && parent) parent.text += element.text
        if (name === 'style') styles += element.text
      },
      ontext(part) {
        const element = stack.at(-1)
        if (element && skipped === 0) element.text += part
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(text)
  const [root] = roots
  return root && { root, fills: readFills(styles), dropped }
}

/** Fills by class from a style sheet such as drawing programs write: `.cls-1{fill:#f00}`. */
function readFills(styles: string): ReadonlyMap<string, string> {
  const fills = new Map<string, string>()
  for (const [, selectors = '', body = ''] of styles.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const fill = /(?:^|;)\s*fill\s*:\s*([^;]+)/.exec(body)?.[1]?.trim()
    if (fill !== undefined) for (const [, name = ''] of selectors.matchAll(/\.([\w-]+)/g)) fills.set(name, fill)
  }
  return fills
}
