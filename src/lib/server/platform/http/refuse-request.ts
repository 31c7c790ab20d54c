import type { IncomingMessage } from 'node:http'
import { refusalAnswer } from './answers/answers.ts'
import { LARGEST_BODY } from './answers/request-body.ts'
import { isServable, isServableHost } from './request-target.ts'

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS']

/** What no page or call is asked about. @returns undefined where the request may go on */
export function refuseRequest(request: IncomingMessage, target: string): Response | undefined {
  const method = request.method ?? ''
  if (!METHODS.includes(method)) {
    const answer = refusalAnswer({ code: 'METHOD_NOT_ALLOWED' }, 'he')
    answer.headers.set('Allow', METHODS.join(', '))
    return answer
  }
  if (!isServable(target) || !isServableHost(request.headersDistinct.host)) return refusalAnswer({ code: 'BAD_REQUEST' }, 'he')
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_BODY) return refusalAnswer({ code: 'BODY_TOO_LARGE' }, 'he')
  return undefined
}
