import { expect, test } from 'vitest'
import { isWeakPassword } from '#lib/domain/customers/weak-password.ts'

const KNOWN = ['noa.barkai@shura.example', '0547314821', 'נועה', 'ברקאי', 'נועהברקאי']

test.each([
  ...[
    'short1!',
    '123456789',
    'x'.repeat(201),
    'aaaaaaaaaaaa',
    'ababababab',
    '1234567890',
    '9876543210',
    'abcdefghijkl',
    'password123',
    '123password!',
  ],
  ...[
    'Passw0rd2026',
    'qwertyuiop',
    'ISRAEL123456',
    'סיסמה1234567',
    'noa.barkai@shura.example',
    'noa.barkai',
    '0547314821',
    '054-731-4821',
    'נועהברקאי12',
    '5812 9406 37 ',
  ],
])('rejects %j', (password) => {
  expect(isWeakPassword(password, KNOWN)).toBe(true)
})

test.each(['shura-noa-2026', 'correct horse battery', 'ארבעה סוסים כחולים', 'k3-Vt9zq_pL', 'x7'.repeat(3) + 'QmLpZ'.repeat(38)])(
  'accepts %j',
  (password) => {
    expect(isWeakPassword(password, KNOWN)).toBe(false)
  },
)
