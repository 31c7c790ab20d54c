/** A location: the file, and the JSON path inside it. */
export interface Place {
  readonly file: string
  readonly path: readonly (string | number)[]
}

/** A location and one sentence about it. */
export interface Remark extends Place {
  readonly sentence: string
}

/** What is read: where it stands in its file, and what takes the findings. */
export interface Reading {
  readonly place: Place
  readonly notes: ImportNotes
}

/** What is read as of a day: `today` is YYYY-MM-DD in Asia/Jerusalem, the base of relative days. */
export interface DatedReading extends Reading {
  readonly today: string
}

/** The findings of an import: problems stop it, repairs were made on reading, warnings are of what is written as it is and may not be meant, moves of what somebody has. */
export class ImportNotes {
  readonly problems: Remark[] = []
  readonly repairs: Remark[] = []
  readonly warnings: Remark[] = []
  readonly moves: Remark[] = []

  problem(place: Place, sentence: string): void {
    this.problems.push({ file: place.file, path: place.path, sentence })
  }

  repair(place: Place, sentence: string): void {
    this.repairs.push({ file: place.file, path: place.path, sentence })
  }

  warning(place: Place, sentence: string): void {
    this.warnings.push({ file: place.file, path: place.path, sentence })
  }

  move(place: Place, sentence: string): void {
    this.moves.push({ file: place.file, path: place.path, sentence })
  }
}

export function inside(place: Place, ...steps: readonly (string | number)[]): Place {
  return { file: place.file, path: [...place.path, ...steps] }
}

/** `$.presentations[3].start`; of a text or a spreadsheet `line 12, from` */
export function writePath(path: readonly (string | number)[]): string {
  if (typeof path[0] === 'string' && path[0].startsWith('line ')) return path.join(', ')
  const steps = path.map((step) => (typeof step === 'number' ? `[${String(step)}]` : `.${step}`))
  return `$${steps.join('')}`
}

/** file: $.path: sentence */
export function writeRemark(remark: Remark): string {
  return `${remark.file}: ${writePath(remark.path)}: ${remark.sentence}`
}
