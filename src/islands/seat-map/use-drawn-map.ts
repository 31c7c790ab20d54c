import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useText } from '#islands/ui/text.tsx'
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
  useEffect(() => {
    let isLeft = false
    let close = () => {}
    void drawing?.then(({ drawHall }) => {
      if (isLeft || !hall || !layers.current || !minimap.current || !grid.current) return
      const parts = { layers: layers.current, minimap: minimap.current, grid: grid.current }
      const { map, stop } = drawHall(parts, hall, t, latest)
      setDrawn(map)
      $drawnMap.set(map)
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
  }, [hall, bars, t, layers, minimap, grid])
  return { drawn, keepEarly }
}
