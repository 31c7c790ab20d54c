import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { z } from 'astro/zod'

/** The house's legal texts: Markdown, one folder a locale. */
const pages = defineCollection({
  loader: glob({ pattern: '**/*.md', base: './src/content/pages' }),
  schema: z.object({ title: z.string(), updated: z.coerce.date() }),
})

/** What README leads to, for whoever runs or changes the shop; in English. */
const docs = defineCollection({
  loader: glob({ pattern: '*.md', base: './src/content/docs' }),
  /** `seatFeatures`: the page ends with the signs of all seat features. */
  schema: z.object({ title: z.string(), seatFeatures: z.boolean().default(false) }),
})

export const collections = { pages, docs }
