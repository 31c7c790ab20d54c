import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { freshDatabase, violations } from '#tests/support/database/database.ts'
import { APPEND_ONLY, buildHouse } from '#tests/support/buyers/house.ts'

/** A valid house: one order paid by card and voucher with a limited coupon, and one that failed and returned its voucher. */
const SOLD = `
  INSERT INTO session (uuid) VALUES ('${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(11)}1');
  INSERT INTO entitlement (entitlement_id, kind, lookup, public_code, uses) VALUES (1, 'coupon', 'ONCE', 'ONCE', 1);
  INSERT INTO system_voucher (system_voucher_id, reference_index, reference_encrypted, balance) VALUES (1, 'index', '', 4000);
  INSERT INTO orders (order_id, reservation_identifier, document_key, holder, state, idempotency_key, body_hash, amount_due, seats_price, products_price,
      global_service_charge, voucher_amount)
    SELECT md5(n::text)::uuid, 'R' || n, 'D' || n, '00000000-0000-4000-8000-000000000001', state, n, '', 10200, 10500, 5000, 700, 6000
    FROM (VALUES (1, 'paid'), (2, 'failed')) AS o (n, state);
  INSERT INTO order_seat (order_id, line, presentation_id, seat_id, section_id, section_name, ticket_id, ticket_name, price, service_charge, ticket_identifier,
      entitlement_id, code)
    SELECT md5(n::text)::uuid, 1, 1, seat, 1, 'אולם', 11, 'רגיל', 10000, 500, identifier, entitlement, code
    FROM (VALUES (1, 1001, 'T1', 1, 'ONCE'), (2, 1002, NULL, NULL, NULL)) AS s (n, seat, identifier, entitlement, code);
  INSERT INTO order_product (order_id, product_id, name, quantity, unit_price) SELECT order_id, 1, 'תוכנייה', 2, 2500 FROM orders;
  INSERT INTO entitlement_use (entitlement_id, holder, presentation_id, quantity, order_id)
    SELECT 1, holder, 1, 1, order_id FROM orders WHERE state = 'paid';
  INSERT INTO order_voucher SELECT order_id, 1, 6000 FROM orders;
  INSERT INTO voucher_ledger (system_voucher_id, order_id, kind, amount)
    SELECT 1, md5(n::text)::uuid, kind, amount FROM (VALUES (NULL::int, 'load', 10000), (1, 'use', -6000), (2, 'use', -6000), (2, 'return', 6000)) AS l (n, kind, amount);
  INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, order_id) SELECT 1, 1001, 'S', holder, now(), order_id FROM orders WHERE state = 'paid';
  INSERT INTO audit (action, subject, uuid)
    SELECT 'order', order_id::text, holder FROM orders UNION ALL SELECT 'paid', order_id::text, holder FROM orders WHERE state = 'paid'
    UNION ALL SELECT 'lock', '1:1001', holder FROM orders WHERE state = 'paid';
  INSERT INTO outbox (message_id, order_id, channel, kind, recipient) SELECT gen_random_uuid(), order_id, 'mail', 'tickets', 'x' FROM orders WHERE state = 'paid';
  INSERT INTO sandbox_form (form_id, uuid, amount, locale, return_url, expires_at) VALUES ('F', gen_random_uuid(), 10200, 'he', '', now());
  INSERT INTO sandbox_card (payment_identifier, form_id, amount, behaviour, last4) VALUES ('C1', 'F', 10200, 'accepted', '0000');
  INSERT INTO sandbox_charge (idempotency_key, payment_identifier, amount, outcome, reference)
    SELECT payment_id, 'C1', 10200, 'charged', 'charge' FROM (VALUES (md5('payment'))) AS p (payment_id);
  INSERT INTO payment (payment_id, order_id, provider, payment_identifier, amount, state)
    SELECT md5('payment')::uuid, order_id, 'sandbox', 'C1', 10200, 'captured' FROM orders WHERE state = 'paid';
  INSERT INTO ledger (order_id, payment_id, system_voucher_id, kind, amount)
    SELECT order_id, payment, voucher, l.kind, amount
    FROM orders, (VALUES (md5('payment')::uuid, NULL, 'charge', 10200), (NULL, 1, 'voucher', 6000)) AS l (payment, voucher, kind, amount) WHERE state = 'paid';
  INSERT INTO receipt (receipt_number, entry_id) SELECT 1, entry_id FROM ledger WHERE kind = 'charge';
  DELETE FROM receipt_due;`

/** The triggers that sum up sales are off here. */
const SUMMED = 'SELECT repair_sales(), repair_taken()'

const PAID = `md5('1')::uuid`
const PAYMENT = `md5('payment')::uuid`
const CHANGE = `UPDATE orders SET modifies = md5('2')::uuid, modified_amount = 100 WHERE order_id = ${PAID}`
/** A line in `order_item` of an order (1 is paid, 2 failed), of a kind that the order does not name. */
const ITEM = (order: number, identifier: string | null) =>
  `INSERT INTO order_item (order_id, kind, line, subject_id, name, quantity, unit_price, identifier)
   VALUES (md5('${String(order)}')::uuid, 'parking', 0, 7, 'Car park', 1, 0, ${identifier === null ? 'NULL' : `'${identifier}'`})`
/** A membership of four entries that order 1 has bought and paid: entitlement 2. This is valid. */
const MEMBERSHIP = `
  INSERT INTO order_item (order_id, kind, line, subject_id, name, quantity, unit_price, is_charged, identifier)
    VALUES (${PAID}, 'membership', 0, 1, '', 1, 0, false, 'M1');
  UPDATE orders SET kinds = '{seat,product,membership}' WHERE order_id = ${PAID};
  INSERT INTO entitlement (entitlement_id, kind, lookup, public_code, uses) VALUES (2, 'member', 'bought', '7', 4);
  INSERT INTO membership_reference (membership_price_id, lookup, quantity) VALUES (1, 'S-1', 1);
  INSERT INTO membership_purchase (order_id, line, gives_entries, uses, entitlement_id, membership_price_id, reference_lookup)
    VALUES (${PAID}, 0, true, 4, 2, 1, 'S-1');`
