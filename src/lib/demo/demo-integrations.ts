import { readFile } from 'node:fs/promises'
import { projectFile } from '#lib/server/platform/config/project-file.ts'
import { addIntegration, type NewIntegration } from '#lib/server/integrations/integrations.ts'

/** Adds the demo's outside systems, whose secrets are public: only to a shop that nobody else can reach. */
export async function addDemoIntegrations(): Promise<void> {
  const all = JSON.parse(await readFile(projectFile('src/lib/demo/integrations.json'), 'utf8')) as readonly (NewIntegration & {
    readonly secret: string
  })[]
  for (const { secret, ...integration } of all) await addIntegration(integration, secret)
}
