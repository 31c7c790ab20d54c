import type { FileArea, PretixFile } from './pretix-houses.ts'

/** The houses as the files of other systems say them: seats in their places with the same guids, and what else the form knows. */
export interface HouseForm {
  readonly format: 'pretix' | 'points' | 'svg' | 'sheet' | 'spektrix'
  readonly file: string
  /** Whether it says shapes, texts and colours. */
  readonly isDrawn: boolean
  readonly write: (house: PretixFile) => string
}

type At = { readonly x: number; readonly y: number }
interface Painted {
  readonly color?: string
  readonly border_color?: string
  readonly text?: { readonly text: string; readonly position?: At; readonly color?: string; readonly size?: number }
  readonly rectangle?: { readonly width: number; readonly height: number }
  readonly circle?: { readonly radius: number }
  readonly ellipse?: { readonly radius: At }
  readonly polygon?: { readonly points: readonly At[] }
}

function listSeats({ zones }: PretixFile) {
  return zones.flatMap((zone) =>
    zone.rows.flatMap((row) =>
      row.seats.map((seat) => ({
        x: zone.position.x + row.position.x + seat.position.x,
        y: zone.position.y + row.position.y + seat.position.y,
        section: zone.name,
        row: row.row_number,
        seat: seat.seat_number,
        category: seat.category,
        guid: seat.seat_guid,
        radius: seat.radius ?? 10,
      })),
    ),
  )
}

function writePoints(house: PretixFile): string {
  const shapes = house.zones.flatMap((zone) =>
    zone.areas.flatMap((area) => {
      const { color, border_color: border, text, rectangle, circle, ellipse, polygon } = area as FileArea & Painted
      const [x, y] = [zone.position.x + area.position.x, zone.position.y + area.position.y]
      const turn = turnedAbout(x, y, area.rotation ?? 0)
      const paint = { ...(color && { color }), ...(border && { border }) }
      const at = text && turn(text.position?.x ?? 0, text.position?.y ?? 0)
      const drawn = rectangle
        ? [{ shape: 'rectangle', x, y, ...rectangle, rotation: area.rotation ?? 0, ...paint }]
        : circle || ellipse
          ? [{ shape: 'ellipse', x, y, rx: circle?.radius ?? ellipse?.radius.x, ry: circle?.radius ?? ellipse?.radius.y, rotation: area.rotation ?? 0, ...paint }] // prettier-ignore
          : polygon
            ? [{ shape: 'polygon', points: polygon.points.map((point) => turn(point.x, point.y)), ...paint }]
            : []
      const lettering = { shape: 'text', x: at?.[0], y: at?.[1], text: text?.text, size: text?.size ?? 16, rotation: area.rotation ?? 0, color: text?.color ?? '#333333' } // prettier-ignore
      return text?.text ? [...drawn, lettering] : drawn
    }),
  )
  const { size, categories, name } = house
  return JSON.stringify({ format: 'points', name, ...size, categories, shapes, seats: listSeats(house) })
}

function turnedAbout(x: number, y: number, degrees: number): (dx: number, dy: number) => [number, number] {
  const angle = (degrees * Math.PI) / 180
  return (dx, dy) => [x + dx * Math.cos(angle) - dy * Math.sin(angle), y + dx * Math.sin(angle) + dy * Math.cos(angle)]
}

/** Groups within groups, each moved, as drawing programs write them. */
function writeSvg(house: PretixFile): string {
  const colours = new Map(house.categories.map(({ name, color }) => [name, color]))
  const move = ({ x, y }: At) => `transform="translate(${String(x)} ${String(y)})"`
  const zones = house.zones.map((zone) => {
    const rows = zone.rows.map(
      (row) =>
        `<g data-row="${row.row_number}" ${move(row.position)}>${row.seats.map(({ position: { x, y }, ...seat }) => `<circle data-seat="${seat.seat_number}" data-guid="${seat.seat_guid}" data-category="${seat.category}" cx="${String(x)}" cy="${String(y)}" r="${String(seat.radius ?? 10)}" fill="${colours.get(seat.category) ?? ''}"/>`).join('')}</g>`,
    )
    const areas = zone.areas.map((area) => `<g transform="translate(${String(area.position.x)} ${String(area.position.y)}) rotate(${String(area.rotation ?? 0)})">${svgArea(area)}</g>`) // prettier-ignore
    return `<g data-section="${zone.name}" ${move(zone.position)}>\n${areas.join('\n')}\n${rows.join('\n')}\n</g>`
  })
  const { width, height } = house.size
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(width)} ${String(height)}">\n${zones.join('\n')}\n</svg>`
}

function svgArea(area: FileArea): string {
  const { color, border_color: border, text, rectangle, circle, ellipse, polygon } = area as FileArea & Painted
  const paint = `fill="${color || 'none'}" stroke="${border || 'none'}"`
  const shape = rectangle
    ? `<rect width="${String(rectangle.width)}" height="${String(rectangle.height)}" ${paint}/>`
    : circle
      ? `<circle r="${String(circle.radius)}" ${paint}/>`
      : ellipse
        ? `<ellipse rx="${String(ellipse.radius.x)}" ry="${String(ellipse.radius.y)}" ${paint}/>`
        : polygon
          ? `<polygon points="${polygon.points.map(({ x, y }) => `${String(x)},${String(y)}`).join(' ')}" ${paint}/>`
          : ''
  const { x = 0, y = 0 } = text?.position ?? {}
  return text?.text
    ? `${shape}<text x="${String(x)}" y="${String(y)}" font-size="${String(text.size ?? 16)}" fill="${text.color ?? '#333333'}" text-anchor="middle" dominant-baseline="central">${text.text}</text>`
    : shape
}

function writeSheet(house: PretixFile): string {
  const lines = listSeats(house).map(({ section, row, seat, x, y, category, guid }) => [section, row, seat, x, y, category, guid].join(','))
  return ['section,row,seat,x,y,category,guid', ...lines].join('\n')
}

function writeSpektrix(house: PretixFile): string {
  const seats = Map.groupBy(listSeats(house), ({ section }) => section)
  const areas = [...seats].map(([name, own]) => ({
    type: 'Reserved',
    id: `area ${name}`,
    name,
    seats: own.map(({ guid, row, seat, x, y }) => ({ id: guid, row, number: /^\d+$/.test(seat) ? Number(seat) : seat, x, y })),
  }))
  return JSON.stringify({ id: 'plan', venueId: 'venue', baseSeatingArea: { type: 'Group', id: 'all', name: house.name, areas } })
}

export const FORMS: readonly HouseForm[] = [
  { format: 'pretix', file: 'house.pretix.json', isDrawn: true, write: (house) => JSON.stringify(house) },
  { format: 'points', file: 'house.points.json', isDrawn: true, write: writePoints },
  { format: 'svg', file: 'house.svg', isDrawn: true, write: writeSvg },
  { format: 'sheet', file: 'house.csv', isDrawn: false, write: writeSheet },
  { format: 'spektrix', file: 'house.spektrix.json', isDrawn: false, write: writeSpektrix },
]
