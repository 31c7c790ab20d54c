import { z } from 'zod'

/** How the seats of a drawing are named, where it follows no way that is known. */
export const svgMapping = z
  .strictObject({
    names: z
      .record(z.string().max(60), z.string().min(1).max(200))
      .describe(
        'Where a name stands, and its pattern: { "id": "seat-{seat}-{row}-{section}" }, { "title": "{seat}", "group.id": "row-{row}" }. Places are id, title, label, name or an attribute, of the element, of the group around it (group.) and of those around that (group2.). {level} is the floor, {*} is anything.',
      ),
    element: z.string().max(40).optional().describe('Only these elements, for example "circle".'),
    class: z.string().max(100).optional().describe('Only elements of this class.'),
    category: z.string().max(100).optional().describe('"fill", or the attribute that says the price category.'),
    stage: z.string().max(200).optional().describe('The id of the stage.'),
  })
  .describe('A mapping as npm run plan -- look proposes it.')

export type SvgMapping = z.output<typeof svgMapping>
