import { describe, expect, it } from 'vitest'
import { refusalWords } from '#lib/text/refusal-words.ts'
import { textOf } from '#lib/text/text.ts'

const t = textOf('en')

describe('the words of a refusal', () => {
  it('say what is known, where there are words for it', () => {
    expect(refusalWords(t, { code: 'NOT_ACTIVE', facts: { from: '1.1.2099' } })).toContain('1.1.2099')
    expect(refusalWords(t, { code: 'NOT_ACTIVE' })).toBe(t('errors.NOT_ACTIVE'))
  })

  it.each([
    ['NOT_FOUND', { field: 'presentationId' }],
    ['TOO_MANY_REQUESTS', { seconds: 45 }],
    ['SEAT_TAKEN_ON_DATES', { count: 1, total: 3, presentationIds: '2' }],
  ] as const)('are those of the code for other facts: %s', (code, facts) => {
    expect(refusalWords(t, { code, facts })).toBe(t(`errors.${code}`, facts))
    expect(refusalWords(t, { code, facts })).not.toContain(code)
  })
})
