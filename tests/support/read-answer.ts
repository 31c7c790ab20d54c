import type { AnswerOf, Endpoint } from '#lib/contract/endpoint.ts'
import type { Answer } from './buyers/visitor.ts'

/** The body of an answer in the shape of its contract. @throws if the answer is a refusal or has another shape */
export function readAnswer<E extends Endpoint>(endpoint: E, answer: Answer): AnswerOf<E> {
  if (answer.status !== 200) throw new Error(`${endpoint.path} answered ${String(answer.status)}: ${JSON.stringify(answer.body)}`)
  return endpoint.answer.parse(answer.body) as AnswerOf<E>
}
