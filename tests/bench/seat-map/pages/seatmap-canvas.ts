import { SeatMapCanvas } from '@alisaitteke/seatmap-canvas'
import { PITCH, type Picker } from '../picker.ts'

/** @alisaitteke/seatmap-canvas as its manual says: blocks of seats, its own zoom by the wheel, its own click event. Animations are off. */
let host: HTMLElement

const picker: Picker = {
  close: 56,
  mount(into, { hall, status, changed }) {
    host = into
    const map = new SeatMapCanvas('#host', {
      resizable: true,
      legend: false,
      animation_speed: 0,
      max_zoom: 2,
      canvas_stageout_control: false,
      style: { seat: { radius: 12, color: '#6c1aa6', not_salable: '#b9b1c4', selected: '#2f7d32' } },
    })
    map.eventManager.addEventListener('SEAT.CLICK', (seat) => {
      if (!seat.isSelected()) seat.select()
      changed()
    })
    const [left, top] = hall.box
    // It fails where no block lies in the corner that it looks at first.
    map.zoomManager.zoomLevels.BLOCK = { x: 0, y: 0, k: 1 }
    map.data.replaceData(
      hall.sections.map(({ id, name, first, end }) => ({
        id,
        title: name,
        color: '#6c1aa6',
        labels: [],
        seats: Array.from({ length: end - first }, (_none, at) => ({
          id: first + at,
          title: hall.names[first + at] ?? '',
          x: (hall.x[first + at] ?? 0) - left,
          y: (hall.y[first + at] ?? 0) - top,
          salable: status[first + at] === 1,
          custom_data: {},
        })),
      })),
    )
  },
  zoomAt(factor, x, y) {
    const svg = host.querySelector('svg')
    // d3-zoom reads a wheel step as a power of two.
    svg?.dispatchEvent(
      new WheelEvent('wheel', { deltaY: -Math.log2(factor) * 500, clientX: x, clientY: y, bubbles: true, cancelable: true, view: window }),
    )
  },
  panBy(dx, dy) {
    const svg = host.querySelector('svg')
    const send = (type: string, x: number, y: number) =>
      svg?.dispatchEvent(new MouseEvent(type, { clientX: x, clientY: y, bubbles: true, cancelable: true, view: window }))
    send('mousedown', 400, 300)
    send('mousemove', 400 + dx, 300 + dy)
    send('mouseup', 400 + dx, 300 + dy)
  },
  pointOf(seat) {
    const { x = 0, y = 0, width = 0, height = 0 } = host.querySelectorAll('.seat circle')[seat]?.getBoundingClientRect() ?? {}
    return [x + width / 2, y + height / 2]
  },
  pitch() {
    const width = host.querySelector('.seat circle')?.getBoundingClientRect().width ?? 0
    return (width / 24) * PITCH
  },
}
export default picker