/** The membership has ₪4 of money instead, of which nothing is used: voucher 9. This is valid. */
const MONEY = `${MEMBERSHIP}
  UPDATE membership_purchase SET uses = NULL, money = 400; UPDATE entitlement SET uses = NULL WHERE entitlement_id = 2;
  INSERT INTO system_voucher (system_voucher_id, reference_index, reference_encrypted, balance, entitlement_id) VALUES (9, 'nine', '', 400, 2);
  INSERT INTO voucher_ledger (system_voucher_id, kind, amount) VALUES (9, 'load', 400);`
/** A donation of ₪0.01 in a place where pricing does not look: order 1 has a receipt of it. This is valid but for the sum of the order. */
const DONATION = `
  INSERT INTO order_item (order_id, kind, line, subject_id, name, quantity, unit_price, identifier) VALUES (${PAID}, 'donation', 0, 1, '', 1, 5, 'D1');
  UPDATE orders SET kinds = '{seat,product,donation}' WHERE order_id = ${PAID};
  INSERT INTO donation_series VALUES ('1-2030', 1);
  INSERT INTO donation_receipt (series, receipt_number, order_id, business_id, is_recognised, recipient, recipient_number, donor_name, amount)
    VALUES ('1-2030', 1, ${PAID}, 1, true, '', '1', '', 5);
  INSERT INTO donation_receipt_line VALUES (${PAID}, 0, '1-2030');`
/** A film that order 1 has bought, paid and played on one device. This is valid. */
const WATCHED = `
  INSERT INTO order_item (order_id, kind, line, subject_id, name, quantity, unit_price, identifier, used_at) VALUES (${PAID}, 'film', 0, 101, '', 1, 0, 'F1', now());
  UPDATE orders SET kinds = '{seat,product,film}' WHERE order_id = ${PAID};
  INSERT INTO film_ticket (order_id, film_id, hours, days, devices, play_until, first_played_at, ends_at)
    VALUES (${PAID}, 101, 48, 30, 1, now() + interval '30 days', now(), now() + interval '48 hours');
  INSERT INTO film_device (order_id, place, device, device_id, name) VALUES (${PAID}, 1, gen_random_uuid(), 'a', '')`
/** A voucher of ₪50 that order 1 has bought and paid, and that was replaced: 3 by 4. This is valid. */
const VOUCHERS = `
  INSERT INTO order_item (order_id, kind, line, subject_id, name, quantity, unit_price, identifier) VALUES (${PAID}, 'voucher', 0, 1, '', 1, 0, 'V1');
  UPDATE orders SET kinds = '{seat,product,voucher}' WHERE order_id = ${PAID};
  INSERT INTO system_voucher (system_voucher_id, reference_index, reference_encrypted, balance, state, system_voucher_class_id, replaces)
    VALUES (3, 'three', '', 0, 'replaced', 1, NULL), (4, 'four', '', 5000, 'active', 1, 3);
  INSERT INTO voucher_ledger (system_voucher_id, kind, amount) VALUES (3, 'load', 5000), (3, 'replace', -5000), (4, 'replace', 5000);
  INSERT INTO voucher_purchase (order_id, line, system_voucher_class_id, system_voucher_price_id, worth, allows_partial, system_voucher_id)
    VALUES (${PAID}, 0, 1, 1, 5000, true, 3);`
/** A series on date 1 instead: its line pays the ticket of order 1. This is valid. */
const ENROLMENT = `${MEMBERSHIP}
  UPDATE membership_purchase SET gives_entries = false, dates = '{1}', uses = NULL; UPDATE entitlement SET uses = NULL WHERE entitlement_id = 2;
  UPDATE order_seat SET price = 0, service_charge = 0, membership_line = 0 WHERE order_id = ${PAID};
  UPDATE order_item SET unit_price = 10500 WHERE order_id = ${PAID};`
const KEPT_BY_OTHERS = 'I3 a kept seat was claimed by somebody else'
/** Keeps the seat of order 1 since an hour before it was claimed, and until an hour after. @param who kind, memberships and entitlement */
const KEEP = (who: string) =>
  `INSERT INTO seat_keep (presentation_id, seat_id, kind, membership_ids, entitlement_id, until, kept_at)
   SELECT 1, 1001, ${who}, now() + interval '1 hour', now() - interval '1 hour'`
/** A broker has locked the presentation of order 1 since before its seat was claimed, but until another time than it is kept for the broker. */
const LOCKED = `INSERT INTO staff (staff_id, email, first_name, last_name, role) OVERRIDING SYSTEM VALUE VALUES (1, 'x', '', '', 'broker');
  INSERT INTO broker_part (presentation_id, allocation_id, staff_id, locked_until, locked_as) SELECT 1, 1, 1, now() + interval '2 hours', part_terms(1, '{1}');
  INSERT INTO seat_keep (presentation_id, seat_id, kind, membership_ids, staff_id, until, kept_at)
    SELECT 1, 1001, 'broker', '{}', 1, now() + interval '1 hour', now() - interval '1 hour'`
/** A producer holds the seat of order 1 since before it was claimed, until the presentation begins. */
const HELD = `INSERT INTO staff (staff_id, email, first_name, last_name, role) OVERRIDING SYSTEM VALUE VALUES (1, 'x', '', '', 'producer');
  INSERT INTO seat_keep (presentation_id, seat_id, kind, membership_ids, staff_id, allocation_id, until, kept_at)
    SELECT 1, 1001, 'producer', '{}', 1, 1, starts_at, now() - interval '1 hour' FROM presentation WHERE presentation_id = 1`
const CLAIM_OF = (order: string) =>
  `INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, order_id) SELECT presentation_id, seat_id, 'S', gen_random_uuid(), now(), ${order} FROM resale`
