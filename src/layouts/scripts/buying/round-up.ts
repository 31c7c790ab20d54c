/** Sends the ID number that has been typed along with the press: it stands in no browser's memory, and the page is drawn anew. */
document.querySelector('[data-round-up]')?.addEventListener('formdata', (event) => {
  const typed = document.querySelector<HTMLInputElement>('#field-ssn')?.value
  if (typed && event instanceof FormDataEvent) event.formData.set('ssn', typed)
})
