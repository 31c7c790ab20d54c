import { lettering } from './lettering.ts'
import { around, chance, circle, ellipse, ground, line, path, rect, times, wave } from './shapes.ts'

/** Posters of films. */
export const screenPosters: Readonly<Record<string, () => string>> = {
  kochav: () => {
    const next = chance(23)
    return (
      ground('#05060F', '#1B1140', '#4B1D5E') +
      times(160, () => circle(next() * 600, next() * 640, 0.6 + next() * 1.9, { fill: '#fff', opacity: 0.3 + next() * 0.7 })) +
      path('M400 90l16 96 96 16-96 16-16 96-16-96-96-16 96-16z', { fill: '#FFE9A8' }) +
      circle(400, 202, 120, { stroke: '#FFE9A8', width: 1.5, opacity: 0.5 }) +
      path('M-20 600q320-130 640-20v260H-20z', { fill: '#0A0817' }) +
      line([[120, 596], [120, 500], [94, 470]], { stroke: '#C9B6FF', width: 5, round: true }) +
      path('M64 480a44 44 0 0 1 62-32l-36 50z', { fill: '#C9B6FF' }) +
      lettering({ text: 'כוכב', size: 136, fill: '#FFE9A8', y: 716 }) +
      lettering({ text: 'בלי שם', size: 84, fill: '#C9B6FF', y: 800 })
    )
  },

  pnina: () =>
    ground('#87D3E8', '#FDF3C8') +
    circle(470, 150, 80, { fill: '#FF9F1C' }) +
    wave(430, 8, 4, 0, '#2A9DB5') +
    wave(470, 8, 4, 1.5, '#197F99') +
    rect(0, 520, 600, 320, { fill: '#F5D491' }) +
    rect(130, 370, 320, 150, { fill: '#FFFFFF' }, 40) +
    rect(130, 450, 320, 36, { fill: '#E63946' }) +
    rect(170, 400, 90, 46, { fill: '#87D3E8' }, 10) +
    rect(300, 396, 60, 124, { fill: '#E63946' }, 8) +
    circle(210, 528, 34, { fill: '#22223B' }) +
    circle(210, 528, 13, { fill: '#FFFFFF' }) +
    line([[450, 500], [540, 500]], { stroke: '#22223B', width: 9, round: true }) +
    lettering({ text: 'הקיץ האחרון', size: 112, fill: '#1D5C6E', y: 690 }) +
    lettering({ text: 'של הדודה פנינה', size: 72, fill: '#E63946', y: 780 }),

  rakevet: () =>
    ground('#11151C') +
    times(14, (tie) => {
      const y = 250 + tie * tie * 2.3
      const half = 20 + (y - 250) * 0.62
      return rect(300 - half, y, half * 2, 3 + tie * 0.9, { fill: '#5A3A2E' })
    }) +
    line([[292, 240], [40, 700]], { stroke: '#AEB4BD', width: 8 }) +
    line([[308, 240], [560, 700]], { stroke: '#AEB4BD', width: 8 }) +
    rect(190, 90, 220, 250, { fill: '#1F2733' }, 46) +
    rect(226, 126, 148, 74, { fill: '#0B0E13' }, 12) +
    circle(236, 276, 24, { fill: '#FFF2B0' }) +
    circle(364, 276, 24, { fill: '#FFF2B0' }) +
    path('M236 276L-60 620H210z', { fill: '#FFF2B0', opacity: 0.12 }) +
    path('M364 276L660 620H390z', { fill: '#FFF2B0', opacity: 0.12 }) +
    lettering({ text: '417', size: 60, fill: '#E5383B', y: 184, x: 300, middle: true, face: 'sans' }) +
    rect(0, 660, 600, 180, { fill: '#E5383B' }) +
    lettering({ text: 'רכבת 417', size: 126, fill: '#FFFFFF', y: 786, face: 'sans', x: 300, middle: true }),

  chatul: () =>
    ground('#F2C14E') +
    path('M110 230l20-150 110 84h120l110-84 20 150q30 70 30 130a220 200 0 0 1-440 0q0-60 30-130z', { fill: '#1D1D1F' }) +
    ellipse(210, 320, 58, 50, { fill: '#F2C14E' }) +
    ellipse(210, 320, 12, 44, { fill: '#1D1D1F' }) +
    line([[338, 330], [444, 310]], { stroke: '#F2C14E', width: 12, round: true }) +
    path('M282 400h36l-18 22z', { fill: '#E4572E' }) +
    times(3, (hair) => line([[250, 424 + hair * 10], [60, 400 + hair * 34]], { stroke: '#FFFFFF', width: 3 }) + line([[350, 424 + hair * 10], [540, 400 + hair * 34]], { stroke: '#FFFFFF', width: 3 })) +
    lettering({ text: 'החתול', size: 132, fill: '#1D1D1F', y: 708, face: 'sans' }) +
    lettering({ text: 'שידע יותר מדי', size: 72, fill: '#C4381C', y: 792, face: 'sans' }),

  mayim: () =>
    ground('#BFE9F0', '#2E8FA8', '#06304A') +
    times(9, (band) => wave(60 + band * 60, 12, 2 + band * 0.3, band, band % 2 ? '#1B7C9A' : '#3FA6BD', 78 + band * 60)) +
    path('M300 470q60-50 120 0q-60 50-120 0zm0 0l-50-34v68z', { fill: '#FF8C61' }) +
    circle(392, 462, 6, { fill: '#06304A' }) +
    times(6, (bubble) => circle(450 + bubble * 14, 420 - bubble * 48, 6 + bubble * 2, { stroke: '#E8FAFF', width: 3 })) +
    path('M0 640q60-120 90-10q40-150 80 10q50-90 70 0v200H0z', { fill: '#E45C7A' }) +
    path('M600 640q-50-140-90-10q-30-80-70 10v200h160z', { fill: '#B8336A' }) +
    rect(0, 634, 600, 206, { fill: '#06243A' }) +
    lettering({ text: 'מתחת', size: 110, fill: '#BFE9F0', y: 728 }) +
    lettering({ text: 'לפני המים', size: 84, fill: '#FF8C61', y: 808 }),

  ahava: () =>
    ground('#F7B2AD') +
    rect(120, 80, 360, 500, { fill: '#FFF5EC' }) +
    rect(144, 104, 150, 476, { fill: '#B5404D' }) +
    rect(306, 104, 150, 476, { fill: '#B5404D' }) +
    times(2, (door) => rect(166 + door * 162, 130, 106, 180, { fill: '#7FC8C2' }, 6)) +
    path('M300 300c-60-90-160-10-60 80l60 52 60-52c100-90 0-170-60-80z', { fill: '#FFE07D' }) +
    rect(60, 580, 480, 24, { fill: '#6B2737' }) +
    lettering({ text: 'אהבה', size: 132, fill: '#6B2737', y: 718 }) +
    lettering({ text: 'בקומת הכניסה', size: 74, fill: '#FFFFFF', y: 798 }),

  tzolelan: () =>
    ground('#0B6E7F', '#04313C', '#010B10') +
    path('M300-20L180 620h240z', { fill: '#BFF3F0', opacity: 0.14 }) +
    line([[300, 0], [300, 330]], { stroke: '#D9B44A', width: 4 }) +
    circle(300, 400, 92, { fill: '#D9B44A' }) +
    circle(300, 400, 56, { fill: '#04222B' }) +
    circle(300, 400, 56, { stroke: '#8A6B1E', width: 12 }) +
    times(8, (bolt) => circle(...around(300, 400, 74, bolt * 45), 7, { fill: '#8A6B1E' })) +
    path('M226 470q74 40 148 0l30 110H196z', { fill: '#D9B44A' }) +
    times(7, (bubble) => circle(420 + (bubble % 3) * 22, 340 - bubble * 46, 5 + bubble, { stroke: '#BFF3F0', width: 2.5 })) +
    lettering({ text: 'הצוללן', size: 156, fill: '#F4E9C8', y: 752, x: 300, middle: true }),

  sheleg: () => {
    const next = chance(30)
    return (
      ground('#9CC7E4', '#E6F1F7') +
      circle(150, 170, 70, { fill: '#FFF3C4' }) +
      wave(420, 40, 1, 0.2, '#E0A96D') +
      wave(500, 34, 1.3, 2, '#C98A4B') +
      path('M0 410q150-60 300 0t300-20v40q-150-40-300 10T0 450z', { fill: '#FFFFFF' }) +
      line([[430, 470], [430, 250]], { stroke: '#2F7D4F', width: 46, round: true }) +
      line([[430, 400], [510, 400], [510, 330]], { stroke: '#2F7D4F', width: 30, round: true }) +
      line([[430, 430], [360, 430], [360, 360]], { stroke: '#2F7D4F', width: 30, round: true }) +
      path('M400 232q30-34 60 0v14h-60zM494 320q16-22 32 0v10h-32zM344 350q16-22 32 0v10h-32z', { fill: '#FFFFFF' }) +
      times(90, () => circle(next() * 600, next() * 600, 2 + next() * 4, { fill: '#FFFFFF' })) +
      rect(0, 610, 600, 230, { fill: '#8B3A1E' }) +
      lettering({ text: 'שלג בנגב', size: 128, fill: '#FFFFFF', y: 764, x: 300, middle: true })
    )
  },

  chalva: () =>
    ground('#2B1B3D') +
    times(16, (ray) => path(`M300 300L${around(300, 300, 620, ray * 22.5).map(Math.round).join(' ')}L${around(300, 300, 620, ray * 22.5 + 11.25).map(Math.round).join(' ')}z`, { fill: '#3B2852' })) +
    rect(140, 200, 320, 200, { fill: '#E8D5A9' }, 16) +
    path('M140 250q80 50 160 0t160 0v60q-80 50-160 0t-160 0z', { fill: '#8B5E34' }) +
    times(12, (seed) => circle(166 + (seed % 6) * 54, 222 + Math.floor(seed / 6) * 150, 7, { fill: '#7FA650' })) +
    line([[150, 440], [450, 160]], { stroke: '#FF4D6D', width: 6 }) +
    line([[150, 160], [450, 440]], { stroke: '#FF4D6D', width: 6 }) +
    circle(300, 300, 150, { stroke: '#FF4D6D', width: 6 }) +
    lettering({ text: 'מבצע', size: 118, fill: '#FF4D6D', y: 668, face: 'sans' }) +
    lettering({ text: 'חלבה', size: 132, fill: '#E8D5A9', y: 788, face: 'sans' }),

  dragon: () =>
    ground('#7BDFF2') +
    rect(120, 330, 360, 310, { fill: '#3D5A80' }, 30) +
    path('M120 360h360v40H120z', { fill: '#98C1D9' }) +
    line([[140, 420], [140, 610], [460, 610], [460, 420]], { stroke: '#EE6C4D', width: 5 }) +
    path('M220 360c-30-150 40-230 120-220 70 8 90 70 60 120l-20 100z', { fill: '#57A773' }) +
    path('M250 170l-26-50 44 20 6-50 30 44 24-46 18 52z', { fill: '#2E6F4E' }) +
    circle(352, 196, 18, { fill: '#FFFFFF' }) +
    circle(358, 196, 8, { fill: '#1B263B' }) +
    path('M396 236q70-30 110-90q20 70-30 110q-40 20-80 4z', { fill: '#F77F00' }) +
    path('M404 238q40-14 70-50q6 40-26 58q-20 8-44 0z', { fill: '#FCBF49' }) +
    lettering({ text: 'דרקון', size: 120, fill: '#1B263B', y: 738, face: 'sans', x: 552 }) +
    lettering({ text: 'בכיס', size: 90, fill: '#D1495B', y: 814, face: 'sans', x: 552 }),

  orvim: () =>
    ground('#3A0A12', '#0A0406') +
    circle(300, 250, 150, { fill: '#E9E3D5' }) +
    line([[60, 640], [250, 430], [220, 300]], { stroke: '#000000', width: 22, round: true }) +
    line([[250, 430], [470, 360], [560, 250]], { stroke: '#000000', width: 16, round: true }) +
    line([[360, 394], [400, 280]], { stroke: '#000000', width: 10, round: true }) +
    crow(215, 270, 1) +
    crow(405, 250, -1) +
    crow(520, 262, 0.7) +
    lettering({ text: 'הלילה', size: 132, fill: '#E9E3D5', y: 718 }) +
    lettering({ text: 'של העורבים', size: 80, fill: '#D0343F', y: 800 }),

  ananim: () =>
    ground('#F9D976', '#F39F86') +
    path('M20 320h300l-30-70h46l70 70h120q50 0 70 36q-30 30-90 30H20q-60-36 0-66z', { fill: '#2F4858' }) +
    rect(150, 380, 240, 16, { fill: '#2F4858' }, 8) +
    rect(130, 250, 260, 16, { fill: '#2F4858' }, 8) +
    line([[586, 290], [586, 430]], { stroke: '#2F4858', width: 8, round: true }) +
    times(4, (cloud) => ellipse(80 + cloud * 170, 540 + (cloud % 2) * 20, 150, 64, { fill: '#FFFFFF', opacity: 0.92 })) +
    rect(0, 560, 600, 280, { fill: '#FFFFFF' }) +
    lettering({ text: 'מעבר', size: 132, fill: '#2F4858', y: 700 }) +
    lettering({ text: 'לעננים', size: 100, fill: '#E86A50', y: 796 }),
}

/** Sitting, its beak to the right; a negative size looks to the left. */
function crow(x: number, y: number, size: number): string {
  const turn = `translate(${String(x)} ${String(y)}) scale(${String(size)} ${String(Math.abs(size))})`
  return path('M-46 50q0-70 40-90q30-14 44 8l34 14-34 10q0 50-40 62l-60 30z', { fill: '#000000', turn }) + circle(x + 18 * size, y - 26 * Math.abs(size), 5, { fill: '#D0343F' })
}
