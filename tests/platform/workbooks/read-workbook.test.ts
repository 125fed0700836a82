import { rawParts, zipOf } from 'tests/support/workbooks/zip'
import { expect, test } from 'vitest'
import { readWorkbook } from '~/platform/workbooks/read-workbook'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const styles = (formats: string, xfs: string) =>
  `<styleSheet><numFmts>${formats}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs>${xfs}</cellXfs></styleSheet>`

async function cellsOf(sheetData: string, parts: Record<string, string | undefined> = {}) {
  const workbook = await readWorkbook(zipOf(rawParts(sheetData, parts)), 'a.xlsx')
  return (workbook.sheets[0]?.rows ?? []).flatMap(({ row, cells }) =>
    cells.map((cell) => [
      `${cell.column}/${row}`,
      cell.kind,
      cell.text,
      ...(cell.format === 'general' ? [] : [cell.format]),
    ]),
  )
}

test('numbers keep their stored text, including zero and FALSE', async () => {
  const row =
    '<row r="1"><c r="A1"><v>0.1000000000000000055</v></c><c r="B1"><v>0</v></c><c r="C1" t="b"><v>0</v></c><c r="D1" t="b"><v>1</v></c><c r="E1" t="n"><v>-1.5E-3</v></c></row>'
  expect(await cellsOf(row)).toEqual([
    ['1/1', 'number', '0.1000000000000000055'],
    ['2/1', 'number', '0'],
    ['3/1', 'boolean', 'FALSE'],
    ['4/1', 'boolean', 'TRUE'],
    ['5/1', 'number', '-1.5E-3'],
  ])
})

test('a formula counts by its stored result; without one it is unresolved, and an empty text is blank', async () => {
  const row =
    '<row r="1"><c r="A1"><f>1-1</f><v>0</v></c><c r="B1" t="b"><f>1=2</f><v>0</v></c><c r="C1" t="str"><f>"x"</f><v>x</v></c><c r="D1"><f>A1</f></c><c r="E1"><f>A1</f><v></v></c><c r="F1" t="str"><f>""</f><v></v></c><c r="G1" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>'
  expect(await cellsOf(row)).toEqual([
    ['1/1', 'number', '0'],
    ['2/1', 'boolean', 'FALSE'],
    ['3/1', 'text', 'x'],
    ['4/1', 'unresolved', 'formula'],
    ['5/1', 'unresolved', 'formula'],
    ['7/1', 'error', '#DIV/0!'],
  ])
})

test('shared, inline and rich texts are read completely, without phonetic readings, with escaped characters', async () => {
  const texts =
    '<sst><si><t>plain</t></si><si><r><t>ri</t></r><r><rPr/><t>ch</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si><si><t>a_x000A_b &amp; &#233;_x0000__xD800__xD83D__xDE00_</t></si><si><t><![CDATA[<c>]]></t></si></sst>'
  const row =
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c><c r="E1" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c><c r="F1" t="s"><v>99</v></c></row>'
  expect(await cellsOf(row, { 'xl/sharedStrings.xml': texts })).toEqual([
    ['1/1', 'text', 'plain'],
    ['2/1', 'text', 'rich'],
    ['3/1', 'text', 'a\nb & é\ufffd\ufffd\u{1f600}'],
    ['4/1', 'text', '<c>'],
    ['5/1', 'text', 'inline'],
    ['6/1', 'error', '#REF!'],
  ])
})

test('styles identify dates and percentages', async () => {
  const parts = {
    'xl/styles.xml': styles(
      '<numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="0.0%"/>',
      '<xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="10"/><xf numFmtId="165"/><xf/>',
    ),
  }
  const cells = [0, 1, 2, 3, 4, 5].map((s) => `<c s="${s}"><v>1</v></c>`).join('')
  expect((await cellsOf(`<row>${cells}</row>`, parts)).map((cell) => cell[3] ?? 'general')).toEqual([
    'general',
    'date',
    'date',
    'percent',
    'percent',
    'general',
  ])
})

