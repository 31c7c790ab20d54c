import { createRequire } from 'node:module'
import { projectFile } from '#lib/server/platform/config/project-file.ts'

/**
 * The fonts of printed tickets. A subset file holds one script, so a face is a file for each; they are read from their packages, in the one format
 * that PDFKit can embed whole. The program runs in the project's directory, also where its bundle lies elsewhere.
 */
export type Face = 'regular' | 'bold' | 'display'

export type Script = 'hebrew' | 'latin' | 'cyrillic' | 'arabic'

/**
 * Heebo's Latin letters are Roboto's, so Roboto has the Cyrillic ones; Playfair Display has the weight of Frank Ruhl Libre.
 * Tajawal has a glyph for each form of a letter: fonts that share dots and bodies print as well, but are searched and read aloud as other letters.
 */
const FACES: Readonly<Record<Face, Readonly<Record<Script, string>>>> = {
  regular: {
    hebrew: '@fontsource/heebo/files/heebo-hebrew-400-normal.woff',
    latin: '@fontsource/heebo/files/heebo-latin-400-normal.woff',
    cyrillic: '@fontsource/roboto/files/roboto-cyrillic-400-normal.woff',
    arabic: '@fontsource/tajawal/files/tajawal-arabic-400-normal.woff',
  },
  bold: {
    hebrew: '@fontsource/heebo/files/heebo-hebrew-700-normal.woff',
    latin: '@fontsource/heebo/files/heebo-latin-700-normal.woff',
    cyrillic: '@fontsource/roboto/files/roboto-cyrillic-700-normal.woff',
    arabic: '@fontsource/tajawal/files/tajawal-arabic-700-normal.woff',
  },
  display: {
    hebrew: '@fontsource/frank-ruhl-libre/files/frank-ruhl-libre-hebrew-900-normal.woff',
    latin: '@fontsource/frank-ruhl-libre/files/frank-ruhl-libre-latin-900-normal.woff',
    cyrillic: '@fontsource/playfair-display/files/playfair-display-cyrillic-900-normal.woff',
    arabic: '@fontsource/tajawal/files/tajawal-arabic-900-normal.woff',
  },
}

/** Signs that stand in the file of a script; everything else is in the Latin one. The shekel sign comes with Hebrew, the numero sign with Cyrillic. */
const SIGNS: readonly (readonly [Script, RegExp])[] = [
  ['hebrew', /[\u0590-\u05ff\u20aa\ufb1d-\ufb4f]/],
  ['cyrillic', /[\u0400-\u04ff\u2116]/],
  ['arabic', /[\u0600-\u06ff\u0750-\u077f]/],
]

export function scriptOf(character: string): Script {
  return SIGNS.find(([, signs]) => signs.test(character))?.[0] ?? 'latin'
}

const { resolve } = createRequire(projectFile('package.json'))

/** Where the file of a face and a script is: a font that no letter asks for is not even looked for. */
export function fontPath(face: Face, script: Script): string {
  return resolve(FACES[face][script])
}
