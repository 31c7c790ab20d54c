import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { boundsOf } from '#lib/domain/seating/plan/fit-drawing.ts'
import type { TableOption } from '#lib/server/import/plans/pretix/pretix-options.ts'
import type { Place } from '#lib/server/import/read/report.ts'

/** A seat where a file puts it: its centre and radius in the file's units. */
export interface AbsoluteSeat {
  readonly at: Point
  readonly section: string
  readonly row: string
  readonly name: string
  readonly category: string
  /** Left out: made of section, row and name. */
  readonly guid?: string | undefined
  /** Left out: what the distance of the seats leaves room for. */
  readonly radius?: number | undefined
  readonly features: readonly number[]
  /** Where the file says it. */
  readonly place: Place
}

/** A section by its name; `capacity` makes it general admission. */
export interface AbsoluteSection {
  readonly name: string
  readonly id?: number | undefined
  readonly capacity?: number | undefined
  readonly category?: string | undefined
  readonly outline?: readonly Point[] | undefined
  readonly labelAt?: Point | undefined
  readonly level?: string | undefined
  /** false: its seats are in the list only, and `at` says nothing. */
  readonly isDrawn?: boolean | undefined
  readonly place: Place
}

interface Painted {
  readonly color?: string | undefined
  readonly border?: string | undefined
  /** The level that it is drawn on; left out: every one. */
  readonly level?: string | undefined
}

/** What is drawn under the seats, in the order of the file. Rotations are degrees clockwise around `at`. */
export type AbsoluteShape = Painted &
  (
    | { readonly shape: 'polygon'; readonly points: readonly Point[]; readonly text?: string | undefined }
    | {
        readonly shape: 'rectangle'
        readonly at: Point
        readonly width: number
        readonly height: number
        readonly rotation: number
        readonly text?: string | undefined
      }
    | {
        readonly shape: 'ellipse'
        readonly at: Point
        readonly radii: Point
        readonly rotation: number
        readonly text?: string | undefined
      }
    | { readonly shape: 'text'; readonly at: Point; readonly text: string; readonly size: number; readonly rotation: number }
  )

/** A plan with every seat in its place, which every form but rows, counts and pretix is read into first. */
export interface AbsolutePlan {
  readonly name: string
  /** Left out: as large as what is drawn. */
  readonly size?: { readonly width: number; readonly height: number } | undefined
  readonly categories: readonly { readonly name: string; readonly color?: string | undefined }[]
  readonly sections: readonly AbsoluteSection[]
  readonly shapes: readonly AbsoluteShape[]
  /** One of the shapes, or what is drawn by us where the file gives it no colours. */
  readonly stage?: { readonly outline: readonly Point[]; readonly label: string } | undefined
  /** What seats look to; left out: the stage, else a guess by the order of the rows. */
  readonly foci?: readonly Point[] | undefined
  readonly seats: readonly AbsoluteSeat[]
  /** Rows that are tables, benches or boxes. */
  readonly tables?: readonly TableOption[] | undefined
}

/** Distance of two seats in our own plans; drawings in other units are enlarged or reduced to it. */
export const OUR_PITCH = 33
/** Radius of a seat that says none, as a part of the distance to its neighbour. */
const RADIUS = 1 / 3

type Move = (point: Point) => Point

/** The plan with every point moved and every length multiplied. */
export function transformPlan(plan: AbsolutePlan, move: Move, times: number): AbsolutePlan {
  const stage = plan.stage && { ...plan.stage, outline: plan.stage.outline.map(move) }
  return {
    ...plan,
    stage,
    foci: plan.foci?.map(move),
    sections: plan.sections.map((section) => ({
      ...section,
      outline: section.outline?.map(move),
      labelAt: section.labelAt && move(section.labelAt),
    })),
    tables: plan.tables?.map((table) => ({ ...table, outline: table.outline?.map(move) })),
    shapes: plan.shapes.map((shape) => transformShape(shape, move, times)),
    seats: plan.seats.map((seat) => ({ ...seat, at: move(seat.at), radius: seat.radius === undefined ? undefined : seat.radius * times })),
  }
}

