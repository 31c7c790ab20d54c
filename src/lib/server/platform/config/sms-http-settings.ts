import { LOOPBACK_HOST } from './loopback.ts'
import { escapingOf, fillTemplate, placeholdersOf, PLACEHOLDERS } from './sms-template.ts'

/** A gateway configured by templates. */
export interface HttpSmsSettings {
  /** A template. */
  readonly url: string
  readonly method: 'POST' | 'PUT' | 'GET'
  /** By name as configured; the values are templates. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly sender: string
  /** Matches the answer to an accepted message; undefined: any 2xx. */
  readonly isTaken: RegExp | undefined
  /** Matches the answer to a permanently refused one; undefined: none. */
  readonly isRefused: RegExp | undefined
}

interface Given {
  readonly SMS_HTTP_URL?: string | undefined
  readonly SMS_HTTP_METHOD: 'POST' | 'PUT' | 'GET'
  readonly SMS_HTTP_HEADERS: string
  readonly SMS_HTTP_BODY?: string | undefined
  readonly SMS_HTTP_OK?: string | undefined
  readonly SMS_HTTP_REFUSED?: string | undefined
  readonly SMS_SENDER?: string | undefined
}

const SAMPLE = { to: '0500000000', to972: '972500000000', text: '"<&\n', sender: 'x', id: '0' }

/** Missing or invalid settings; each line begins with the variable's name. */
export function httpSmsProblems(given: Given): string[] {
  const { SMS_HTTP_URL: url, SMS_HTTP_METHOD: method, SMS_HTTP_BODY: body } = given
  const headers = readHeaders(given.SMS_HTTP_HEADERS)
  const templates = [url ?? '', body ?? '', ...Object.values(headers ?? {})]
  const used = templates.flatMap(placeholdersOf)
  return [
    !isAddress(url) && 'SMS_HTTP_URL: an https address is needed with SMS_PROVIDER=http (http only on this machine)',
    headers === undefined && 'SMS_HTTP_HEADERS: has to be a JSON object of texts, for example {"Authorization":"Bearer …"}',
    method !== 'GET' && body === undefined && `SMS_HTTP_BODY: needed with SMS_HTTP_METHOD=${method}`,
    method === 'GET' && body !== undefined && 'SMS_HTTP_BODY: a GET has none',
    ...placeholderProblems(used, given.SMS_SENDER),
    headers !== undefined &&
      body !== undefined &&
      !isWellFormed(body, headers) &&
      'SMS_HTTP_BODY: is not of the Content-Type that SMS_HTTP_HEADERS names',
    !isPattern(given.SMS_HTTP_OK) && 'SMS_HTTP_OK: is no regular expression',
    !isPattern(given.SMS_HTTP_REFUSED) && 'SMS_HTTP_REFUSED: is no regular expression',
  ].filter((problem) => problem !== false)
}

function placeholderProblems(used: readonly string[], sender: string | undefined): readonly (string | false)[] {
  return [
    ...used.filter((name) => !isPlaceholder(name)).map((name) => `SMS_HTTP_BODY: {{${name}}} is not known; ${PLACEHOLDERS.join(', ')} are`),
    !used.includes('text') && 'SMS_HTTP_BODY: {{text}} is missing (it may stand in SMS_HTTP_URL)',
    !used.includes('to') && !used.includes('to972') && 'SMS_HTTP_BODY: {{to}} or {{to972}} is missing (it may stand in SMS_HTTP_URL)',
    used.includes('sender') && sender === undefined && 'SMS_SENDER: needed, because {{sender}} is used',
  ]
}

function isPlaceholder(name: string): boolean {
  return PLACEHOLDERS.some((known) => known === name)
}

function isAddress(template: string | undefined): boolean {
  if (template === undefined) return false
  const filled = fillTemplate(template, SAMPLE, 'form')
  if (!URL.canParse(filled)) return false
  const { protocol, hostname } = new URL(filled)
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK_HOST.test(hostname))
}

function isWellFormed(body: string, headers: Readonly<Record<string, string>>): boolean {
  const escaping = escapingOf(headers)
  if (escaping === undefined) return false
  return escaping !== 'json' || isJson(fillTemplate(body, SAMPLE, 'json'))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function isPattern(pattern: string | undefined): boolean {
  try {
    return pattern === undefined || new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}

/** undefined if it is not a JSON object of strings. */
export function readHeaders(json: string): Readonly<Record<string, string>> | undefined {
  if (!isJson(json)) return undefined
  const given: unknown = JSON.parse(json)
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'string' || !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[\r\n]/.test(value)) return undefined
    headers[name] = value
  }
  return headers
}
