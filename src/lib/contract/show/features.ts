import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { ROUTES } from '#lib/contract/routes/routes.ts'
import { UNSCRIPTED_ROUTES } from '#lib/contract/routes/unscripted-routes.ts'
import { idListText, idText, shortText } from '../wire.ts'

export const featureAnswer = z.object({
  id: z.number(),
  name: z.string(),
  featureTypeId: z.number(),
  featureCategoryId: z.number(),
  featureCategoryName: z.string(),
  tagline: z.string(),
  description: z.string(),
  minutes: z.number(),
  img: z.string(),
  locationIds: z.array(z.number()),
  priceFrom: z.nullable(z.number()),
  priceTo: z.nullable(z.number()),
})

export const listFeatures = endpoint({
  ...UNSCRIPTED_ROUTES.listFeatures,
  scope: 'catalogue',
  summary: 'The features that match, each with the locations where it is shown.',
  query: z.object({ featureIds: z.optional(idListText), locationId: z.optional(idText), miniSiteUrl: z.optional(shortText) }),
  answer: z.object({ features: z.array(featureAnswer) }),
})

export const suggestShows = endpoint({
  ...ROUTES.suggestShows,
  summary: 'What somebody may mean who is typing into the search: shows, places, categories and people, best first.',
  query: z.object({ q: shortText }),
  answer: z.object({
    suggestions: z.array(
      z.object({ kind: z.enum(['feature', 'place', 'category', 'person']), text: z.string(), detail: z.string(), path: z.string() }),
    ),
  }),
})

export const featurePlaceholderImage = endpoint({
  ...UNSCRIPTED_ROUTES.featurePlaceholderImage,
  summary: 'The feature’s poster, drawn as SVG.',
  params: z.object({ featureId: idText }),
  answer: z.string(),
  produces: ['image/svg+xml'],
})

export const productImage = endpoint({
  ...UNSCRIPTED_ROUTES.productImage,
  summary: 'The product’s picture, drawn as SVG.',
  params: z.object({ productId: idText }),
  answer: z.string(),
  produces: ['image/svg+xml'],
})

export const listLocations = endpoint({
  ...UNSCRIPTED_ROUTES.listLocations,
  scope: 'catalogue',
  summary: 'The locations.',
  answer: z.object({
    locations: z.array(z.object({ id: z.number(), name: z.string(), city: z.string(), address: z.string(), phone: z.string() })),
  }),
})
