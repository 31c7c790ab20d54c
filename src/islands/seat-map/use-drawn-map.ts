import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useText } from '#islands/ui/text.tsx'
import { $level } from '#lib/client/seats/choosing.ts'
import { isShownInParts } from '#lib/domain/seating/rules/seat-levels.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import type { SeatMap as Drawn } from './core/seat-map.ts'
import type { Wanted } from './draw-hall.ts'
import { $drawnMap, $pointed } from './drawn-map.ts'

/** The drawing is fetched while the page comes alive; the server has nothing to draw on. */
const drawing = typeof document === 'undefined' ? null : import('./draw-hall.ts')

/** The elements that the map is drawn into. */
export interface Hosts {
  readonly layers: RefObject<HTMLDivElement | null>
  readonly minimap: RefObject<HTMLDivElement | null>
  readonly grid: RefObject<HTMLDivElement | null>
}

/**
 * Draws the hall when it is there.
 * @returns the map, null until then, and what keeps a press in pixels of the map until it is drawn
 */
export function useDrawnMap({ layers, minimap, grid }: Hosts, wanted: Wanted) {
  const t = useText()
  const { hall, bars } = wanted
  const early = useRef<readonly [number, number] | null>(null)
  const latest = useRef(wanted)
  useLayoutEffect(() => {
    latest.current = wanted
  })
  const keepEarly = useCallback((x: number, y: number) => {
    early.current = [x, y]
  }, [])
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const level = useStore($level, { ssr: 'initial' })
  useEffect(() => {
    let isLeft = false
    let close = () => {}
    void drawing?.then(async ({ drawHall }) => {
      const shown = hall && isShownInParts(hall) ? await atLevel(hall, level) : hall
      if (isLeft || !shown || !layers.current || !minimap.current || !grid.current) return
      const parts = { layers: layers.current, minimap: minimap.current, grid: grid.current }
      const { map, stop } = drawHall(parts, shown, { t, latest })
      setDrawn(map)
      if (early.current) map.tapAt(...early.current)
      early.current = null
      close = () => {
        stop()
        map.close()
        setDrawn(null)
        $drawnMap.set(null)
        $pointed.set(-1)
      }
    })
    return () => {
      isLeft = true
      close()
    }
    // The words of a seat are read from `latest` when they are needed.
  }, [hall, level, bars, t, layers, minimap, grid])
  return { drawn, keepEarly }
}

/** One level of a hall, by a part that is fetched where there are some; without it all are drawn beside each other. */
async function atLevel(hall: Hall, level: number): Promise<Hall> {
  const part = await import('#lib/domain/seating/plan/hall-levels.ts').catch(() => undefined)
  return part?.hallAtLevel(hall, level) ?? hall
}
