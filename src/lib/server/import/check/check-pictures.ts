import { readImageMap, type MapGround } from '#lib/server/catalogue/image-map.ts'
import { viewNameOf } from '#lib/server/platform/http/view-name.ts'
import type { DatedPresentation } from '#lib/server/import/read/expand-schedules.ts'
import type { Sourced } from '#lib/server/import/read/read-catalogue.ts'
import { inside, type ImportNotes } from '#lib/server/import/read/report.ts'

/** A presentation's views and image map must name existing pictures and sections. */
export function checkPictures({ item, place }: Sourced<DatedPresentation>, ground: MapGround, notes: ImportNotes): void {
  const view = item.viewAreaFilename ?? undefined
  if (view !== undefined && ![...ground.sections.keys()].some((id) => ground.pictures.has(viewNameOf(view, id))))
    notes.problem(
      inside(place, 'viewAreaFilename'),
      view.includes('{section}') ? `there is no picture "${view}" for any section of the seat plan` : `there is no picture "${view}"`,
    )
  if (item.imageMapHtml === undefined || item.imageMapHtml === null) return
  const here = inside(place, 'imageMapHtml')
  const read = readImageMap(item.imageMapHtml, ground)
  if (!read.ok) notes.problem(here, read.sentence)
  else if (read.leftOut.length > 0) notes.repair(here, `left out what is no part of an image map: ${read.leftOut.join(', ')}`)
}
