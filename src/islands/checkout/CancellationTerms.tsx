/** Until when and for what the tickets may be cancelled, as it was worded by the server. */
export interface CancellationTerms {
  readonly title: string
  readonly texts: readonly string[]
}

export function CancellationTermsNote({ title, texts }: CancellationTerms) {
  return (
    <section className="stack" aria-labelledby="cancelling-title">
      <h3 id="cancelling-title">{title}</h3>
      {texts.map((text) => (
        <p key={text} className="meta">
          {text}
        </p>
      ))}
    </section>
  )
}
