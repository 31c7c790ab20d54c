import { beforeAll, test } from 'vitest'
import { database } from '#lib/server/db/connect.ts'
import { addPolicies, cancelOf, newCatalogue, signedIn } from '#tests/support/cancels.ts'
import { addOtherDays, buy, changing, CHEAP, DEAR, FEE, ONE, seatOn } from '#tests/support/changes.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database.ts'
import { buildHouse, emptyHouse } from '#tests/support/house.ts'
import { holdVoucher, makeVoucher, voucherState } from '#tests/support/vouchers.ts'

process.env.CUSTOMER_CANCELLATION = 'on'
const PRICE = { 1: ONE, 2: DEAR, 3: CHEAP } as const
function rng(seed: number) {
  let s = seed
  return (n: number) => { s = (s * 1103515245 + 12345) % 2147483648; return Math.floor((s / 2147483648) * n) }
}
test('random', async () => {
  await freshDatabase(); await buildHouse({ rows: 20, seatsPerRow: 30 }); await addOtherDays(); await addPolicies()
  const seen = new Map<string, number>()
  const note = (k: string) => seen.set(k, (seen.get(k) ?? 0) + 1)
  const first = Number(process.env.SEED ?? 1)
  for (let seed = first; seed < first + Number(process.env.RUNS ?? 60); seed++) {
    const r = rng(seed * 7919); for (let i = 0; i < 5; i++) r(2)
    await emptyHouse()
    const who = await signedIn()
    const uuid = who.visitor.uuid
    await database().query('UPDATE presentation SET cancellation_policy_id = 1 + (presentation_id * $1) % 4', [1 + r(4)])
    await newCatalogue()
    const vouchers: number[] = [await holdVoucher(uuid, await makeVoucher(3000 + r(20000))), await holdVoucher(uuid, await makeVoucher(3000 + r(20000)))]
    const live: { resId: string; tickets: string[]; worth: Map<string, number> }[] = []
    const next = { 1: 1, 2: 1, 3: 1 }
    const log: string[] = []
    const pay = async (seats: number[], old: (typeof live)[number] | null, given: string[]) => {
      const value = given.reduce((s, t) => s + (old?.worth.get(t) ?? 0), 0)
      const total = seats.reduce((s, d) => s + PRICE[d as 1], 0) + (seats.includes(1) ? FEE : 0)
      let due = Math.max(0, total - value)
      const parts = []
      for (const id of vouchers) {
        if (due === 0 || r(2) === 0) continue
        const has = (await voucherState(id))?.balance ?? 0
        const amount = Math.min(has, due, r(3) ? due : 1 + r(due))
        if (amount <= 0) continue
        parts.push({ id, amount: amount / 100 }); due -= amount
      }
      const at = seats.map((d) => { const n = next[d as 1]++; return seatOn(d, 1 + (n % 30), 1 + Math.floor(n / 30)) })
      const made = await buy(uuid, at, due, { voucherPayments: parts, ...(old && changing({ uuid, resId: old.resId, tickets: given })) })
      log.push(`${old ? 'change' : 'buy'} ${String(seats)} given ${given.length} value ${value} due ${due} vouchers ${JSON.stringify(parts)} -> ${made.ok ? 'ok' : made.refusal.code}`)
      note(`${old ? 'change' : 'buy'} ${made.ok ? 'ok' : made.refusal.code}`)
      if (!made.ok) { await database().query(`UPDATE seat_claim SET expires_at = now() WHERE state = 'H'`); await database().query('DELETE FROM past_hold; DELETE FROM seat_claim WHERE state = $1', ['H']); return }
      if (old) old.tickets = old.tickets.filter((t) => !given.includes(t))
      const { rows } = await database().query<{ t: string; w: number }>(`SELECT ticket_identifier AS t, price + service_charge AS w FROM order_seat JOIN orders USING (order_id) WHERE reservation_identifier = $1`, [made.value.reservationIdentifier])
      live.push({ resId: made.value.reservationIdentifier, tickets: rows.map(({ t }) => t), worth: new Map(rows.map(({ t, w }) => [t, w])) })
    }
    try {
      await pay(Array.from({ length: 1 + r(4) }, () => 1 + r(3)), null, [])
      for (let step = 0; step < 7; step++) {
        const some = live.filter((one) => one.tickets.length > 0)
        const one = some[r(some.length)]
        if (!one) break
        const part = one.tickets.filter(() => r(2) === 0)
        const given = part.length === 0 ? one.tickets.slice() : part
        if (r(2)) {
          const asCredit = r(3) === 0
          const done = await cancelOf(who.visitor, one.resId, { items: r(3) ? given : undefined, asCredit })
          log.push(`cancel ${given.length}/${one.tickets.length} credit ${asCredit} -> ${done.ok ? JSON.stringify({ w: done.value.decision.worth, c: done.value.decision.charge, s: done.value.decision.split }) : done.refusal.code}`)
          note(`cancel ${asCredit ? 'credit ' : ''}${done.ok ? 'ok' : done.refusal.code}`)
          if (done.ok) {
            const { rows } = await database().query<{ t: string }>(`SELECT ticket_identifier AS t FROM order_seat WHERE cancellation_id IS NOT NULL`)
            one.tickets = one.tickets.filter((t) => !rows.some((row) => row.t === t))
            if (done.value.creditReference) vouchers.push(await holdVoucher(uuid, done.value.creditReference))
          }
          if (!done.ok && !['CANNOT_REFUND_CREDIT_TRANSACTION'].includes(done.refusal.code)) throw new Error(done.refusal.code)
        } else await pay(Array.from({ length: given.length }, () => 1 + r(3)), one, given)
        await checkInvariants()
      }
    } catch (error) {
      console.log(`SEED ${seed}\n${log.join('\n')}\n${String(error)}`)
      note('THROWN ' + String(error).slice(0, 60))
    }
  }
  console.log(JSON.stringify([...seen], null, 1))
}, 300_000)
