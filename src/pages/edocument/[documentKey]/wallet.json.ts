import type { APIRoute } from 'astro'
import { fileAnswer } from '#lib/server/documents/document-files.ts'
import { walletDataOf } from '#lib/server/documents/wallet-data.ts'

export const GET: APIRoute = ({ params, locals }) =>
  fileAnswer(params.documentKey, {
    type: 'application/json; charset=utf-8',
    name: (id) => `${id}.json`,
    make: (order) => JSON.stringify(walletDataOf(order, locals.locale)),
  })
