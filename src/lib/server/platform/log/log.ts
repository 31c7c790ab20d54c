import pino from 'pino'
import { settings } from '#lib/server/platform/config/settings.ts'

/** Personal input and credentials, which must never be logged, whatever object contains them. */
const PERSONAL = [
  'ssn',
  'mobileNumber',
  'mobile',
  'phone',
  'email',
  'firstName',
  'lastName',
  'recipient',
  'contact',
  'to',
  'address',
  'holderId',
  'holderName',
  'number',
  'cvv',
  'code',
  'password',
  'uuid',
  'sid',
  'cookie',
  'authorization',
  'recaptchaToken',
  'ticketCode',
  'ticketCodes',
  'reference',
  'reference1',
  'reference2',
  'ref1',
  'ref2',
  'memberNumber',
  'systemVoucher',
  'customerInfo',
  'body',
  'query',
]

const REDACTED = PERSONAL.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

/** Logs only our own parts of an error: a database error's detail may quote a row. */
function describeError(error: Error): object {
  const code = 'code' in error && typeof error.code === 'string' ? { errorCode: error.code } : {}
  const cause = error.cause instanceof Error ? { cause: describeError(error.cause) } : {}
  return { type: error.name, message: error.message, stack: error.stack, ...code, ...cause }
}

let current: pino.Logger | undefined

/** Structured lines on standard error; `requestId` names the request. */
export function log(): pino.Logger {
  return (current ??= pino(
    {
      level: settings().logLevel,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: REDACTED, censor: '[redacted]' },
      serializers: { err: describeError, error: describeError },
    },
    pino.destination({ fd: 2, sync: false }),
  ))
}
