import { mkdir, writeFile } from 'node:fs/promises'
import { drawPictures } from './draw-pictures.ts'
import { musicPosters } from './music-posters.ts'
import { productPictures } from './product-pictures.ts'
import { screenPosters } from './screen-posters.ts'
import { lateScreenPosters } from './late-screen-posters.ts'
import { sitePosters } from './site-posters.ts'
import { sportPosters } from './sport-posters.ts'
import { stagePosters } from './stage-posters.ts'
import { youngPosters } from './young-posters.ts'

/** Redraws the demo's posters, product pictures and pictures of venues: `node src/lib/demo/draw/draw.ts`. The drawings are stored beside it as files. */
const HERE = new URL('../', import.meta.url)

await drawAll('posters', 840, {
  ...stagePosters,
  ...screenPosters,
  ...lateScreenPosters,
  ...musicPosters,
  ...youngPosters,
  ...sitePosters,
  ...sportPosters,
})
await drawAll('products', 600, productPictures)
await drawPictures(HERE)

async function drawAll(folder: string, height: number, drawings: Readonly<Record<string, () => string>>): Promise<void> {
  await mkdir(new URL(folder, HERE), { recursive: true })
  for (const [name, draw] of Object.entries(drawings)) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 ${String(height)}" width="600" height="${String(height)}">${draw()}</svg>\n`
    await writeFile(new URL(`${folder}/${name}.svg`, HERE), svg)
  }
}
