import type { Chapter } from './films.ts'

/** One stretch of the time line: a chapter with its end, or the whole film if it has none. */
export interface Stretch extends Chapter {
  readonly until: number
}

/** The index of the chapter at `seconds`; -1 before the first. */
export function chapterAt(chapters: readonly Chapter[], seconds: number): number {
  return chapters.findLastIndex(({ at }) => at <= seconds)
}

/** Where the next chapter starts; undefined in the last one. */
export function nextChapterStart(chapters: readonly Chapter[], seconds: number): number | undefined {
  return chapters[chapterAt(chapters, seconds) + 1]?.at
}

/** Splits a film of `whole` seconds at its chapters; what precedes the first chapter belongs to it. Chapters beyond the end are left out. */
export function stretchesOf(chapters: readonly Chapter[], whole: number): readonly Stretch[] {
  const inside = chapters.filter(({ at }) => at < whole)
  if (inside.length === 0) return [{ at: 0, until: whole, name: '' }]
  return inside.map(({ at, name }, index) => ({ name, at: index === 0 ? 0 : at, until: inside[index + 1]?.at ?? whole }))
}

/** How much of a stretch lies before `seconds`, from 0 to 1. */
export function shareBefore({ at, until }: Pick<Stretch, 'at' | 'until'>, seconds: number): number {
  return until <= at ? 0 : Math.min(1, Math.max(0, (seconds - at) / (until - at)))
}
