import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { COLOURS, PITCH, viewOfAll, zoomedAt, type Picker, type View } from '../picker.ts'

/** No picker but the least that one costs: one canvas filled with the same seats and nothing else, anew at each move. Knows no names, no sections, no keyboard. */
const SIZE = 20
let hall: Hall
let status: Uint8Array
let canvas: HTMLCanvasElement
let view: View = { zoom: 1, x: 0, y: 0 }

function draw(): void {
  const context = canvas.getContext('2d')
  if (!context) return
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.scale(devicePixelRatio, devicePixelRatio)
  context.transform(view.zoom, 0, 0, view.zoom, view.x, view.y)
  let last = -1
  for (let seat = 0; seat < hall.count; seat++) {
    const code = status[seat] ?? 0
    if (code !== last) context.fillStyle = COLOURS[code] ?? ''
    last = code
    context.fillRect((hall.x[seat] ?? 0) - SIZE / 2, (hall.y[seat] ?? 0) - SIZE / 2, SIZE, SIZE)
  }
}

function move(next: View): void {
  view = next
  draw()
}

function seatAt(x: number, y: number): number {
  for (let seat = 0; seat < hall.count; seat++) {
    const [left, top] = picker.pointOf(seat)
    if (Math.max(Math.abs(left - x), Math.abs(top - y)) <= (SIZE / 2) * view.zoom) return seat
  }
  return -1
}

const picker: Picker = {
  mount(host, supply) {
    hall = supply.hall
    status = supply.status.slice()
    const { width, height } = host.getBoundingClientRect()
    canvas = document.createElement('canvas')
    canvas.width = width * devicePixelRatio
    canvas.height = height * devicePixelRatio
    canvas.style.cssText = `display:block;width:${width}px;height:${height}px`
    canvas.addEventListener('click', ({ clientX, clientY }) => {
      const seat = seatAt(clientX, clientY)
      if (seat < 0) return
      status[seat] = 2
      draw()
      supply.changed()
    })
    move(viewOfAll(hall, { width, height }))
    host.append(canvas)
  },
  zoomAt: (factor, x, y) => move(zoomedAt(view, factor, x, y)),
  panBy: (dx, dy) => move({ ...view, x: view.x + dx, y: view.y + dy }),
  pointOf: (seat) => [(hall.x[seat] ?? 0) * view.zoom + view.x, (hall.y[seat] ?? 0) * view.zoom + view.y],
  pitch: () => PITCH * view.zoom,
}
export default picker
