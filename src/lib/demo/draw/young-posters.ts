import { lettering } from './lettering.ts'
import { around, circle, ellipse, ground, line, path, rect, times, wave, type Point } from './shapes.ts'

/** Posters for children. */
export const youngPosters: Readonly<Record<string, () => string>> = {
  anan: () =>
    ground('#BDE0FE', '#E2F0FF') +
    times(26, (drop) =>
      line(
        [
          [70 + (drop % 9) * 60, 400 + Math.floor(drop / 9) * 70 + (drop % 2) * 26],
          [62 + (drop % 9) * 60, 430 + Math.floor(drop / 9) * 70 + (drop % 2) * 26],
        ],
        { stroke: '#4895EF', width: 8, round: true },
      ),
    ) +
    ['150 290 90', '250 220 110', '370 230 105', '450 300 84', '300 310 110']
      .map((puff) => puff.split(' ').map(Number))
      .map(([x = 0, y = 0, r = 0]) => circle([x, y], r, { fill: '#FFFFFF' }))
      .join('') +
    circle([240, 270], 12, { fill: '#22333B' }) +
    circle([360, 270], 12, { fill: '#22333B' }) +
    path('M262 316q38 36 76 0', { stroke: '#22333B', width: 8, round: true }) +
    circle([206, 304], 20, { fill: '#FFC8DD' }) +
    circle([394, 304], 20, { fill: '#FFC8DD' }) +
    wave(610, { height: 18, waves: 1.5, shift: 0 }, '#80B918') +
    lettering({ text: 'הענן', size: 126, fill: '#FFFFFF', y: 726, face: 'sans' }) +
    lettering({ text: 'שרצה לרדת', size: 74, fill: '#22333B', y: 802, face: 'sans' }),

  saba: () =>
    ground('#3A0CA3') +
    rect([90, 110, 420, 320], { fill: '#F72585', r: 30 }) +
    rect([118, 138, 364, 264], { fill: '#B8F2E6', r: 14 }) +
    circle([300, 270], 92, { fill: '#FFE0BD' }) +
    path('M208 250q0-90 92-90t92 90q-40-40-92-40t-92 40z', { fill: '#FFFFFF' }) +
    times(2, (eye) => circle([262 + eye * 76, 262], 30, { stroke: '#3A0CA3', width: 8 })) +
    line(
      [
        [292, 262],
        [308, 262],
      ],
      { stroke: '#3A0CA3', width: 8 },
    ) +
    path('M236 312q64-34 128 0q-30 50-64 20q-34 30-64-20z', { fill: '#FFFFFF' }) +
    path('M250 430h100l20 70H230z', { fill: '#7209B7' }) +
    rect([170, 500, 260, 26], { fill: '#7209B7', r: 13 }) +
    lettering({ text: 'סבא', size: 120, fill: '#FFD60A', y: 690, face: 'sans' }) +
    lettering({ text: 'אינטרנט', size: 98, fill: '#FFFFFF', y: 788, face: 'sans' }),

  kvasim: () =>
    ground('#1D3557') +
    times(40, (star) => circle([(star * 149) % 600, (star * 71) % 300], 1 + (star % 3), { fill: '#F1FAEE' })) +
    path('M480 70a80 80 0 1 0 60 130a64 64 0 1 1-60-130z', { fill: '#FFE66D' }) +
    wave(470, { height: 26, waves: 1.2, shift: 1 }, '#2A6F4E') +
    sheep(130, 420) +
    sheep(300, 390) +
    sheep(470, 425) +
    path('M214 520a30 30 0 1 1 56 14h110v26h-20v22h-24v-22H268a30 30 0 0 1-54-40z', { fill: '#FFE66D' }) +
    rect([0, 610, 600, 230], { fill: '#14532D' }) +
    lettering({ text: 'שלוש כבשים', size: 104, fill: '#F1FAEE', y: 714, face: 'sans' }) +
    lettering({ text: 'ומפתח', size: 92, fill: '#FFE66D', y: 804, face: 'sans' }),

  buot: () =>
    ground('#FDE2E4', '#E2ECE9', '#CDDAFD') +
    times(22, (bubble) => soap([60 + ((bubble * 163) % 490), 60 + ((bubble * 97) % 480)], 18 + ((bubble * 29) % 74), bubble)) +
    path('M240 640V520l-30-60v-30h180v30l-30 60v120z', { fill: '#FFFFFF', opacity: 0.85 }) +
    path('M250 560h100l40 80H210z', { fill: '#9B5DE5' }) +
    rect([0, 630, 600, 210], { fill: '#5A189A' }) +
    lettering({ text: 'מעבדת', size: 104, fill: '#FEE440', y: 728, face: 'sans' }) +
    lettering({ text: 'הבועות', size: 92, fill: '#FFFFFF', y: 812, face: 'sans' }),

  dag: () =>
    ground('#FFD166') +
    ellipse([280, 300, 190, 130], { fill: '#EF476F' }) +
    path('M450 300l120-100v200z', { fill: '#EF476F' }) +
    times(3, (scale) => path(`M${String(250 + scale * 56)} 210q44 90 0 180`, { stroke: '#FFD166', width: 9 })) +
    circle([180, 270], 36, { fill: '#FFFFFF' }) +
    circle([172, 270], 16, { fill: '#073B4C' }) +
    path('M104 340q34 30 66 6', { stroke: '#073B4C', width: 9, round: true }) +
    ellipse([280, 300, 236, 64], { stroke: '#118AB2', width: 34 }) +
    wave(540, { height: 20, waves: 2, shift: 0 }, '#06D6A0') +
    wave(590, { height: 20, waves: 2, shift: 2 }, '#118AB2') +
    lettering({ text: 'הדג', size: 116, fill: '#FFFFFF', y: 716, face: 'sans' }) +
    lettering({ text: 'שלא ידע לשחות', size: 76, fill: '#FFD166', y: 800, face: 'sans' }),
}

function sheep(x: number, y: number): string {
  const wool = times(9, (tuft) => circle(around([x, y], 42, tuft * 40), 24, { fill: '#F1FAEE' }))
  const legs =
    line(
      [
        [x - 22, y + 50],
        [x - 22, y + 86],
      ],
      { stroke: '#22223B', width: 9 },
    ) +
    line(
      [
        [x + 22, y + 50],
        [x + 22, y + 86],
      ],
      { stroke: '#22223B', width: 9 },
    )
  return (
    legs +
    wool +
    circle([x, y], 48, { fill: '#F1FAEE' }) +
    ellipse([x - 40, y - 16, 24, 30], { fill: '#22223B' }) +
    circle([x - 46, y - 22], 4, { fill: '#fff' }) +
    circle([x - 32, y - 22], 4, { fill: '#fff' })
  )
}

function soap([x, y]: Point, r: number, index: number): string {
  const edge = ['#9B5DE5', '#00BBF9', '#F15BB5', '#00A896'][index % 4] ?? ''
  return (
    circle([x, y], r, { fill: '#FFFFFF', stroke: edge, width: 3, opacity: 0.55 }) +
    ellipse([x - r * 0.4, y - r * 0.4, r * 0.16, r * 0.28], {
      fill: '#FFFFFF',
      turn: `rotate(40 ${String(x - r * 0.4)} ${String(y - r * 0.4)})`,
    })
  )
}
