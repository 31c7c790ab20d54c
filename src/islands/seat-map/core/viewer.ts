import { openCamera, type Camera, type Scene } from './camera.ts'
import { prefersStillness, type View, type Viewer } from './view.ts'

const GLIDE_MS = 200

export function openViewer(scene: Scene, draw: (view: View) => void): Viewer {
  const camera = openCamera(scene, draw)
  const now = () => camera.now()
  let stop = () => {}
  let aimed = 0
  const halt = () => {
    stop()
    aimed = 0
  }
  return {
    now,
    show: (x, y, zoom) => show(camera, { x, y, zoom }),
    limits: () => camera.limits(),
    size: () => camera.size(),
    aim: () => aimed || now().zoom,
    panBy(dx, dy) {
      halt()
      const { zoom, x, y } = now()
      camera.set(
        zoom,
        () => x + dx,
        () => y + dy,
      )
      return y + dy - now().y
    },
    zoomAt(factor, x, y) {
      halt()
      zoomAround(camera, factor, { x, y })
    },
    glide(x, y, wish) {
      halt()
      const from = camera.middle()
      const end = camera.allowed(wish)
      if (prefersStillness()) {
        show(camera, { x, y, zoom: end })
        return
      }
      aimed = end
      stop = glideOver((part) => {
        show(camera, {
          x: from.x + (x - from.x) * part,
          y: from.y + (y - from.y) * part,
          zoom: from.zoom * (end / from.zoom) ** part,
        })
        if (part === 1) aimed = 0
      })
    },
    resize() {
      const { zoom, x, y } = camera.middle()
      const wasWhole = zoom < camera.limits().least * 1.01
      if (camera.measure()) show(camera, { x, y, zoom: wasWhole ? 0 : zoom })
    },
    close() {
      camera.close()
      halt()
    },
  }
}

/** Zooms and keeps a point of the map, in pixels, where it is. */
function zoomAround(camera: Camera, factor: number, at: Omit<View, 'zoom'>): void {
  const { zoom, x, y } = camera.now()
  camera.set(
    zoom * factor,
    (to) => at.x - ((at.x - x) * to) / zoom,
    (to) => at.y - ((at.y - y) * to) / zoom,
  )
}

/** Has a plan point in the middle of the map, at a zoom. */
function show(camera: Camera, { x, y, zoom }: View): void {
  const { width, height } = camera.size()
  camera.set(
    zoom,
    (to) => width / 2 - x * to,
    (to) => height / 2 - y * to,
  )
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
