import { cutText } from '#lib/domain/cut-text.ts'

/** Reads a form's body, without the NULs that no database can hold. Anything but a form counts as an empty one, so that all its fields are missing. */
export async function readForm(request: Request): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of await sentBy(request)) {
    if (typeof value === 'string') form.append(name, value.replaceAll('\0', ''))
    else form.append(name, value)
  }
  return form
}

/** A field of a form, trimmed and cut to a length; '' if it is missing or a file. */
export function typedText(sent: FormData, name: string, most: number): string {
  const value = sent.get(name)
  return typeof value === 'string' ? cutText(value.trim(), most) : ''
}

async function sentBy(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    return new FormData()
  }
}
