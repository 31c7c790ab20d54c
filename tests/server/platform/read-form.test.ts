import { expect, test } from 'vitest'
import { readForm } from '#lib/server/platform/http/answers/read-form.ts'

const form = (body: BodyInit, type?: string) =>
  new Request('http://shop.example/donations', {
    method: 'POST',
    body,
    ...(type === undefined ? {} : { headers: { 'content-type': type } }),
  })

test('a form comes without the NULs that no database can hold, its fields in their order', async () => {
  const sent = await readForm(form(new URLSearchParams({ dedication: 'ל\0נועה\0', give: '11' })))
  expect([...sent]).toEqual([
    ['dedication', 'לנועה'],
    ['give', '11'],
  ])
})

test('a field that is sent twice stays twice', async () => {
  const sent = await readForm(form('choice=1&choice=2', 'application/x-www-form-urlencoded'))
  expect(sent.getAll('choice')).toEqual(['1', '2'])
})

test.each([
  ['JSON', form('{"dedication":"x"}', 'application/json')],
  ['a broken multipart body', form('--x', 'multipart/form-data; boundary=y')],
  ['no body', new Request('http://shop.example/donations', { method: 'POST' })],
])('%s counts as an empty form', async (_name, request) => {
  expect([...(await readForm(request))]).toEqual([])
})
