import bidiFactory from 'bidi-js'
import { fontPath, scriptOf, type Face, type Script } from './pdf-fonts.ts'

/**
 * Lays out lines of mixed directions and scripts for PDFKit, which does not support bidirectional text: splits a line into runs of one direction and one font
 * file, reorders them visually, and draws each at its position.
 */
export interface TextStyle {
  readonly face: Face
  /** Points. */
  readonly size: number
  readonly color: string
}

export interface StyledText {
  readonly text: string
  readonly style: TextStyle
}

export interface TextBox {
  readonly x: number
  /** The baseline of the first line. */
  readonly y: number
  readonly width: number
  readonly align: 'start' | 'center' | 'end'
  readonly direction: 'rtl' | 'ltr'
  /** Baseline to baseline; required if the text may take several lines. */
  readonly leading?: number
  /** Maximum number of lines of a name of any length: see `fitText`. */
  readonly most?: number
}

interface Run {
  readonly text: string
  readonly script: Script
  readonly level: number
}

const bidi = bidiFactory()
/** The font's layout picks the direction by the first letter with a script. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u

/** Runs in visual order, from left to right. */
export function visualRuns(text: string, direction: 'rtl' | 'ltr'): readonly Run[] {
  const runs = logicalRuns(text, direction)
  const levels = runs.map((run) => run.level)
  const lowestOdd = Math.min(...levels.filter((level) => level % 2 === 1), Infinity)
  let ordered = [...runs]
  for (let level = Math.max(0, ...levels); level >= lowestOdd; level--) ordered = reverseStretches(ordered, level)
  return ordered.map((run) => ({ ...run, text: glyphOrder(run) }))
}

/** Rule L2 of the bidirectional algorithm: reverses contiguous runs at a level or above. */
function reverseStretches(runs: readonly Run[], level: number): Run[] {
  const turned: Run[] = []
  let stretch: Run[] = []
  for (const run of runs) {
    if (run.level >= level) {
      stretch = [run, ...stretch]
      continue
    }
    turned.push(...stretch, run)
    stretch = []
  }
  return [...turned, ...stretch]
}

/** Text in glyph order. The font's layout reverses a run with Hebrew or Arabic letters; other runs are reversed here. */
function glyphOrder(run: Run): string {
  return run.level % 2 === 0 || RIGHT_TO_LEFT.test(run.text) ? run.text : [...run.text].reverse().join('')
}

function logicalRuns(text: string, direction: 'rtl' | 'ltr'): readonly Run[] {
  // On a left-to-right sheet a Hebrew name keeps its own direction, by its first letter.
  const embedding = bidi.getEmbeddingLevels(text, direction === 'rtl' ? 'rtl' : undefined)
  const runs: { text: string; script: Script; level: number }[] = []
  let unit = 0
  for (const character of text) {
    // Levels are by UTF-16 unit, of which a sign has one or two.
    const level = embedding.levels[unit] ?? 0
    unit += character.length
    if (/[\u2066-\u2069\u200e\u200f]/.test(character)) continue
    const last = runs.at(-1)
    const script = scriptOf(character)
    const drawn = (level % 2 === 1 && bidi.getMirroredCharacter(character)) || character
    if (last?.level === level && last.script === script) last.text += drawn
    else runs.push({ text: drawn, script, level })
  }
  return runs
}

/** Wraps at spaces to lines no wider than the box; never breaks a word. */
export function wrapText(doc: PDFKit.PDFDocument, text: StyledText, width: number): readonly string[] {
  return linesWithin(measureWords(doc, text), width).map((line) => line.text)
}

/** Smallest share of its size in which a text is drawn, and the share that is left at each step there. */
const [SMALLEST, SMALLER] = [0.6, 0.85]

/** Lines, and the style that they fit in. */
interface Fitted {
  readonly lines: readonly string[]
  readonly style: TextStyle
}

/** What a fitting text has room for: so many lines of a width. */
interface Room {
  readonly width: number
  readonly most: number
}

