import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Endpoint } from '#lib/contract/endpoint.ts'
import type { Answer } from './buyers/visitor.ts'

/** One call as an OpenAPI 3.1 document describes it. */
interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>>
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** The OpenAPI document that a running shop publishes. Answers are validated by ajv, independently of our contract. */
export class ApiDocument {
  readonly #paths: Paths
  readonly #ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true })
  readonly #validators = new Map<object, ValidateFunction>()

  private constructor(paths: Paths) {
    this.#paths = paths
  }

  static async of(origin: string): Promise<ApiDocument> {
    const answer = await fetch(`${origin}/api/openapi.json`)
    const { paths } = (await answer.json()) as { paths: Paths }
    return new ApiDocument(paths)
  }

  /** Lists everything in an answer that the document does not allow. */
  problemsOf({ method, path }: Pick<Endpoint, 'method' | 'path'>, { status, headers, body }: Answer): readonly string[] {
    const responses = this.#paths[`/api${path}`]?.[method.toLowerCase()]?.responses
    const described = responses?.[status] ?? responses?.[`${String(status).charAt(0)}XX`]
    if (!described) return [`${method} ${path}: ${String(status)} is not described`]
    const type = headers.get('content-type')?.split(';')[0] ?? ''
    const content = described.content?.[type]
    if (!content) return [`${method} ${path}: ${String(status)} as ${type || 'nothing'} is not described`]
    if (!type.endsWith('json')) return []
    const validate = this.#validatorOf(content.schema)
    if (validate(body)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message = '' }) => `${method} ${path} ${String(status)}: ${instancePath} ${message}`,
    )
  }

  #validatorOf(schema: object): ValidateFunction {
    const validator = this.#validators.get(schema) ?? this.#ajv.compile(schema)
    this.#validators.set(schema, validator)
    return validator
  }
}
