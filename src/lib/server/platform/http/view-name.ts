/** Stands in `viewAreaFilename` for the id of the section that is looked from. */
const SECTION = '{section}'

/** The name of the picture of what one sees from a section; without the placeholder it is the same one for all. */
export function viewNameOf(viewAreaFilename: string, sectionId: number): string {
  return viewAreaFilename.replaceAll(SECTION, String(sectionId))
}
