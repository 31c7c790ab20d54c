/** Houses as their own systems write them, in pretix format, made here; `best` are the pairs that anybody would take first, marked by hand. */
export interface House {
  readonly name: string
  readonly file: PretixFile
  /** Guids of two neighbours each, ten pairs. */
  readonly best: readonly (readonly [string, string])[]
}

type At = { readonly x: number; readonly y: number }
export interface FileSeat {
  readonly seat_guid: string
  readonly seat_number: string
  readonly position: At
  readonly category: string
  readonly radius?: number
}
export interface FileArea extends Readonly<Record<string, unknown>> {
  readonly shape: string
  readonly position: At
  readonly rotation?: number
}
export interface PretixFile {
  readonly name: string
  readonly categories: readonly { readonly name: string; readonly color: string }[]
  readonly size: { readonly width: number; readonly height: number }
  readonly zones: readonly {
    readonly name: string
    readonly position: At
    readonly rows: readonly { readonly row_number: string; readonly position: At; readonly seats: readonly FileSeat[] }[]
    readonly areas: readonly FileArea[]
  }[]
}
type FileZone = PretixFile['zones'][number]
type FileRow = FileZone['rows'][number]

const ORIGIN: At = { x: 0, y: 0 }
export const CATEGORIES = [
  { name: 'A', color: '#F44336' },
  { name: 'B', color: '#2196F3' },
]

/** A row from a point, seat after seat by a step, numbered 1, 2, 3 … unless given otherwise. */
function row(zone: string, label: string, from: At, step: At, numbers: number | readonly number[], more: Partial<FileSeat> = {}): FileRow {
  const names = typeof numbers === 'number' ? Array.from({ length: numbers }, (_, at) => at + 1) : numbers
  const seats = names.map((number, at) => ({
    seat_guid: `${zone}-${label}-${String(number)}`,
    seat_number: String(number),
    position: { x: step.x * at, y: step.y * at },
    category: 'A',
    ...more,
  }))
  return { row_number: label, position: from, seats }
}

function zone(name: string, rows: readonly FileRow[], areas: readonly FileArea[] = [], position = ORIGIN): FileZone {
  return { name, position, rows, areas }
}

function rows(count: number, make: (number: number) => FileRow): FileRow[] {
  return Array.from({ length: count }, (_, at) => make(at + 1))
}

function box(position: At, width: number, height: number, text: string, more: object = {}): FileArea {
  return {
    shape: 'rectangle',
    position,
    rotation: 0,
    color: '#CBEEB3',
    border_color: '#445566',
    rectangle: { width, height },
    text: { text, color: '#333333', position: { x: width / 2, y: height / 2 } },
    ...more,
  }
}

function file(name: string, width: number, height: number, zones: readonly FileZone[]): PretixFile {
  return { name, categories: CATEGORIES, size: { width, height }, zones }
}

/** Pairs of a row by their left seats. */
function pairs(zoneName: string, label: string, ...lefts: readonly number[]): [string, string][] {
  return lefts.map((left) => [`${zoneName}-${label}-${String(left)}`, `${zoneName}-${label}-${String(left + 1)}`])
}

/** A court in the middle, six rows on each side; the long sides lie above and below. Stands are numbered from the court outwards. */
const arena: House = {
  name: 'arena',
  file: file('Arena', 2000, 1600, [
    zone('Court', [], [box({ x: 700, y: 650 }, 600, 300, 'Court')]),
    zone(
      'North',
      rows(6, (n) => row('North', String(n), { x: 762, y: 610 - n * 30 }, { x: 25, y: 0 }, 20)),
    ),
    zone(
      'South',
      rows(6, (n) => row('South', String(n), { x: 1237, y: 990 + n * 30 }, { x: -25, y: 0 }, 20)),
    ),
    zone(
      'West',
      rows(6, (n) => row('West', String(n), { x: 660 - n * 30, y: 937 }, { x: 0, y: -25 }, 12)),
    ),
    zone(
      'East',
      rows(6, (n) => row('East', String(n), { x: 1340 + n * 30, y: 662 }, { x: 0, y: 25 }, 12)),
    ),
  ]),
  best: ['North', 'South'].flatMap((name) => [...pairs(name, '2', 8, 10, 12), ...pairs(name, '1', 10), ...pairs(name, '3', 10)]),
}

