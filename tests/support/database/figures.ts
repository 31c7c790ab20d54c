import { appendFileSync } from 'node:fs'

/** Appends a measured figure to the file named by FIGURES, if it is set. */
export function reportFigure(line: string): void {
  const file = process.env.FIGURES
  if (file) appendFileSync(file, `${line}\n`)
}
