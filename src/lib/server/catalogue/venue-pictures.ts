import type { ImageMap } from '#lib/contract/show/venue-pictures.ts'
import { UNSCRIPTED_ROUTES } from '#lib/contract/routes/unscripted-routes.ts'
import type { Catalogue, PictureFacts, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { nameIn } from '#lib/domain/catalogue/plan-words.ts'
import { catalogue } from './catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { readImageMap, writeImageMap, type ReadImageMap } from './image-map.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { viewNameOf } from '#lib/server/platform/http/view-name.ts'

/** A presentation's pictures on the wire (spec §3). */
export interface VenuePictures {
  readonly imageMap: ImageMap | null
  /** Generated from `imageMap`, never the stored text. */
  readonly imageMapHtml: string | null
  readonly hasSectionViews: boolean
}

const NONE: VenuePictures = { imageMap: null, imageMapHtml: null, hasSectionViews: false }

/** Parses maps once per catalogue, because presentations share them. */
const mapsOf = new WeakMap<Catalogue, Map<string, ReadImageMap>>()
const described = new WeakMap<Catalogue, Map<number, VenuePictures>>()

/** The pictures of a presentation. An image map that has become invalid (for example because its section was deleted) is dropped with one line in the log. */
export function venuePicturesOf(from: Catalogue, presentation: Presentation): VenuePictures {
  if (presentation.imageMapHtml === null && presentation.viewAreaFilename === null) return NONE
  const known = described.get(from) ?? new Map<number, VenuePictures>()
  described.set(from, known)
  const before = known.get(presentation.id)
  if (before) return before
  const read = imageMapOf(from, presentation)
  const map = read?.ok ? mapIn(from, presentation, read.map) : null
  const pictures = {
    imageMap: map,
    imageMapHtml:
      map && writeImageMap(map, `/api${UNSCRIPTED_ROUTES.venuePicture.path.replace('{presentationId}', String(presentation.id))}`),
    hasSectionViews: (from.seatplans.get(presentation.seatplanId)?.sections ?? []).some(({ id }) => viewOf(from, presentation, id)),
  }
  known.set(presentation.id, pictures)
  return pictures
}

/** An area that is called as a section is named in the catalogue's language with it. */
function mapIn({ seatplans }: Catalogue, { seatplanId }: Presentation, map: ImageMap): ImageMap {
  const words = seatplans.get(seatplanId)?.ownWords
  return words ? { ...map, areas: map.areas.map((area) => ({ ...area, label: nameIn(words, area.label) })) } : map
}

function imageMapOf(from: Catalogue, { id, seatplanId, imageMapHtml }: Presentation): ReadImageMap | undefined {
  if (imageMapHtml === null) return undefined
  const maps = mapsOf.get(from) ?? new Map<string, ReadImageMap>()
  mapsOf.set(from, maps)
  const key = `${String(seatplanId)} ${imageMapHtml}`
  const before = maps.get(key)
  if (before) return before
  const sections = new Map(from.seatplans.get(seatplanId)?.sections.map((section) => [section.id, section.name]))
  const read = readImageMap(imageMapHtml, { pictures: from.pictures, sections })
  if (!read.ok) log().warn({ presentationId: id, seatplanId, sentence: read.sentence }, 'image map left out')
  maps.set(key, read)
  return read
}

function viewOf(from: Catalogue, { viewAreaFilename }: Presentation, sectionId: number): PictureFacts | undefined {
  return viewAreaFilename === null ? undefined : from.pictures.get(viewNameOf(viewAreaFilename, sectionId))
}

/** The view from a section of the presentation's venue; undefined if the presentation, the section or the picture does not exist. */
export async function sectionViewOf(presentationId: number, sectionId: number): Promise<PictureFacts | undefined> {
  const from = await catalogue()
  const presentation = from.presentations.get(presentationId)
  const plan = from.seatplans.get(presentation?.seatplanId ?? 0)
  if (!presentation || !plan?.sections.some((section) => section.id === sectionId)) return undefined
  return viewOf(from, presentation, sectionId)
}

/** The picture under the presentation's image map. */
export async function venuePictureOf(presentationId: number): Promise<PictureFacts | undefined> {
  const from = await catalogue()
  const presentation = from.presentations.get(presentationId)
  const read = presentation && imageMapOf(from, presentation)
  return read?.ok ? from.pictures.get(read.picture) : undefined
}

/** The bytes of a picture; undefined if it was deleted after its facts were read. */
export async function readPicture(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { rows } = await database().query<{ bytes: Uint8Array<ArrayBuffer> }>({
    name: 'venue-picture',
    text: 'SELECT bytes FROM picture WHERE name = $1',
    values: [name],
  })
  return rows[0]?.bytes
}
