import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'

/** A picture in cells of the mean colour: a letter drawn by another program changes a cell little, a block that is moved or painted otherwise changes it much. */
interface Grid {
  readonly columns: number
  readonly rows: number
  /** Red, green and blue of each cell, row by row. */
  readonly colours: Uint8Array
}

/** Pixels of a cell's side. */
const CELL = 6
/** What antialiasing changes of one cell's channel at most, of 255. */
const OF_ONE = 40
/** By how much more than this no more than a hundredth of the cells may differ: a colour that is a little wrong. */
const OF_MANY = 6
const MANY = 0.01

/**
 * Compares a picture with its reference, a PNG with a pixel for each cell.
 * @param path of the reference, without `.png`
 * @param isDrawn whether the reference is drawn anew
 * @returns what differs, and where both lie; undefined if nothing does
 */
export async function differenceFrom(path: string, png: Buffer, isDrawn: boolean): Promise<string | undefined> {
  const seen = await gridOf(png)
  if (isDrawn) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.png`, await pngOf(seen))
    return undefined
  }
  const wanted = await readGrid(`${path}.png`)
  const fault = wanted ? faultOf(wanted, seen) : 'there is no reference'
  return fault === undefined ? undefined : `${fault}; ${await keep(path, png, wanted, seen)}`
}

function faultOf(wanted: Grid, seen: Grid): string | undefined {
  const sizes = [wanted, seen].map(({ columns, rows }) => `${String(columns)} × ${String(rows)}`)
  if (sizes[0] !== sizes[1]) return `${sizes[1] ?? ''} cells where ${sizes[0] ?? ''} are expected`
  const differences = cellDifferences(wanted, seen)
  const worst = differences.indexOf(Math.max(...differences))
  const many = differences.filter((difference) => difference > OF_MANY).length
  if ((differences[worst] ?? 0) <= OF_ONE && many <= differences.length * MANY) return undefined
  const place = `${String((worst % seen.columns) * CELL)}, ${String(Math.floor(worst / seen.columns) * CELL)}`
  return `${String(many)} of ${String(differences.length)} cells differ, most at ${place}: ${colourAt(seen, worst)} where ${colourAt(wanted, worst)} is expected`
}

/** The largest difference of a channel, for each cell. */
function cellDifferences(wanted: Grid, seen: Grid): readonly number[] {
  return Array.from({ length: seen.columns * seen.rows }, (_, cell) =>
    Math.max(...[0, 1, 2].map((channel) => Math.abs((wanted.colours[cell * 3 + channel] ?? 0) - (seen.colours[cell * 3 + channel] ?? 0)))),
  )
}

function colourAt({ colours }: Grid, cell: number): string {
  return `rgb(${colours.subarray(cell * 3, cell * 3 + 3).join(' ')})`
}

async function gridOf(png: Buffer): Promise<Grid> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const [columns, rows] = [Math.ceil(info.width / CELL), Math.ceil(info.height / CELL)]
  const colours = new Uint8Array(columns * rows * 3)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      colours.set(meanOf(data, info, column * CELL, row * CELL), (row * columns + column) * 3)
  return { columns, rows, colours }
}

/** Of the cell that begins there; cells at the end may be smaller. */
function meanOf(data: Buffer, { width, height }: { readonly width: number; readonly height: number }, left: number, top: number): number[] {
  const sums = [0, 0, 0]
  const [right, bottom] = [Math.min(left + CELL, width), Math.min(top + CELL, height)]
  for (let y = top; y < bottom; y++)
    for (let at = (y * width + left) * 3; at < (y * width + right) * 3; at++) {
      const channel = (at - y * width * 3) % 3
      sums[channel] = (sums[channel] ?? 0) + (data[at] ?? 0)
    }
  return sums.map((sum) => Math.round(sum / ((right - left) * (bottom - top))))
}

async function readGrid(path: string): Promise<Grid | undefined> {
  try {
    const { data, info } = await sharp(readFileSync(path)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    return { columns: info.width, rows: info.height, colours: data }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function pngOf({ columns, rows, colours }: Grid, scale = 1): Promise<Buffer> {
  return sharp(colours, { raw: { width: columns, height: rows, channels: 3 } })
    .resize({ width: columns * scale, kernel: 'nearest' })
    .png({ compressionLevel: 9, effort: 10 })
    .toBuffer()
}

/** Keeps the picture, and the cells of both, as large as it is. @returns where */
async function keep(path: string, png: Buffer, wanted: Grid | undefined, seen: Grid): Promise<string> {
  const kept = join('test-results', path)
  mkdirSync(dirname(kept), { recursive: true })
  writeFileSync(`${kept} seen.png`, png)
  writeFileSync(`${kept} seen in cells.png`, await pngOf(seen, CELL))
  if (wanted) writeFileSync(`${kept} expected in cells.png`, await pngOf(wanted, CELL))
  return `see ${kept} *.png; expected is ${path}.png`
}
