import { lettering } from './lettering.ts'
import { around, circle, ellipse, ground, line, path, rect, times, wave } from './shapes.ts'

/** Posters of cultural sites and the museum. */
export const sitePosters: Readonly<Record<string, () => string>> = {
  tzok: () =>
    ground('#F7E3B5', '#F2B36B') +
    circle([430, 190], 84, { fill: '#FFF4D6' }) +
    wave(470, { height: 34, waves: 1.2, shift: 0.4 }, '#C9824A') +
    path('M60 520V300h46v-36h40v36h40v-36h40v36h44v-90h40v-40h44v40h44v-40h44v40h40v380z', { fill: '#5B3A29' }) +
    path('M290 600v-86a42 42 0 0 1 84 0v86z', { fill: '#F2B36B' }) +
    times(4, (slit) => rect([120 + slit * 100, 380, 10, 44], { fill: '#F2B36B', r: 5 })) +
    rect([0, 590, 600, 250], { fill: '#3A2419' }) +
    lettering({ text: 'מצודת', size: 128, fill: '#F7E3B5', y: 708 }) +
    lettering({ text: 'הצוק', size: 96, fill: '#F2B36B', y: 798 }),

  or: () =>
    ground('#0F4C5C') +
    times(5, (row) => times(4, (column) => vessel(96 + column * 136, 120 + row * 112, (row * 4 + column) % 5))) +
    rect([0, 640, 600, 200], { fill: '#0A3540' }) +
    lettering({ text: 'אור מקומי', size: 120, fill: '#FFE8B8', y: 772, x: 300, middle: true }),

  tzlilim: () =>
    ground('#EFECE6') +
    times(24, (ring) =>
      ellipse([300, 300, 24 + ring * 12, 12 + ring * 10.5 + (ring % 3) * 3], {
        stroke: ring % 4 === 0 ? '#E4572E' : '#1B1B1E',
        width: ring % 4 === 0 ? 6 : 2.2,
      }),
    ) +
    circle([300, 300], 14, { fill: '#E4572E' }) +
    rect([0, 610, 600, 230], { fill: '#1B1B1E' }) +
    lettering({ text: 'חדר', size: 104, fill: '#E4572E', y: 716, face: 'sans' }) +
    lettering({ text: 'הצלילים', size: 92, fill: '#EFECE6', y: 802, face: 'sans' }),

  nafach: () =>
    ground('#190E1C', '#571F2C') +
    times(6, (glow) =>
      circle([250, 300], 190 - glow * 26, { fill: ['#7D1D2B', '#B3322B', '#E2571F', '#F58A1F', '#FDC04A', '#FFF1B8'][glow] ?? '#fff' }),
    ) +
    line(
      [
        [250, 300],
        [560, 40],
      ],
      { stroke: '#D9D9DE', width: 16, round: true },
    ) +
    ellipse([190, 236, 26, 46], { fill: '#FFFFFF', opacity: 0.45, turn: 'rotate(28 190 236)' }) +
    lettering({ text: 'נפחית', size: 132, fill: '#FDC04A', y: 690 }) +
    lettering({ text: 'הזכוכית', size: 88, fill: '#FFF1B8', y: 784 }),

  zricha: () =>
    ground('#2B2D6E', '#D9567B', '#FBB667') +
    times(18, (ray) => line([[300, 520], around([300, 520], 560, -85 + ray * 10)], { stroke: '#FFE3A8', width: 5, opacity: 0.35 })) +
    circle([300, 520], 130, { fill: '#FFE3A8' }) +
    path('M0 540h60v-30h44v30h52v-30h44v30h52v-30h44v30h52v-30h44v30h52v-30h44v30h112v300H0z', { fill: '#251238' }) +
    lettering({ text: 'זריחה', size: 132, fill: '#FBB667', y: 704 }) +
    lettering({ text: 'על החומה', size: 80, fill: '#F7D9E0', y: 792 }),
}

const GLASS = ['#F4A259', '#5FB49C', '#F25F5C', '#FFE066', '#7FB7E6']

function vessel(x: number, y: number, kind: number): string {
  const fill = GLASS[kind] ?? '#fff'
  const outline =
    [
      'h28v-18q34 30 34 58a48 48 0 0 1-96 0q0-28 34-58z',
      'h28l-6-30q40 60 18 92h-52q-22-32 18-92z',
      'h20v-30h8v30q40 34 6 88h-40q-34-54 6-88z',
      'h40q30 60-8 90h-24q-38-30-8-90z',
      'h28q8 50 30 90h-88q22-40 30-90z',
    ][kind] ?? ''
  const start = kind === 0 ? `M${String(x - 14)} ${String(y - 20)}` : `M${String(x - 14)} ${String(y - 30)}`
  return (
    path(start + outline, { fill, opacity: 0.92 }) +
    line(
      [
        [x - 60, y + 70],
        [x + 60, y + 70],
      ],
      { stroke: '#FFE8B8', width: 2, opacity: 0.5 },
    )
  )
}
