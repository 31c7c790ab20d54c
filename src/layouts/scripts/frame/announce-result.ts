/** Repeats the page's status message: screen readers announce only changes, not a status that was there on load. */
const HEARD_AFTER_MS = 400

const words = document.querySelector('#said span')
if (words) {
  const sentence = words.textContent
  setTimeout(() => {
    words.textContent = ''
    requestAnimationFrame(() => {
      words.textContent = sentence
    })
  }, HEARD_AFTER_MS)
}
