/** Reads a form's body, without the NULs that no database can hold. Anything but a form counts as an empty one, so that all its fields are missing. */
export async function readForm(request: Request): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of await sentBy(request)) {
    if (typeof value === 'string') form.append(name, value.replaceAll('\0', ''))
    else form.append(name, value)
  }
  return form
}

async function sentBy(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    return new FormData()
  }
}
