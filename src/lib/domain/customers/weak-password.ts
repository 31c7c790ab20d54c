/** Minimum and maximum password length in characters. */
export const PASSWORD_LENGTH = { least: 10, most: 200 } as const

/** Common bases of passwords. A password is weak if it is one of them, alone or surrounded by digits and punctuation. */
// The last line is Hebrew: password (twice), Israel, shalom, Jerusalem, Tel Aviv, the alphabet.
const TRIVIAL: ReadonlySet<string> = new Set([
  ...['password', 'passwort', 'passw0rd', 'p@ssw0rd', 'p@ssword', 'qwertyuiop', 'qwerty', 'asdfghjkl', 'zxcvbnm', 'letmein', 'welcome'],
  ...['iloveyou', 'admin', 'administrator', 'changeme', 'secret', 'sunshine', 'princess', 'football', 'baseball', 'superman', 'monkey'],
  ...[
    'dragon',
    'whatever',
    'trustno',
    'qazwsx',
    'qazwsxedc',
    'israel',
    'telaviv',
    'jerusalem',
    'shalom',
    'shura',
    'abcdefghij',
    'abcdefgh',
  ],
  ...[
    '\u05e1\u05d9\u05e1\u05de\u05d4',
    '\u05e1\u05d9\u05e1\u05de\u05d0',
    '\u05d9\u05e9\u05e8\u05d0\u05dc',
    '\u05e9\u05dc\u05d5\u05dd',
    '\u05d9\u05e8\u05d5\u05e9\u05dc\u05d9\u05dd',
    '\u05ea\u05dc\u05d0\u05d1\u05d9\u05d1',
    '\u05d0\u05d1\u05d2\u05d3\u05d4\u05d5\u05d6\u05d7\u05d8\u05d9',
    '',
  ],
])

/**
 * Whether a password is too easy to guess: too short or long, few distinct characters, a run of neighbours, a common word, or the customer's own details.
 * @param known the customer's address, number and names
 */
export function isWeakPassword(password: string, known: readonly string[]): boolean {
  const signs = [...password.normalize('NFKC')]
  if (signs.length < PASSWORD_LENGTH.least || signs.length > PASSWORD_LENGTH.most) return true
  const text = signs.join('').toLowerCase().trim()
  if (new Set(text).size < 5 || isRun(text)) return true
  return TRIVIAL.has(coreOf(text)) || known.some((one) => isKnown(text, one.toLowerCase()))
}

/** The text without digits, blanks and punctuation at either end. */
function coreOf(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
}

/** 1234567890, abcdefghijk and the like, in either direction. */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((sign, n) => (sign.codePointAt(0) ?? 0) - (text.codePointAt(n) ?? 0))
  const same = steps.filter((step) => step === steps[0] && Math.abs(step) <= 1).length
  return same >= steps.length - 1
}

function isKnown(text: string, known: string): boolean {
  if (known.length < 3) return false
  return text === known || coreOf(text) === known || text === known.split('@')[0]
}
