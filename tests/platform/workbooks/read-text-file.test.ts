import { expect, test } from 'vitest'
import { isTextFile, readTextFile } from '~/platform/workbooks/read-text-file'

const bytes = (text: string) => new TextEncoder().encode(text)

function cells(text: string | Uint8Array, file = 'book.csv'): Record<string, string> {
  const { sheets } = readTextFile(typeof text === 'string' ? bytes(text) : text, file)
  const found = (sheets[0]?.rows ?? []).flatMap(({ row, cells }) =>
    cells.map((cell) => [`${String.fromCharCode(64 + cell.column)}${row}`, cell.text] as const),
  )
  return Object.fromEntries(found)
}

test('a text file is one sheet, called as the file, whose cells are text', () => {
  const { sheets } = readTextFile(bytes('a;b\n1;2\n'), 'NAV_4711.2026.csv')
  expect(sheets.map(({ name }) => name)).toEqual(['NAV_4711.2026'])
  expect(sheets[0]?.rows[1]).toEqual({
    row: 2,
    cells: [
      { column: 1, kind: 'text', text: '1', format: 'general' },
      { column: 2, kind: 'text', text: '2', format: 'general' },
    ],
  })
})

test.each([
  ['a;b\n1,5;2', { A1: 'a', B1: 'b', A2: '1,5', B2: '2' }],
  ['a\tb;c\n1\t2', { A1: 'a', B1: 'b;c', A2: '1', B2: '2' }],
  ['a|b\n1|2', { A1: 'a', B1: 'b', A2: '1', B2: '2' }],
  ['a,b\n1,2', { A1: 'a', B1: 'b', A2: '1', B2: '2' }],
  ['a;b,c\n1;2,3', { A1: 'a', B1: 'b,c', A2: '1', B2: '2,3' }],
  [
    'title\na,b,c\n1,2,3\nx;y',
    { A1: 'title', A2: 'a', B2: 'b', C2: 'c', A3: '1', B3: '2', C3: '3', A4: 'x;y' },
  ],
  ['one\ntwo', { A1: 'one', A2: 'two' }],
  ['sep=,\na,b;c\n', { A1: 'sep=', A2: 'a', B2: 'b;c' }],
])('the separator of %j is found', (text, expected) => {
  expect(cells(text)).toEqual(expected)
})

test('quotation marks enclose separators, line breaks and doubled marks', () => {
  expect(cells('a;b\n"x;\ny";"say ""hi"""\nz 3" pipe;4')).toEqual({
    A1: 'a',
    B1: 'b',
    A2: 'x;\ny',
    B2: 'say "hi"',
    A3: 'z 3" pipe',
    B3: '4',
  })
})

test('rows end with CR, LF or both, and blank rows count', () => {
  expect(cells('a;b\r1;2\r\n\r\n3;4\n')).toEqual({ A1: 'a', B1: 'b', A2: '1', B2: '2', A4: '3', B4: '4' })
})

test('the encoding is that of the byte order mark, else UTF-8 where that is valid, else Windows-1252', () => {
  expect(cells(bytes('\ufeffé;b\n1;2'))).toMatchObject({ A1: 'é' })
  expect(cells(new Uint8Array([0xff, 0xfe, 0x41, 0, 0x3b, 0, 0x42, 0]))).toEqual({ A1: 'A', B1: 'B' })
  expect(cells(bytes('é;b'))).toMatchObject({ A1: 'é' })
  expect(cells(new Uint8Array([0xe9, 0x3b, 0x80]))).toEqual({ A1: 'é', B1: '€' })
})

test('an unclosed quotation mark refuses the file and names its row', () => {
  expect(() => cells('a;b\n"x;1\ny;2', 'set.csv')).toThrow(
    'set.csv: a quotation mark in row 2 is not closed.',
  )
})

test('bytes with NUL, and HTML or XML, are no text file', () => {
  expect(isTextFile(bytes('<html>'))).toBe(false)
  expect(isTextFile(new Uint8Array([65, 0, 66]))).toBe(false)
  expect(isTextFile(bytes('a;b'))).toBe(true)
  expect(() => readTextFile(bytes('<table>'), 'x.xls')).toThrow('x.xls is not a text file.')
})
