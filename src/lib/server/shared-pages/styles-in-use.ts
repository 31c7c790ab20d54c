/** A rule of a built style sheet, or a group of them. */
type Piece =
  | { readonly kind: 'always'; readonly text: string }
  | { readonly kind: 'rule'; readonly selectors: readonly Selector[]; readonly body: string }
  | { readonly kind: 'group'; readonly head: string; readonly pieces: readonly Piece[] }

interface Selector {
  readonly text: string
  /** Classes and identifiers, as `.name` and `#name`, without which nothing matches. */
  readonly needs: readonly string[]
}

/** What a style sheet is made of. */
export type StyleSheet = readonly Piece[]

/** Conditions around rules. Other at-rules, such as fonts and animations, are one piece. */
const GROUP = /^@(?:media|supports|container|layer)\b/
const NAME = /[.#](?:[\w-]|[^\0-\u{7f}]|\\.)+/gu
/** What selectors ask besides: values of attributes, and lists of which any may match or none. */
const ATTRIBUTE = /\[[^\]]*\]/g
const INNER_LIST = /\([^()]*\)/g
/** An escape by a number is left alone: such a selector is taken to match. */
const NUMBERED = /\\[\da-f]/i

/**
 * Reads a minified style sheet.
 * @throws if a block is not closed
 */
export function readStyleSheet(text: string): StyleSheet {
  const pieces: Piece[] = []
  let at = 0
  while (at < text.length) {
    const end = endOfHead(text, at)
    const head = text.slice(at, end).trim()
    if (text[end] !== '{') {
      if (head !== '') pieces.push({ kind: 'always', text: `${head};` })
      at = end + 1
      continue
    }
    const close = endOfBlock(text, end)
    pieces.push(pieceOf(head, text.slice(end + 1, close)))
    at = close + 1
  }
  return pieces
}

function pieceOf(head: string, body: string): Piece {
  if (GROUP.test(head)) return { kind: 'group', head, pieces: readStyleSheet(body) }
  if (head.startsWith('@')) return { kind: 'always', text: `${head}{${body}}` }
  return { kind: 'rule', selectors: partsOf(head).map(selectorOf), body }
}

function selectorOf(text: string): Selector {
  if (NUMBERED.test(text)) return { text, needs: [] }
  let own = text.replace(ATTRIBUTE, '')
  while (own.includes('(')) {
    const shorter = own.replace(INNER_LIST, '')
    if (shorter === own) return { text, needs: [] }
    own = shorter
  }
  return { text, needs: (own.match(NAME) ?? []).map((name) => name.replaceAll('\\', '')) }
}

/**
 * The rules of a style sheet that may match something of a page: those of which every class and identifier is in it, in their order, with all fonts and
 * animations. Classes that a script adds are not known here.
 */
export function stylesInUse(sheet: StyleSheet, names: ReadonlySet<string>): string {
  return sheet.map((piece) => textOf(piece, names)).join('')
}

function textOf(piece: Piece, names: ReadonlySet<string>): string {
  if (piece.kind === 'always') return piece.text
  if (piece.kind === 'group') {
    const inside = stylesInUse(piece.pieces, names)
    return inside === '' ? '' : `${piece.head}{${inside}}`
  }
  const used = piece.selectors.filter(({ needs }) => needs.every((name) => names.has(name)))
  return used.length === 0 ? '' : `${used.map(({ text }) => text).join(',')}{${piece.body}}`
}

/** The classes and identifiers of a page, as `.name` and `#name`. */
export function namesIn(html: string): ReadonlySet<string> {
  const names = new Set<string>()
  for (const [, kind, value = ''] of html.matchAll(/\s(class|id)="([^"]*)"/g))
    for (const name of value.split(/\s+/)) names.add((kind === 'id' ? '#' : '.') + name)
  return names
}

/** Where the head of a rule that begins here ends: at its block or at a semicolon. */
function endOfHead(text: string, from: number): number {
  return endOf(text, from, (char, depth) => depth === 0 && (char === '{' || char === ';'))
}

function endOfBlock(text: string, open: number): number {
  const close = endOf(text, open + 1, (char, depth) => depth === 0 && char === '}')
  if (close >= text.length) throw new Error(`A block of a style sheet is not closed: ${text.slice(Math.max(0, open - 40), open + 40)}`)
  return close
}

/** The commas of a list of selectors that are in no brackets. */
function partsOf(list: string): readonly string[] {
  const parts: string[] = []
  let at = 0
  while (at <= list.length) {
    const end = endOf(list, at, (char, depth) => depth === 0 && char === ',')
    parts.push(list.slice(at, end).trim())
    at = end + 1
  }
  return parts
}

/**
 * The first place from `from` on at which `stops` says so; the end of the text where none does. Strings and escapes are passed over.
 * @param stops a sign, and how many brackets have been opened since `from`
 */
function endOf(text: string, from: number, stops: (char: string, depth: number) => boolean): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '"' || char === "'") at = endOfString(text, at)
    else if (char === '\\') at++
    else if (stops(char, depth)) return at
    else if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char)) depth--
  }
  return text.length
}

/** Where the string that begins here has its closing quote. */
function endOfString(text: string, open: number): number {
  let at = open + 1
  while (at < text.length && text[at] !== text[open]) at += text[at] === '\\' ? 2 : 1
  return at
}