function transformShape(shape: AbsoluteShape, move: Move, times: number): AbsoluteShape {
  if (shape.shape === 'polygon') return { ...shape, points: shape.points.map(move) }
  if (shape.shape === 'rectangle') return { ...shape, at: move(shape.at), width: shape.width * times, height: shape.height * times }
  if (shape.shape === 'ellipse') return { ...shape, at: move(shape.at), radii: [shape.radii[0] * times, shape.radii[1] * times] }
  return { ...shape, at: move(shape.at), size: shape.size * times }
}

/** The plan with what is on each level moved by so much: seats and tables by their section's level. */
export function moveOnLevels(
  plan: AbsolutePlan,
  levelOf: (section: string) => string | undefined,
  moves: ReadonlyMap<string, Point>,
): AbsolutePlan {
  const by = (level: string | undefined): Move => {
    const [dx, dy] = moves.get(level ?? '') ?? [0, 0]
    return ([x, y]) => [x + dx, y + dy]
  }
  return {
    ...plan,
    sections: plan.sections.map((section) => {
      const move = by(levelOf(section.name))
      return { ...section, outline: section.outline?.map(move), labelAt: section.labelAt && move(section.labelAt) }
    }),
    tables: plan.tables?.map((table) => ({ ...table, outline: table.outline?.map(by(levelOf(table.section ?? ''))) })),
    shapes: plan.shapes.map((shape) => transformShape(shape, by(shape.level), 1)),
    seats: plan.seats.map((seat) => ({ ...seat, at: by(levelOf(seat.section))(seat.at) })),
  }
}

/** The smallest rectangle around everything that the plan draws. */
export function drawnBounds(plan: AbsolutePlan): ReturnType<typeof boundsOf> {
  return boundsOf([
    ...plan.seats.map((seat) => seat.at),
    ...(plan.stage?.outline ?? []),
    ...plan.sections.flatMap((section) => section.outline ?? []),
    ...plan.shapes.flatMap(cornersOf),
  ])
}

/** A turned shape is measured as if it were not: its room is the circle around its place. */
export function cornersOf(shape: AbsoluteShape): readonly Point[] {
  if (shape.shape === 'polygon') return shape.points
  const [x, y] = shape.at
  if (shape.shape === 'text') return [shape.at]
  if (shape.shape === 'rectangle') return shape.rotation === 0 ? [[x, y], [x + shape.width, y + shape.height]] : [[x, y]] // prettier-ignore
  return [
    [x - shape.radii[0], y - shape.radii[1]],
    [x + shape.radii[0], y + shape.radii[1]],
  ]
}

/** The usual distance of two seats that follow each other in a row; undefined where no row has two. */
export function usualPitch(seats: readonly AbsoluteSeat[]): number | undefined {
  const steps = seats.flatMap((seat, index) => {
    const before = seats[index - 1]
    if (before?.section !== seat.section || before.row !== seat.row) return []
    const step = Math.hypot(seat.at[0] - before.at[0], seat.at[1] - before.at[1])
    return step > 0 ? [step] : []
  })
  return steps.sort((one, other) => one - other)[Math.floor(steps.length / 2)]
}

/** `usualPitch`, or ours where no row has two seats. */
export function pitchIn({ seats }: AbsolutePlan): number {
  return usualPitch(seats) ?? OUR_PITCH
}

/** Radius of the seats that say none. */
export function radiusIn(plan: AbsolutePlan): number {
  return pitchIn(plan) * RADIUS
}

/** The middle of the smallest rectangle around an outline. */
export function middleOf(outline: readonly Point[]): Point {
  const { left, right, top, bottom } = boundsOf(outline)
  return [(left + right) / 2, (top + bottom) / 2]
}
