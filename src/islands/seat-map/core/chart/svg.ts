const SVG = 'http://www.w3.org/2000/svg'
/** Width of a letter in parts of the font's height, on the average. */
export const LETTER = 0.53

export function draw<K extends keyof SVGElementTagNameMap>(
  parent: Element,
  tag: K,
  attributes: Readonly<Record<string, string | number>> = {},
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag)
  setAttributes(element, attributes)
  return parent.appendChild(element)
}

export function setAttributes(element: Element, attributes: Readonly<Record<string, string | number | boolean>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
}

export function pathOf(points: readonly (readonly [number, number])[]): string {
  return points.length > 0 ? `M${points.map((point) => point.join(' ')).join('L')}Z` : ''
}
