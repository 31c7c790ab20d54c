import { Icon } from '#islands/icon.tsx'

/** Why the cart could not be stored, with the server's words. */
export function StoreNote({ text }: { readonly text: string }) {
  return (
    <p className="note bad" role="alert">
      <Icon name="warning" />
      <span>{text}</span>
    </p>
  )
}
