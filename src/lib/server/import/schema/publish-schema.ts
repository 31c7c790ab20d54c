import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { catalogueFile } from './catalogue-schema.ts'
import { pointsPlan } from './points-schema.ts'
import { rowsPlan } from './seatplan-schema.ts'

const PUBLIC = new URL('../../../../../public/', import.meta.url)

/** The published JSON Schemas by file name, as text. */
export function writtenSchemas(): Record<string, string> {
  return {
    'catalogue.schema.json': writeSchema(catalogueFile, 'Shura catalogue'),
    'seatplan.schema.json': writeSchema(rowsPlan, 'Shura seat plan'),
    'points.schema.json': writeSchema(pointsPlan, 'Shura seat plan of points'),
  }
}

function writeSchema(schema: z.ZodType, title: string): string {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' })
  return `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`
}

/** `npm run schema` writes the files; `npm run schema -- --check` fails if they differ. */
async function publish(isCheck: boolean): Promise<void> {
  for (const [name, text] of Object.entries(writtenSchemas())) {
    const file = new URL(name, PUBLIC)
    const before = await readFile(file, 'utf8').catch(() => '')
    if (before === text) continue
    if (!isCheck) await writeFile(file, text)
    else process.exitCode = 1
    process.stdout.write(`${name} ${isCheck ? 'differs from its schema' : 'written'}\n`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await publish(process.argv.includes('--check'))
