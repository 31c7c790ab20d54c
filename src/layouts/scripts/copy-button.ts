/** A button that copies what it names (`data-copy`) is there where a script can copy, and says what came of it in the line behind it. */
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) if ('clipboard' in navigator) enliven(button)

function enliven(button: HTMLButtonElement): void {
  const said = button.nextElementSibling
  const { copy = '', copied = '', failed = '' } = button.dataset
  const say = (text: string): void => {
    if (said) said.textContent = text
  }
  button.hidden = false
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(copy).then(
      () => {
        say(copied)
      },
      () => {
        say(failed)
      },
    )
  })
}
