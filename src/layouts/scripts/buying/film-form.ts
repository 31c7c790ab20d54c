/**
 * Tells an iPad that its browser does not play films: only there can it be told from a Mac. Opens the question of what leaves the cart as a dialog. Without script
 * the question is a part of the page, and the server has told all other devices.
 */
import { unsupportedDevice } from '#lib/domain/catalogue/films/watch-device.ts'
import { askBeforeLeaving } from './ask-before-leaving.ts'

const form = document.querySelector<HTMLFormElement>('form[data-buy]')
if (form) {
  const code = unsupportedDevice(navigator.userAgent, navigator.maxTouchPoints)
  for (const note of form.querySelectorAll<HTMLElement>('[data-unsupported]')) note.hidden = note.dataset.unsupported !== code
  askBeforeLeaving(form)
}