test('prefixes, strict namespaces, absolute targets, other case and missing addresses make no difference', async () => {
  const strict = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
  const bytes = zipOf({
    '_rels/.rels': `<Relationships><Relationship Id="a" Type="${strict}/officeDocument" Target="/XL/Book.xml"/></Relationships>`,
    'xl/book.xml': `<x:workbook xmlns:x="m" xmlns:q="r"><x:workbookPr date1904="1"/><x:sheets><x:sheet name="One" sheetId="7" q:id="s1" state="veryHidden"/><x:sheet name="Chart" sheetId="8" q:id="s2"/></x:sheets></x:workbook>`,
    'xl/_rels/book.xml.rels': `<Relationships><Relationship Id="s1" Type="${strict}/worksheet" Target="..\\xl\\Sheets/./A.xml"/><Relationship Id="s2" Type="${strict}/chartsheet" Target="c.xml"/><Relationship Id="l" Type="${strict}/worksheet" TargetMode="External" Target="http://example.test/"/></Relationships>`,
    'XL/sheets/a.xml':
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c><x:v>1</x:v></x:c><x:c/><x:c><x:v>3</x:v></x:c></x:row><x:row r="5"><x:c r="AB5"><x:v>4</x:v></x:c><x:c><x:v>5</x:v></x:c></x:row></x:sheetData><c><v>9</v></c></x:worksheet>',
    'xl/c.xml': '<chartsheet/>',
  })
  const { sheets } = await readWorkbook(bytes, 'a.xlsx')
  expect(sheets.map((sheet) => [sheet.name, sheet.date1904])).toEqual([['One', true]])
  expect(
    sheets[0]?.rows.map(({ row, cells }) => [row, ...cells.map((cell) => [cell.column, cell.text])]),
  ).toEqual([
    [1, [1, '1'], [3, '3']],
    [5, [28, '4'], [29, '5']],
  ])
})

test('rows and cells out of order are sorted', async () => {
  const rows =
    '<row r="3"><c r="B3"><v>2</v></c><c r="A3"><v>1</v></c></row><row r="1"><c r="A1"><v>0</v></c></row><row r="3"><c r="C3"><v>3</v></c></row>'
  expect((await cellsOf(rows)).map((cell) => cell[0])).toEqual(['1/1', '1/3', '2/3', '3/3'])
})

test('UTF-16 and Latin-1 parts are read', async () => {
  const parts = rawParts('')
  const sheet =
    '<worksheet><sheetData><row><c t="inlineStr"><is><t>Währung</t></is></c></row></sheetData></worksheet>'
  for (const bytes of [
    Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${sheet}`, 'utf16le'),
    Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${sheet}`, 'latin1'),
  ]) {
    const book = await readWorkbook(zipOf({ ...parts, 'xl/worksheets/sheet1.xml': bytes }), 'a.xlsx')
    expect(book.sheets[0]?.rows[0]?.cells[0]?.text).toBe('Währung')
  }
})

test('a workbook without styles, shared strings or package relationships is read', async () => {
  const parts = { '_rels/.rels': undefined, '[Content_Types].xml': undefined }
  expect(await cellsOf('<row><c><v>1</v></c></row>', parts)).toEqual([['1/1', 'number', '1']])
  expect(await cellsOf('<row><c><v>1</v></c></row>', { '_rels/.rels': 'no XML' })).toHaveLength(1)
  const noIds = {
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="x" Type="${OFFICE}/theme" Target="t.xml"/></Relationships>`,
  }
  expect(await cellsOf('<row><c><v>1</v></c></row>', noIds)).toHaveLength(1)
})

test('addresses beyond a sheet are read as the next cell', async () => {
  const row =
    '<row r="1e9"><c r="ABCDEFGHIJ1"><v>1</v></c><c r="XFD1"><v>2</v></c></row><row r="-5"><c r="?"><v>3</v></c></row>'
  expect((await cellsOf(row)).map((cell) => cell[0])).toEqual(['1/1', '16384/1', '1/2'])
})

test('thousands of rows out of order are sorted', async () => {
  const rows = Array.from(
    { length: 150_000 },
    (_, i) => `<row r="${150_000 - i}"><c><v>1</v></c></row>`,
  ).join('')
  expect((await cellsOf(rows)).at(-1)?.[0]).toBe('1/150000')
})
