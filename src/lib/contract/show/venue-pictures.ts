import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { UNSCRIPTED_ROUTES } from '#lib/contract/routes/unscripted-routes.ts'
import { idText, shortText } from '../wire.ts'

/** A clickable area of the venue's picture; coordinates are pixels of the picture, as in an HTML image map. */
export const pictureArea = z.object({
  shape: z.enum(['rect', 'circle', 'poly']),
  coords: z.array(z.number()),
  /** The section that it leads to. */
  sectionId: z.number(),
  label: z.string(),
})
export type PictureArea = z.output<typeof pictureArea>

/** The venue's picture with its areas (spec §3, imageMapHtml). */
export const imageMap = z.object({ width: z.number(), height: z.number(), areas: z.array(pictureArea) })
export type ImageMap = z.output<typeof imageMap>

const produces = ['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp'] as const

export const sectionView = endpoint({
  ...UNSCRIPTED_ROUTES.sectionView,
  summary: 'What one sees of the stage from a section.',
  params: z.object({ presentationId: idText, sectionId: idText }),
  answer: z.unknown(),
  produces,
})

export const venuePicture = endpoint({
  ...UNSCRIPTED_ROUTES.venuePicture,
  summary: 'The picture of the venue that the areas of its image map lie on.',
  params: z.object({ presentationId: idText }),
  answer: z.unknown(),
  produces,
})

export const seatplanPicture = endpoint({
  ...UNSCRIPTED_ROUTES.seatplanPicture,
  summary: 'The picture behind the seats of a plan. Where `version` is that of the plan’s address for it, it may be kept for a year.',
  params: z.object({ seatplanId: idText }),
  query: z.object({ version: z.optional(shortText) }),
  answer: z.unknown(),
  produces: ['image/svg+xml', 'image/webp'],
})
