import { beforeEach, expect, test } from 'vitest'
import { takenByPresentation } from '#lib/server/seats/board/availability.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { joinWaitList } from '#lib/server/wait-list/join-wait-list.ts'
import { tellWaiting } from '#lib/server/wait-list/tell-waiting.ts'
import { boughtBy, cancelCode, openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { until } from '#tests/support/until.ts'
import { ageWaitList, sellOut, notifiedContacts } from '#tests/support/buyers/wait-list.ts'

const house = openCancelHouse()
beforeEach(() => database().query('DELETE FROM wait_list'))

test('offers seats that are cancelled in a full house to the waiting list', async () => {
  const { resId } = await boughtBy(house.noa)
  await sellOut()
  await joinWaitList({ presentationId: 1, contact: 'dan@example.com', quantity: 2, isConsented: true, locale: 'he' })
  await tellWaiting()
  expect(await cancelCode(house.noa.visitor, resId)).toBeUndefined()
  await until(async () => (await takenByPresentation()).get(1) === 98, 'the count without what was cancelled')
  await tellWaiting()
  expect(await notifiedContacts()).toEqual([])
  await ageWaitList(60)
  await tellWaiting()
  expect(await notifiedContacts()).toEqual(['dan@example.com'])
})
