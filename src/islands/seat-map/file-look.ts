import { $status } from '#lib/client/seats/seats.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import type { Grounds } from './core/chart/grounds.ts'
import { TINT } from './core/looks.ts'
import type { SeatMap as Drawn } from './core/seat-map.ts'
import type { Groups } from './seat-words.ts'

/** What a plan's file gives the map: what it draws under the seats, and the colours of its price categories. */
export interface FileLook {
  /** The hall for the drawing, whose seats know the number of their colour. */
  readonly hall: Hall
  /** Draws on the map from now on; what is not there when the map comes follows it. */
  show(map: Drawn): void
  /** The map has moved. */
  follow(): void
  close(): void
}

export function openFileLook(layers: HTMLElement, hall: Hall, groups: Groups): FileLook {
  const colours = groups.ticketGroups.flatMap((group) => (group.colours ? [{ id: group.id, ...group.colours }] : []))
  const takeOff = colours.length > 0 ? showColours(colours) : null
  // Seats are drawn before the picture comes, in colours that are seen on it too.
  if (hall.picture) layers.dataset.picture = ''
  let [drawn, grounds, isClosed]: [Drawn | undefined, Grounds | undefined, boolean] = [undefined, undefined, false]
  const follow = () => {
    if (drawn && grounds) grounds.follow(drawn.view())
  }
  return {
    hall: colours.length > 0 ? tintHall(hall, colours) : hall,
    follow,
    show(map) {
      drawn = map
      if (!hall.areas?.length && !hall.tables && !hall.picture) return
      // Few halls have any, so that its script is not part of every map's; a map without it sells its seats all the same.
      import('./core/chart/grounds.ts').then(
        ({ openGrounds }) => {
          if (isClosed) return
          grounds = openGrounds(layers, hall)
          follow()
        },
        () => undefined,
      )
    },
    close() {
      isClosed = true
      delete layers.dataset.picture
      grounds?.close()
      takeOff?.()
    },
  }
}

interface GroupColours {
  readonly id: number
  readonly light: string
  readonly dark: string
}

/**
 * Shows the colours of price categories beside their names, prices and shapes: in chips and lists by the group's id, in the map by its number.
 * @returns what takes them off again
 */
function showColours(colours: readonly GroupColours[]): () => void {
  const sheet = new CSSStyleSheet()
  const rules = colours.map(({ id, light, dark }, at) => {
    const colour = `light-dark(${light},${dark})`
    const edges = ['default', 'premium'].map((kind) => `--${String(at + 1)}seat-${kind}-stroke:${colour}`).join(';')
    return `:root{${edges}}[data-group="${String(id)}"]{--category:${colour};--category-shown:block}`
  })
  sheet.replaceSync(rules.join(''))
  document.adoptedStyleSheets.push(sheet)
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  }
}

/** Each seat's colour is a number among its features; everything else of the hall, of which much is made when it is first asked for, stays. */
function tintHall(hall: Hall, colours: readonly GroupColours[]): Hall {
  const numbers = new Map(colours.map(({ id }, at) => [id, at + 1]))
  const groups = $status.get()?.states.ticketGroup
  const features = hall.features.map((mask, seat) => mask | ((numbers.get(groups?.[seat] ?? 0) ?? 0) << TINT))
  return Object.create(hall, { features: { value: features } }) as Hall
}
