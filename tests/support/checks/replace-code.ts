import { CHECKS } from './all-checks.ts'
import { isInCode, keyOf, SWITCH, type Check } from './check.ts'

const IN_CODE = CHECKS.filter(isInCode)

/** A plugin of the tests' module loader that can switch each listed check off during a test. Sources and build are unchanged. */
export function replaceChecks() {
  return {
    name: 'replace-checks',
    enforce: 'pre' as const,
    transform(code: string, id: string): string | null {
      const own = IN_CODE.filter(({ file }) => id.split('?')[0]?.endsWith(`/src/${file}`))
      return own.length === 0 ? null : own.reduce(withSwitch, code)
    },
  }
}

function withSwitch(code: string, check: Check): string {
  return code.replace(check.text, () => `(globalThis.${SWITCH}?.(${JSON.stringify(keyOf(check))}) ? (${check.without}) : (${check.text}))`)
}