/** The evening of that series was sold on to order 2, which is paid; ₪50 are credited to its customer. This is valid but for other orders' sums. */
const RESALE = `${ENROLMENT}
  INSERT INTO customer (customer_id) VALUES (1); UPDATE orders SET customer_id = 1 WHERE order_id = ${PAID};
  INSERT INTO system_voucher (system_voucher_id, reference_index, reference_encrypted, balance, customer_id) VALUES (2, 'credit', '', 5000, 1);
  INSERT INTO voucher_ledger (system_voucher_id, kind, amount) VALUES (2, 'load', 5000);
  INSERT INTO ledger (order_id, system_voucher_id, kind, amount) VALUES (${PAID}, 2, 'voucher', -5000);
  INSERT INTO resale (resale_id, order_id, line, presentation_id, seat_id, state, share, credit, closed_at, sold_to, credit_voucher_id) OVERRIDING SYSTEM VALUE
    SELECT 1, order_id, line, presentation_id, seat_id, 'sold', 10500, 5000, now(), md5('2')::uuid, 2 FROM order_seat WHERE order_id = ${PAID};
  UPDATE orders SET state = 'paid' WHERE order_id = md5('2')::uuid;
  UPDATE order_seat s SET presentation_id = r.presentation_id, seat_id = r.seat_id FROM resale r WHERE s.order_id = md5('2')::uuid;
  UPDATE seat_claim SET order_id = md5('2')::uuid WHERE order_id = ${PAID};
  INSERT INTO audit (action, subject, facts) VALUES ('given back', ${PAID}::text, NULL), ('sold on', ${PAID}::text, '{"resale": "1"}');`
/** And the same while it is offered. */
const OFFERED = `${RESALE}
  UPDATE orders SET state = 'failed' WHERE order_id = md5('2')::uuid; DELETE FROM seat_claim; DELETE FROM ledger WHERE system_voucher_id = 2;
  DELETE FROM voucher_ledger WHERE system_voucher_id = 2; DELETE FROM system_voucher WHERE system_voucher_id = 2;
  UPDATE resale SET state = 'offered', closed_at = NULL, sold_to = NULL, credit_voucher_id = NULL;`
const REFUND = (state: string, amount: number) =>
  `INSERT INTO refund (refund_id, payment_id, order_id, reason, amount, state) VALUES (gen_random_uuid(), ${PAYMENT}, ${PAID}, 'double', ${String(amount)}, '${state}')`

/** A bundle of two tickets has paid ₪1 of order 1's ticket: voucher 5. This is valid. */
const BUNDLE = `
  INSERT INTO system_voucher (system_voucher_id, reference_index, reference_encrypted, balance, bundle) VALUES (5, 'five', '', 1, '{}');
  INSERT INTO voucher_ledger (system_voucher_id, order_id, kind, amount) VALUES (5, NULL, 'load', 2), (5, ${PAID}, 'use', -1);
  INSERT INTO order_voucher (order_id, system_voucher_id, amount, tickets) VALUES (${PAID}, 5, 0, 1);
  UPDATE order_seat SET bundle_id = 5, bundle_paid = 100 WHERE order_id = ${PAID}`
/** Order 1 cancelled as a whole: ₪100 are kept, the rest went back to the voucher, the card and as credit. This is valid. */
const CANCELLATION = `md5('cancellation')::uuid`
const CANCELLED = `
  INSERT INTO customer (customer_id) VALUES (1);
  UPDATE orders SET state = 'refunded', customer_id = 1 WHERE order_id = ${PAID};
  INSERT INTO system_voucher (system_voucher_id, reference_index, reference_encrypted, balance, customer_id) VALUES (2, 'credit', '', 100, 1);
  INSERT INTO cancellation (cancellation_id, order_id, is_whole, worth, charge, to_payments, to_vouchers, to_credit, credit_voucher_id)
    VALUES (${CANCELLATION}, ${PAID}, true, 16200, 10000, 5100, 1000, 100, 2);
  INSERT INTO fee_return (cancellation_id, order_id, amount) VALUES (${CANCELLATION}, ${PAID}, 700);
  UPDATE order_seat SET cancellation_id = ${CANCELLATION} WHERE order_id = ${PAID};
  UPDATE order_product SET cancellation_id = ${CANCELLATION} WHERE order_id = ${PAID};
  DELETE FROM seat_claim; DELETE FROM entitlement_use;
  INSERT INTO refund (refund_id, payment_id, order_id, reason, cause, amount, state)
    VALUES (md5('refund')::uuid, ${PAYMENT}, ${PAID}, 'cancel', ${CANCELLATION}, 5100, 'done');
  INSERT INTO sandbox_refund SELECT 'k', idempotency_key, 5100, 'r' FROM sandbox_charge;
  INSERT INTO voucher_ledger (system_voucher_id, order_id, kind, amount, cause) VALUES (1, ${PAID}, 'return', 1000, ${CANCELLATION}), (2, NULL, 'load', 100, NULL);
  UPDATE system_voucher SET balance = balance + 1000 WHERE system_voucher_id = 1;
  INSERT INTO ledger (order_id, payment_id, system_voucher_id, refund_id, kind, amount) VALUES (${PAID}, ${PAYMENT}, NULL, md5('refund')::uuid, 'refund', -5100),
    (${PAID}, NULL, 1, NULL, 'voucher', -1000), (${PAID}, NULL, 2, NULL, 'voucher', -100);
  INSERT INTO receipt (receipt_number, entry_id) SELECT 2, entry_id FROM ledger WHERE kind = 'refund';
  INSERT INTO audit (action, subject) VALUES ('cancelled', ${PAID}::text)`

