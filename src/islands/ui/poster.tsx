/** The picture of a show, beside its name. */
export function Poster({ featureId }: { readonly featureId: number }) {
  return (
    <span className="poster">
      <img src={`/api/features/${String(featureId)}/placeholderImage`} alt="" width="600" height="840" loading="lazy" decoding="async" />
    </span>
  )
}
