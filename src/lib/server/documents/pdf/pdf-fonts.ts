import { createRequire } from 'node:module'
import { projectFile } from '#lib/server/platform/config/project-file.ts'

/**
 * The fonts of printed tickets. A subset file covers one script, so a face has one file per script, read from its package in the one format that PDFKit can
 * embed. Paths are relative to the project's directory, even if the bundle lies elsewhere.
 */
export type Face = 'regular' | 'bold' | 'display'

export type Script = 'hebrew' | 'latin' | 'cyrillic' | 'arabic'

/**
 * Cyrillic comes from Roboto, whose Latin letters Heebo shares; Playfair Display has the weight of Frank Ruhl Libre. Tajawal has one glyph per letter form:
 * fonts that share dots and bodies look right, but are searched and read aloud as other letters.
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

/** Characters in a script's own file; all others are in the Latin one. The shekel sign is in the Hebrew file, the numero sign in the Cyrillic one. */
const SIGNS: readonly (readonly [Script, RegExp])[] = [
  ['hebrew', /[\u0590-\u05ff\u20aa\ufb1d-\ufb4f]/],
  ['cyrillic', /[\u0400-\u04ff\u2116]/],
  ['arabic', /[\u0600-\u06ff\u0750-\u077f]/],
]

export function scriptOf(character: string): Script {
  return SIGNS.find(([, signs]) => signs.test(character))?.[0] ?? 'latin'
}

const { resolve } = createRequire(projectFile('package.json'))

/** The file of a face and a script. Resolved on demand, so unused fonts are not looked for. */
export function fontPath(face: Face, script: Script): string {
  return resolve(FACES[face][script])
}
