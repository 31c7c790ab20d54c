import { openCamera, type Scene } from './camera.ts'
import { prefersStillness, type View, type Viewer } from './view.ts'

const GLIDE_MS = 200

export function openViewer(scene: Scene, draw: (view: View) => void): Viewer {
  const camera = openCamera(scene, draw)
  let stop = () => {}
  let aimed = 0
  const halt = () => {
    stop()
    aimed = 0
  }
  return {
    ...camera,
    aim: () => aimed || camera.now().zoom,
    panBy(dx, dy) {
      halt()
      const { zoom, x, y } = camera.now()
      camera.set(
        zoom,
        () => x + dx,
        () => y + dy,
      )
      return y + dy - camera.now().y
    },
    zoomAt(factor, atX, atY) {
      halt()
      const { zoom, x, y } = camera.now()
      camera.set(
        zoom * factor,
        (to) => atX - ((atX - x) * to) / zoom,
        (to) => atY - ((atY - y) * to) / zoom,
      )
    },
    glide(x, y, wish) {
      halt()
      const from = camera.middle()
      const end = camera.allowed(wish)
      // A hidden map has no zoom to glide from.
      if (prefersStillness() || !from.zoom) {
        camera.show(x, y, end)
        return
      }
      aimed = end
      stop = glideOver((part) => {
        camera.show(from.x + (x - from.x) * part, from.y + (y - from.y) * part, from.zoom * (end / from.zoom) ** part)
        if (part === 1) aimed = 0
      })
    },
    resize() {
      const { zoom, x, y } = camera.middle()
      const wasWhole = zoom < camera.limits().least * 1.01
      if (camera.measure()) camera.show(x, y, wasWhole ? 0 : zoom)
    },
    close() {
      camera.close()
      halt()
    },
  }
}

/** Steps from 0 to 1 frame by frame, ever more slowly. @returns a function that stops it */
function glideOver(step: (part: number) => void): () => void {
  const start = performance.now()
  const next = (time: number) => {
    const part = Math.min(1, Math.max(0, (time - start) / GLIDE_MS))
    if (part < 1) frame = requestAnimationFrame(next)
    step(1 - (1 - part) ** 3)
  }
  let frame = requestAnimationFrame(next)
  return () => cancelAnimationFrame(frame)
}
