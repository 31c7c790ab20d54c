import { lettering } from './lettering.ts'
import { around, circle, ground, line, path, rect, times } from './shapes.ts'

/** Posters of theatre and dance. */
export const stagePosters: Readonly<Record<string, () => string>> = {
  shchena: () =>
    ground('#1F2A44') +
    times(6, (row) => times(4, (column) => window(60 + column * 125, 60 + row * 88, row === 1 && column === 2))) +
    rect([0, 600, 600, 240], { fill: '#F4B740' }) +
    lettering({ text: 'השכנה', size: 128, fill: '#1F2A44', y: 712 }) +
    lettering({ text: 'מלמעלה', size: 78, fill: '#C8322B', y: 790 }),

  hatzi: () =>
    ground('#0B0B12') +
    times(70, (star) =>
      circle([(star * 197) % 600, (star * 131) % 560], 0.8 + (star % 4) * 0.6, { fill: '#F3EBD3', opacity: 0.35 + (star % 5) * 0.12 }),
    ) +
    circle([300, 300], 190, { fill: '#F3E3B1' }) +
    path('M300 110a190 190 0 0 1 0 380z', { fill: '#0B0B12' }) +
    circle([300, 300], 190, { stroke: '#F3E3B1', width: 3 }) +
    times(7, (ring) => circle([300, 300], 215 + ring * 22, { stroke: '#F3E3B1', width: 1, opacity: 0.5 - ring * 0.06 })) +
    lettering({ text: 'חצי אור', size: 150, fill: '#F3E3B1', y: 740, x: 300, middle: true }),

  savta: () =>
    ground('#F6C6C0') +
    times(19, (candle) => flame(66 + candle * 26, 250 - Math.abs(candle - 9) * -5)) +
    path('M60 330q26 40 52 0q26 40 52 0q26 40 52 0q26 40 52 0q26 40 52 0q26 40 52 0q26 40 52 0q26 40 52 0q26 40 52 0q12 18 12 18V480H60z', {
      fill: '#FFF7EE',
    }) +
    rect([60, 400, 480, 110], { fill: '#E4677D' }) +
    rect([30, 510, 540, 26], { fill: '#7A2640', r: 13 }) +
    times(9, (dot) => circle([90 + dot * 52, 456], 11, { fill: dot % 2 ? '#FFD166' : '#FFF7EE' })) +
    lettering({ text: 'יום ההולדת', size: 118, fill: '#7A2640', y: 660 }) +
    lettering({ text: 'של סבתא רחל', size: 80, fill: '#C23A5B', y: 752 }),

  shtika: () =>
    ground('#E9E4DA') +
    rect([170, 90, 260, 470], { fill: '#23201D' }) +
    path('M430 90L330 150V620L430 560z', { fill: '#D94F30' }) +
    circle([352, 380], 9, { fill: '#E9E4DA' }) +
    times(3, (voice) =>
      path(`M${String(80 - voice * 24)} ${String(300 - voice * 30)}q-30 60 0 ${String(120 + voice * 60)}`, {
        stroke: '#23201D',
        width: 9,
        round: true,
      }),
    ) +
    lettering({ text: 'שתיקה', size: 132, fill: '#23201D', y: 724 }) +
    lettering({ text: 'בשלושה קולות', size: 66, fill: '#D94F30', y: 796 }),
}

function window(x: number, y: number, isLit: boolean): string {
  const frame = rect([x, y, 96, 68], { fill: isLit ? '#FFD977' : '#2D3C60', r: 3 })
  const person = isLit
    ? circle([x + 48, y + 34], 13, { fill: '#C8322B' }) + path(`M${String(x + 22)} ${String(y + 68)}q26-36 52 0z`, { fill: '#C8322B' })
    : ''
  return (
    frame +
    person +
    line(
      [
        [x + 48, y],
        [x + 48, y + 68],
      ],
      { stroke: '#1F2A44', width: isLit ? 0.1 : 4 },
    )
  )
}

function flame(x: number, y: number): string {
  const [tipX, tipY] = around([x, y], 22, 0)
  return rect([x - 3, y, 6, 84], { fill: '#FFF7EE' }) + path(`M${String(tipX)} ${String(tipY)}q10 14 0 22q-10-8 0-22z`, { fill: '#F08A24' })
}
