import { atom } from 'nanostores'

/** How long a toast stays (spec §9). */
export const TOAST_MS = 3000

export type ToastKind = 'ok' | 'neutral' | 'bad'
export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
}

/** Toasts on the screen, oldest first. A toast is never the only place where an error is said. */
export const $toasts = atom<readonly Toast[]>([])

let lastId = 0

export function showToast(text: string, kind: ToastKind = 'neutral'): void {
  lastId += 1
  $toasts.set([...$toasts.get().filter((toast) => toast.text !== text), { id: lastId, kind, text }])
}

export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id))
}
