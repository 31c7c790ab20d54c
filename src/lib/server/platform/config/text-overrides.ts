import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { NAMESPACES } from '#lib/text/catalogues.ts'
import { LOCALES } from '#lib/text/locales.ts'
import { BUSINESS_NAMESPACES, overrideProblem, overrideTexts, type TextOverride } from '#lib/text/overrides.ts'
import { SettingsError } from './settings.ts'

const texts = z.record(z.string(), z.string())

/** `order.json` is for the whole shop, `order.7.json` for business 7. */
const FILE_NAME = /^([a-z]+)(?:\.([1-9]\d{0,9}))?\.json$/

/**
 * Loads a directory of texts that override the catalogues (spec §1): `<locale>/<namespace>.json` and `<locale>/<namespace>.<businessId>.json`, with flat keys
 * as in the catalogues.
 * @throws {SettingsError} naming every problem, one per line
 */
export function loadTextOverrides(directory: string | undefined): void {
  if (directory === undefined) return
  const problems: string[] = []
  const overrides = filesOf(directory, problems).flatMap((file) => readOverride(directory, file, problems) ?? [])
  if (problems.length > 0) throw new SettingsError(problems.map((problem) => `TEXT_OVERRIDES_DIR: ${problem}`).join('\n'))
  overrideTexts(overrides)
}

function filesOf(directory: string, problems: string[]): readonly string[] {
  try {
    return entriesOf(directory).flatMap((locale) => entriesOf(join(directory, locale)).map((name) => `${locale}/${name}`))
  } catch (error) {
    problems.push(`it cannot be read (${sentenceOf(error)})`)
    return []
  }
}

function entriesOf(directory: string): readonly string[] {
  return readdirSync(directory)
    .filter((name) => !name.startsWith('.'))
    .sort()
}

function readOverride(directory: string, file: string, problems: string[]): TextOverride | undefined {
  const address = addressOf(file)
  if (typeof address === 'string') {
    problems.push(`${file}: ${address}`)
    return undefined
  }
  const read = readTexts(join(directory, file))
  if (typeof read === 'string') {
    problems.push(`${file}: ${read}`)
    return undefined
  }
  const wrong = Object.entries(read).flatMap(([key, text]) => overrideProblem(address, key, text) ?? [])
  problems.push(...wrong.map((problem) => `${file}: ${problem}`))
  return { ...address, texts: read }
}

/** The locale, namespace and business of a file, or the problem with its name. */
function addressOf(file: string): Omit<TextOverride, 'texts'> | string {
  const [folder, name = ''] = file.split('/')
  const locale = LOCALES.find((one) => one === folder)
  if (!locale) return `the languages are ${LOCALES.join(', ')}`
  const [, word, business] = FILE_NAME.exec(name) ?? []
  const namespace = NAMESPACES.find((one) => one === word)
  if (!namespace) return `a file is called ${NAMESPACES.join(', ')}, and .json`
  if (business === undefined) return { locale, namespace, businessId: undefined }
  if (!BUSINESS_NAMESPACES.includes(namespace)) return `one business has its own texts of ${BUSINESS_NAMESPACES.join(', ')} only`
  return { locale, namespace, businessId: Number(business) }
}

function readTexts(path: string): z.output<typeof texts> | string {
  try {
    const read = texts.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    return read.success ? read.data : 'it is not one object of texts'
  } catch (error) {
    return `it cannot be read (${sentenceOf(error)})`
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
