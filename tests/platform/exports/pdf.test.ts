import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { expect, test } from 'vitest'
import { writePdf } from '~/platform/exports/pdf/write-pdf'
import { type ExportHead, type ExportLine, refuseTooMany } from '~/platform/exports/table'
import { batches, bytesOf, headOf, rowsOf } from '../../support/platform/exports/tables'

/** The text of each page, with one blank between pieces. */
async function pagesOf(head: ExportHead, lines: ExportLine[]): Promise<string[]> {
  const { text } = await extractText(await bytesOf(writePdf(head, batches(lines))))
  return text.map((page) => page.replace(/\s+/g, ' ').trim())
}

const many = (count: number) => rowsOf(Array.from({ length: count }, (_, at) => [`Row ${at}`, String(at)]))

test('pages are landscape A4 and numbered "n of total", with the labels on each', async () => {
  const bytes = await bytesOf(writePdf(headOf(['text', 'number'], { lines: 200 }), batches(many(200))))
  const document = await getDocumentProxy(bytes.slice())
  const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 })
  expect([Math.round(width), Math.round(height)]).toEqual([842, 595])
  const { totalPages, text } = await extractText(document)
  expect(totalPages).toBe(4)
  for (const [at, page] of text.entries()) {
    expect(page.replace(/\s+/g, ' ')).toContain(`${at + 1} of 4`)
    expect(page).toMatch(/text\s+number/)
  }
  const rows = text.join('\n').match(/Row \d+/g)
  expect(rows).toEqual(Array.from({ length: 200 }, (_, at) => `Row ${at}`))
})

test('the total is the actual number of pages, whatever was estimated', async () => {
  for (const lines of [0, 10, 5_000]) {
    const pages = await pagesOf(headOf(['text', 'number'], { lines }), many(120))
    expect(pages.map((page) => /\d+ of \d+/.exec(page)?.[0])).toEqual(['1 of 3', '2 of 3', '3 of 3'])
  }
})

test('a list without rows is one page', async () => {
  const [page, ...more] = await pagesOf(headOf(['text'], { title: 'Budgets' }), [])
  expect(more).toEqual([])
  expect(page).toMatch(/^Budgets All rows Created 02\/11\/2026 09:00:00 .* text 1 of 1$/)
})

test('the first page has title, filters, when and by whom, in any supported script', async () => {
  const head = headOf(['text'], {
    title: 'Größe € Ελληνικά Кириллица',
    filters: ['Gross is above 100', 'Supplier is “Société”'],
    by: 'Zoë Σ',
  })
  const [first = '', second = ''] = await pagesOf(head, rowsOf(Array.from({ length: 80 }, () => ['a'])))
  expect(first).toContain('Größe € Ελληνικά Кириллица')
  expect(first).toContain('Filters: Gross is above 100; Supplier is “Société”')
  expect(first).toContain('Created 02/11/2026 09:00:00 (Europe/Luxembourg) by Zoë Σ')
  expect(second).not.toContain('Filters')
  const meta = await getMeta(await bytesOf(writePdf(head, batches([]))))
  expect(meta.info).toMatchObject({ Title: 'Größe € Ελληνικά Кириллица', Author: 'Zoë Σ' })
})

test('a line may have other decimals than its column: yen beside euros', async () => {
  const head = headOf([
    { label: 'Ccy', kind: 'text' },
    { label: 'Amount', kind: 'number', decimals: 2 },
  ])
  const [page] = await pagesOf(head, [
    { row: ['EUR', '1500'] },
    { row: ['JPY', '1500.00'], decimals: [undefined, 0] },
    { level: -1, label: 'Total, KWD', count: 1, sums: [null, '2.5'], decimals: [undefined, 3] },
  ])
  expect(page).toMatch(/EUR 1,500\.00 JPY 1,500 Total, KWD \(1\) 2\.500 /)
})

test('values are shown as on the screen', async () => {
  const head = headOf([
    { label: 'Amount', kind: 'number', decimals: 2 },
    { label: 'NAV value', kind: 'number', decimals: 5 },
    { label: 'Delta', kind: 'number', decimals: 4, percent: true },
    { label: 'Quantity', kind: 'number' },
    'day',
    'instant',
    'boolean',
  ])
  const [page] = await pagesOf(
    head,
    rowsOf([
      ['-1234567.891', '98.765432', '-0.0123456', '1000.5', '2026-10-30', '2026-10-30T11:00:00Z', 'true'],
    ]),
  )
  expect(page).toContain('-1,234,567.89 98.76543 -1.2346% 1,000.5 30/10/2026 30/10/2026 12:00:00 Yes')
})

