import { parseXml, XmlError, type XmlElement } from './parse-xml.ts'

/** Allowed elements of a drawing; all others are dropped with their contents. */
const ELEMENTS = new Set([
  'svg',
  'g',
  'defs',
  'symbol',
  'use',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'text',
  'tspan',
  'title',
  'desc',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
  'mask',
  'pattern',
])
const ATTRIBUTES = new Set([
  'id',
  'viewBox',
  'width',
  'height',
  'preserveAspectRatio',
  'role',
  'aria-label',
  'aria-hidden',
  'lang',
  'direction',
  'x',
  'y',
  'x1',
  'y1',
  'x2',
  'y2',
  'cx',
  'cy',
  'r',
  'rx',
  'ry',
  'fx',
  'fy',
  'd',
  'points',
  'pathLength',
  'transform',
  'dx',
  'dy',
  'rotate',
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-miterlimit',
  'opacity',
  'color',
  'clip-path',
  'clip-rule',
  'mask',
  'vector-effect',
  'overflow',
  'visibility',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'letter-spacing',
  'word-spacing',
  'text-anchor',
  'dominant-baseline',
  'textLength',
  'lengthAdjust',
  'unicode-bidi',
  'offset',
  'stop-color',
  'stop-opacity',
  'gradientUnits',
  'gradientTransform',
  'spreadMethod',
  'clipPathUnits',
  'maskUnits',
  'maskContentUnits',
  'patternUnits',
  'patternContentUnits',
  'patternTransform',
  'href',
])
const MOST_CHARACTERS = 400_000

export type CleanedSvg =
  { readonly ok: true; readonly svg: string; readonly leftOut: readonly string[] } | { readonly ok: false; readonly sentence: string }

/**
 * Sanitises an SVG document: no scripts, event handlers, styles or outside references. Dropped parts are named once each, for example "<script>" or "onload".
 */
export function cleanSvg(source: string): CleanedSvg {
  if (source.length > MOST_CHARACTERS) return { ok: false, sentence: `is longer than ${String(MOST_CHARACTERS)} characters` }
  try {
    const root = parseXml(source)
    if (root.name !== 'svg') return { ok: false, sentence: `is <${root.name}>, not an SVG drawing` }
    if (!root.attributes.has('viewBox')) return { ok: false, sentence: 'has no viewBox' }
    const leftOut = new Set<string>()
    return { ok: true, svg: writeElement(root, leftOut, 'xmlns="http://www.w3.org/2000/svg"'), leftOut: [...leftOut] }
  } catch (error) {
    if (error instanceof XmlError) return { ok: false, sentence: `is not well-formed: ${error.message}` }
    throw error
  }
}

function writeElement(element: XmlElement, leftOut: Set<string>, first = ''): string {
  const attributes = new Set([...element.attributes].flatMap(([name, value]) => writeAttribute(name, value, leftOut)))
  const children = element.children.map((child) => (typeof child === 'string' ? writeText(child, element) : writeAllowed(child, leftOut)))
  const opening = [element.name, ...(first === '' ? [] : [first]), ...attributes].join(' ')
  const content = children.join('')
  return content === '' ? `<${opening}/>` : `<${opening}>${content}</${element.name}>`
}

function writeAllowed(element: XmlElement, leftOut: Set<string>): string {
  if (ELEMENTS.has(element.name)) return writeElement(element, leftOut)
  leftOut.add(`<${element.name}>`)
  return ''
}

function writeAttribute(name: string, value: string, leftOut: Set<string>): string[] {
  if (name === 'xmlns' || name.startsWith('xmlns:')) return []
  const plain = name === 'xlink:href' ? 'href' : name // SVG 1.1's spelling
  if (ATTRIBUTES.has(plain) && isHarmless(plain, value)) return [`${plain}="${escapeText(value)}"`]
  leftOut.add(name)
  return []
}

/** Whether references stay inside the drawing and no value loads an address. */
function isHarmless(name: string, value: string): boolean {
  if (name === 'href') return /^#[\w.-]+$/.test(value.trim())
  const withoutInner = value.replaceAll(/url\(\s*['"]?#[\w.-]+['"]?\s*\)/gi, '')
  return !/url\s*\(|javascript:|data:|https?:|\/\/|\\|expression\s*\(|@import/i.test(withoutInner)
}

function writeText(text: string, parent: XmlElement): string {
  const isLettering = ['text', 'tspan', 'title', 'desc'].includes(parent.name)
  return isLettering ? escapeText(text) : ''
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
