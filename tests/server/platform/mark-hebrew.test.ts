import { expect, test } from 'vitest'
import { markHebrew } from '#lib/server/platform/http/mark-hebrew.ts'

const he = (text: string): string => `<bdi lang="he" dir="rtl">${text}</bdi>`

test.each([
  ['<p>The bridge</p>', '<p>The bridge</p>'],
  ['<h1>הגשר של אבא</h1>', `<h1>${he('הגשר של אבא')}</h1>`],
  ['<p>Seats for הגשר של אבא, 24.11.</p>', `<p>Seats for ${he('הגשר של אבא')}, 24.11.</p>`],
  ['<p>הזמינו מראש. הדלתות נפתחות ב-20:00.</p>', `<p>${he('הזמינו מראש. הדלתות נפתחות ב')}-20:00.</p>`],
  ['<p>מופע עמידה.</p>', `<p>${he('מופע עמידה.')}</p>`],
  ['<a href="/x" aria-label="הגשר">A <b>אבא</b></a>', `<a href="/x" aria-label="הגשר">A <b>${he('אבא')}</b></a>`],
  ['<title>הגשר</title><script>"אבא"</script>', '<title>הגשר</title><script>"אבא"</script>'],
  ['<select><option value="1">חיפה</option></select>', '<select><option value="1">חיפה</option></select>'],
  ['<astro-island props="x"><p>הגשר</p></astro-island><p>אבא</p>', `<astro-island props="x"><p>הגשר</p></astro-island><p>${he('אבא')}</p>`],
  [
    '<astro-island><p>הגשר</p><astro-slot name="facts"><h1>אבא</h1></astro-slot><b>הגשר</b></astro-island>',
    `<astro-island><p>הגשר</p><astro-slot name="facts"><h1>${he('אבא')}</h1></astro-slot><b>הגשר</b></astro-island>`,
  ],
  ['<bdi lang="he">הגשר</bdi>', '<bdi lang="he">הגשר</bdi>'],
  ['<bdi class="n">הגשר, ₪150</bdi>', `<bdi class="n">${he('הגשר')}, ₪150</bdi>`],
  ['<!-- הגשר --><p>театр הגשר театр אבא</p>', `<!-- הגשר --><p>театр ${he('הגשר')} театр ${he('אבא')}</p>`],
])('%s', (page, marked) => {
  expect(markHebrew(page)).toBe(marked)
})

test('is idempotent', () => {
  const once = markHebrew('<p>הגשר של אבא.</p>')
  expect(markHebrew(once)).toBe(once)
})