/** A stage that comes far into the hall, seats before it and on both of its sides. */
const thrust: House = {
  name: 'thrust stage',
  file: file('Thrust', 1400, 1200, [
    zone(
      'Front',
      rows(10, (n) => row('Front', String(n), { x: 450, y: 560 + n * 32 }, { x: 26, y: 0 }, 20)),
      [
        {
          shape: 'polygon',
          position: { x: 500, y: 60 },
          rotation: 0,
          color: '#dddddd',
          border_color: '#000000',
          polygon: {
            points: [
              { x: 0, y: 0 },
              { x: 400, y: 0 },
              { x: 400, y: 120 },
              { x: 280, y: 120 },
              { x: 280, y: 460 },
              { x: 120, y: 460 },
              { x: 120, y: 120 },
              { x: 0, y: 120 },
            ],
          },
          text: { text: 'Bühne', color: '#333333', position: { x: 200, y: 60 } },
        },
      ],
    ),
    zone(
      'Left',
      rows(5, (n) => row('Left', String(n), { x: 560 - n * 32, y: 220 }, { x: 0, y: 26 }, 11)),
    ),
    zone(
      'Right',
      rows(5, (n) => row('Right', String(n), { x: 840 + n * 32, y: 480 }, { x: 0, y: -26 }, 11)),
    ),
  ]),
  best: [
    ...pairs('Front', '3', 8, 10, 12),
    ...pairs('Front', '4', 8, 10, 12),
    ...pairs('Front', '2', 10),
    ...pairs('Front', '5', 8, 10, 12),
  ],
}

/** Benches: seats closer than their default radius allows, with a radius of their own; two benches a row with an aisle. */
const benches: House = {
  name: 'benches',
  file: file('Chapel', 900, 800, [
    zone(
      'Nave',
      rows(12, (n) => row('Nave', String(n), { x: 200, y: 160 + n * 40 }, { x: 18, y: 0 }, 24, { radius: 8 })),
      [box({ x: 307, y: 60 }, 200, 70, 'Altar')],
    ),
  ]),
  best: [...pairs('Nave', '4', 10, 12, 14), ...pairs('Nave', '3', 10, 12, 14), ...pairs('Nave', '5', 10, 12, 14), ...pairs('Nave', '4', 8)],
}

/** A floor, and boxes of two rows of two along both sides, each a zone of its own. */
const boxes: House = {
  name: 'boxes',
  file: file('Opera', 1200, 1100, [
    zone(
      'Floor',
      rows(12, (n) => row('Floor', String(n), { x: 380, y: 240 + n * 32 }, { x: 24, y: 0 }, 18)),
      [box({ x: 384, y: 80 }, 400, 120, 'SCENE')],
    ),
    ...[1, 2, 3, 4, 5].flatMap((n) =>
      (['L', 'R'] as const).map((side) => {
        const name = `Box ${side}${String(n)}`
        const [x, away] = side === 'L' ? [280, -30] : [900, 30]
        return zone(
          name,
          rows(2, (r) => row(name, String(r), { x: x + (r - 1) * away, y: 240 + n * 80 }, { x: 0, y: 26 }, 2)),
        )
      }),
    ),
  ]),
  best: [...pairs('Floor', '4', 7, 9, 11), ...pairs('Floor', '3', 7, 9, 11), ...pairs('Floor', '5', 7, 9, 11), ...pairs('Floor', '4', 5)],
}