/** A text in the lines that there is room for: it is drawn smaller if it needs more, and what is too long even then is cut. */
export function fitText(doc: PDFKit.PDFDocument, { text, style }: StyledText, { width, most }: Room): Fitted {
  const measured = measureWords(doc, { text, style })
  for (let share = 1; share >= SMALLEST; share *= SMALLER) {
    const lines = linesWithin(measured, width / share)
    const isFitting = lines.length <= most && lines.every((line) => line.width <= width / share)
    if (isFitting) return { lines: lines.map((line) => line.text), style: { ...style, size: style.size * share } }
  }
  const smallest = { ...style, size: style.size * SMALLEST }
  const lines = linesWithin(measured, width / SMALLEST)
  const kept = lines.slice(0, most).map((line, at) => {
    const goesOn = at === most - 1 && lines.length > most
    return goesOn || line.width > width / SMALLEST ? cutLine(doc, { text: line.text, style: smallest }, width) : line.text
  })
  return { lines: kept, style: smallest }
}

/** A word or a line, with its width. */
interface Measured {
  readonly text: string
  readonly width: number
}

interface MeasuredWords {
  readonly words: readonly Measured[]
  /** Width of a space between two of them. */
  readonly space: number
}

function measureWords(doc: PDFKit.PDFDocument, { text, style }: StyledText): MeasuredWords {
  const measure = (word: string): Measured => ({ text: word, width: widthOf(doc, visualRuns(word, 'rtl'), style) })
  return { words: text.split(' ').map(measure), space: measure(' ').width }
}

/** Words in lines of a width; one that is wider has a line of its own. */
function linesWithin({ words, space }: MeasuredWords, width: number): readonly Measured[] {
  const lines: Measured[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last === undefined || last.width + space + word.width > width) lines.push(word)
    else lines[lines.length - 1] = { text: `${last.text} ${word.text}`, width: last.width + space + word.width }
  }
  return lines
}

/** A line with an ellipsis in place of what has no room. */
function cutLine(doc: PDFKit.PDFDocument, { text, style }: StyledText, width: number): string {
  const widthAs = (line: string) => widthOf(doc, visualRuns(line, 'rtl'), style)
  const signs = [...text]
  signs.length = Math.ceil(signs.length * Math.min(1, width / widthAs(text)))
  while (signs.length > 0 && widthAs(`${signs.join('')}…`) > width) signs.pop()
  return `${signs.join('').trimEnd()}…`
}

/**
 * Draws a text, on several lines if a leading is given.
 * @returns the baseline of its last line
 */
export function drawText(doc: PDFKit.PDFDocument, { text, style }: StyledText, box: TextBox): number {
  const { lines, style: drawn } = linesOf(doc, { text, style }, box)
  for (const [index, line] of lines.entries())
    drawLine(doc, { text: line, style: drawn }, { ...box, y: box.y + index * (box.leading ?? 0) })
  return box.y + (lines.length - 1) * (box.leading ?? 0)
}

function linesOf(doc: PDFKit.PDFDocument, text: StyledText, { width, leading, most }: TextBox): Fitted {
  if (most !== undefined) return fitText(doc, text, { width, most })
  return { lines: leading === undefined ? [text.text] : wrapText(doc, text, width), style: text.style }
}

function drawLine(doc: PDFKit.PDFDocument, { text, style }: StyledText, box: TextBox): void {
  const runs = visualRuns(text, box.direction)
  let x = startOf(box, widthOf(doc, runs, style))
  for (const run of runs) {
    setFont(doc, run, style)
    doc.fillColor(style.color).text(run.text, x, box.y, { lineBreak: false, features: [], baseline: 'alphabetic' })
    x += doc.widthOfString(run.text, { features: [] })
  }
}

function startOf(box: TextBox, width: number): number {
  if (box.align === 'center') return box.x + (box.width - width) / 2
  const isLeft = (box.align === 'start') === (box.direction === 'ltr')
  return isLeft ? box.x : box.x + box.width - width
}

function widthOf(doc: PDFKit.PDFDocument, runs: readonly Run[], style: TextStyle): number {
  return runs.reduce((width, run) => {
    setFont(doc, run, style)
    return width + doc.widthOfString(run.text, { features: [] })
  }, 0)
}

function setFont(doc: PDFKit.PDFDocument, run: Run, style: TextStyle): void {
  doc.font(fontPath(style.face, run.script)).fontSize(style.size)
}
