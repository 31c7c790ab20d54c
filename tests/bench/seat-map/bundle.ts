import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type BuildOptions } from 'esbuild'
import { installApart } from '#tests/support/install-apart.ts'

/** The newest versions on the day that the figures were taken. */
const PEERS = { konva: '10.9.1', '@alisaitteke/seatmap-canvas': '2.5.18' } as const
export const PICKERS = ['ours', 'konva', 'konva-by-hand', 'seatmap-canvas', 'circles', 'canvas'] as const
export type PickerName = (typeof PICKERS)[number]

export interface Page {
  readonly html: string
  /** Of the library and all that it loads, gzip, in kB of 1,000 bytes; what this benchmark adds to drive it is left out. */
  readonly kilobytes: number
}

/** @returns the directory of the peers' modules */
export function installPeers(): Promise<string> {
  return installApart('bench', PEERS)
}

/** What a page would load of each to draw with; circles and the bare canvas have no library, so theirs is the page's own drawing. */
const LIBRARIES: Readonly<Record<PickerName, string>> = {
  ours: `export * from '#islands/seat-map/core/seat-map.ts'`,
  konva: `export * from 'konva/lib/Core.js'; export * from 'konva/lib/shapes/Line.js'; export * from 'konva/lib/shapes/Rect.js'; export * from 'konva/lib/shapes/Text.js'`,
  'konva-by-hand': `export * from 'konva/lib/Core.js'`,
  'seatmap-canvas': `export * from '@alisaitteke/seatmap-canvas'`,
  circles: `export { default } from './pages/circles.ts'`,
  canvas: `export { default } from './pages/canvas.ts'`,
}

const STYLES = {
  ours: ['src/layouts/theme.css', 'src/layouts/map.css', 'src/islands/seat-map/seat-map.css'],
  'seatmap-canvas': ['node_modules/@alisaitteke/seatmap-canvas/dist/esm/seatmap.canvas.css'],
} as const

export async function bundlePage(name: PickerName, modules: string): Promise<Page> {
  const picker = await bundle(
    { entryPoints: [join(import.meta.dirname, `pages/${name}.ts`)], format: 'iife', globalName: 'picker' },
    modules,
  )
  const inPage = await bundle({ entryPoints: [join(import.meta.dirname, 'in-page.ts')], format: 'iife' }, modules)
  const library = await bundle({ stdin: { contents: LIBRARIES[name], resolveDir: import.meta.dirname }, format: 'esm' }, modules)
  const css = await Promise.all(
    STYLES[name === 'seatmap-canvas' ? name : 'ours'].map((file) => readFile(file.replace('node_modules', modules), 'utf8')),
  )
  const style = `${css.join('\n')}\nhtml,body,#host{margin:0;height:100%;overflow:hidden}#host .map-shell{block-size:100vh;border:0;border-radius:0}`
  const html = `<!doctype html><html lang="he" dir="rtl"><style>${style}</style><body><div id="host" dir="ltr"></div><script>${picker}</script><script>${inPage}</script>`
  return { html, kilobytes: gzipSync(library, { level: 9 }).length / 1000 }
}

async function bundle(options: BuildOptions, modules: string): Promise<string> {
  const { outputFiles } = await build({
    ...options,
    bundle: true,
    minify: true,
    write: false,
    target: 'es2023',
    nodePaths: [modules],
    legalComments: 'none',
  })
  // The end of a script would be read as its end in the page.
  return (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script')
}
