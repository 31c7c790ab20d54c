/** The screens of the numbers. */
export const SCREENS = ['reports', 'locations', 'features', 'monitor'] as const
export type ScreenName = (typeof SCREENS)[number]
