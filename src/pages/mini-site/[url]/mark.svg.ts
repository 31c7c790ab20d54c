import type { APIRoute } from 'astro'
import { sitePicture } from '../_picture.ts'

export const GET: APIRoute = (context) => sitePicture('mark', context)
