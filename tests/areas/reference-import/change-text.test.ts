import { expect, test } from 'vitest'
import { changeText, keyLabel } from '~/areas/reference-import/report'

test('import changes show days as on screen, and leave other texts alone', () => {
  expect(keyLabel('COR06 2026-10-30')).toBe('COR06 30/10/2026')
  expect(keyLabel('Maple Funds SICAV')).toBe('Maple Funds SICAV')
  const [vat, dead] = [
    { field: 'VAT number', before: '', after: 'BE0900000193' },
    { field: 'Dead date', before: '', after: '2026-06-30' },
  ]
  expect(changeText({ action: 'insert', fields: [vat, dead] })).toBe(
    'VAT number: BE0900000193; Dead date: 30/06/2026',
  )
  expect(changeText({ action: 'update', fields: [dead] })).toBe('Dead date: (blank) → 30/06/2026')
})
