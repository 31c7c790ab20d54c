import { lookOf, SELECTED } from '#islands/seat-map/core/looks.ts'
import { openSeatMap } from '#islands/seat-map/core/seat-map.ts'
import { unpackPlan } from '#lib/domain/seating/plan/unpack-plan.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { emptyStates } from '#lib/domain/seating/rules/seat-states.ts'
import { PITCH, type Picker } from '../picker.ts'

/** Our own map, from the plan as it comes over the wire. Everything that the shop's page has is on: grid of the keyboard, labels, minimap. */
const NO_BARS = { seatingPolicyId: 1, keepOneFree: false }
let hall: Hall
let host: HTMLElement

function add(parent: HTMLElement, className: string): HTMLElement {
  const element = document.createElement('div')
  element.className = className
  return parent.appendChild(element)
}

function matrix(): DOMMatrix {
  const root = host.querySelector<SVGGElement>('svg.map > g')
  return root?.getScreenCTM() ?? new DOMMatrix()
}

function drag(type: string, x: number, y: number): void {
  const layers = host.querySelector('.map-layers')
  layers?.dispatchEvent(new PointerEvent(type, { pointerId: 1, button: 0, pointerType: 'mouse', clientX: x, clientY: y, bubbles: true }))
}

const picker: Picker = {
  mount(into, { packed, status, changed }) {
    host = into
    const shell = add(host, 'map-shell')
    hall = unpackPlan(packed)
    const states = emptyStates(hall)
    states.allocation.fill(1)
    states.status.set(status)
    const looks = new Uint8Array(hall.count)
    const now = { hall, states }
    for (let seat = 0; seat < hall.count; seat++) looks[seat] = lookOf(now, seat, NO_BARS)
    const parts = { layers: add(shell, 'map-layers'), minimap: add(shell, 'minimap'), grid: add(shell, 'vh') }
    const seats = {
      nameOf: (seat: number) => hall.names[seat] ?? '',
      rowNameOf: (row: number) => hall.rows[row]?.name ?? '',
      press(seat: number) {
        looks[seat] = SELECTED
        map.show(looks, [seat])
        changed()
      },
      pressSection: () => undefined,
      hover: () => undefined,
      moved: () => undefined,
    }
    const map = openSeatMap(parts, hall, seats)
    map.show(looks, null)
    map.label(hall.sections.map(({ name }) => ({ name, price: '₪120' })))
    map.land(0)
  },
  zoomAt(factor, x, y) {
    const layers = host.querySelector('.map-layers')
    layers?.dispatchEvent(new WheelEvent('wheel', { deltaY: -Math.log(factor) / 0.0022, clientX: x, clientY: y, cancelable: true }))
  },
  panBy(dx, dy) {
    drag('pointerdown', 400, 300)
    drag('pointermove', 400 + dx, 300 + dy)
    drag('pointercancel', 400 + dx, 300 + dy)
  },
  pointOf(seat) {
    const { a, d, e, f } = matrix()
    return [(hall.x[seat] ?? 0) * a + e, (hall.y[seat] ?? 0) * d + f]
  },
  pitch: () => matrix().a * PITCH,
}
export default picker
