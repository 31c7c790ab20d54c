import postcss, { type ChildNode, type Rule } from 'postcss'
import selectorParser from 'postcss-selector-parser'

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
const CONDITIONS: readonly string[] = ['media', 'supports', 'container', 'layer']

/**
 * Reads a minified style sheet.
 * @throws if it cannot be read
 */
export function readStyleSheet(text: string): StyleSheet {
  return postcss.parse(text).nodes.flatMap(pieceOf)
}

function pieceOf(node: ChildNode): StyleSheet {
  if (node.type === 'rule') return [{ kind: 'rule', selectors: node.selectors.map(selectorOf), body: bodyOf(node) }]
  if (node.type !== 'atrule') return []
  const { name, params, nodes } = node
  if (nodes && CONDITIONS.includes(name)) return [{ kind: 'group', head: `@${name} ${params}`, pieces: nodes.flatMap(pieceOf) }]
  return [{ kind: 'always', text: nodes ? String(node) : `${String(node)};` }]
}

function bodyOf(rule: Rule): string {
  const head = rule.raws.selector?.raw ?? rule.selector
  return String(rule).slice(head.length + (rule.raws.between ?? '').length + 1, -1)
}

/** What it asks besides names is left alone: attributes, and lists in brackets of which any may match or none. */
function selectorOf(text: string): Selector {
  const needs: string[] = []
  selectorParser((root) => {
    for (const selector of root.nodes)
      for (const part of selector.nodes)
        if (part.type === 'class' || part.type === 'id') needs.push((part.type === 'id' ? '#' : '.') + part.value)
  }).processSync(text)
  return { text, needs }
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
