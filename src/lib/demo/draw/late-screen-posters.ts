import { lettering } from './lettering.ts'
import { around, chance, circle, ellipse, ground, line, path, rect, times, wave } from './shapes.ts'

/** More posters of films. */
export const lateScreenPosters: Readonly<Record<string, () => string>> = {
  tzolelan: () =>
    ground('#0B6E7F', '#04313C', '#010B10') +
    path('M300-20L180 620h240z', { fill: '#BFF3F0', opacity: 0.14 }) +
    line(
      [
        [300, 0],
        [300, 330],
      ],
      { stroke: '#D9B44A', width: 4 },
    ) +
    circle([300, 400], 92, { fill: '#D9B44A' }) +
    circle([300, 400], 56, { fill: '#04222B' }) +
    circle([300, 400], 56, { stroke: '#8A6B1E', width: 12 }) +
    times(8, (bolt) => circle(around([300, 400], 74, bolt * 45), 7, { fill: '#8A6B1E' })) +
    path('M226 470q74 40 148 0l30 110H196z', { fill: '#D9B44A' }) +
    times(7, (bubble) => circle([420 + (bubble % 3) * 22, 340 - bubble * 46], 5 + bubble, { stroke: '#BFF3F0', width: 2.5 })) +
    lettering({ text: 'הצוללן', size: 156, fill: '#F4E9C8', y: 752, x: 300, middle: true }),

  sheleg: () => {
    const next = chance(30)
    return (
      ground('#9CC7E4', '#E6F1F7') +
      circle([150, 170], 70, { fill: '#FFF3C4' }) +
      wave(420, { height: 40, waves: 1, shift: 0.2 }, '#E0A96D') +
      wave(500, { height: 34, waves: 1.3, shift: 2 }, '#C98A4B') +
      path('M0 410q150-60 300 0t300-20v40q-150-40-300 10T0 450z', { fill: '#FFFFFF' }) +
      line(
        [
          [430, 470],
          [430, 250],
        ],
        { stroke: '#2F7D4F', width: 46, round: true },
      ) +
      line(
        [
          [430, 400],
          [510, 400],
          [510, 330],
        ],
        { stroke: '#2F7D4F', width: 30, round: true },
      ) +
      line(
        [
          [430, 430],
          [360, 430],
          [360, 360],
        ],
        { stroke: '#2F7D4F', width: 30, round: true },
      ) +
      path('M400 232q30-34 60 0v14h-60zM494 320q16-22 32 0v10h-32zM344 350q16-22 32 0v10h-32z', { fill: '#FFFFFF' }) +
      times(90, () => circle([next() * 600, next() * 600], 2 + next() * 4, { fill: '#FFFFFF' })) +
      rect([0, 610, 600, 230], { fill: '#8B3A1E' }) +
      lettering({ text: 'שלג בנגב', size: 128, fill: '#FFFFFF', y: 764, x: 300, middle: true })
    )
  },

  chalva: () =>
    ground('#2B1B3D') +
    times(16, (ray) =>
      path(
        `M300 300L${around([300, 300], 620, ray * 22.5)
          .map(Math.round)
          .join(' ')}L${around([300, 300], 620, ray * 22.5 + 11.25)
          .map(Math.round)
          .join(' ')}z`,
        { fill: '#3B2852' },
      ),
    ) +
    rect([140, 200, 320, 200], { fill: '#E8D5A9', r: 16 }) +
    path('M140 250q80 50 160 0t160 0v60q-80 50-160 0t-160 0z', { fill: '#8B5E34' }) +
    times(12, (seed) => circle([166 + (seed % 6) * 54, 222 + Math.floor(seed / 6) * 150], 7, { fill: '#7FA650' })) +
    line(
      [
        [150, 440],
        [450, 160],
      ],
      { stroke: '#FF4D6D', width: 6 },
    ) +
    line(
      [
        [150, 160],
        [450, 440],
      ],
      { stroke: '#FF4D6D', width: 6 },
    ) +
    circle([300, 300], 150, { stroke: '#FF4D6D', width: 6 }) +
    lettering({ text: 'מבצע', size: 118, fill: '#FF4D6D', y: 668, face: 'sans' }) +
    lettering({ text: 'חלבה', size: 132, fill: '#E8D5A9', y: 788, face: 'sans' }),

  dragon: () =>
    ground('#7BDFF2') +
    rect([120, 330, 360, 310], { fill: '#3D5A80', r: 30 }) +
    path('M120 360h360v40H120z', { fill: '#98C1D9' }) +
    line(
      [
        [140, 420],
        [140, 610],
        [460, 610],
        [460, 420],
      ],
      { stroke: '#EE6C4D', width: 5 },
    ) +
    path('M220 360c-30-150 40-230 120-220 70 8 90 70 60 120l-20 100z', { fill: '#57A773' }) +
    path('M250 170l-26-50 44 20 6-50 30 44 24-46 18 52z', { fill: '#2E6F4E' }) +
    circle([352, 196], 18, { fill: '#FFFFFF' }) +
    circle([358, 196], 8, { fill: '#1B263B' }) +
    path('M396 236q70-30 110-90q20 70-30 110q-40 20-80 4z', { fill: '#F77F00' }) +
    path('M404 238q40-14 70-50q6 40-26 58q-20 8-44 0z', { fill: '#FCBF49' }) +
    lettering({ text: 'דרקון', size: 120, fill: '#1B263B', y: 738, face: 'sans', x: 552 }) +
    lettering({ text: 'בכיס', size: 90, fill: '#D1495B', y: 814, face: 'sans', x: 552 }),

  orvim: () =>
    ground('#3A0A12', '#0A0406') +
    circle([300, 250], 150, { fill: '#E9E3D5' }) +
    line(
      [
        [60, 640],
        [250, 430],
        [220, 300],
      ],
      { stroke: '#000000', width: 22, round: true },
    ) +
    line(
      [
        [250, 430],
        [470, 360],
        [560, 250],
      ],
      { stroke: '#000000', width: 16, round: true },
    ) +
    line(
      [
        [360, 394],
        [400, 280],
      ],
      { stroke: '#000000', width: 10, round: true },
    ) +
    crow(215, 270, 1) +
    crow(405, 250, -1) +
    crow(520, 262, 0.7) +
    lettering({ text: 'הלילה', size: 132, fill: '#E9E3D5', y: 718 }) +
    lettering({ text: 'של העורבים', size: 80, fill: '#D0343F', y: 800 }),

  ananim: () =>
    ground('#F9D976', '#F39F86') +
    path('M20 320h300l-30-70h46l70 70h120q50 0 70 36q-30 30-90 30H20q-60-36 0-66z', { fill: '#2F4858' }) +
    rect([150, 380, 240, 16], { fill: '#2F4858', r: 8 }) +
    rect([130, 250, 260, 16], { fill: '#2F4858', r: 8 }) +
    line(
      [
        [586, 290],
        [586, 430],
      ],
      { stroke: '#2F4858', width: 8, round: true },
    ) +
    times(4, (cloud) => ellipse([80 + cloud * 170, 540 + (cloud % 2) * 20, 150, 64], { fill: '#FFFFFF', opacity: 0.92 })) +
    rect([0, 560, 600, 280], { fill: '#FFFFFF' }) +
    lettering({ text: 'מעבר', size: 132, fill: '#2F4858', y: 700 }) +
    lettering({ text: 'לעננים', size: 100, fill: '#E86A50', y: 796 }),
}

/** A sitting bird, its beak to the right; a negative size turns it to the left. */
function crow(x: number, y: number, size: number): string {
  const turn = `translate(${String(x)} ${String(y)}) scale(${String(size)} ${String(Math.abs(size))})`
  return (
    path('M-46 50q0-70 40-90q30-14 44 8l34 14-34 10q0 50-40 62l-60 30z', { fill: '#000000', turn }) +
    circle([x + 18 * size, y - 26 * Math.abs(size)], 5, { fill: '#D0343F' })
  )
}
