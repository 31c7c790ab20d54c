import { readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { ImportNotes, Place, Reading } from './report.ts'

/** A JSON file for import. `folder` is the base of files that it names; undefined if it may name none. */
export interface ImportFile {
  readonly name: string
  readonly json: unknown
  readonly folder: string | undefined
}

/** Reads a catalogue file; an unreadable or non-JSON file is a problem. */
export async function readImportFile(path: string, notes: ImportNotes): Promise<ImportFile | undefined> {
  const json = await readJson(path, { file: path, path: [] }, notes)
  return json === undefined ? undefined : { name: path, json, folder: dirname(resolve(path)) }
}

export async function readJson(path: string, place: Place, notes: ImportNotes): Promise<unknown> {
  const text = await readText(path, place, notes)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const sentence = `is not JSON: ${error instanceof Error ? error.message : String(error)}`
    notes.problem({ file: path, path: [] }, sentence)
    return undefined
  }
}

const MEGABYTE = 1_048_576
/** Maximum size of a file of data, in megabytes: a stadium of 150,000 seats takes 30. */
const LARGEST_FILE = 128

/** The text of a file; undefined, with a problem at `place`, if it cannot be read. */
export async function readText(path: string, place: Place, notes: ImportNotes): Promise<string | undefined> {
  return (await readData(path, place, notes))?.toString('utf8')
}

/** The bytes of a file of data; undefined, with a problem at `place`, if it cannot be read. One that is too large is refused before it is read. */
export async function readData(path: string, place: Place, notes: ImportNotes): Promise<Buffer | undefined> {
  try {
    const { size } = await stat(path)
    if (size <= LARGEST_FILE * MEGABYTE) return await readFile(path)
    const sentence = `${path} has ${String(Math.round(size / MEGABYTE))} MB; files of up to ${String(LARGEST_FILE)} MB are read`
    notes.problem(place, `${sentence}: leave out what is no data, such as pictures, or divide it`)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    notes.problem(place, `cannot read ${path} (${code})`)
  }
  return undefined
}

/** What is read of a catalogue file that may name files beside it. */
export interface ReadingBeside extends Reading {
  readonly folder: ImportFile['folder']
}

/** The path of a file named in a catalogue file, relative to it; undefined, with a problem, if the catalogue has no folder. */
export function findBeside(name: string, { folder, place, notes }: ReadingBeside): string | undefined {
  if (folder !== undefined) return resolve(folder, name)
  notes.problem(place, 'names a file, but the catalogue does not come from a folder')
  return undefined
}

/** Maximum size of a picture in bytes. */
export const LARGEST_PICTURE = 1_048_576
export const TOO_LARGE = tooLarge(LARGEST_PICTURE)

function tooLarge(largest: number): string {
  return `is larger than ${String(largest)} bytes`
}

/** The bytes of a picture, or a sentence with the problem; `largest` in bytes. */
export async function readBytes(path: string, largest = LARGEST_PICTURE): Promise<Buffer | string> {
  try {
    return (await stat(path)).size > largest ? tooLarge(largest) : await readFile(path)
  } catch (error) {
    return `cannot read ${path} (${error instanceof Error && 'code' in error ? String(error.code) : String(error)})`
  }
}
