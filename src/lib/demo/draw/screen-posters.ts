import { lettering } from './lettering.ts'
import { chance, circle, ellipse, ground, line, path, rect, times, wave } from './shapes.ts'

/** Posters of films. */
export const screenPosters: Readonly<Record<string, () => string>> = {
  kochav: () => {
    const next = chance(23)
    return (
      ground('#05060F', '#1B1140', '#4B1D5E') +
      times(160, () => circle([next() * 600, next() * 640], 0.6 + next() * 1.9, { fill: '#fff', opacity: 0.3 + next() * 0.7 })) +
      path('M400 90l16 96 96 16-96 16-16 96-16-96-96-16 96-16z', { fill: '#FFE9A8' }) +
      circle([400, 202], 120, { stroke: '#FFE9A8', width: 1.5, opacity: 0.5 }) +
      path('M-20 600q320-130 640-20v260H-20z', { fill: '#0A0817' }) +
      line(
        [
          [120, 596],
          [120, 500],
          [94, 470],
        ],
        { stroke: '#C9B6FF', width: 5, round: true },
      ) +
      path('M64 480a44 44 0 0 1 62-32l-36 50z', { fill: '#C9B6FF' }) +
      lettering({ text: 'כוכב', size: 136, fill: '#FFE9A8', y: 716 }) +
      lettering({ text: 'בלי שם', size: 84, fill: '#C9B6FF', y: 800 })
    )
  },

  pnina: () =>
    ground('#87D3E8', '#FDF3C8') +
    circle([470, 150], 80, { fill: '#FF9F1C' }) +
    wave(430, { height: 8, waves: 4, shift: 0 }, '#2A9DB5') +
    wave(470, { height: 8, waves: 4, shift: 1.5 }, '#197F99') +
    rect([0, 520, 600, 320], { fill: '#F5D491' }) +
    rect([130, 370, 320, 150], { fill: '#FFFFFF', r: 40 }) +
    rect([130, 450, 320, 36], { fill: '#E63946' }) +
    rect([170, 400, 90, 46], { fill: '#87D3E8', r: 10 }) +
    rect([300, 396, 60, 124], { fill: '#E63946', r: 8 }) +
    circle([210, 528], 34, { fill: '#22223B' }) +
    circle([210, 528], 13, { fill: '#FFFFFF' }) +
    line(
      [
        [450, 500],
        [540, 500],
      ],
      { stroke: '#22223B', width: 9, round: true },
    ) +
    lettering({ text: 'הקיץ האחרון', size: 112, fill: '#1D5C6E', y: 690 }) +
    lettering({ text: 'של הדודה פנינה', size: 72, fill: '#E63946', y: 780 }),

  rakevet: () =>
    ground('#11151C') +
    times(14, (tie) => {
      const y = 250 + tie * tie * 2.3
      const half = 20 + (y - 250) * 0.62
      return rect([300 - half, y, half * 2, 3 + tie * 0.9], { fill: '#5A3A2E' })
    }) +
    line(
      [
        [292, 240],
        [40, 700],
      ],
      { stroke: '#AEB4BD', width: 8 },
    ) +
    line(
      [
        [308, 240],
        [560, 700],
      ],
      { stroke: '#AEB4BD', width: 8 },
    ) +
    rect([190, 90, 220, 250], { fill: '#1F2733', r: 46 }) +
    rect([226, 126, 148, 74], { fill: '#0B0E13', r: 12 }) +
    circle([236, 276], 24, { fill: '#FFF2B0' }) +
    circle([364, 276], 24, { fill: '#FFF2B0' }) +
    path('M236 276L-60 620H210z', { fill: '#FFF2B0', opacity: 0.12 }) +
    path('M364 276L660 620H390z', { fill: '#FFF2B0', opacity: 0.12 }) +
    lettering({ text: '417', size: 60, fill: '#E5383B', y: 184, x: 300, middle: true, face: 'sans' }) +
    rect([0, 660, 600, 180], { fill: '#E5383B' }) +
    lettering({ text: 'רכבת 417', size: 126, fill: '#FFFFFF', y: 786, face: 'sans', x: 300, middle: true }),

  chatul: () =>
    ground('#F2C14E') +
    path('M110 230l20-150 110 84h120l110-84 20 150q30 70 30 130a220 200 0 0 1-440 0q0-60 30-130z', { fill: '#1D1D1F' }) +
    ellipse([210, 320, 58, 50], { fill: '#F2C14E' }) +
    ellipse([210, 320, 12, 44], { fill: '#1D1D1F' }) +
    line(
      [
        [338, 330],
        [444, 310],
      ],
      { stroke: '#F2C14E', width: 12, round: true },
    ) +
    path('M282 400h36l-18 22z', { fill: '#E4572E' }) +
    times(
      3,
      (hair) =>
        line(
          [
            [250, 424 + hair * 10],
            [60, 400 + hair * 34],
          ],
          { stroke: '#FFFFFF', width: 3 },
        ) +
        line(
          [
            [350, 424 + hair * 10],
            [540, 400 + hair * 34],
          ],
          { stroke: '#FFFFFF', width: 3 },
        ),
    ) +
    lettering({ text: 'החתול', size: 132, fill: '#1D1D1F', y: 708, face: 'sans' }) +
    lettering({ text: 'שידע יותר מדי', size: 72, fill: '#C4381C', y: 792, face: 'sans' }),

  mayim: () =>
    ground('#BFE9F0', '#2E8FA8', '#06304A') +
    times(9, (band) =>
      wave(
        60 + band * 60,
        { height: 12, waves: 2 + band * 0.3, shift: band },
        { fill: band % 2 ? '#1B7C9A' : '#3FA6BD', bottom: 78 + band * 60 },
      ),
    ) +
    path('M300 470q60-50 120 0q-60 50-120 0zm0 0l-50-34v68z', { fill: '#FF8C61' }) +
    circle([392, 462], 6, { fill: '#06304A' }) +
    times(6, (bubble) => circle([450 + bubble * 14, 420 - bubble * 48], 6 + bubble * 2, { stroke: '#E8FAFF', width: 3 })) +
    path('M0 640q60-120 90-10q40-150 80 10q50-90 70 0v200H0z', { fill: '#E45C7A' }) +
    path('M600 640q-50-140-90-10q-30-80-70 10v200h160z', { fill: '#B8336A' }) +
    rect([0, 634, 600, 206], { fill: '#06243A' }) +
    lettering({ text: 'מתחת', size: 110, fill: '#BFE9F0', y: 728 }) +
    lettering({ text: 'לפני המים', size: 84, fill: '#FF8C61', y: 808 }),

  ahava: () =>
    ground('#F7B2AD') +
    rect([120, 80, 360, 500], { fill: '#FFF5EC' }) +
    rect([144, 104, 150, 476], { fill: '#B5404D' }) +
    rect([306, 104, 150, 476], { fill: '#B5404D' }) +
    times(2, (door) => rect([166 + door * 162, 130, 106, 180], { fill: '#7FC8C2', r: 6 })) +
    path('M300 300c-60-90-160-10-60 80l60 52 60-52c100-90 0-170-60-80z', { fill: '#FFE07D' }) +
    rect([60, 580, 480, 24], { fill: '#6B2737' }) +
    lettering({ text: 'אהבה', size: 132, fill: '#6B2737', y: 718 }) +
    lettering({ text: 'בקומת הכניסה', size: 74, fill: '#FFFFFF', y: 798 }),
}
