import { useStore } from '@nanostores/react'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { $drawnMap, $moved } from '#islands/seat-map/drawn-map.ts'
import { EDGE, pointOfCallout } from './callout-point.ts'

/**
 * Keeps the callout by its seat as the map moves, within what is seen of the map between head and bar; where that is too little, above the bar itself.
 * @param seat −1: no seat of the map
 * @param host where it stands in the list instead: it is brought into view there and moves with the page
 */
export function useCalloutPlace(seat: number, host: HTMLElement | null): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const map = useStore($drawnMap)
  useLayoutEffect(() => {
    if (host) {
      box.current?.scrollIntoView({ block: 'nearest' })
      return
    }
    const follow = () => box.current && stand(box.current, seat)
    follow()
    const stop = $moved.listen(follow)
    // Its own size, the bar's and the map's change with what is in them.
    const sizes = new ResizeObserver(follow)
    for (const one of [box.current, document.querySelector('.bar'), document.getElementById('map')]) if (one) sizes.observe(one)
    addEventListener('scroll', follow, { passive: true })
    return () => {
      stop()
      sizes.disconnect()
      removeEventListener('scroll', follow)
    }
  }, [seat, host, map])
  return box
}

/** The top of the bar that lies over the page; the bottom of the window where there is none. */
function floor(): number {
  const bar = document.querySelector('.bar')?.getBoundingClientRect()
  return bar && bar.height > 0 ? bar.top : innerHeight
}

/** The bottom of the head that lies over the page. */
function ceiling(): number {
  return Math.max(0, document.querySelector('.order-head')?.getBoundingClientRect().bottom ?? 0)
}

/** What of the map lies between head and bar, in its own pixels. */
function roomIn({ top, width, height }: DOMRect) {
  return { width, top: Math.max(0, ceiling() - top), bottom: Math.min(height, floor() - top) }
}

function stand(callout: HTMLElement, seat: number): void {
  const shell = document.getElementById('map')?.getBoundingClientRect()
  const there = seat < 0 ? undefined : $drawnMap.get()?.at(seat)
  // A seat of another level stands nowhere on this map.
  const at = there && Number.isFinite(there.x) ? there : undefined
  const { offsetWidth: width, offsetHeight: height, style } = callout
  const point = shell && at && pointOfCallout(roomIn(shell), at, { width, height })
  callout.dataset.side = point?.side ?? 'docked'
  style.translate = point ? `${pixels(point.x)} ${pixels(point.y)}` : 'none'
  style.bottom = point ? 'auto' : pixels(innerHeight - floor() + EDGE)
  if (point) style.setProperty('--tail', pixels(point.tail))
}

const pixels = (count: number): string => `${String(Math.round(count))}px`
