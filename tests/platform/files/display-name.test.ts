import fc from 'fast-check'
import { expect, test } from 'vitest'
import { displayName } from '~/platform/files/file-types'

test.each([
  ['nav.xlsx', 'nav.xlsx'],
  [`${'x'.repeat(66)}.xlsx`, `${'x'.repeat(66)}.xlsx`],
  [`${'x'.repeat(67)}.xlsx`, `${'x'.repeat(66)}….xlsx`],
  ['x'.repeat(70), `${'x'.repeat(66)}…`],
  [`${'😀'.repeat(67)}.pdf`, `${'😀'.repeat(66)}….pdf`],
  [`a.${'y'.repeat(80)}`, `a.${'y'.repeat(64)}…`],
  ['archive.tar.gz', 'archive.tar.gz'],
  ['.env', '.env'],
  ['', ''],
  ['invoice\u202efdp.exe', 'invoice\ufffdfdp.exe'],
  ['a\r\nb\u0000.txt', 'a␍␊b␀.txt'],
  ['del\u007f\u0085.txt', 'del␡\ufffd.txt'],
  ['na\u200bv.xlsx', 'na\ufffdv.xlsx'],
  ['\ud800.pdf', '\ufffd.pdf'],
  ['Größe 発注書 👨\u200d👩\u200d👧.pdf', 'Größe 発注書 👨\u200d👩\u200d👧.pdf'],
  ['<b>"x" & y</b>.pdf', '<b>"x" & y</b>.pdf'],
])('%j is shown as %j', (name, shown) => {
  expect(displayName(name)).toBe(shown)
})

test('no name is longer than 66 characters, ellipsis and extension, or has a hidden character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
      const shown = displayName(name)
      expect(Array.from(shown).length).toBeLessThanOrEqual(66 + 1 + 11)
      expect(shown).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
    }),
  )
})