test('groups have their sums, totals are last', async () => {
  const lines: ExportLine[] = [
    { level: 0, label: 'Alpine € Fund', count: 1_204, sums: [null, '10', null] },
    { level: 1, label: '', count: 1, sums: [null, '7.5', null] },
    { row: ['a', '7.5', 'x'] },
    { level: -1, label: 'Total', count: 1_204, sums: [null, '10', null] },
  ]
  const [page] = await pagesOf(headOf(['text', { label: 'n', kind: 'number', decimals: 2 }, 'text']), lines)
  expect(page).toContain('Alpine € Fund (1,204) 10.00 (1) 7.50 a 7.50 x Total (1,204) 10.00')
  const [summed] = await pagesOf(headOf(['number']), [{ level: 0, label: 'EUR', count: 2, sums: ['1234'] }])
  expect(summed).toContain('EUR (2): 1,234')
})

test('text wraps, and is cut after six lines; figures never are', async () => {
  const columns = Array.from({ length: 12 }, () => 'text' as const)
  const figure = '12345678901234567890123456789012345678901234567890.12'
  const head = headOf([...columns, { label: 'n', kind: 'number', decimals: 2 }, 'text'])
  const long = Array.from({ length: 40 }, (_, at) => `w${at}`).join(' ')
  const [page] = await pagesOf(head, rowsOf([[...columns.map(() => long), figure, 'end']]))
  expect(page?.match(/w\d+…/g)).toHaveLength(12)
  expect(page).toContain('12,345,678,901,234,567,890,123,456,789,012,345,678,901,234,567,890.12')
})

test('a status is complete in the narrowest column, wrapped by words or broken at the column’s end', async () => {
  const columns = Array.from({ length: 18 }, (_, at) => ({
    label: `c${at}`,
    kind: 'text' as const,
    width: 60,
  }))
  const head = headOf([...columns, { label: 'Status', kind: 'text', width: 60 }])
  const statuses = [
    'AWAITING CLIENT (CLIENT)',
    'FIRST APPROVAL (PAYMENT)',
    'OK - not applicable',
    'INVALIDATEDFORALLTIME',
  ]
  const rows = rowsOf(statuses.map((status) => [...columns.map(() => 'x'), status]))
  const text = (await pagesOf(head, rows)).join('')
  expect(text).not.toContain('…')
  for (const status of statuses) expect(text.replace(/[\sx]/g, '')).toContain(status.replace(/[\sx]/g, ''))
  const [grouped] = await pagesOf(
    headOf([{ label: 'Status', kind: 'text', width: 60 }, { label: 'n', kind: 'number' }, ...columns]),
    [
      {
        level: 0,
        label: 'AWAITING CLIENT (CLIENT)',
        count: 1_204,
        sums: [null, '7', ...columns.map(() => null)],
      },
    ],
  )
  expect(grouped).not.toContain('…')
})

test('tall rows are never split across pages', async () => {
  const tall = 'four words of text '.repeat(3).trim()
  const head = headOf(Array.from({ length: 16 }, () => 'text' as const))
  const rows = rowsOf(Array.from({ length: 60 }, (_, at) => [`<${at}`, ...Array(14).fill(tall), `${at}>`]))
  const pages = await pagesOf(head, rows)
  expect(pages.length).toBeGreaterThan(3)
  const opened = pages.map((page) => page.match(/<\d+/g)?.map((each) => each.slice(1)) ?? [])
  const closed = pages.map((page) => page.match(/\d+>/g)?.map((each) => each.slice(0, -1)) ?? [])
  expect(closed).toEqual(opened)
  expect(opened.flat()).toEqual(rows.map((_, at) => String(at)))
  for (const page of pages)
    expect((page.match(/four/g) ?? []).length).toBe((page.match(/<\d+/g) ?? []).length * 14 * 3)
})

test('characters missing from the font and oversized content do no harm', async () => {
  const texts = [
    '漢字 😀 👨‍👩‍👧 \u0000\u0001\ud83d',
    'e\u0301 two\r\nlines\tand tabs',
    '\u202eabc',
    ' ',
    'x'.repeat(40_000),
  ]
  const [page] = await pagesOf(headOf(['text', 'text']), rowsOf(texts.map((text) => [text, 'after'])))
  expect(page?.match(/after/g)).toHaveLength(5)
  expect(page).toContain('é two lines and tabs')
})

test('any number of columns fits', async () => {
  for (const count of [0, 1, 60]) {
    const columns = Array.from({ length: count }, () => 'text' as const)
    expect(await pagesOf(headOf(columns), rowsOf([columns.map(() => 'value')]))).toHaveLength(1)
  }
})

test('a PDF with more lines than anyone reads is refused', () => {
  expect(() => refuseTooMany('pdf', 20_001)).toThrow(
    'The list has 20,001 lines, and a PDF file holds 20,000 at most. Filter the list to fewer rows, or choose Excel or CSV.',
  )
  expect(() => refuseTooMany('pdf', 20_000)).not.toThrow()
})