/** Statements that break each invariant. Triggers and foreign keys are off. */
const INJECTIONS: readonly (readonly [invariant: string, statement: string])[] = [
  ['I1 a seat in two live orders', `UPDATE orders SET state = 'paying' WHERE state = 'failed'; UPDATE order_seat SET seat_id = 1001`],
  ['I2 more claimed than the plan has', `UPDATE section SET capacity = 0 WHERE is_reserved; UPDATE section SET capacity = 0`],
  ['I2 a claim on a seat or place that the plan does not have', `UPDATE seat_claim SET seat_id = 9`],
  ['I2 the count of taken seats is not that of the claims', `INSERT INTO seats_taken_change VALUES (1, 1)`],
  ['I2 the count of taken seats is not that of the claims', 'UPDATE seats_taken SET taken = taken - 1'],
  ['I2 a free place that nobody would find', `INSERT INTO section_gate VALUES (1, 2, 1000000, 1000001)`],
  ['I3 a sold seat without a paid order', `UPDATE orders SET state = 'failed'`],
  ['I3 a paid order without its seat', `DELETE FROM seat_claim`],
  ['I3 a seat being paid whose order is not', `UPDATE seat_claim SET state = 'P', expires_at = now()`],
  ['I3 an unpaid order without its seat', `UPDATE orders SET state = 'unpaid', pay_until = now() WHERE order_id = ${PAID}`],
  ['I4 the ledger and the worth of an order differ', `INSERT INTO ledger (order_id, kind, amount) VALUES (${PAID}, 'correction', 1)`],
  ['I4 the total is not the sum of the lines', `UPDATE order_seat SET price = price + 1`],
  ['I4 a payment and its ledger differ', `UPDATE ledger SET amount = amount - 1 WHERE kind = 'charge'`],
  ['I4 a payment and its ledger differ', REFUND('done', 100)],
  ['I4 more is given back than was captured', REFUND('intended', 10201)],
  // A refund that a provider refused is still owed and cannot be promised again.
  ['I4 more is given back than was captured', `${REFUND('refused', 5000)}; UPDATE refund SET reason = 'late'; ${REFUND('intended', 5201)}`],
  ['I4 the provider charged what we do not know of', `UPDATE payment SET payment_identifier = 'C2'`],
  ['I4 the provider charged what we do not know of', `UPDATE sandbox_charge SET amount = amount + 1`],
  ['I4 a payment is captured that the provider did not charge', `UPDATE sandbox_charge SET outcome = 'declined'`],
  ['I4 the provider gave back another sum', `INSERT INTO sandbox_refund SELECT 'k', idempotency_key, 100, 'r' FROM sandbox_charge`],
  ['I4 a ticket change is not in both ledgers', CHANGE],
  ['I4 what a ticket change leaves over does not go back', `${CHANGE}; UPDATE orders SET give_back = 100 WHERE order_id = ${PAID}`],
  ['I4 tickets given back are not worth what the order says', CHANGE],
  ['I4 receipts are not numbered from 1 without a gap', `UPDATE receipt SET receipt_number = 2`],
  ['I4 a receipt of what is no charge and no refund', `UPDATE receipt SET entry_id = (SELECT entry_id FROM ledger WHERE kind = 'voucher')`],
  ['I4 a charge or refund that has no receipt and waits for none', `DELETE FROM receipt`],
  ['I5 a voucher is not worth what its ledger says', `UPDATE system_voucher SET balance = balance + 1`],
  ['I5 a paid voucher line without its voucher', `${VOUCHERS} UPDATE voucher_purchase SET system_voucher_id = NULL`],
  ['I5 a paid voucher line without its voucher', `${VOUCHERS} UPDATE voucher_purchase SET order_id = md5('2')::uuid`],
  ['I5 a voucher line without its purchase', `${VOUCHERS} DELETE FROM voucher_purchase`],
  ['I5 a voucher is loaded with another sum than was bought', `${VOUCHERS} UPDATE voucher_purchase SET worth = 4999`],
  [
    'I5 a voucher is loaded with another sum than was bought',
    `${VOUCHERS} INSERT INTO voucher_ledger (system_voucher_id, kind, amount) VALUES (4, 'load', 1)`,
  ],
  ['I5 a bought voucher is worth more than was bought', `${VOUCHERS} UPDATE system_voucher SET balance = 5001 WHERE system_voucher_id = 4`],
  ['I5 a bought voucher that is over has value', `${VOUCHERS} UPDATE system_voucher SET state = 'replaced' WHERE system_voucher_id = 4`],
  [
    'I5 a voucher is cancelled and its line is not, or the other way round',
    `${VOUCHERS} UPDATE system_voucher SET state = 'cancelled' WHERE system_voucher_id = 4`,
  ],
  ['I5 a voucher is cancelled and its line is not, or the other way round', `${VOUCHERS} UPDATE order_item SET cancellation_id = ${PAID}`],
  [
    'I5 a replacement has another value than its voucher had',
    `${VOUCHERS} UPDATE system_voucher SET state = 'active' WHERE system_voucher_id = 3`,
  ],
  [
    'I5 a replacement has another value than its voucher had',
    `${VOUCHERS} INSERT INTO voucher_ledger (system_voucher_id, kind, amount) VALUES (4, 'replace', 100)`,
  ],
  ['I5 a replacement has another value than its voucher had', `${VOUCHERS} DELETE FROM voucher_ledger WHERE kind = 'replace'`],
  [
    'I5 the vouchers outstanding of a class are not what its ledger says',
    `${VOUCHERS} INSERT INTO voucher_ledger (system_voucher_id, kind, amount) VALUES (4, 'correction', -1)`,
  ],
  ['I5 vouchers of an order are not what it says', `UPDATE order_voucher SET amount = amount + 1`],
  ['I5 a voucher gave another sum than its order had', `DELETE FROM voucher_ledger WHERE kind = 'return'`],
  ['I5 a voucher gave another sum than its order had', `DELETE FROM voucher_ledger WHERE kind = 'use' AND order_id = ${PAID}`],
  ['I5 a voucher gave another sum than its order had', `DELETE FROM order_voucher WHERE order_id = ${PAID}`],
  [
    'I5 a voucher gave another sum than its order had',
    `${BUNDLE}; DELETE FROM voucher_ledger WHERE system_voucher_id = 5 AND kind = 'use'`,
  ],
  ['I5 a bundle pays other tickets than its order took', `${BUNDLE}; UPDATE order_voucher SET tickets = 2 WHERE tickets = 1`],
  ['I5 a bundle pays other tickets than its order took', `${BUNDLE}; UPDATE order_seat SET bundle_id = NULL, bundle_paid = NULL`],
  ['I5 a voucher pays in another unit than it has', `${BUNDLE}; UPDATE system_voucher SET bundle = NULL WHERE system_voucher_id = 5`],
  ['I5 a voucher pays in another unit than it has', `UPDATE system_voucher SET bundle = '{}'`],
  [
    'I5 tickets that a bundle could not take back are in no new one',
    `${BUNDLE}; INSERT INTO voucher_ledger (system_voucher_id, kind, amount, cause) VALUES (5, 'correction', -1, ${PAID})`,
  ],
  [
    'I5 a voucher got back more than it gave',
    `INSERT INTO voucher_ledger (system_voucher_id, order_id, kind, amount) VALUES (1, md5('2')::uuid, 'correction', 1)`,
  ],
  [KEPT_BY_OTHERS, KEEP(`'allocation', '{}', NULL`)],
  [KEPT_BY_OTHERS, `${ENROLMENT}; ${KEEP(`'allocation', '{2}', NULL`)}`],
  [
    KEPT_BY_OTHERS,
    `${ENROLMENT}; INSERT INTO entitlement (entitlement_id, kind, lookup, public_code) VALUES (3, 'member', 'x', '8'); ${KEEP(`'renewal', '{1}', 3`)}`,
  ],
  ['I3 a seat of a broker was sold by somebody else', LOCKED],
  ['I3 seats are kept for a broker who has not locked them', LOCKED],
  ['I3 seats are kept for a broker who has not locked them', `${LOCKED}; DELETE FROM broker_part`],
  ['I3 a seat that a producer holds was sold by somebody else', HELD],
  ['I3 a seat is held for an allocation that it is not of', `${HELD}; UPDATE seat_keep SET allocation_id = 9`],
  ['I3 a seat is held for an allocation that it is not of', `${HELD}; UPDATE seat_keep SET until = until - interval '1 minute'`],
  ['I3 a locked part was changed', `${LOCKED}; UPDATE presentation_price SET allocation_id = 2`],
  ['I6 more uses of an entitlement than it has', `UPDATE entitlement SET uses = 0`],
  ['I6 a ticket of an entitlement that it does not use', `DELETE FROM entitlement_use`],
  ['I6 a use of an order that is over', `UPDATE orders SET state = 'failed'`],
  ['I6 uses without their tickets', `UPDATE entitlement_use SET quantity = 2`],
  ['I6 uses without their tickets', `UPDATE order_seat SET cancellation_id = md5('x')::uuid`],
  ['I10 numbers of donation receipts have a gap', `${DONATION}; UPDATE donation_series SET last_number = 2`],
  ['I10 numbers of donation receipts have a gap', `${DONATION}; UPDATE donation_receipt SET receipt_number = 2`],
  ['I10 a paid donation without its receipt', `${DONATION}; DELETE FROM donation_receipt_line`],
  ['I10 a receipt of donations that were not paid', `${DONATION}; UPDATE orders SET state = 'failed' WHERE order_id = ${PAID}`],
  ['I10 a donation receipt is not the sum of its lines', `${DONATION}; UPDATE donation_receipt SET amount = 6`],
  ['I11 a line of a film without its ticket', `${WATCHED}; DELETE FROM film_device; DELETE FROM film_ticket`],
  [
    'I11 a film ticket opens that was not paid, or does not though it was',
    `${WATCHED}; UPDATE orders SET state = 'failed' WHERE order_id = ${PAID}`,
  ],
  ['I11 a played film is not used, or the other way round', `${WATCHED}; UPDATE order_item SET used_at = NULL`],
  [
    'I11 a film has more devices than were bought',
    `${WATCHED}; INSERT INTO film_device (order_id, place, device, device_id, name) VALUES (${PAID}, 2, gen_random_uuid(), 'b', '')`,
  ],
  ['I6 a paid membership without its entitlement', `${MEMBERSHIP}; UPDATE membership_purchase SET entitlement_id = NULL`],
  ['I6 a paid membership without its entitlement', `${MEMBERSHIP}; UPDATE orders SET state = 'failed' WHERE order_id = ${PAID}`],
  ['I6 a membership line without its purchase', `${MEMBERSHIP}; DELETE FROM membership_purchase`],
  [
    'I6 a membership purchase is cancelled and its line is not, or the other way round',
    `${MEMBERSHIP}; UPDATE order_item SET cancellation_id = md5('x')::uuid`,
  ],
  ['I6 a cancelled membership is active', `${MEMBERSHIP}; UPDATE membership_purchase SET taken = 0; UPDATE entitlement SET uses = 0`],
  ['I6 a membership has other entries than were bought', `${MEMBERSHIP}; UPDATE entitlement SET uses = 5`],
  ['I6 the money of a membership is not what was bought', `${MONEY}; UPDATE membership_purchase SET money = 401`],
  ['I6 the money of a membership is not what was bought', `${MONEY}; UPDATE system_voucher SET entitlement_id = NULL`],
  ['I6 the money of a membership that is over', `${MONEY}; UPDATE membership_purchase SET taken = 400`],
  ['I6 the money of a membership that is over', `${MONEY}; UPDATE system_voucher SET state = 'cancelled' WHERE system_voucher_id = 9`],
  ['I6 the money of a membership paid for something else', `${MONEY}; UPDATE order_voucher SET system_voucher_id = 9`],
  ['I6 a reference of a membership is used more often than it is listed', `${MEMBERSHIP}; UPDATE membership_reference SET quantity = 0`],
  ['I8 an enrolment has not one ticket for each of its dates', `${ENROLMENT}; UPDATE membership_purchase SET dates = '{1,2}'`],
  ['I8 an enrolment has not one ticket for each of its dates', `${ENROLMENT}; UPDATE membership_purchase SET is_virtual = true`],
  ['I8 an enrolment has not one ticket for each of its dates', `${ENROLMENT}; UPDATE order_seat SET membership_line = NULL`],
  ['I8 an enrolment has not one ticket for each of its dates', `${ENROLMENT}; UPDATE order_seat SET cancellation_id = md5('x')::uuid`],
  ['I3 a paid order without its seat', `${ENROLMENT}; DELETE FROM seat_claim`],
  [
    'I8 a paid membership without seats has no number, or one that is not paid has',
    `${ENROLMENT}; UPDATE membership_purchase SET is_virtual = true`,
  ],
  [
    'I8 a paid membership without seats has no number, or one that is not paid has',
    `${ENROLMENT}; INSERT INTO virtual_seat VALUES (1, 1, ${PAID}, 0)`,
  ],
  [
    'I8 numbers of places of a membership have a gap',
    `${ENROLMENT}; INSERT INTO virtual_seat_series VALUES (1, 2); INSERT INTO virtual_seat VALUES (1, 2, ${PAID}, 0)`,
  ],
  ['I8 a ticket of a cancelled enrolment still counts', `${ENROLMENT}; UPDATE membership_purchase SET taken = 0`],
  [
    'I8 an exchanged evening has not one ticket in its place',
    `${ENROLMENT}; UPDATE order_seat SET released_by = ${PAID} WHERE order_id = ${PAID}`,
  ],
  [
    'I8 an exchanged evening has not one ticket in its place',
    `${ENROLMENT}; UPDATE order_seat SET membership_line = NULL, evening_order = ${PAID}, evening_line = 0 WHERE order_id = ${PAID}`,
  ],
  [
    'I8 a ticket stands in for an evening that was not given back, or that another stands in for',
    `${ENROLMENT}; UPDATE order_seat SET membership_line = NULL, evening_order = ${PAID}, evening_line = 0, evening_seat = 0 WHERE order_id = ${PAID}`,
  ],
  [
    'I8 a ticket stands in for an evening that was not given back, or that another stands in for',
    `${ENROLMENT}; UPDATE order_seat SET membership_line = NULL, evening_order = ${PAID}, evening_line = 0 WHERE order_id = ${PAID}`,
  ],
  [
    'I8 a ticket stands in for an evening that was not given back, or that another stands in for',
    `${ENROLMENT}; UPDATE order_seat SET released_by = md5('2')::uuid WHERE order_id = ${PAID};
     INSERT INTO order_seat (order_id, line, presentation_id, seat_id, section_id, section_name, ticket_id, ticket_name, price, service_charge, evening_order, evening_line, evening_seat)
       SELECT md5('2')::uuid, n, presentation_id, seat_id + n, section_id, section_name, ticket_id, ticket_name, 0, 0, order_id, membership_line, line
       FROM order_seat, generate_series(7, 8) AS n WHERE order_id = ${PAID}; UPDATE orders SET state = 'paid' WHERE order_id = md5('2')::uuid`,
  ],
  ['I12 an evening is offered that does not count', `${OFFERED}; UPDATE order_seat SET used_at = now() WHERE order_id = ${PAID}`],
  [
    'I12 an evening is offered that does not count',
    `${OFFERED}; UPDATE order_seat SET released_by = md5('2')::uuid WHERE order_id = ${PAID}`,
  ],
  ['I12 a resale is of another seat than its ticket', `${OFFERED}; UPDATE resale SET seat_id = 1009`],
  ['I12 a seat is offered and sold', `${OFFERED}; ${CLAIM_OF(PAID)}`],
  ['I12 a seat is offered and sold', `${OFFERED}; ${CLAIM_OF("md5('2')::uuid")}`],
  [
    'I1 a seat in two live orders',
    `${OFFERED}; UPDATE resale SET state = 'taken_back', closed_at = now(); UPDATE orders SET state = 'paid' WHERE order_id = md5('2')::uuid`,
  ],
  ['I3 a paid order without its seat', `${OFFERED}; UPDATE resale SET state = 'taken_back', closed_at = now()`],
  [
    'I12 an evening is sold on to an order that did not pay its seat',
    `${RESALE}; UPDATE orders SET state = 'failed' WHERE order_id = md5('2')::uuid`,
  ],
  [
    'I12 an evening is sold on to an order that did not pay its seat',
    `${RESALE}; UPDATE order_seat SET seat_id = 1009 WHERE order_id = md5('2')::uuid`,
  ],
  ['I12 an evening is worth more than its part of what was paid', `${OFFERED}; UPDATE resale SET share = 10501`],
  ['I12 an evening is worth more than its part of what was paid', `${OFFERED}; UPDATE resale SET own_credit = 1`],
  ['I12 an evening of a cancelled membership is offered for a credit', `${OFFERED}; UPDATE membership_purchase SET taken = 1`],
  ['I12 a percentage on the order was taken of a membership', `${ENROLMENT}; UPDATE order_item SET is_charged = true`],
  ['I12 a ticket that was sold on was used or cancelled', `${RESALE}; UPDATE order_seat SET used_at = now() WHERE order_id = ${PAID}`],
  ['I12 a subscriber is not credited what was promised', `${RESALE}; DELETE FROM voucher_ledger WHERE system_voucher_id = 2`],
  ['I12 a subscriber is not credited what was promised', `${RESALE}; DELETE FROM ledger WHERE system_voucher_id = 2`],
  [
    'I12 a subscriber is not credited what was promised',
    `${RESALE}; UPDATE ledger SET order_id = md5('2')::uuid WHERE system_voucher_id = 2`,
  ],
  ['I12 a subscriber is not credited what was promised', `${RESALE}; UPDATE resale SET own_credit = 5000`],
  [
    'I12 a subscriber is not credited what was promised',
    `${RESALE}; UPDATE system_voucher SET customer_id = NULL WHERE system_voucher_id = 2`,
  ],
  ['I4 the ledger and the worth of an order differ', `${RESALE}; UPDATE resale SET credit = 4000`],
  ['I12 a resale without its audit entry', `${RESALE}; DELETE FROM audit WHERE action = 'sold on'`],
  ['I12 a resale without its audit entry', `${OFFERED}; DELETE FROM audit WHERE action = 'given back'`],
  ['I13 the sums of sales are not what the books say', 'DELETE FROM sales_day WHERE presentation_id = 1'],
  ['I13 the sums of sales are not what the books say', `UPDATE sales_day SET day = day + 1`],
  ['I13 the sums of sales are not what the books say', `INSERT INTO sales_delta VALUES (current_date, 1, 'seat', 11, 'shop', 1)`],
  ['I13 the sums of sales are not what the books say', CANCELLED],
  ['I13 the sums of a presentation are not those of its days', `UPDATE sales_presentation SET sold = sold + 1`],
  ['I13 the sums of a feature are not those of its presentations', `UPDATE sales_feature_day SET refunded = 1`],
  ['I13 the sums of sales are not the money of the ledgers', `UPDATE ledger SET amount = amount + 1 WHERE kind = 'voucher'`],
  ['I8 a paid order without all its tickets', `UPDATE order_seat SET ticket_identifier = NULL`],
  ['I8 a ticket of an order that was never paid', `UPDATE order_seat SET ticket_identifier = 'T' || seat_id`],
  ['I8 a paid order without its messages', `DELETE FROM outbox`],
  ['I8 a ticket waits for an order that is not being paid', `UPDATE order_seat SET released_by = md5('2')::uuid WHERE order_id = ${PAID}`],
  ['I8 a replaced ticket is still issued', `INSERT INTO replaced_ticket VALUES ('T1', ${PAID}, 1, 11, 'רגיל')`],
  ['I4 a cancellation is not worth its items', `${CANCELLED}; UPDATE fee_return SET amount = amount - 1`],
  ['I4 a cancellation is not worth its items', `${CANCELLED}; UPDATE order_product SET cancellation_id = NULL`],
  [
    'I4 policies kept more of a cancellation than was charged beside what was used',
    `${CANCELLED}; INSERT INTO cancellation_charge VALUES (${CANCELLATION}, 1, 10001)`,
  ],
  ['I4 a handling fee is kept of which nothing is left', `${CANCELLED}; DELETE FROM fee_return`],
  [
    'I4 a handling fee went back of which something is left',
    `${CANCELLED}; UPDATE orders SET state = 'paid' WHERE order_id = ${PAID}; UPDATE order_product SET cancellation_id = NULL`,
  ],
  ['I4 a handling fee went back with a cancellation of another purchase', `${CANCELLED}; UPDATE fee_return SET order_id = md5('2')::uuid`],
  ['I4 a cancellation of lines of another order', `${CANCELLED}; UPDATE order_product SET cancellation_id = ${CANCELLATION}`],
  [
    'I4 a cancellation of lines of another order',
    `${CANCELLED}; ${ITEM(2, 'P1')}; UPDATE order_item SET cancellation_id = ${CANCELLATION}`,
  ],
  ['I4 payments give back another sum than a cancellation says', `${CANCELLED}; UPDATE refund SET amount = amount + 1`],
  ['I4 payments give back another sum than a cancellation says', `${CANCELLED}; DELETE FROM refund`],
  ['I4 a refund of a cancellation that there is not', `${CANCELLED}; UPDATE refund SET cause = md5('2')::uuid`],
  ['I5 vouchers get back another sum than a cancellation says', `${CANCELLED}; UPDATE voucher_ledger SET cause = NULL`],
  ['I5 a credit is not what its cancellation says', `${CANCELLED}; DELETE FROM voucher_ledger WHERE system_voucher_id = 2`],
  ['I5 a credit is not what its cancellation says', `${CANCELLED}; DELETE FROM ledger WHERE system_voucher_id = 2`],
  ['I5 a credit is not what its cancellation says', `${CANCELLED}; UPDATE system_voucher SET customer_id = NULL`],
  [
    'I4 what a ticket change gives back is not what was promised',
    `UPDATE orders SET modifies = md5('2')::uuid, modified_amount = 100, give_back = 100 WHERE order_id = ${PAID}`,
  ],
  [
    'I4 more is promised than was captured',
    `UPDATE orders SET state = 'paying' WHERE order_id = md5('2')::uuid; INSERT INTO change_return VALUES (md5('2')::uuid, ${PAYMENT}, NULL, NULL, 10201)`,
  ],
  [
    'I4 a refund that was settled is not in the ledger',
    `INSERT INTO refund (refund_id, payment_id, order_id, reason, amount, state, settled_by) VALUES (gen_random_uuid(), ${PAYMENT}, ${PAID}, 'double', 5, 'settled', 'cash')`,
  ],
  [
    'I4 a refund that was settled is not in the ledger',
    `${CANCELLED}; DELETE FROM ledger WHERE kind = 'refund'; INSERT INTO ledger (order_id, refund_id, kind, amount) VALUES (${PAID}, md5('refund')::uuid, 'correction', -5100)`,
  ],
  ['I4 a second fixed handling fee for the same tickets', `${CHANGE}; UPDATE orders SET state = 'paid'`],
  [
    'I4 more of a percentage goes on than there was',
    `UPDATE orders SET modifies = ${PAID}, modified_amount = 800, modified_charge = 800, state = 'paid' WHERE order_id = md5('2')::uuid`,
  ],
  ['I5 what vouchers could not take back is in no new one', `${CANCELLED}; UPDATE cancellation SET renewed = 100`],
  [
    'I5 what vouchers could not take back is in no new one',
    `${CHANGE}; INSERT INTO voucher_ledger (system_voucher_id, kind, amount, cause) VALUES (1, 'correction', -5, ${PAID})`,
  ],
  [
    'I3 a cancelled seat is still claimed',
    `${CANCELLED}; INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, order_id) SELECT 1, 1001, 'S', holder, now(), order_id FROM orders WHERE order_id = ${PAID}`,
  ],
  [
    'I8 a ticket is given back twice',
    `${CANCELLED}; ALTER TABLE order_seat DROP CONSTRAINT given_back_once; UPDATE order_seat SET released_by = md5('2')::uuid WHERE order_id = ${PAID}`,
  ],
  [
    'I8 a cancelled ticket was used',
    `${CANCELLED}; ALTER TABLE order_seat DROP CONSTRAINT cancelled_is_void; UPDATE order_seat SET used_at = now()`,
  ],
  [
    'I8 a reservation is over that is not, or the other way round',
    `${CANCELLED}; UPDATE orders SET state = 'paid' WHERE order_id = ${PAID}`,
  ],
  ['I8 a reservation is over that is not, or the other way round', `UPDATE orders SET state = 'refunded' WHERE order_id = ${PAID}`],
  ['I8 a cancelled reservation has tickets left', `${CANCELLED}; UPDATE order_seat SET cancellation_id = NULL`],
  ['I8 a cancelled reservation has items left', `${CANCELLED}; ${ITEM(1, 'P1')}`],
  ['I8 a cancelled reservation waits for no refund', `${CANCELLED}; UPDATE orders SET state = 'refunding' WHERE order_id = ${PAID}`],
  ['I8 a reservation is over whose money is not back', `${CANCELLED}; UPDATE refund SET state = 'refused'`],
  ['I9 a cancellation without its audit entry', `${CANCELLED}; DELETE FROM audit WHERE action = 'cancelled'`],
  ['I8 a paid order without all its items', ITEM(1, null)],
  ['I8 an item of an order that was never paid', ITEM(2, 'P1')],
  ['I8 a line of a kind that its order does not name', ITEM(1, 'P1')],
  ['I9 an order without its audit entry', `DELETE FROM audit WHERE action = 'order'`],
  ['I9 an order without its audit entry', `DELETE FROM audit WHERE action = 'paid'`],
  ['I9 a claim without its audit entry', `DELETE FROM audit WHERE action = 'lock'`],
]

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await unwatched([SOLD, SUMMED], 'COMMIT')
})