/** Odd numbers to the left of the middle, even ones to its right, listed from the left; row 3 is listed 1, 3, 5 … and then 2, 4, 6 …, as a database would. */
const ODD_EVEN = [11, 9, 7, 5, 3, 1, 2, 4, 6, 8, 10, 12]
const oddEven: House = {
  name: 'odd and even',
  file: file('Odeon', 800, 700, [
    zone(
      'Saal',
      rows(10, (n) => {
        const listed = row('Saal', String(n), { x: 250, y: 180 + n * 32 }, { x: 26, y: 0 }, ODD_EVEN)
        const odd = listed.seats.filter((seat) => Number(seat.seat_number) % 2 === 1).toReversed()
        return n === 3 ? { ...listed, seats: [...odd, ...listed.seats.slice(6)] } : listed
      }),
      [box({ x: 243, y: 60 }, 300, 80, 'הבמה')],
    ),
  ]),
  best: ['3', '4', '2']
    .flatMap((label): [string, string][] =>
      [
        [1, 2],
        [5, 3],
        [4, 6],
      ].map(([left, right]) => [`Saal-${label}-${String(left)}`, `Saal-${label}-${String(right)}`]),
    )
    .concat([['Saal-5-1', 'Saal-5-2']]),
}

/** A hall that is turned by thirty degrees, with its stage; the rows are listed from the back, their seats from the right. */
const TURN = Math.PI / 6
function turned(x: number, y: number): At {
  return { x: 900 + x * Math.cos(TURN) - y * Math.sin(TURN), y: 300 + x * Math.sin(TURN) + y * Math.cos(TURN) }
}
const rotated: House = {
  name: 'rotated rows',
  file: file('Tilt', 1600, 1400, [
    zone(
      'Hall',
      rows(10, (n) => {
        const label = String(11 - n)
        return row('Hall', label, turned(195, 60 + Number(label) * 34), { x: -26 * Math.cos(TURN), y: -26 * Math.sin(TURN) }, 16)
      }),
      [box(turned(-150, -60), 300, 80, 'Main Stage', { rotation: 30 })],
    ),
  ]),
  best: [...pairs('Hall', '3', 6, 8, 10), ...pairs('Hall', '4', 6, 8, 10), ...pairs('Hall', '2', 6, 8, 10), ...pairs('Hall', '5', 8)],
}

/** Two floors that the file draws over each other, half a seat apart. */
const floors: House = {
  name: 'overlapping zones',
  file: file('Two floors', 900, 900, [
    zone(
      'Parterre',
      rows(12, (n) => row('Parterre', String(n), { x: 200, y: 200 + n * 30 }, { x: 25, y: 0 }, 20)),
      [box({ x: 287, y: 60 }, 300, 80, 'Bühne')],
    ),
    zone(
      'Gallery',
      rows(4, (n) => row('Gallery', String(n), { x: 212, y: 450 + n * 30 }, { x: 25, y: 0 }, 19)),
    ),
  ]),
  best: [
    ...pairs('Parterre', '4', 8, 10, 12),
    ...pairs('Parterre', '3', 8, 10, 12),
    ...pairs('Parterre', '5', 8, 10, 12),
    ...pairs('Parterre', '2', 10),
  ],
}

/** Seats on one line that winds around the arena, cut into rows of a hundred: 20,000. */
const WINDING: readonly { readonly turns: number; readonly at: At }[] = (() => {
  const seats = []
  for (let angle = 0; seats.length < 20_000;) {
    const radius = 200 + (angle / (2 * Math.PI)) * 28
    seats.push({ turns: angle / (2 * Math.PI), at: { x: 2600 + radius * Math.cos(angle), y: 2600 + radius * Math.sin(angle) } })
    angle += 25 / radius
  }
  return seats
})()
/** The two seats on either side of a place on the line, given in turns. */
function pairAt(turns: number): [string, string] {
  const at = WINDING.findIndex((seat) => seat.turns > turns)
  const guidOf = (seat: number): string => `Ring-${String(Math.floor(seat / 100) + 1)}-${String((seat % 100) + 1)}`
  return [guidOf(at - 1), guidOf(at)]
}
const spiral: House = {
  name: 'spiral of 20,000',
  file: (() => {
    const points = WINDING.map(({ at }) => at)
    const cut = Array.from({ length: 200 }, (_, at): FileRow => {
      const label = String(at + 1)
      const own = points.slice(at * 100, at * 100 + 100)
      return {
        ...row('Ring', label, ORIGIN, ORIGIN, 100),
        seats: row('Ring', label, ORIGIN, ORIGIN, 100).seats.map((seat, n) => ({ ...seat, position: own[n] ?? ORIGIN })),
      }
    })
    const arenaArea: FileArea = {
      shape: 'circle',
      position: { x: 2600, y: 2600 },
      color: '#eeeeee',
      circle: { radius: 150 },
      text: { text: 'Arena', position: ORIGIN },
    }
    return file('Spiral', 5200, 5200, [zone('Ring', cut, [arenaArea])])
  })(),
  // Rows 3 to 5, right, below, left and above.
  best: [3, 3.25, 3.5, 3.75, 4, 4.25, 4.75, 2.25, 2.5, 2.75].map(pairAt),
}

