import { lettering } from './lettering.ts'
import { around, chance, circle, ellipse, ground, line, path, rect, times, upTo, wave } from './shapes.ts'

/** Posters of concerts. */
export const musicPosters: Readonly<Record<string, () => string>> = {
  rechov: () => {
    const colours = ['#EF476F', '#FFD166', '#06D6A0', '#118AB2', '#F78C6B']
    return (
      ground('#073B4C') +
      times(12, (street) =>
        rect([30 + street * 46, 90 + ((street * 83) % 170), 38, 470 - ((street * 83) % 170)], { fill: colours[street % 5] ?? '', r: 4 }),
      ) +
      times(12, (street) => times(4, (light) => rect([40 + street * 46, 290 + light * 60, 18, 26], { fill: '#073B4C', opacity: 0.75 }))) +
      times(5, (stave) =>
        line(
          [
            [0, 250 + stave * 14],
            [600, 210 + stave * 14],
          ],
          { stroke: '#FFFFFF', width: 2.5 },
        ),
      ) +
      times(5, (note) =>
        ellipse([90 + note * 110, 262 - note * 6 + (note % 2) * 26, 17, 12], {
          fill: '#FFFFFF',
          turn: `rotate(-18 ${String(90 + note * 110)} 262)`,
        }),
      ) +
      rect([0, 560, 600, 280], { fill: '#052B38' }) +
      lettering({ text: 'תזמורת', size: 126, fill: '#FFD166', y: 692 }) +
      lettering({ text: 'הרחוב', size: 96, fill: '#FFFFFF', y: 790 })
    )
  },

  psanter: () =>
    ground('#0A0A0A') +
    times(10, (key) => rect([40 + key * 52, 120, 50, 420], { fill: key === 6 ? '#F2E9D8' : '#1C1C1C', r: 4 })) +
    times(9, (key) => ([2, 6].includes(key % 7) ? '' : rect([76 + key * 52, 120, 30, 260], { fill: '#000000', r: 3 }))) +
    rect([40, 104, 518, 16], { fill: '#7A0C1E' }) +
    lettering({ text: 'פסנתר', size: 136, fill: '#F2E9D8', y: 700 }) +
    lettering({ text: 'בחושך', size: 88, fill: '#4A4A4A', y: 790 }),

  bas: () =>
    ground('#E8DCC4') +
    times(4, (string) =>
      path(
        `M${String(250 + string * 34)} 0C${String(200 + string * 60)} 240 ${String(330 - string * 10)} 380 ${String(250 + string * 34)} 620`,
        { stroke: '#20283A', width: 9 - string * 1.6 },
      ),
    ) +
    wave(440, { height: 22, waves: 2, shift: 0 }, '#2F6690') +
    wave(490, { height: 22, waves: 2, shift: 2 }, '#1F4E79') +
    wave(540, { height: 22, waves: 2, shift: 4 }, '#16425B') +
    lettering({ text: 'הבס', size: 140, fill: '#E8DCC4', y: 700 }) +
    lettering({ text: 'והים', size: 104, fill: '#F4A259', y: 800 }),

  mirpeset: () =>
    ground('#FFE8D6') +
    times(3, (floor) => times(2, (side) => balcony(70 + side * 250, 70 + floor * 170, floor * 2 + side))) +
    rect([0, 600, 600, 240], { fill: '#6B705C' }) +
    lettering({ text: 'שירי', size: 116, fill: '#FFE8D6', y: 710 }) +
    lettering({ text: 'מרפסת', size: 96, fill: '#FFB4A2', y: 800 }),

  sufa: () => {
    const next = chance(49)
    return (
      ground('#1A0F08') +
      times(46, (swirl) => {
        const r = 30 + swirl * 8
        const [sx, sy] = around([300, 330], r, swirl * 37)
        const [ex, ey] = around([300, 330], r, swirl * 37 + 150 + next() * 80)
        return path(
          `M${String(Math.round(sx))} ${String(Math.round(sy))}A${String(r)} ${String(r)} 0 0 1 ${String(Math.round(ex))} ${String(Math.round(ey))}`,
          { stroke: ['#F2A541', '#D9622B', '#F7D08A', '#8C3B1B'][swirl % 4] ?? '', width: 2 + next() * 7, round: true },
        )
      }) +
      circle([300, 330], 26, { fill: '#F7D08A' }) +
      rect([0, 640, 600, 200], { fill: '#1A0F08', opacity: 0.88 }) +
      lettering({ text: 'סופת חול', size: 142, fill: '#F7D08A', y: 776, face: 'sans', x: 300, middle: true })
    )
  },

  gitarot: () =>
    ground('#F4F1DE') +
    times(60, (guitar) => littleGuitar(66 + (guitar % 10) * 52, 70 + Math.floor(guitar / 10) * 84, guitar)) +
    rect([0, 590, 600, 250], { fill: '#3D405B' }) +
    lettering({ text: 'מאה', size: 120, fill: '#F2CC8F', y: 704, face: 'sans' }) +
    lettering({ text: 'גיטרות', size: 100, fill: '#F4F1DE', y: 800, face: 'sans' }),
}

function balcony(x: number, y: number, kind: number): string {
  const open = [1, 2, 5].includes(kind)
  const singer = open
    ? circle([x + 105, y + 60], 24, { fill: ['#E07A5F', '#3D405B', '#81B29A'][kind % 3] ?? '' }) +
      path(`M${String(x + 66)} ${String(y + 130)}q40-60 80 0z`, { fill: ['#E07A5F', '#3D405B', '#81B29A'][kind % 3] ?? '' })
    : ''
  const rails = upTo(12).map((rail) =>
    line(
      [
        [x + 8 + rail * 17.6, y + 92],
        [x + 8 + rail * 17.6, y + 142],
      ],
      { stroke: '#4A3F35', width: 5 },
    ),
  )
  return (
    rect([x + 30, y, 150, 130], { fill: open ? '#FFCDB2' : '#B7B7A4', r: 6 }) +
    singer +
    rails.join('') +
    rect([x, y + 86, 210, 9], { fill: '#4A3F35' }) +
    rect([x, y + 138, 210, 12], { fill: '#4A3F35' })
  )
}

function littleGuitar(x: number, y: number, index: number): string {
  const fill = ['#E07A5F', '#81B29A', '#F2CC8F', '#3D405B', '#C44536'][(index * 3) % 5] ?? ''
  const turn = `rotate(${String(((index * 37) % 50) - 25)} ${String(x)} ${String(y)})`
  return (
    circle([x, y + 22], 16, { fill, turn }) +
    circle([x, y + 2], 11, { fill, turn }) +
    rect([x - 3, y - 36, 6, 44], { fill: '#4A3F35', turn }) +
    circle([x, y + 16], 5, { fill: '#F4F1DE', turn })
  )
}
