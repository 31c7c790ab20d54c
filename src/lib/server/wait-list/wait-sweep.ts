import { UNTIMED_FEATURE_TYPE } from '#lib/domain/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'

/** Deletes requests when the show begins or is called off; those for untimed shows at the end of the day. */
export async function sweepWaitList(): Promise<void> {
  await database().query({
    name: 'sweep-wait-list',
    text: `DELETE FROM wait_list w USING presentation p JOIN feature f USING (feature_id)
           WHERE p.presentation_id = w.presentation_id
             AND (p.is_cancelled OR CASE WHEN f.feature_type_id <> $1 THEN p.starts_at ELSE day_ends_at(p.starts_at) END <= now())`,
    values: [UNTIMED_FEATURE_TYPE],
  })
}
