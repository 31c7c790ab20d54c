import { useEffect } from 'react'
import type { Viewer } from '#lib/client/vod/viewer.ts'

/** The keys of the player by their place on the keyboard, so that they are the same in every layout. */
function keysOf(viewer: Viewer, onFullScreen: () => void): Readonly<Record<string, () => void>> {
  return {
    Space: viewer.toggle,
    ArrowLeft: () => viewer.skip(-10),
    ArrowRight: () => viewer.skip(10),
    ArrowUp: () => viewer.louder(0.1),
    ArrowDown: () => viewer.louder(-0.1),
    KeyC: viewer.toggleSubtitles,
    KeyF: onFullScreen,
    KeyM: viewer.mute,
    KeyN: viewer.nextChapter,
  }
}

const DIGIT = /^(?:Digit|Numpad)(\d)$/

/**
 * The keys of the player, while the focus is in it and not in a menu; `?` opens and closes the list of them.
 * @param box null while nothing plays
 */
export function useKeys(box: HTMLElement | null, viewer: Viewer, onFullScreen: () => void): void {
  useEffect(() => {
    if (!box) return
    const press = (event: KeyboardEvent): void => {
      const { target, code, key } = event
      if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return
      const isInMenu = target.closest('.pmenu') !== null
      const digit = event.shiftKey ? undefined : DIGIT.exec(code)?.[1]
      const act = digit === undefined ? keysOf(viewer, onFullScreen)[code] : () => viewer.seekTenth(Number(digit))
      if (key === '?') viewer.switchMenu('help')
      else if (!act || isInMenu || (code === 'Space' && target.closest('button, a'))) return
      else act()
      event.preventDefault()
    }
    box.addEventListener('keydown', press)
    return () => box.removeEventListener('keydown', press)
  }, [box, viewer, onFullScreen])
}
