import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { CatalogueFileInput } from '#lib/server/import/schema/catalogue-schema.ts'
import { ARCHES, archesHall } from './arches-hall.ts'
import { amphitheatrePicture } from './amphitheatre-picture.ts'
import { stadiumPicture, type MappedPicture } from './stadium/bowl-picture.ts'
import { demoPlan } from './plans.ts'
import { stadiumView, VIEW } from './stadium/stadium-views.ts'
import { theatreView } from './theatre-views.ts'

/** A venue's pictures as its presentations list them. */
interface VenueParts {
  readonly viewAreaFilename?: string
  readonly imageMapHtml?: string
}

/** Draws the views from sections, the pictures under image maps and the one behind the seats of hall 61, lists them in pictures.json, and adds them to the presentations of the venues. */
export async function drawPictures(here: URL): Promise<void> {
  const [theatre, amphitheatre, stadium] = [await demoPlan(11), await demoPlan(111), await demoPlan(121)]
  const [bowl, dunes] = [stadiumPicture(stadium), amphitheatrePicture(amphitheatre)]
  const drawings = new Map([
    ['stadium', document(bowl.svg, bowl)],
    ['amphitheatre', document(dunes.svg, dunes)],
    ...theatre.sections.map(({ id }) => [`theatre-view-${String(id)}`, document(theatreView(theatre, id), VIEW)] as const),
    ...stadium.sections.map(({ id }) => [`stadium-view-${String(id)}`, document(stadiumView(stadium, id), VIEW)] as const),
  ])
  await mkdir(new URL('pictures', here), { recursive: true })
  for (const [name, svg] of drawings) await writeFile(new URL(`pictures/${name}.svg`, here), svg)
  await writeFile(new URL('pictures/arches-hall.svg', here), document(archesHall(), ARCHES))
  await writeFile(new URL('pictures.json', here), listPictures([...drawings.keys()]))
  await nameIn(new URL('presentations.json', here), {
    11: { viewAreaFilename: 'theatre-view-{section}.svg' },
    111: { imageMapHtml: writeMap('amphitheatre', 'תמונת אמפי הדיונות', dunes) },
    121: { viewAreaFilename: 'stadium-view-{section}.svg', imageMapHtml: writeMap('stadium', 'תמונת אצטדיון שער הים', bowl) },
  })
}

function document(drawing: string, { width, height }: { readonly width: number; readonly height: number }): string {
  const [w, h] = [String(width), String(height)]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}">${drawing}</svg>\n`
}

function listPictures(names: readonly string[]): string {
  const pictures = names.map((name) => ({ name: `${name}.svg`, file: `pictures/${name}.svg` }))
  return `${JSON.stringify({ $schema: '../../../../../public/catalogue.schema.json', pictures }, null, 1)}\n`
}

function writeMap(name: string, words: string, { width, height, areas }: MappedPicture): string {
  const written = areas.map(
    ({ section, outline }) =>
      `<area shape="poly" coords="${outline.flat().join(',')}" href="#section-${String(section.id)}" alt="${section.name}">`,
  )
  return `<img src="${name}.svg" usemap="#${name}" width="${String(width)}" height="${String(height)}" alt="${words}">\n<map name="${name}">\n${written.join('\n')}\n</map>`
}

async function nameIn(file: URL, parts: Readonly<Record<number, VenueParts>>): Promise<void> {
  const written = JSON.parse(await readFile(file, 'utf8')) as CatalogueFileInput
  for (const list of [written.presentations ?? [], written.schedules ?? []])
    for (const item of list) Object.assign(item, parts[item.venueId])
  await writeFile(file, `${JSON.stringify(written, null, 1)}\n`)
}
