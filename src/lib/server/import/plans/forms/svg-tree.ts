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
const NAME = /^[\p{L}\p{N}_:.-]+$/u

/** A drawing as elements. */
export interface SvgTree {
  readonly root: SvgElement
  /** Styles by class. */
  readonly fills: ReadonlyMap<string, string>
  readonly dropped: ReadonlySet<string>
  /** Where the text is first no XML: an element that is not closed, or a name or value that cannot be. Undefined: nowhere. */
  readonly brokenAt: number | undefined
}

/** Undefined if the text holds no <svg>. */
export function readSvgTree(text: string): SvgTree | undefined {
  const dropped = new Set<string>()
  let brokenAt: number | undefined
  const stack: SvgElement[] = []
  const roots: SvgElement[] = []
  let [skipped, styles] = [0, '']
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (isBroken(name, attributes)) brokenAt ??= parser.startIndex
        if (skipped > 0 || DROPPED.has(name) || stack.length >= DEEPEST) {
          if (skipped++ === 0) dropped.add(name)
          return
        }
        const element: SvgElement = { name, attributes, children: [], at: parser.startIndex, text: '', title: '' }
        if (stack.length > 0) stack.at(-1)?.children.push(element)
        else if (name === 'svg') roots.push(element)
        stack.push(element)
      },
      onclosetag(name, isImplied) {
        // What closes itself, as <circle/>, is closed by the parser too, at its own end.
        if (isImplied && text[parser.endIndex - 1] !== '/') brokenAt ??= parser.startIndex
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
  return root && { root, fills: readFills(styles), dropped, brokenAt }
}

function isBroken(name: string, attributes: Readonly<Record<string, string>>): boolean {
  return !NAME.test(name) || Object.entries(attributes).some(([key, value]) => !NAME.test(key) || value.includes('<'))
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
