import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeCsv } from '~/platform/exports/csv'
import type { ExportHead, ExportLine } from '~/platform/exports/table'
import { batches, bytesOf, headOf, kept, rowsOf } from '../../support/platform/exports/tables'

async function csvOf(head: ExportHead, lines: ExportLine[], size?: number): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(
    await bytesOf(writeCsv(head, batches(lines, size))),
  )
}

/** The cells by RFC 4180. */
function parsed(csv: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  for (let at = 1; at < csv.length; at = field.lastIndex) {
    field.lastIndex = at
    const found = field.exec(csv)
    if (!found) throw new Error(`No field at ${at}: ${JSON.stringify(csv.slice(at, at + 40))}`)
    record.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] === ',') continue
    records.push(record)
    record = []
  }
  return records
}

test('figures are exact, days and instants ISO, instants in the local time of the site', async () => {
  const head = headOf(['text', 'number', 'day', 'instant', 'boolean'])
  const rows = rowsOf([
    ['A', '12345678901234567890.12345678901234567890', '2026-10-30', '2026-10-25T00:30:00Z', 'true'],
    ['B', '-0.50', '1900-01-01', '2026-10-25T01:30:00Z', 'false'],
    ['', '0', null, '2026-12-31T23:59:59.999Z', null],
  ])
  expect(await csvOf(head, rows)).toBe(
    [
      '\ufefftext,number,day,instant,boolean',
      'A,12345678901234567890.12345678901234567890,2026-10-30,2026-10-25 02:30:00,true',
      'B,-0.50,1900-01-01,2026-10-25 02:30:00,false',
      ',0,,2027-01-01 00:59:59,',
      '',
    ].join('\r\n'),
  )
})

test('only rows are written: a sum among them would be counted twice', async () => {
  const lines: ExportLine[] = [
    { level: 0, label: 'EUR', count: 1, sums: [null, '5'] },
    { row: ['a', '5'] },
    { level: -1, label: 'Total', count: 1, sums: [null, '5'] },
  ]
  expect(parsed(await csvOf(headOf(['text', 'number']), lines))).toEqual([
    ['text', 'number'],
    ['a', '5'],
  ])
})

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['\u0000=1', "'=1"],
  ['＝1+1', "'＝1+1"],
  ['a=1', 'a=1'],
  ['a;=1+1', "a;'=1+1"],
  ['a;b;@SUM(A1);-2;c', "a;b;'@SUM(A1);'-2;c"],
  ['a\t+1', "a\t'+1"],
  ['a; "=1"', 'a; "\'=1"'],
  ['a\r\n=1', "a\r\n'=1"],
  ['Ref. 4; paid - in part', 'Ref. 4; paid - in part'],
  ['say "hi", twice\r\nor more', 'say "hi", twice\r\nor more'],
  ['  blanks  ', '  blanks  '],
  ['Größe € Ελληνικά Кириллица 😀', 'Größe € Ελληνικά Кириллица 😀'],
  ['half \ud83d of a pair', 'half  of a pair'],
])('the text %j is read back as %j, and is never executed', async (text, read) => {
  const head = headOf([{ label: text, kind: 'text' }, 'text'])
  expect(parsed(await csvOf(head, rowsOf([[text, 'end']])))).toEqual([
    [read, 'text'],
    [read, 'end'],
  ])
})

/** The cells seen by a program that splits at this separator, and recognises quotes only at the start of a cell. */
function cellsSplitAt(separator: string, csv: string): string[] {
  const cell = new RegExp(
    `(?:^|[${separator}\\n])(?:"((?:[^"]|"")*)"[^${separator}\\n]*|([^${separator}\\n]*))`,
    'g',
  )
  return [...csv.slice(1).replaceAll('\r', '\n').matchAll(cell)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}

test.each([
  ['semicolons', ';'],
  ['tabs', '\t'],
])('with %s as the separator no text starts an executable cell', async (_, separator) => {
  const evil = ['=1+1', '+1', '-1', '@A1', '＝1'].flatMap((formula) => [
    formula,
    `a${separator}${formula}`,
    `a${separator} ${formula}`,
    `a${separator}"${formula}"`,
    `a${separator}"${separator}${formula}`,
    `a"${separator}${formula}`,
    `a\n${formula}`,
    `a,b\r\n${formula}`,
    `a${separator}b,c${separator}${formula}`,
  ])
  const csv = await csvOf(headOf(['text', 'text']), rowsOf(evil.map((text) => [`x ${text.length}`, text])))
  const cells = cellsSplitAt(separator, csv)
  expect(cells.length).toBeGreaterThan(evil.length * 1.5)
  expect(cells.filter((text) => /^["\s]*[=+\-@＝＋－＠]/.test(text))).toEqual([])
})

test('text that could be split is quoted, other text is not', async () => {
  const csv = await csvOf(headOf(['text', 'text', 'text']), rowsOf([['a;b', 'a\tb', 'a b']]))
  expect(csv.split('\r\n')[1]).toBe('"a;b","a\tb",a b')
})

test('a number is no formula, and a non-number in a number column is text', async () => {
  const csv = await csvOf(headOf(['number', 'number']), rowsOf([['-5', '-5+cmd']]))
  expect(parsed(csv)[1]).toEqual(['-5', "'-5+cmd"])
})

test('a row with one empty column is still a row', async () => {
  expect(parsed(await csvOf(headOf(['text']), rowsOf([[null], ['a']])))).toEqual([['text'], [''], ['a']])
})

test('any table survives a round trip', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 20 })
  const table = fc
    .integer({ min: 1, max: 5 })
    .chain((width) =>
      fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 20 }),
    )
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 7 }), async (rows, size) => {
      const head = headOf((rows[0] ?? []).map(() => 'text' as const))
      const read = parsed(await csvOf(head, rowsOf(rows), size))
      const safe = (text: string) => {
        const within = text.replace(/([;\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g, "$1'")
        return /^[=+\-@\t\r\n＝＋－＠]/.test(within) ? `'${within}` : within
      }
      expect(read.slice(1)).toEqual(rows.map((row) => row.map((each) => safe(kept(each)))))
    }),
    { numRuns: 200 },
  )
})
