import { circle, ellipse, line, path, rect, times } from './shapes.ts'

/** Pictures of products sold beside tickets, on a square of 600. */
export const productPictures: Readonly<Record<string, () => string>> = {
  programme: () =>
    plate('#EFE7F7') +
    rect([170, 110, 270, 390], { fill: '#6C1AA6', r: 8 }) +
    rect([184, 110, 14, 390], { fill: '#4E1180' }) +
    times(5, (arc) =>
      path(`M${String(232 + arc * 8)} ${String(220 + arc * 26)}q86 60 ${String(172 - arc * 16)} 0`, {
        stroke: '#E9D5FF',
        width: 9,
        round: true,
      }),
    ) +
    rect([250, 420, 130, 14], { fill: '#E9D5FF', r: 7 }) +
    rect([280, 448, 70, 14], { fill: '#E9D5FF', r: 7 }),
  wine: () =>
    plate('#F8E9EC') +
    path('M200 110h200q16 190-80 220v120h70v30H210v-30h70V330q-96-30-80-220z', { fill: '#FFFFFF', stroke: '#C9B3BA', width: 6 }) +
    path('M204 200h192q-4 100-96 110q-92-10-96-110z', { fill: '#8E1B3A' }) +
    ellipse([300, 200, 96, 14], { fill: '#B23A5C' }),
  parking: () =>
    plate('#E6EEF8') +
    rect([150, 110, 300, 300], { fill: '#0B57A4', r: 40 }) +
    path('M240 350V170h80a58 58 0 0 1 0 116h-38v64z', { fill: '#FFFFFF' }) +
    path('M282 208h34a20 20 0 0 1 0 40h-34z', { fill: '#0B57A4' }) +
    rect([288, 410, 24, 110], { fill: '#7B8794' }),
  donation: () =>
    plate('#FBEFE2') +
    path('M300 250c-66-100-180-12-66 92l66 58 66-58c114-104 0-192-66-92z', { fill: '#D1495B' }) +
    path('M110 430q90-40 160 0l60 10q30 20-6 36h-90l100 8 120-60q34 0 16 34L330 530H160l-50-20z', {
      fill: '#EDC9A4',
      stroke: '#B98B5E',
      width: 5,
    }),
  popcorn: () =>
    plate('#FFF3DA') +
    path('M180 250h240l-40 270H220z', { fill: '#FFFFFF' }) +
    times(4, (stripe) => path(`M${String(180 + stripe * 68.6)} 250h34.3l${String(-6 * (stripe - 1.5))} 270h-24z`, { fill: '#D62828' })) +
    times(13, (corn) =>
      circle([186 + (corn % 7) * 38, 232 - Math.floor(corn / 7) * 44 - (corn % 2) * 12], 30, { fill: corn % 3 ? '#FFE8A3' : '#FFD25A' }),
    ),
  drink: () =>
    plate('#E3F4F4') +
    line(
      [
        [340, 60],
        [318, 200],
      ],
      { stroke: '#D62828', width: 14, round: true },
    ) +
    path('M200 180h200l-26 340H226z', { fill: '#2A9D8F' }) +
    rect([184, 160, 232, 34], { fill: '#FFFFFF', stroke: '#B8D8D5', width: 5, r: 10 }) +
    path('M208 290h184l-8 100H216z', { fill: '#FFFFFF', opacity: 0.9 }) +
    circle([300, 340], 28, { fill: '#F4A261' }),
  print: () =>
    plate('#EEF0F3') +
    rect([150, 80, 300, 420], { fill: '#FFFFFF', stroke: '#C3C9D1', width: 5 }) +
    rect([174, 104, 252, 320], { fill: '#F0E4CF' }) +
    circle([340, 200], 58, { fill: '#E2552B' }) +
    times(4, (arch) =>
      path(`M174 ${String(330 + arch * 18)}a126 ${String(110 - arch * 14)} 0 0 1 252 0`, { stroke: '#1D2B4F', width: 7 }),
    ) +
    rect([174, 350, 252, 74], { fill: '#1D2B4F' }) +
    rect([330, 450, 96, 12], { fill: '#9AA3AF', r: 6 }),
  headphones: () =>
    plate('#ECEAF6') +
    path('M140 350v-40a160 160 0 0 1 320 0v40', { stroke: '#2B2D42', width: 26, round: true }) +
    rect([110, 330, 86, 150], { fill: '#6C1AA6', r: 36 }) +
    rect([404, 330, 86, 150], { fill: '#6C1AA6', r: 36 }) +
    circle([153, 405], 16, { fill: '#E9D5FF' }) +
    circle([447, 405], 16, { fill: '#E9D5FF' }),
  scarf: () =>
    plate('#FDF0E1') +
    path('M170 120q130 120 260 0l40 60q-170 130-340 0z', { fill: '#F77F00' }) +
    path('M180 210l90 40-20 250h-90z', { fill: '#F77F00' }) +
    path('M330 250l90-40 20 290h-90z', { fill: '#F77F00' }) +
    times(
      4,
      (band) => rect([168, 290 + band * 56, 96, 26], { fill: '#003049' }) + rect([340, 290 + band * 56, 96, 26], { fill: '#003049' }),
    ) +
    times(
      8,
      (fringe) =>
        line(
          [
            [170 + fringe * 11, 500],
            [170 + fringe * 11, 540],
          ],
          { stroke: '#F77F00', width: 5 },
        ) +
        line(
          [
            [354 + fringe * 11, 500],
            [354 + fringe * 11, 540],
          ],
          { stroke: '#F77F00', width: 5 },
        ),
    ),
}

function plate(fill: string): string {
  return rect([0, 0, 600, 600], { fill })
}
