import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * The fonts of printed tickets. A subset file holds one script, so a face is a pair of files; they are read from their packages, in the one format
 * that PDFKit can embed whole. The program runs in the project's directory, also where its bundle lies elsewhere.
 */
export type Face = 'regular' | 'bold' | 'display'

interface FaceFiles {
  readonly hebrew: string
  readonly latin: string
}

const FACES: Readonly<Record<Face, FaceFiles>> = {
  regular: { hebrew: '@fontsource/heebo/files/heebo-hebrew-400-normal.woff', latin: '@fontsource/heebo/files/heebo-latin-400-normal.woff' },
  bold: { hebrew: '@fontsource/heebo/files/heebo-hebrew-700-normal.woff', latin: '@fontsource/heebo/files/heebo-latin-700-normal.woff' },
  display: {
    hebrew: '@fontsource/frank-ruhl-libre/files/frank-ruhl-libre-hebrew-900-normal.woff',
    latin: '@fontsource/frank-ruhl-libre/files/frank-ruhl-libre-latin-900-normal.woff',
  },
}

/** The shekel sign and the Hebrew block; everything else is in the Latin file. */
const HEBREW = /[\u0590-\u05ff\u20aa\ufb1d-\ufb4f]/

export type Script = keyof FaceFiles

const SCRIPTS: readonly Script[] = ['hebrew', 'latin']

export function scriptOf(character: string): Script {
  return HEBREW.test(character) ? 'hebrew' : 'latin'
}

export function fontName(face: Face, script: Script): string {
  return `${face}-${script}`
}

/** Name and path of every font file, to be registered in a document. */
export function fontFiles(): readonly { readonly name: string; readonly path: string }[] {
  const { resolve } = createRequire(join(process.cwd(), 'package.json'))
  return Object.entries(FACES).flatMap(([face, files]) =>
    SCRIPTS.map((script) => ({ name: `${face}-${script}`, path: resolve(files[script]) })),
  )
}
