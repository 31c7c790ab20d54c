import { CHECKS } from './all-checks.ts'
import { isInCode, keyOf, SWITCH, type Check } from './check.ts'

const IN_CODE = CHECKS.filter(isInCode)

/** A plugin of the tests' own module loader: each listed check of the code can be taken out while a test runs. The sources and the build stay as they are. */
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
