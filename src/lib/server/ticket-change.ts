import type { ModifyCart } from '#lib/contract/orders.ts'
import type { Catalogue } from '#lib/domain/catalogue.ts'
import type { GivenBack } from '#lib/domain/grant.ts'
import { refuse, type Result } from '#lib/domain/result.ts'

/** What the tickets of a change are worth. Refusals: NOT_FOUND, and those of §8 on changing. */
export function givenBackOf(_catalogue: Catalogue, _uuid: string, _modify: ModifyCart): Promise<Result<GivenBack | null>> {
  return Promise.resolve(refuse('NOT_FOUND'))
}
