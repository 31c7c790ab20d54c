import { ltr } from './isolate.ts'
import type { Translate } from './translate.ts'

/** "Ages 14 and up", or "All ages". @param fromAge in years; 0: all ages */
export function ageText(fromAge: number, t: Translate): string {
  return fromAge === 0 ? t('feature.allAges') : t('feature.fromAge', { age: ltr(String(fromAge)) })
}
