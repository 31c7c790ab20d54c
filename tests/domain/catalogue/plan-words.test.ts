import { describe, expect, test } from 'vitest'
import { editionOf, nameIn, planIn } from '#lib/domain/catalogue/plan-words.ts'

const EN = { sections: { אולם: 'Stalls' }, levels: { קרקע: 'Ground' }, stage: 'Stage' }
const PLAN = {
  ...{ id: 7, words: { en: EN, ru: {} } },
  stage: { label: 'במה', labelX: 5 },
  areas: [{ text: 'במה' }, { text: 'מזנון' }],
  levels: [{ name: 'קרקע', x: 1 }, { name: 'יציע', x: 2 }], // prettier-ignore
  sections: [{ name: 'אולם', id: 1 }, { name: 'תא', id: 2 }], // prettier-ignore
}

describe('a plan in a language', () => {
  test('has its names, and keeps the Hebrew ones that are missing', () => {
    expect(planIn(PLAN, 'en')).toEqual({
      ...PLAN,
      stage: { label: 'Stage', labelX: 5 },
      areas: [{ text: 'Stage' }, { text: 'מזנון' }],
      levels: [{ name: 'Ground', x: 1 }, { name: 'יציע', x: 2 }], // prettier-ignore
      sections: [{ name: 'Stalls', id: 1 }, { name: 'תא', id: 2 }], // prettier-ignore
    })
  })

  test('is the same, if it has no words in it', () => {
    expect(planIn(PLAN, 'ar')).toBe(PLAN)
    expect(planIn({ ...PLAN, words: null }, 'en').sections).toBe(PLAN.sections)
    expect(planIn(PLAN, 'ru')).toEqual(PLAN)
  })

  test('has neither stage, areas nor levels, if it had none', () => {
    const bare = { words: { en: EN }, stage: null, sections: PLAN.sections }
    expect(planIn(bare, 'en')).toEqual({ ...bare, sections: [{ name: 'Stalls', id: 1 }, { name: 'תא', id: 2 }] }) // prettier-ignore
    expect(planIn({ ...bare, areas: [{ text: 'במה' }] }, 'en').areas).toEqual([{ text: 'במה' }])
  })

  test('is an edition of its own', () => {
    const plan = { version: '3f', words: { en: EN } }
    expect([editionOf(plan, 'en'), editionOf(plan, 'he'), editionOf({ version: '3f', words: null }, 'en'), editionOf({ version: '3f' }, 'en')]).toEqual(['3f.en', '3f', '3f', '3f']) // prettier-ignore
  })
})

test('a section is called in a language as its words say, and by no word that every object has', () => {
  expect([nameIn(EN, 'אולם'), nameIn(EN, 'תא'), nameIn(undefined, 'אולם'), nameIn({}, 'אולם')]).toEqual(['Stalls', 'תא', 'אולם', 'אולם'])
  expect(nameIn(EN, 'constructor')).toBe('constructor')
})
