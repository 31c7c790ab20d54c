import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { COLOURS, PITCH, viewOfAll, zoomedAt, type Picker, type View } from '../picker.ts'

/** What most pickers do: one circle a seat in an SVG, moved by the transform of a group, presses caught by delegation. */
const SVG = 'http://www.w3.org/2000/svg'
let hall: Hall
let root: SVGGElement
let circles: SVGCircleElement[]
let view: View = { zoom: 1, x: 0, y: 0 }

function move(next: View): void {
  view = next
  root.setAttribute('transform', `translate(${next.x} ${next.y}) scale(${next.zoom})`)
}

const picker: Picker = {
  mount(host, supply) {
    hall = supply.hall
    const svg = document.createElementNS(SVG, 'svg')
    svg.setAttribute('width', '100%')
    svg.setAttribute('height', '100%')
    root = svg.appendChild(document.createElementNS(SVG, 'g'))
    circles = hall.names.map((_name, seat) => {
      const circle = document.createElementNS(SVG, 'circle')
      circle.setAttribute('cx', String(hall.x[seat]))
      circle.setAttribute('cy', String(hall.y[seat]))
      circle.setAttribute('r', '10')
      circle.setAttribute('fill', COLOURS[supply.status[seat] ?? 0] ?? '')
      circle.setAttribute('stroke', '#6c1aa6')
      circle.dataset.seat = String(seat)
      root.append(circle)
      return circle
    })
    for (const { outline, name, labelX, labelY } of hall.sections) {
      const path = root.appendChild(document.createElementNS(SVG, 'path'))
      path.setAttribute('d', `M${outline.map((point) => point.join(' ')).join('L')}Z`)
      path.setAttribute('fill', 'none')
      path.setAttribute('stroke', '#6c1aa6')
      const text = root.appendChild(document.createElementNS(SVG, 'text'))
      text.setAttribute('transform', `translate(${labelX} ${labelY}) scale(8)`)
      text.textContent = name
      text.style.pointerEvents = 'none'
    }
    svg.addEventListener('click', ({ target }) => {
      if (!(target instanceof SVGCircleElement)) return
      target.setAttribute('fill', COLOURS[2] ?? '')
      supply.changed()
    })
    move(viewOfAll(hall, host.getBoundingClientRect()))
    host.append(svg)
  },
  zoomAt: (factor, x, y) => move(zoomedAt(view, factor, x, y)),
  panBy: (dx, dy) => move({ ...view, x: view.x + dx, y: view.y + dy }),
  pointOf(seat) {
    const { x = 0, y = 0, width = 0, height = 0 } = circles[seat]?.getBoundingClientRect() ?? {}
    return [x + width / 2, y + height / 2]
  },
  pitch: () => PITCH * view.zoom,
}
export default picker
