interface Props {
  readonly label: string
  readonly count: number
  readonly least: number
  readonly most: number
  readonly onCount: (count: number) => void
}

/** A list of numbers that one still finds one's way in. */
const MOST_LISTED = 50

/** The number of a stepper, to be chosen at once. */
export function CountSelect({ label, count, least, most, onCount }: Props) {
  return (
    <select aria-label={label} value={count} onChange={(event) => onCount(Number(event.target.value))}>
      {Array.from({ length: Math.min(most, MOST_LISTED) - least + 1 }, (_, at) => (
        <option key={at} value={least + at}>
          {least + at}
        </option>
      ))}
    </select>
  )
}
