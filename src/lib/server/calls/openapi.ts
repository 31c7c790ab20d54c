import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ENDPOINTS } from '#lib/contract/endpoints.ts'
import type { Endpoint } from '#lib/contract/endpoint.ts'
import { failureAnswer, refusalAnswer } from '#lib/contract/wire.ts'
import { ReadyBytes } from '#lib/server/platform/http/answers/ready-bytes.ts'
import { isWrite } from './serve.ts'

type Schema = NonNullable<Endpoint['body']>
type Json = Record<string, unknown>

interface WrittenDocument {
  readonly bytes: ReadyBytes
  readonly tag: string
}

let written: WrittenDocument | undefined

/** The serialised document, written once because that takes longer than most calls. */
export function apiDocument(): WrittenDocument {
  if (written) return written
  const text = JSON.stringify(describeApi())
  written = { bytes: new ReadyBytes(text, 9), tag: createHash('sha256').update(text).digest('base64url').slice(0, 16) }
  return written
}

/** The OpenAPI 3.1 document, made from the declared calls. */
export function describeApi(): Json {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries(ENDPOINTS)) {
    const path = `/api${endpoint.path}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeCall(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Shura', version: '1', description: 'Amounts are shekels; instants are UTC.' },
    paths,
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key, shk_….' } } },
  }
}

function describeCall(name: string, endpoint: Endpoint): Json {
  return {
    operationId: name,
    summary: endpoint.scope === undefined ? endpoint.summary : `${endpoint.summary} Scope of API keys: ${endpoint.scope}.`,
    ...(endpoint.scope !== undefined && { security: endpoint.isForKeys ? [{ key: [] }] : [{}, { key: [] }] }),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.isForKeys ? [] : [uuidOf(endpoint)]),
      { name: 'ts', in: 'query', required: false, description: 'Milliseconds, against caches.', schema: { type: 'string' } },
    ],
    ...(endpoint.body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } },
    }),
    responses: {
      200: { description: 'The answer.', content: contentOf(endpoint) },
      ...keyRefusals(endpoint),
      '4XX': { description: 'A refusal.', content: { 'application/json': { schema: schemaOf(refusalAnswer, 'output') } } },
      '5XX': { description: 'A failure.', content: { 'application/json': { schema: schemaOf(failureAnswer, 'output') } } },
    },
  }
}

function uuidOf(endpoint: Endpoint): Json {
  return {
    name: 'uuid',
    in: 'header',
    required: isWrite(endpoint),
    description: 'The visitor.',
    schema: { type: 'string', format: 'uuid' },
  }
}

/** Why a call with an API key may be refused. */
function keyRefusals(endpoint: Endpoint): Json {
  if (endpoint.scope === undefined) return {}
  const content = { 'application/json': { schema: schemaOf(refusalAnswer, 'output') } }
  return {
    401: { description: 'The API key is missing, unknown or revoked.', content },
    403: { description: 'The API key lacks the scope, or another refusal.', content },
  }
}

function contentOf(endpoint: Endpoint): Json {
  const types = endpoint.produces ?? ['application/json']
  return Object.fromEntries(types.map((type) => [type, { schema: schemaOf(endpoint.answer, 'output') }]))
}

function parametersOf(schema: Endpoint['params'], place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({ name, in: place, required: required.includes(name), schema: property }))
}

function schemaOf(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}
