import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { imageMap } from '#lib/contract/show/venue-pictures.ts'
import { readImageMap, writeImageMap, type MapGround } from '#lib/server/catalogue/image-map.ts'

const GROUND: MapGround = {
  pictures: new Map([['hall.svg', { width: 800, height: 600 }]]),
  sections: new Map([
    [1, 'אולם'],
    [2, 'יציע'],
    [30, 'תא "א" & ב <1>'],
  ]),
}
const AREA = '<area shape="rect" coords="1,2,30,40" href="#section-1" alt="אולם">'

function wrap(areas: string, image = '<img src="hall.svg" usemap="#hall">'): string {
  return `${image}<map name="hall">${areas}</map>`
}

function read(html: string) {
  return readImageMap(html, GROUND)
}

/** The areas of a readable map. */
function areasOf(html: string) {
  const result = read(html)
  if (!result.ok) throw new Error(result.sentence)
  return result.map.areas
}

const PLAIN = { shape: 'rect', coords: [1, 2, 30, 40], sectionId: 1, label: 'אולם' }

describe('a readable image map', () => {
  test.each([
    ['by data-section', '<area shape=rect coords="1,2,30,40" data-section="1" alt="אולם">'],
    ['by #id', '<area shape="rect" coords="1,2,30,40" href="#1" alt="אולם">'],
    ['by #section-id', AREA],
    ['by the name as alt', '<area coords="1 2 30 40" alt=" אולם ">'],
    ['by the name as title', '<area coords="1, 2, 30, 40" title="אולם">'],
    ['in capitals', '<AREA SHAPE="RECT" COORDS="1,2,30,40" HREF="#SECTION-1" ALT="אולם">'],
    ['with corners the other way round', '<area shape="rectangle" coords="30,40,1,2" href="#1" alt="אולם">'],
    ['with entities', '<area coords="1&#44;2,30,40" href="&#35;1" alt="&#1488;ולם">'],
    ['with semicolons', '<area coords="1;2;30;40" href="#1" alt="אולם">'],
  ])('names its section %s', (_name, area) => {
    expect(areasOf(wrap(area))).toEqual([PLAIN])
  })

  test('accepts circles and polygons in all spellings', () => {
    const html = wrap('<area shape="circ" coords="10,20,5.5" href="#2"><area shape="polygon" coords="0,0 10,0 10,10" data-section="30">')
    expect(areasOf(html)).toEqual([
      { shape: 'circle', coords: [10, 20, 5.5], sectionId: 2, label: 'יציע' },
      { shape: 'poly', coords: [0, 0, 10, 0, 10, 10], sectionId: 30, label: 'תא "א" & ב <1>' },
    ])
  })

  test('clamps coordinates to the picture', () => {
    const html = wrap(
      '<area coords="-50,-1,9999,700" href="#1"><area shape="circle" coords="900,-4,99999" href="#1"><area shape="poly" coords="-5,5,900,5,5,900" href="#1">',
    )
    expect(areasOf(html).map(({ coords }) => coords)).toEqual([
      [0, 0, 800, 600],
      [800, 0, 1000],
      [0, 5, 800, 5, 5, 600],
    ])
  })

  test.each([
    ['', { width: 800, height: 600 }],
    ['width="400"', { width: 400, height: 300 }],
    ['height="300px"', { width: 400, height: 300 }],
    ['width=100 height=100', { width: 100, height: 100 }],
  ])('takes its size from the picture or <img %s>', (size, expected) => {
    const result = read(wrap(AREA, `<img src="hall.svg" usemap="#hall" ${size}>`))
    expect(result).toMatchObject({ ok: true, picture: 'hall.svg', map: expected })
  })

  test('leaves out areas for everything else', () => {
    const result = read(wrap(`${AREA}<area shape="default" href="#2">`))
    expect(result).toMatchObject({ ok: true, map: { areas: [PLAIN] }, leftOut: ['an <area> of the shape "default"'] })
  })
})

