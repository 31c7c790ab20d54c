import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { logSecurity } from '#lib/server/customers/session/security-log.ts'

/**
 * A circuit breaker for SMS. SMS-pumping fraud never enters the codes, so if hardly any of the last codes were entered, or the provider accepts none, all SMS
 * stop except an occasional probe that tests for recovery.
 */
const LAST = 100
const FEWEST = 50
const SHARE = 0.3
const PROBE_SECONDS = 10
/** The advisory lock that serialises probes. */
const LOCK = 5_120_013

/** Whether an SMS must not be sent now. Call it after lockKeys, so that this lock is always taken last. @param isDown whether the provider accepts none */
export async function isSmsStopped(client: Queryable, isDown: boolean): Promise<boolean> {
  if (!isDown && !(await areCodesUnused(client))) return false
  await client.query({ name: 'sms-probe-lock', text: 'SELECT pg_advisory_xact_lock($1)', values: [LOCK] })
  if (await isProbeFree(client)) return false
  await noteStop(client, isDown)
  return true
}

async function areCodesUnused(client: Queryable): Promise<boolean> {
  const { rows } = await client.query<{ sent: number; entered: number }>({
    name: 'entered-codes',
    text: `SELECT count(*)::int AS sent, count(entered_at)::int AS entered FROM (
             SELECT entered_at FROM sign_in_code WHERE is_sent AND channel = 'sms' AND created_at > statement_timestamp() - interval '1 hour'
               AND created_at < statement_timestamp() - interval '30 seconds' ORDER BY created_at DESC LIMIT $1) last`,
    values: [LAST],
  })
  const { sent = 0, entered = 0 } = rows[0] ?? {}
  return sent >= FEWEST && entered < sent * SHARE
}

/** Codes for unknown numbers use the probe too; otherwise the answer would reveal which numbers are known. */
async function isProbeFree(client: Queryable): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>({
    name: 'sms-probe',
    text: `SELECT EXISTS (
             SELECT FROM sign_in_code WHERE channel = 'sms' AND created_at > statement_timestamp() - $1::int * interval '1 second') AS found`,
    values: [PROBE_SECONDS],
  })
  return rows[0]?.found !== true
}

const STOPPED = 'sms stopped'

/** Logs at most once in ten minutes. */
async function noteStop(client: Queryable, isDown: boolean): Promise<void> {
  const { rows } = await client.query<{ noted: boolean }>({
    name: 'sms-stop-noted',
    text: `SELECT EXISTS (SELECT FROM security_log WHERE action = $1 AND at > statement_timestamp() - interval '10 minutes') AS noted`,
    values: [STOPPED],
  })
  if (rows[0]?.noted === true) return
  await logSecurity(client, { action: STOPPED, facts: { why: isDown ? 'provider' : 'codes not entered' } })
  log().warn(
    isDown
      ? 'the SMS provider takes no messages: codes are stopped but for one every few seconds'
      : 'hardly any of the last sign-in codes were entered: SMS is stopped but for one every few seconds',
  )
}
