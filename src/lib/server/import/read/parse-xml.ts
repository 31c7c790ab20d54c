/** An element of a small XML document; text has its entities resolved. */
export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly (XmlElement | string)[]
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const NAME = /[A-Za-z_][\w.:-]*/y
const SKIPPED = /<\?[\s\S]*?\?>|<!--[\s\S]*?-->/y
const ATTRIBUTE = /\s+([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y

/** The document is unsupported; the message says what and where. */
export class XmlError extends Error {}

/**
 * Parses well-formed XML. Refuses document types, and with them custom entities.
 * @throws {XmlError}
 */
export function parseXml(source: string): XmlElement {
  const reader = new XmlReader(source)
  return reader.readDocument()
}

class XmlReader {
  private readonly source: string
  private at = 0

  constructor(source: string) {
    this.source = source.replace(/^\uFEFF/, '')
  }

  readDocument(): XmlElement {
    this.skip()
    const root = this.readElement(0)
    this.skip()
    if (this.at < this.source.length) this.fail('text after the end of the drawing')
    return root
  }

  private skip(): void {
    this.take(/\s*/y)
    while (this.take(SKIPPED) !== undefined) this.take(/\s*/y)
  }

  private readElement(depth: number): XmlElement {
    if (depth > 60) this.fail('elements nested too deeply')
    if (this.take(/</y) === undefined) this.fail('an element was expected')
    const name = this.take(NAME) ?? this.fail('an element has no name')
    const attributes = this.readAttributes()
    if (this.take(/\s*\/>/y) !== undefined) return { name, attributes, children: [] }
    if (this.take(/\s*>/y) === undefined) this.fail(`<${name}> is not closed`)
    return { name, attributes, children: this.readChildren(name, depth) }
  }

  private readAttributes(): Map<string, string> {
    const attributes = new Map<string, string>()
    for (;;) {
      ATTRIBUTE.lastIndex = this.at
      const [whole, name, double, single] = ATTRIBUTE.exec(this.source) ?? []
      if (whole === undefined || name === undefined) return attributes
      if (attributes.has(name)) this.fail(`the attribute ${name} comes twice`)
      attributes.set(name, this.decode(double ?? single ?? ''))
      this.at += whole.length
    }
  }

  private readChildren(name: string, depth: number): (XmlElement | string)[] {
    const children: (XmlElement | string)[] = []
    for (;;) {
      const text = this.take(/[^<]+/y)
      if (text !== undefined) children.push(this.decode(text))
      else if (this.take(SKIPPED) !== undefined) continue
      else if (this.take(/<\//y) !== undefined) return this.closeElement(name, children)
      else children.push(this.readCdata() ?? this.readElement(depth + 1))
    }
  }

  private closeElement(name: string, children: (XmlElement | string)[]): (XmlElement | string)[] {
    const closed = this.take(NAME)
    if (closed !== name || this.take(/\s*>/y) === undefined) this.fail(`</${name}> was expected`)
    return children
  }

  private readCdata(): string | undefined {
    return this.take(/<!\[CDATA\[[\s\S]*?\]\]>/y)?.slice(9, -3)
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.source)?.[0]
    if (found === undefined) return undefined
    this.at += found.length
    return found
  }

  private decode(text: string): string {
    return text.replace(/&([^;\s]*);?/g, (written, entity: string) => {
      const known = ENTITIES[entity] ?? decodeNumber(entity)
      return known ?? this.fail(`${written} is not a known entity`)
    })
  }

  private fail(sentence: string): never {
    const line = this.source.slice(0, this.at).split('\n').length
    throw new XmlError(`${sentence} (line ${String(line)})`)
  }
}

function decodeNumber(entity: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(entity) ?? []
  const code = hex === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hex, 16)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