/** Each has one harmless area; nothing around it may get through. */
const HOSTILE: readonly (readonly [name: string, html: string])[] = [
  ['a script before', `<script>alert(1)</script>${wrap(AREA)}`],
  ['a script inside', wrap(`<script>alert(1)</script>${AREA}`)],
  ['an area in a script', wrap(`${AREA}<script><area coords="1,1,2,2" href="#2"></script>`)],
  ['an area in a style', wrap(`${AREA}<style><area coords="1,1,2,2" href="#2"></style>`)],
  ['an area in a comment', wrap(`${AREA}<!-- <area coords="1,1,2,2" href="#2"> -->`)],
  ['an area outside the map', `<area coords="1,1,2,2" href="#2">${wrap(AREA)}<area coords="1,1,2,2" href="#2">`],
  ['an area in a textarea', wrap(`${AREA}<textarea><area coords="1,1,2,2" href="#2"></textarea>`)],
  ['an area in a title', wrap(`${AREA}<title><area coords="1,1,2,2" href="#2"></title>`)],
  ['onclick', wrap(AREA.replace('<area', '<area onclick="alert(1)"'))],
  ['onerror on the picture', wrap(AREA, '<img src="hall.svg" usemap="#hall" onerror="alert(1)">')],
  ['onload without quotes', wrap(AREA, '<img onload=alert(1) src=hall.svg usemap=#hall>')],
  ['a style', wrap(AREA.replace('<area', '<area style="background:url(javascript:1)"'))],
  ['a class and an id', wrap(AREA.replace('<area', '<area class="x" id="document"'))],
  ['a target', wrap(AREA.replace('<area', '<area target="_top" ping="https://evil.example"'))],
  ['srcset', wrap(AREA, '<img src="hall.svg" srcset="https://evil.example/x.png 2x" usemap="#hall">')],
  ['a javascript: address beside the section', wrap('<area coords="1,2,30,40" href="javascript:alert(1)" data-section="1" alt="אולם">')],
  ['a javascript: address beside the name', wrap('<area coords="1,2,30,40" href="javascript:alert(1)" alt="אולם">')],
  ['a javascript: area without section', wrap(`${AREA}<area coords="1,1,5,5" href="javascript:alert(1)">`)],
  ['a data: area', wrap(`${AREA}<area coords="1,1,5,5" href="data:text/html,<script>1</script>">`)],
  ['an area that leads elsewhere', wrap(`${AREA}<area coords="1,1,5,5" href="https://evil.example/">`)],
  ['an area that leads elsewhere by //', wrap(`${AREA}<area coords="1,1,5,5" href="//evil.example/#1">`)],
  ['an area of another page', wrap(`${AREA}<area coords="1,1,5,5" href="/order/2#1">`)],
  ['vbscript in odd letters', wrap(`${AREA}<area coords="1,1,5,5" href="vb&#115;cript:x">`)],
  ['a tab in javascript:', wrap(`${AREA}<area coords="1,1,5,5" href="java\tscript:alert(1)">`)],
  ['an iframe', wrap(`<iframe src="https://evil.example"></iframe>${AREA}`)],
  ['an object', wrap(`<object data="x.swf"></object>${AREA}`)],
  ['a form', wrap(`<form action="https://evil.example"><button>x</button></form>${AREA}`)],
  ['an svg', wrap(`<svg onload="alert(1)"><a href="javascript:1"><text>x</text></a></svg>${AREA}`)],
  ['math', wrap(`<math><mtext></mtext></math>${AREA}`)],
  ['a base', `<base href="https://evil.example/">${wrap(AREA)}`],
  ['a meta refresh', `<meta http-equiv="refresh" content="0;url=https://evil.example">${wrap(AREA)}`],
  ['a link', `<link rel="stylesheet" href="https://evil.example/x.css">${wrap(AREA)}`],
  ['a second picture without map', `<img src="https://evil.example/pixel.gif">${wrap(AREA)}`],
  ['a second map', `${wrap(AREA)}<map name="other"><area coords="1,1,2,2" href="#2"></map>`],
  ['a template', wrap(`${AREA}<template><img src=x onerror=alert(1)></template>`)],
  ['__proto__ as attribute', wrap(AREA.replace('<area', '<area __proto__="x" constructor="y"'))],
  ['a doctype and html', `<!doctype html><html><body onload="alert(1)">${wrap(AREA)}</body></html>`],
  ['a null character between tags', `\u0000${wrap(AREA)}\u0000`],
  ['words', `Welcome &lt;b&gt; ${wrap(`text ${AREA} text`)} bye`],
  ['an unclosed map', '<img src="hall.svg" usemap="#hall"><map name="hall"><p>' + AREA],
  ['an unclosed tag at the end', `${wrap(AREA)}<img src="x`],
  ['cdata', wrap(`<![CDATA[<area coords="1,1,2,2" href="#2">]]>${AREA}`)],
  ['processing instructions', `<?php echo 1 ?>${wrap(AREA)}`],
  ['a repeated attribute', wrap('<area coords="1,2,30,40" href="#1" alt="אולם" href="javascript:alert(1)" coords="x">')],
]