/** No stage at all. Row 1 is at the bottom, so everybody looks down. */
const stageless: House = {
  name: 'no stage',
  file: file('Reading room', 800, 600, [
    zone(
      'Room',
      rows(9, (n) => row('Room', String(n), { x: 200, y: 480 - n * 32 }, { x: 26, y: 0 }, 14)),
    ),
  ]),
  best: [...pairs('Room', '3', 5, 7, 9), ...pairs('Room', '2', 5, 7, 9), ...pairs('Room', '4', 5, 7, 9), ...pairs('Room', '1', 7)],
}

/** A coloured ground under all seats, shapes of every kind, and a stage whose name is a text of its own. */
const grounds: House = {
  name: 'areas under seats',
  file: file('Grounds', 1000, 900, [
    zone(
      'Hall',
      rows(10, (n) => row('Hall', String(n), { x: 250, y: 300 + n * 32 }, { x: 26, y: 0 }, 20)),
      [
        box({ x: 100, y: 200 }, 800, 600, '', { color: '#000000' }),
        box({ x: 350, y: 60 }, 300, 100, '', { color: '#112233' }),
        {
          shape: 'text',
          position: { x: 500, y: 110 },
          color: '#ffffff',
          text: { text: 'STAGE', color: '#ffffff', size: 30, position: { x: 0, y: 0 } },
        },
        {
          shape: 'ellipse',
          position: { x: 150, y: 120 },
          rotation: 45,
          color: 'rgb(10, 20, 30)',
          border_color: '',
          ellipse: { radius: { x: 80, y: 30 } },
          text: { text: 'Bar', position: { x: 5, y: 6 } },
        },
        { shape: 'circle', position: { x: 850, y: 120 }, color: '#abc', border_color: '#123456', circle: { radius: 50 } },
        {
          shape: 'polygon',
          position: { x: 60, y: 820 },
          rotation: -20,
          color: '#00ff0080',
          polygon: {
            points: [
              { x: 0, y: 0 },
              { x: 90, y: 0 },
              { x: 45, y: 50 },
            ],
          },
        },
      ],
      { x: 5, y: 7 },
    ),
  ]),
  best: [...pairs('Hall', '3', 8, 10, 12), ...pairs('Hall', '4', 8, 10, 12), ...pairs('Hall', '2', 8, 10, 12), ...pairs('Hall', '5', 10)],
}

/** Two stages, each with rows of its own that look away from the other's. */
const twoStages: House = {
  name: 'two stages',
  file: file('Festival', 1000, 1400, [
    zone(
      'Sun',
      rows(8, (n) => row('Sun', String(n), { x: 265, y: 160 + n * 32 }, { x: 26, y: 0 }, 18)),
      [box({ x: 336, y: 40 }, 300, 80, 'Sun Stage')],
    ),
    zone(
      'Moon',
      rows(8, (n) => row('Moon', String(n), { x: 707, y: 1240 - n * 32 }, { x: -26, y: 0 }, 18)),
      [box({ x: 336, y: 1280 }, 300, 80, 'Moon Stage')],
    ),
  ]),
  best: ['Sun', 'Moon'].flatMap((name) => [...pairs(name, '3', 7, 9, 11), ...pairs(name, '2', 9), ...pairs(name, '4', 9)]),
}

export const HOUSES: readonly House[] = [arena, thrust, benches, boxes, oddEven, rotated, floors, spiral, stageless, grounds, twoStages]
