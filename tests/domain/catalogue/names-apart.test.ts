import { expect, test } from 'vitest'
import { namesApart } from '#lib/domain/catalogue/names-apart.ts'

const hall = (group: string, location: string, venue: string) => [[group], [group, location], [group, venue, location]]

test.each([
  ['one name each', [hall('אולם', 'חוף', '1'), hall('יציע', 'חוף', '1')], ['אולם', 'יציע']],
  [
    'two alike in two places',
    [hall('אולם', 'חוף', '1'), hall('יציע', 'חוף', '1'), hall('אולם', 'הר', '1')],
    ['אולם חוף', 'יציע', 'אולם הר'],
  ],
  [
    'two alike in one place',
    [hall('אולם', 'חוף', '1'), hall('אולם', 'חוף', '2'), hall('אולם', 'הר', '2')],
    ['אולם 1 חוף', 'אולם 2 חוף', 'אולם הר'],
  ],
  ['two that nothing tells apart', [hall('אולם', 'חוף', '1'), hall('אולם', 'חוף', '1')], ['אולם 1 חוף', 'אולם 1 חוף']],
  [
    'one whose name is the beginning of another',
    [
      [['אולם'], ['אולם', 'חוף']],
      [
        ['אולם', 'קטן'],
        ['אולם', 'קטן', 'חוף'],
      ],
    ],
    ['אולם', 'אולם קטן'],
  ],
  ['one of which less can be said than of the other', [[['אולם']], [['אולם'], ['אולם', 'הר']]], ['אולם', 'אולם הר']],
  ['one without a name', [[], [['אולם']]], ['', 'אולם']],
  ['nothing', [], []],
])('says as little as tells them apart: %s', (_what, things, expected) => {
  expect(namesApart(things).map((parts) => parts.join(' '))).toEqual(expected)
})