/** Runs statements without triggers and foreign keys and returns the broken invariants. */
async function unwatched(statements: readonly string[], end: 'COMMIT' | 'ROLLBACK'): Promise<string[]> {
  const client = await database().connect()
  try {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica')
    for (const statement of statements) await client.query(statement)
    return (await violations(client)).map((row) => String((row as { invariant: unknown }).invariant))
  } finally {
    await client.query(end)
    client.release()
  }
}

test('what refers to a table that is emptied without its triggers is emptied with it', async () => {
  const { rows } = await database().query(
    `SELECT DISTINCT conrelid::regclass::text AS left FROM pg_constraint
     WHERE contype = 'f' AND confrelid::regclass::text = ANY ($1) AND conrelid::regclass::text <> ALL ($1)`,
    [APPEND_ONLY],
  )
  expect(rows).toEqual([])
})

test('finds nothing wrong in a valid house', async () => {
  expect(await violations()).toEqual([])
})

test('finds nothing wrong after a cancellation', async () => {
  expect(await unwatched([CANCELLED, SUMMED], 'ROLLBACK')).toEqual([])
})

test('finds nothing wrong after a membership was bought', async () => {
  expect(await unwatched([MEMBERSHIP, SUMMED], 'ROLLBACK')).toEqual([])
})

