/** A status that is part of the page as it loads is not read out: only what changes in one is. So it is said once more, when it can be heard. */
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
