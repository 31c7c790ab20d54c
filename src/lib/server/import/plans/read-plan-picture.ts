import { drawnOver } from '#lib/domain/seating/layout/lay-out-levels.ts'
import { boundsOf } from '#lib/domain/seating/plan/fit-drawing.ts'
import { roundUnits, type LaidOutPicture, type LaidOutPlan, type Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import type { PictureSize } from '#lib/server/catalogue/image-map-areas.ts'
import { photoBytes } from '#lib/server/platform/http/answers/picture-answer.ts'
import { NO_SIZE, readPictureHead, readSvgSize } from '#lib/server/import/read/picture-size.ts'
import { readDrawing } from '#lib/server/import/read/read-drawing.ts'
import type { ReadingBeside } from '#lib/server/import/read/read-file.ts'
import { inside } from '#lib/server/import/read/report.ts'
import type { SeatplanItem } from '#lib/server/import/schema/catalogue-schema.ts'

/** The map of a phone at twice its pixels and half as large again: it is shown faintly, so that more would not be seen. */
const BOUNDS = { width: 1_200, height: 1_200, bytes: 200_000 }

/** The plan with the picture that the catalogue puts behind its seats; as it is, with a problem, if that is no picture. */
export async function addPicture(
  plan: LaidOutPlan,
  picture: SeatplanItem['picture'],
  { folder, place, notes }: ReadingBeside,
): Promise<LaidOutPlan> {
  if (!picture) return plan
  const here = inside(place, 'file')
  const content = await readDrawing({ file: picture.file }, { folder, place: here, notes }, BOUNDS)
  if (content === undefined) return plan
  const size = sizeOf(content)
  if (size) return { ...plan, picture: { ...placePicture(picture, size, plan), content } }
  notes.problem(here, `"${picture.file}" ${NO_SIZE}`)
  return plan
}

function sizeOf(content: string): PictureSize | undefined {
  const photo = photoBytes(content)
  return photo ? readPictureHead(photo) : readSvgSize(content)
}

type Box = Omit<LaidOutPicture, 'content'>

/** Where a picture is drawn: in the middle of the room that it has, as large as it fits in its own ratio. */
function placePicture({ x, y, width, height }: Partial<Box>, size: PictureSize, plan: LaidOutPlan): Box {
  const whole = wholeOf(plan)
  const ratio = size.width / size.height
  const room = {
    x: x ?? whole.x,
    y: y ?? whole.y,
    width: width ?? (height === undefined ? whole.width : height * ratio),
    height: height ?? (width === undefined ? whole.height : width / ratio),
  }
  const fitted = Math.min(room.width, room.height * ratio)
  return {
    x: roundUnits(room.x + (room.width - fitted) / 2),
    y: roundUnits(room.y + (room.height - fitted / ratio) / 2),
    width: roundUnits(fitted),
    height: roundUnits(fitted / ratio),
  }
}

/** The whole drawing; of a house with levels what is drawn on them, over each other. */
function wholeOf(plan: LaidOutPlan): Box {
  if (!plan.levels) return { x: 0, y: 0, width: plan.width, height: plan.height }
  const { seats, sections, areas = [], stage, seatSize } = drawnOver(plan)
  const shapes = [...sections, ...areas, ...(stage ? [stage] : [])].flatMap(({ outline }) => outline)
  const { left, right, top, bottom } = boundsOf([...seats.map(({ seatplanX, seatplanY }): Point => [seatplanX, seatplanY]), ...shapes])
  return { x: left - seatSize, y: top - seatSize, width: right - left + 2 * seatSize, height: bottom - top + 2 * seatSize }
}
