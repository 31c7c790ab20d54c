import { beforeAll } from 'vitest'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { enterMiniSite } from '#lib/server/customers/session/entered-mini-site.ts'
import { grantsOf } from '#lib/server/entitlements/entitlements.ts'
import { findSite, useReferences } from '#lib/server/entitlements/mini-site/mini-sites.ts'
import { wantedSeat } from '#lib/server/sold/seat/seat.ts'
import { aBrowser } from '#tests/support/checks/people.ts'
import { SITE_CHECKS } from '#tests/support/checks/site-checks.ts'
import { testChecks } from '#tests/support/checks/test-checks.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, lineOf, seatAt } from '#tests/support/buyers/house.ts'
import { addMiniSites, FOR_WORKERS, WORKER } from '#tests/support/sold/mini-sites.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addMiniSites()
})

/** Somebody else shows the worker's references. */
async function shown(): Promise<void> {
  const { uuid } = await aBrowser()
  await useReferences('workers', { uuid, caller: null, network: null }, { ...WORKER, needsBalance: true })
}

testChecks(SITE_CHECKS, {
  'a closed mini-site is open to who showed a reference': async () => {
    await shown()
    const found = await findSite('workers', (await aBrowser()).uuid)
    return found.ok && !found.value.isShut
  },
  'a ticket of a reference is sold to who showed it': async () => {
    await shown()
    const { uuid } = await aBrowser()
    await enterMiniSite(uuid, 2)
    const grants = await grantsOf(await catalogue(), uuid, [wantedSeat(lineOf(seatAt(1, 1), FOR_WORKERS))])
    return grants.ok && grants.value.size > 0
  },
})
