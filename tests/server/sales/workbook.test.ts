import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { Cell } from '#lib/domain/sales/csv.ts'
import { streamFile } from '#lib/server/sales/files/row-file.ts'
import { readZip } from '#tests/support/read-zip.ts'

async function workbook(batches: readonly (readonly (readonly Cell[])[])[], name = 'הזמנות'): Promise<ReadonlyMap<string, string>> {
  const file = streamFile({ head: ['שם', 'Sum'], batches: Readable.from(batches), format: 'xlsx', name, locale: 'he' })
  const files = readZip(Buffer.from(await new Response(file).arrayBuffer()))
  return new Map([...files].map(([path, content]) => [path, content.toString()]))
}

describe('a workbook', () => {
  test('holds texts, figures and empty cells as they are, nothing that is calculated, and is read from right to left', async () => {
    const files = await workbook([
      [['<a> & "b"', 1.5]],
      [
        ['=1+1', null],
        ['\u0001\uD800', -2],
      ],
    ])
    const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
    expect(sheet).toContain('rightToLeft="1"')
    expect(sheet).toContain('&lt;a&gt; &amp; &quot;b&quot;</t></is></c><c ><v>1.5</v></c></row>')
    expect(sheet).toContain(`'=1+1</t></is></c><c/></row>`)
    expect(sheet).toContain('<t xml:space="preserve">\uFFFD</t></is></c><c ><v>-2</v></c>')
    expect(sheet.match(/<row>/g)).toHaveLength(4)
    expect([...files.keys()]).toEqual([
      ...[
        'xl/worksheets/sheet1.xml',
        'xl/workbook.xml',
        'xl/_rels/workbook.xml.rels',
        'xl/styles.xml',
        '_rels/.rels',
        '[Content_Types].xml',
      ],
    ])
  })

  test('goes on on another sheet where programs read no further, each with the head', async () => {
    const files = await workbook([Array.from({ length: 1_000_000 }, () => []), [['last', 1]]], 'a:name/of [more] than thirty-one signs')
    expect(files.get('xl/worksheets/sheet2.xml')).toContain('last')
    expect(files.get('xl/worksheets/sheet2.xml')?.match(/<row>/g)).toHaveLength(2)
    const names = [...(files.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name)
    expect(names).toEqual(['a name of  more  than thi', 'a name of  more  than thi 2'])
    expect(files.get('[Content_Types].xml')).toContain('/xl/worksheets/sheet2.xml')
  })
})