test('finds nothing wrong after a membership of money was bought', async () => {
  expect(await unwatched([MONEY, SUMMED], 'ROLLBACK')).toEqual([])
})

test('finds nothing wrong after a voucher was bought and replaced', async () => {
  expect(await unwatched([VOUCHERS, SUMMED], 'ROLLBACK')).toEqual([])
})

test('finds nothing wrong after a bundle has paid a ticket', async () => {
  expect(await unwatched([BUNDLE, SUMMED], 'ROLLBACK')).toEqual([])
})

test('finds nothing wrong after a series was bought', async () => {
  expect(await unwatched([ENROLMENT, SUMMED], 'ROLLBACK')).toEqual([])
})

/** What order 2 breaks by itself when it is paid in a place where nobody looks. */
const BY_ORDER_2 = /^(I4|I6 uses|I8 a paid order|I9 an order|I9 a claim|I3 a paid order|I13 the sums of sales are not the money)/

test('finds nothing wrong with an evening that is offered, and one that was sold on', async () => {
  const offered = await unwatched([OFFERED, SUMMED], 'ROLLBACK')
  const sold = await unwatched([RESALE, SUMMED], 'ROLLBACK')
  expect([offered, sold.filter((one) => !BY_ORDER_2.test(one))]).toEqual([[], []])
})

test('a ticket that a membership pays cannot carry money', async () => {
  await expect(unwatched([ENROLMENT, `UPDATE order_seat SET price = 1 WHERE membership_line = 0`], 'ROLLBACK')).rejects.toThrow(
    'covered_carries_no_money',
  )
})

describe('each invariant detects what breaks it', () => {
  test.each(INJECTIONS)('%s', async (invariant, statement) => {
    expect(await unwatched([statement], 'ROLLBACK')).toContain(invariant)
  })

  test('breaks every invariant that exists', async () => {
    const text = await readFile(new URL('../../../src/lib/server/platform/db/invariants.sql', import.meta.url), 'utf8')
    const written = [...text.matchAll(/SELECT '(I\d+ [^']+)'/g)].map(([, name]) => name)
    expect(new Set(INJECTIONS.map(([name]) => name))).toEqual(new Set(written))
  })
})
