import { expect, test } from 'vitest'
import type { Check, Checks } from './check.ts'
import { withoutChecks } from './without-checks.ts'

/** Somebody tries what a check forbids. @returns whether it came through */
export type Attempt = () => Promise<boolean>

/**
 * Each check twice: it stops its attempt, and with it alone taken out the attempt comes through.
 * @param behind of a check that stands behind another one that stops the same attempt: that one is out both times.
 */
export function testChecks<Name extends string>(
  checks: Readonly<Record<Name, Check>> & Checks,
  attempts: Readonly<Record<Name, Attempt>>,
  behind?: Readonly<Partial<Record<NoInfer<Name>, NoInfer<Name>>>>,
): void {
  test.each(Object.keys(checks) as Name[])('%s, and without that check it would not be so', async (name) => {
    const before = behind?.[name]
    const out = before === undefined ? [] : [checks[before]]
    expect(await withoutChecks(out, attempts[name]), 'with the check').toBe(false)
    expect(await withoutChecks([...out, checks[name]], attempts[name]), 'without it').toBe(true)
  })
}
