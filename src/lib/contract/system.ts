import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ROUTES } from '#lib/contract/routes/routes.ts'
import { UNSCRIPTED_ROUTES } from '#lib/contract/routes/unscripted-routes.ts'

export const health = endpoint({
  ...UNSCRIPTED_ROUTES.health,
  summary:
    'live: the process answers; ready: the database does too, or, of a process, that it takes visitors: not once it is told to stop. 503 while not ready.',
  query: z.object({ of: z.optional(z.enum(['process'])) }),
  answer: z.object({ live: z.boolean(), ready: z.boolean() }),
})

export const openApi = endpoint({
  ...UNSCRIPTED_ROUTES.openApi,
  summary: 'This document.',
  answer: z.record(z.string(), z.unknown()),
})

/** Actions that a human check protects. */
const CHECKED = ['seats', 'payment', 'login', 'codes', 'waitList'] as const

export const captchaChallenge = endpoint({
  ...ROUTES.captchaChallenge,
  summary: 'A proof-of-work challenge for an action, bound to the visitor.',
  query: z.object({ action: z.enum(CHECKED) }),
  answer: z.record(z.string(), z.unknown()),
})

export const captchaPass = endpoint({
  ...ROUTES.captchaPass,
  summary: 'Changes a solved challenge for a pass that goes into recaptchaToken.',
  body: z.object({ action: z.enum(CHECKED), payload: z.string().check(z.maxLength(4000)) }),
  answer: z.object({ pass: z.string() }),
})

export const outboxMessage = z.object({
  id: z.string(),
  channel: z.enum(['mail', 'sms']),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  attachments: z.array(z.object({ filename: z.string(), contentType: z.string() })),
  createdAt: z.string(),
  state: z.string(),
})

/** Answers 404 unless a provider is the outbox. */
export const devOutbox = endpoint({
  ...UNSCRIPTED_ROUTES.devOutbox,
  summary: 'The messages that the built-in outbox took in place of a real provider, newest first.',
  answer: z.object({ messages: z.array(outboxMessage) }),
})
