import { expect, test } from 'vitest'
import type { Check, Checks } from './check.ts'
import { withoutChecks } from './without-checks.ts'

/** Tries what a check forbids. @returns whether it succeeded */
export type Attempt = () => Promise<boolean>

/**
 * Tests each check twice: it stops its attempt, and with only that check off the attempt succeeds.
 * @param behind for a check behind another that stops the same attempt: that one is off both times.
 */
export function testChecks<Name extends string>(
  checks: Readonly<Record<Name, Check>> & Checks,
  attempts: Readonly<Record<Name, Attempt>>,
  behind?: Readonly<Partial<Record<NoInfer<Name>, NoInfer<Name>>>>,
): void {
  test.each(Object.keys(checks) as Name[])('%s, and without that check the attempt succeeds', async (name) => {
    const before = behind?.[name]
    const out = before === undefined ? [] : [checks[before]]
    expect(await withoutChecks(out, attempts[name]), 'with the check').toBe(false)
    expect(await withoutChecks([...out, checks[name]], attempts[name]), 'without it').toBe(true)
  })
}
