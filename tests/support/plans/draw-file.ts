import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'

/** What a file draws, read straight from its text and knowing nothing of how the shop reads it. Colours and texts in the file's order. */
export interface Drawing {
  readonly seats: Map<string, Point>
  /** Fill and corners; of round shapes the four furthest points. */
  readonly shapes: { readonly fill: string; readonly corners: readonly Point[] }[]
  readonly texts: { readonly text: string; readonly at: Point; readonly colour: string }[]
}

type Numbers = Readonly<Record<string, number>>
interface At {
  readonly x: number
  readonly y: number
}
interface PretixZone {
  readonly position: At
  readonly rows: readonly { readonly position: At; readonly seats: readonly { readonly position: At; readonly seat_guid: string }[] }[]
  readonly areas: readonly {
    readonly position: At
    readonly rotation?: number
    readonly color?: string
    readonly rectangle?: { readonly width: number; readonly height: number }
    readonly circle?: { readonly radius: number }
    readonly ellipse?: { readonly radius: At }
    readonly polygon?: { readonly points: readonly At[] }
    readonly text?: { readonly text: string; readonly color?: string; readonly position?: At }
  }[]
}
const turn = ([x, y]: Point, [dx, dy]: Point, degrees: number): Point => {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  return [x + dx * cos - dy * sin, y + dx * sin + dy * cos]
}
const box = (width: number, height: number): Point[] => [[0, 0], [width, 0], [width, height], [0, height]] // prettier-ignore
const round = (rx: number, ry: number): Point[] => [[rx, 0], [0, ry], [-rx, 0], [0, -ry]] // prettier-ignore

export function drawPretix(text: string): Drawing {
  const drawing: Drawing = { seats: new Map(), shapes: [], texts: [] }
  for (const zone of (JSON.parse(text) as { zones: PretixZone[] }).zones) {
    const { x: zx, y: zy } = zone.position
    for (const row of zone.rows)
      for (const { position, seat_guid } of row.seats) drawing.seats.set(seat_guid, [zx + row.position.x + position.x, zy + row.position.y + position.y]) // prettier-ignore
    for (const area of zone.areas) {
      const at: Point = [zx + area.position.x, zy + area.position.y]
      const { rectangle, polygon, circle, ellipse, rotation = 0, text: words } = area
      const radius = ellipse?.radius ?? (circle && { x: circle.radius, y: circle.radius })
      const points = (polygon?.points ?? []).map(({ x, y }): Point => [x, y])
      const corners = rectangle ? box(rectangle.width, rectangle.height) : radius ? round(radius.x, radius.y) : points
      if (corners.length > 0) drawing.shapes.push({ fill: area.color ?? '', corners: corners.map((corner) => turn(at, corner, rotation)) }) // prettier-ignore
      const { x = 0, y = 0 } = words?.position ?? {}
      if (words?.text) drawing.texts.push({ text: words.text, at: turn(at, [x, y], rotation), colour: words.color ?? '#333333' })
    }
  }
  return drawing
}

export function drawPoints(text: string): Drawing {
  const { seats, shapes } = JSON.parse(text) as { seats: (Numbers & { guid: never })[]; shapes: (Numbers & { shape: string; color?: string; points?: Point[]; text?: string })[] } // prettier-ignore
  const drawing: Drawing = { seats: new Map(), shapes: [], texts: [] }
  for (const { guid, x = 0, y = 0 } of seats) drawing.seats.set(guid, [x, y])
  for (const { shape, x = 0, y = 0, width = 0, height = 0, rx = 0, ry = 0, rotation = 0, color = '', points, text: words = '' } of shapes) {
    if (shape === 'text') drawing.texts.push({ text: words, at: [x, y], colour: color })
    else drawing.shapes.push({ fill: color, corners: points ?? (shape === 'rectangle' ? box(width, height) : round(rx, ry)).map((corner) => turn([x, y], corner, rotation)) }) // prettier-ignore
  }
  return drawing
}

export function drawSvg(text: string): Drawing {
  const drawing: Drawing = { seats: new Map(), shapes: [], texts: [] }
  const around: (readonly [Point, number])[] = []
  for (const [, closing, name = '', written = '', words = ''] of text.matchAll(/<(\/?)(\w+)([^>]*)>([^<]*)/g)) {
    const own = Object.fromEntries([...written.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]))
    const [, mx = 0, my = 0, angle = 0] = (/translate\(([-\d.e]+) ([-\d.e]+)\)(?: rotate\(([-\d.]+)\))?/.exec(own.transform ?? '') ?? []).map((part: string | undefined) => Number(part ?? 0)) // prettier-ignore
    if (name === 'g' && closing) around.pop()
    else if (name === 'g') around.push([[mx, my], angle])
    const place = (point: Point): Point => around.toReversed().reduce((at, [move, degrees]) => turn(move, at, degrees), point)
    const at: Point = [Number(own.cx ?? own.x ?? 0), Number(own.cy ?? own.y ?? 0)]
    if (own['data-guid'] !== undefined) drawing.seats.set(own['data-guid'], place(at))
    else if (name === 'text' && !closing) drawing.texts.push({ text: words, at: place(at), colour: own.fill ?? '' })
    else if (/rect|polygon|circle|ellipse/.test(name)) {
      const points = (own.points ?? '').split(' ').map((pair): Point => [Number(pair.split(',')[0]), Number(pair.split(',')[1])])
      const [rx, ry] = [Number(own.rx ?? own.r ?? 0), Number(own.ry ?? own.r ?? 0)]
      const corners = name === 'rect' ? box(Number(own.width), Number(own.height)) : name === 'polygon' ? points : round(rx, ry)
      drawing.shapes.push({ fill: own.fill === 'none' ? '' : (own.fill ?? ''), corners: corners.map(place) })
    }
  }
  return drawing
}

export function drawSheet(text: string): Drawing {
  const [, ...lines] = text.split('\n').map((line) => line.split(','))
  return { seats: new Map(lines.map(([, , , x, y, , guid = '']) => [guid, [Number(x), Number(y)]])), shapes: [], texts: [] }
}

export function drawSpektrix(text: string): Drawing {
  const { baseSeatingArea } = JSON.parse(text) as { baseSeatingArea: { areas: { seats: { id: string; x: number; y: number }[] }[] } }
  const seats = baseSeatingArea.areas.flatMap((area) => area.seats)
  return { seats: new Map(seats.map(({ id, x, y }) => [id, [x, y]])), shapes: [], texts: [] }
}

export const DRAWN = { pretix: drawPretix, points: drawPoints, svg: drawSvg, sheet: drawSheet, spektrix: drawSpektrix }
