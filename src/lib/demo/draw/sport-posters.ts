import { lettering } from './lettering.ts'
import { around, circle, ground, line, path, rect, times } from './shapes.ts'

/** Posters of matches. */
export const sportPosters: Readonly<Record<string, () => string>> = {
  derby: () =>
    ground('#0B3D2E') +
    times(8, (strip) => (strip % 2 ? '' : rect([strip * 75, 0, 75, 840], { fill: '#0F5132' }))) +
    path('M0 0H330L270 600H0z', { fill: '#F77F00' }) +
    path('M330 0H600V600H270z', { fill: '#003049' }) +
    times(5, (stripe) =>
      path(`M${String(20 + stripe * 64)} ${String(60 + stripe * 10)}q30 120-10 230l26-10q40-120 14-226z`, {
        fill: '#1B1B1E',
        opacity: 0.9,
      }),
    ) +
    path('M470 120l-50 130h50l-40 150 120-190h-60l50-90z', { fill: '#FCBF49' }) +
    circle([300, 430], 84, { fill: '#FFFFFF' }) +
    path('M300 394l34 25-13 40h-42l-13-40z', { fill: '#1B1B1E' }) +
    times(5, (seam) => line([around([300, 430], 36, seam * 72), around([300, 430], 82, seam * 72)], { stroke: '#1B1B1E', width: 6 })) +
    rect([0, 600, 600, 240], { fill: '#1B1B1E' }) +
    lettering({ text: 'דרבי', size: 118, fill: '#F77F00', y: 712, face: 'sans' }) +
    lettering({ text: 'החוף', size: 100, fill: '#FFFFFF', y: 806, face: 'sans' }),

  gavia: () =>
    ground('#14213D') +
    times(20, (ray) =>
      path(
        `M300 280L${around([300, 280], 700, ray * 18)
          .map(Math.round)
          .join(' ')}L${around([300, 280], 700, ray * 18 + 9)
          .map(Math.round)
          .join(' ')}z`,
        { fill: '#1C2C52' },
      ),
    ) +
    path('M190 110h220q0 190-80 240v60h50v40H220v-40h50v-60q-80-50-80-240z', { fill: '#FCA311' }) +
    path('M190 140h-60q0 110 84 130M410 140h60q0 110-84 130', { stroke: '#FCA311', width: 20 }) +
    path('M230 130h40q0 130 20 190q-60-60-60-190z', { fill: '#FFE1A8', opacity: 0.8 }) +
    rect([190, 450, 220, 60], { fill: '#0A1126', r: 6 }) +
    lettering({ text: 'גביע', size: 124, fill: '#FCA311', y: 684, face: 'sans' }) +
    lettering({ text: 'המפרץ', size: 100, fill: '#FFFFFF', y: 786, face: 'sans' }),

  parkour: () =>
    ground('#EDF2F4') +
    times(7, (block) =>
      rect([block * 92 - 10, 560 - ([60, 180, 110, 260, 150, 320, 200][block] ?? 0), 84, 600], { fill: block % 2 ? '#8D99AE' : '#2B2D42' }),
    ) +
    path('M20 470C120 250 190 300 250 330S400 60 560 140', { stroke: '#EF233C', width: 8, round: true }) +
    circle([330, 176], 26, { fill: '#EF233C' }) +
    line(
      [
        [322, 206],
        [270, 262],
        [310, 300],
        [262, 348],
      ],
      { stroke: '#EF233C', width: 24, round: true },
    ) +
    line(
      [
        [270, 262],
        [210, 270],
      ],
      { stroke: '#EF233C', width: 20, round: true },
    ) +
    line(
      [
        [316, 214],
        [386, 236],
        [426, 200],
      ],
      { stroke: '#EF233C', width: 18, round: true },
    ) +
    rect([0, 610, 600, 230], { fill: '#EF233C' }) +
    lettering({ text: 'ליגת', size: 104, fill: '#EDF2F4', y: 714, face: 'sans' }) +
    lettering({ text: 'הפארקור', size: 92, fill: '#2B2D42', y: 804, face: 'sans' }),

  sal: () =>
    ground('#FF7F11') +
    circle([300, 330], 220, { fill: '#E4572E' }) +
    circle([300, 330], 220, { stroke: '#262626', width: 9 }) +
    line(
      [
        [80, 330],
        [520, 330],
      ],
      { stroke: '#262626', width: 9 },
    ) +
    line(
      [
        [300, 110],
        [300, 550],
      ],
      { stroke: '#262626', width: 9 },
    ) +
    path('M150 170q120 160 0 320M450 170q-120 160 0 320', { stroke: '#262626', width: 9 }) +
    rect([0, 600, 600, 240], { fill: '#262626' }) +
    lettering({ text: 'גמר', size: 118, fill: '#FF7F11', y: 712, face: 'sans' }) +
    lettering({ text: 'הסל', size: 100, fill: '#FFFFFF', y: 804, face: 'sans' }),
}