describe('everything else in a map is removed', () => {
  test.each(HOSTILE)('%s', (_name, html) => {
    const result = read(html)
    expect(result).toMatchObject({ ok: true, map: { width: 800, height: 600 } })
    if (!result.ok) return
    expect(result.map.areas).toEqual([PLAIN])
    expect(writeImageMap(result.map, '/api/presentations/1/picture')).toBe(
      '<img src="/api/presentations/1/picture" usemap="#venue" width="800" height="600" alt=""><map name="venue">' +
        '<area shape="rect" coords="1,2,30,40" href="#section-1" data-section="1" alt="אולם"></map>',
    )
  })

  test('an alt text cannot break out of its attribute or change its direction', () => {
    const [area] = areasOf(wrap('<area coords="1,2,3,4" href="#1" alt="&quot;&gt;&lt;script&gt;\u202Ex\u0007\n  y&#xD800;">'))
    expect(area?.label).toMatch(/^"><script>x y/)
    expect(area?.label).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
    const written = writeImageMap({ width: 1, height: 1, areas: area ? [area] : [] }, '/"><script>')
    expect(written).not.toContain('<script')
    expect(written).toContain('alt="&quot;&gt;&lt;script&gt;')
    expect(written).toContain('src="/&quot;&gt;&lt;script&gt;"')
  })

  test('lists what was removed, up to a limit', () => {
    const many = Array.from({ length: 300 }, (_, index) => `<x-${String(index)}-${'y'.repeat(200)}>`).join('')
    const result = read(wrap(AREA) + many)
    expect(result).toMatchObject({ ok: true })
    if (result.ok) expect([result.leftOut.length, Math.max(...result.leftOut.map((name) => name.length))]).toEqual([20, 40])
  })
})

describe('reports what is broken in a map, and where', () => {
  test.each([
    ['nothing', '', 'there is no <img usemap> (line 1, column 1)'],
    ['words only', 'hello', 'there is no <img usemap>'],
    ['no picture', `<map name="hall">${AREA}</map>`, 'there is no <img usemap>'],
    ['a picture without usemap', `<img src="hall.svg"><map name="hall">${AREA}</map>`, 'the <img> has no usemap'],
    ['two pictures', wrap(AREA) + '<img src="hall.svg" usemap="#hall">', 'there is more than one <img usemap>'],
    ['an unknown picture', wrap(AREA, '<img src="other.svg" usemap="#hall">'), 'there is no picture "other.svg" (line 1, column 1)'],
    ['a picture by path', wrap(AREA, '<img src="../hall.svg" usemap="#hall">'), 'there is no picture "../hall.svg"'],
    [
      'a picture of another house',
      wrap(AREA, '<img src="https://evil.example/hall.svg" usemap="#hall">'),
      'there is no picture "https://evil.example/hall.svg"',
    ],
    ['a picture without address', wrap(AREA, '<img usemap="#hall">'), 'there is no picture ""'],
    ['no map', '<img src="hall.svg" usemap="#hall">', 'there is no <map> of the name that usemap gives: "hall"'],
    ['a map of another name', `<img src="hall.svg" usemap="#hall"><map name="Hall">${AREA}</map>`, 'there is no <map> of the name'],
    ['an empty usemap', `<img src="hall.svg" usemap=""><map name="">${AREA}</map>`, 'there is no <map> of the name'],
    ['two maps of one name', `${wrap(AREA)}<map name="hall"></map>`, 'there is more than one <map> "hall"'],
    ['no areas', wrap(''), 'the map has no area that leads to a section (line 1, column 36)'],
    [
      'only areas that lead elsewhere',
      wrap('<area coords="1,1,2,2" href="https://evil.example">'),
      'the map has no area that leads to a section',
    ],
    [
      'an unknown section',
      wrap(`\n${AREA}\n  <area coords="1,1,2,2" href="#9">`),
      'leads to section "9", which the seat plan does not have (line 3, column 3)',
    ],
    ['a section that is no number', wrap('<area coords="1,1,2,2" data-section="1 OR 1=1">'), 'leads to section "1 OR 1=1"'],
    ['a section too large', wrap('<area coords="1,1,2,2" href="#99999999999999999999">'), 'which the seat plan does not have'],
    ['a negative section', wrap('<area coords="1,1,2,2" data-section="-1">'), 'which the seat plan does not have'],
    ['words as coordinates', wrap('<area coords="a,b,c,d" href="#1">'), 'has a coordinate that is no number: "a"'],
    ['per cent', wrap('<area coords="1%,1%,2%,2%" href="#1">'), 'has a coordinate that is no number: "1%"'],
    ['endless numbers', wrap('<area coords="1,1,1e9,Infinity" href="#1">'), 'has a coordinate that is no number: "1e9"'],
    ['NaN', wrap('<area coords="NaN,1,2,3" href="#1">'), 'has a coordinate that is no number: "NaN"'],
    ['hexadecimal', wrap('<area coords="0x10,1,2,3" href="#1">'), 'has a coordinate that is no number: "0x10"'],
    ['too few for a rectangle', wrap('<area coords="1,2,3" href="#1">'), 'has 3 coordinates, but a rect has four'],
    ['no coordinates', wrap('<area href="#1">'), 'has 0 coordinates'],
    ['too many for a circle', wrap('<area shape="circle" coords="1,2,3,4" href="#1">'), 'a circle has three numbers'],
    ['two points', wrap('<area shape="poly" coords="1,2,3,4" href="#1">'), 'a poly has at least three points'],
    ['half a point', wrap('<area shape="poly" coords="1,2,3,4,5,6,7" href="#1">'), 'has 7 coordinates'],
    ['a thousand points', wrap(`<area shape="poly" coords="${'1,2,'.repeat(1_000)}" href="#1">`), 'has 2000 coordinates'],
    ['an area beside the picture', wrap('<area coords="900,10,950,20" href="#1">'), 'covers nothing of the picture'],
    ['an area above the picture', wrap('<area shape="poly" coords="1,-9,5,-9,5,-2" href="#1">'), 'covers nothing of the picture'],
    ['a flat area', wrap('<area coords="5,5,5,50" href="#1">'), 'covers nothing of the picture'],
    ['a circle without radius', wrap('<area shape="circle" coords="5,5,0" href="#1">'), 'covers nothing of the picture'],
    ['a circle turned inside out', wrap('<area shape="circle" coords="5,5,-10" href="#1">'), 'covers nothing of the picture'],
    ['a star', wrap('<area shape="star" coords="1,2,3,4" href="#1">'), 'has a shape that is none of rect, circle and poly: "star"'],
    ['a shape of the prototype', wrap('<area shape="constructor" coords="1,2,3,4" href="#1">'), 'none of rect, circle and poly'],
    [
      'a width of nothing',
      wrap(AREA, '<img src="hall.svg" usemap="#hall" width="0">'),
      'the width of the <img> is no number of pixels: "0"',
    ],
    [
      'a width in per cent',
      wrap(AREA, '<img src="hall.svg" usemap="#hall" width="100%">'),
      'the width of the <img> is no number of pixels',
    ],
    [
      'a height beyond reason',
      wrap(AREA, '<img src="hall.svg" usemap="#hall" height="99999">'),
      'the height of the <img> is no number of pixels',
    ],
    ['too many areas', wrap(AREA.repeat(1_001)), 'the map has more than 1000 areas'],
    ['too long a text', ' '.repeat(100_001), 'is longer than 100000 characters'],
  ])('%s', (_name, html, sentence) => {
    expect(read(html)).toEqual({ ok: false, sentence: expect.stringContaining(sentence) })
  })
})

describe('for any text', () => {
  const piece = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        ...HOSTILE.map(([, html]) => html),
        AREA,
        '<map name="hall">',
        '</map>',
        '<img src="hall.svg" usemap="#hall">',
      ),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '=',
        '&',
        '<!--',
        '-->',
        '<script>',
        '</script>',
        'coords=',
        'href=#1',
        ' ',
        '\u0000',
        '</',
        '/>',
        '<area ',
      ),
    },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
    {
      weight: 3,
      arbitrary: fc
        .record({
          shape: fc.constantFrom('rect', 'circle', 'poly', 'default', 'x', ''),
          coords: fc.array(fc.oneof(fc.integer(), fc.double(), fc.constantFrom('x', '')), { maxLength: 8 }),
          href: fc.oneof(fc.webUrl(), fc.constantFrom('#1', '#2', '#section-30', 'javascript:alert(1)', '')),
          alt: fc.string({ unit: 'binary', maxLength: 12 }),
        })
        .map(({ shape, coords, href, alt }) => `<area shape="${shape}" coords="${coords.join(',')}" href="${href}" alt="${alt}">`),
    },
  )
  /** Valid areas with hostile words. Each letter is an entity, so that all of them arrive. */
  const odd = fc.string({
    unit: fc.oneof(
      fc.constantFrom('"', '<', '>', '&', "'", '\u202E', '\u0007', '\u200F', '\n'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 12,
  })
  const orderly = fc.tuple(odd, fc.nat(300), fc.nat(300), fc.constantFrom('1', '2', '30')).map(([words, x, y, id]) => {
    const alt = Array.from(words, (letter) => `&#${String(letter.codePointAt(0))};`).join('')
    return `<area coords="${String(x)},${String(y)},600,500" href="#${id}" alt="${alt}">`
  })
  const text = fc.oneof(
    fc.array(orderly, { minLength: 1, maxLength: 6 }).map((areas) => wrap(areas.join(''))),
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    fc.array(piece, { maxLength: 8 }).map((pieces) => wrap(AREA + pieces.join(''))),
  )

  test('throws nothing and outputs only what the allow list has', () => {
    let readable = 0
    fc.assert(
      fc.property(text, (html) => {
        const result = read(html)
        if (!result.ok) {
          expect(result.sentence).not.toBe('')
          return
        }
        readable += 1
        expect(imageMap.safeParse(result.map).success).toBe(true)
        expect(result.picture).toBe('hall.svg')
        for (const { sectionId, coords, label, ...rest } of result.map.areas) {
          expect(Object.keys(rest)).toEqual(['shape'])
          expect(GROUND.sections.has(sectionId)).toBe(true)
          expect(coords.every((value) => value >= 0 && value <= 1_000)).toBe(true)
          expect(label).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
        }
        const written = writeImageMap(result.map, 'hall.svg')
        expect(written).toMatch(
          /^<img src="hall\.svg" usemap="#venue" width="\d+" height="\d+" alt=""><map name="venue">(<area shape="(rect|circle|poly)" coords="[\d.,]+" href="#section-\d+" data-section="\d+" alt="[^"<>]*">)+<\/map>$/,
        )
        expect(read(written)).toMatchObject({ ok: true, map: result.map, leftOut: [] })
      }),
      { numRuns: 1_500 },
    )
    expect(readable).toBeGreaterThan(100)
  })
})
