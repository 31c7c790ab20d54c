import type { CustomerVoucher } from '#lib/contract/area/customers.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { exchangeUntil } from '#lib/domain/entitlements/replace-voucher.ts'
import { toShekels } from '#lib/domain/money/money.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { voucherIndexesOf } from '#lib/server/entitlements/entitlement-lookup.ts'
import { decryptText } from '#lib/server/platform/secrets/secrets.ts'
import { maskReference } from '#lib/server/entitlements/system-vouchers.ts'

/** A customer's voucher with its history. */
interface VoucherRow {
  readonly id: number
  readonly reference: Buffer
  readonly balance: number
  readonly isTickets: boolean
  readonly state: CustomerVoucher['State']
  readonly startsAt: Date | null
  readonly endsAt: Date | null
  readonly createdAt: Date
  readonly name: string
  readonly isReplacement: boolean
  readonly isKept: boolean
  readonly reservationIdentifier: string | null
  readonly exchangeDays: number | null
  readonly history: readonly HistoryRow[] | null
}

interface HistoryRow {
  readonly at: string
  readonly kind: CustomerVoucher['History'][number]['Kind']
  readonly amount: number
  /** null if the order is another customer's. */
  readonly reservation: string | null
  readonly presentationId: number | null
}

/**
 * Vouchers that a customer has bought, has added by their numbers, or was given by an import or a cancellation, newest first; vouchers that merely paid one of the orders are not included,
 * nor are bought ones that were cancelled or replaced (spec §4).
 * @param reference filters by whole reference or id
 */
export async function vouchersOf(from: Catalogue, customerId: number, reference: string | null = null): Promise<CustomerVoucher[]> {
  const { rows } = await database().query<VoucherRow>({
    name: 'vouchers-of-customer',
    text: `SELECT v.system_voucher_id AS id, v.reference_encrypted AS reference, v.balance, v.bundle IS NOT NULL AS "isTickets", v.state, v.starts_at AS "startsAt", v.ends_at AS "endsAt",
             v.created_at AS "createdAt", v.name, v.replaces IS NOT NULL AS "isReplacement", CASE WHEN v.customer_id = $1 THEN b.reservation_identifier END AS "reservationIdentifier",
             v.customer_id IS DISTINCT FROM $1 AS "isKept",
             CASE WHEN v.replaces IS NULL AND v.customer_id = $1 THEN p.exchange_days END AS "exchangeDays",
             (SELECT json_agg(json_build_object('at', l.at, 'kind', l.kind, 'amount', l.amount, 'reservation', o.reservation_identifier,
                'presentationId', (SELECT s.presentation_id FROM order_seat s WHERE s.order_id = o.order_id ORDER BY s.line LIMIT 1)) ORDER BY l.entry_id DESC)
              FROM voucher_ledger l LEFT JOIN orders o ON o.order_id = l.order_id AND o.customer_id = $1
              WHERE l.system_voucher_id = v.system_voucher_id) AS history
           FROM system_voucher v LEFT JOIN voucher_purchase p ON p.system_voucher_id IN (v.system_voucher_id, v.replaces) LEFT JOIN orders b ON b.order_id = p.order_id
           WHERE v.system_voucher_id IN (SELECT system_voucher_id FROM system_voucher WHERE customer_id = $1 UNION SELECT system_voucher_id FROM kept_voucher WHERE customer_id = $1)
             AND NOT (p.order_id IS NOT NULL AND v.state IN ('cancelled', 'replaced')) AND ($2::text[] IS NULL OR v.reference_index = ANY ($2) OR v.system_voucher_id::text = ANY ($2))
           ORDER BY v.created_at DESC, v.system_voucher_id DESC`,
    values: [customerId, reference === null ? null : [reference, ...voucherIndexesOf(reference)]],
  })
  return rows.map((row) => describe(from, row))
}

function describe(
  from: Catalogue,
  { id, reference, balance, isTickets, state, startsAt, endsAt, createdAt, history, ...row }: VoucherRow,
): CustomerVoucher {
  const entries = history ?? []
  const loaded = entries
    .filter(({ kind, amount }) => kind === 'load' || (kind === 'replace' && amount > 0))
    .reduce((sum, { amount }) => sum + amount, 0)
  const onWire = (amount: number): number => (isTickets ? amount : toShekels(amount))
  return {
    Reference: maskReference(decryptText(reference)),
    IsForReplacement: state === 'forReplacement' || row.isReplacement,
    StartDate: startsAt?.toISOString() ?? null,
    EndDate: endsAt?.toISOString() ?? null,
    DateTimeCreated: createdAt.toISOString(),
    SystemVoucherId: id,
    Name: row.name,
    ReservationIdentifier: row.reservationIdentifier,
    ExchangeUntil: row.exchangeDays === null ? null : new Date(exchangeUntil(createdAt.getTime(), row.exchangeDays)).toISOString(),
    IsKept: row.isKept,
    IsTickets: isTickets,
    Balance: onWire(balance),
    Loaded: onWire(loaded),
    State: state,
    History: entries.map((entry) => entryOf(from, { ...entry, amount: onWire(entry.amount) })),
  }
}

/** @param entry its amount as on the wire */
function entryOf(from: Catalogue, { at, kind, amount, reservation, presentationId }: HistoryRow): CustomerVoucher['History'][number] {
  const featureId = from.presentations.get(presentationId ?? 0)?.featureId ?? 0
  return {
    At: new Date(at).toISOString(),
    Kind: kind,
    Amount: amount,
    ReservationIdentifier: reservation,
    FeatureName: from.features.get(featureId)?.name ?? '',
  }
}
