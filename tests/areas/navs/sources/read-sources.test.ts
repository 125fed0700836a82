import { expect, test } from 'vitest'
import { readSources } from '~/areas/navs/sources/read-sources'
import { SOURCE_GUIDES, sourceTemplate } from '~/areas/navs/sources/source-guides'
import { templateWorkbook } from '~/platform/exports/excel/template-workbook'
import { checkFormat } from '~/platform/formats/format'
import { readWorkbook } from '~/platform/workbooks/read-workbook'

type Given = Parameters<typeof readSources>[1]

async function read(text: string, given: Partial<Given> = {}, name = 'file.csv') {
  const workbook = await readWorkbook(new TextEncoder().encode(text), name)
  return readSources(workbook, { kind: null, named: null, others: [], ...given })
}

const kindsOf = async (text: string, given: Partial<Given> = {}) =>
  (await read(text, given)).sources.map(({ kind }) => kind)

test('a sheet is the first kind whose headings it has, in columns or beside labels', async () => {
  expect(await kindsOf('Fund code;Date;Class code;Shares outstanding\nF;30/10/2026;A;1')).toEqual([
    'REGISTER',
  ])
  expect(await kindsOf('Fund code;Date;Account;Ccy;Balance\nF;30/10/2026;1;EUR;1')).toEqual(['CASH'])
  expect(await kindsOf('Fund code;Date;ISIN;Stück\nF;30/10/2026;X;1')).toEqual(['POSITIONS'])
  expect(await kindsOf('ISIN;Currency;Kurs;Price date\nX;EUR;1;30/10/2026')).toEqual(['PRICES'])
  expect(await kindsOf('Class code;Ex date;Currency;Rate\nA;30/10/2026;EUR;1')).toEqual(['ANNOUNCEMENTS'])
  expect(await kindsOf('Quantity;What\n1;x')).toEqual([])
  const labels = await read('Fund code;F\nDate;30/10/2026\n\nAccount;Currency;Balance\n1;EUR;5')
  expect(labels.sources).toMatchObject([
    { kind: 'CASH', days: [{ fundCode: 'F', date: '2026-10-30', rowCount: 1 }], lines: [{ amount: '5' }] },
  ])
})

test('the field kind says otherwise', async () => {
  const text = 'Fund code;Date;Account;Currency;Balance;ISIN;Quantity\nF;30/10/2026;1;EUR;1;X;7'
  expect(await kindsOf(text)).toEqual(['CASH'])
  expect(await kindsOf(text, { kind: 'POSITIONS' })).toEqual(['POSITIONS'])
})

test('rows are split by fund and day, each value with its cell', async () => {
  const { sources, faults } = await read(
    'Fund code;Date;Class code;Shares outstanding;Issued;Redeemed\nF;30/10/2026;A;1,5;;\nG;29/10/2026;B;2;3;4',
  )
  expect(faults).toEqual([])
  expect(sources).toMatchObject([
    {
      days: [
        { fundCode: 'F', date: '2026-10-30', hasFlows: true, isDealt: false, rowCount: 1 },
        { fundCode: 'G', date: '2026-10-29', hasFlows: true, isDealt: false, rowCount: 1 },
      ],
      lines: [
        { classCode: 'A', amount: '1.5', issued: null, cells: { 'Shares outstanding': 'file!D2' } },
        { classCode: 'B', issued: '3', redeemed: '4' },
      ],
    },
  ])
  const half = await read('Fund code;Date;Class code;Shares outstanding;Issued\nF;30/10/2026;A;1;2')
  expect(half.sources[0]?.days[0]?.hasFlows).toBe(false)
})

test('faults name their cells, and a row of positions needs a code or an ISIN', async () => {
  const { faults } = await read('Fund code;Date;Instrument code;ISIN;Quantity\nF;30/10/2026;;;x\nF;soon;A;;1')
  expect(faults.map(({ cell, what }) => `${cell}: ${what}`)).toEqual([
    'file!E2: "x" is not a number',
    'file!A2: Instrument code or ISIN is needed',
    'file!B3: "soon" is not a date',
  ])
})

const format = (code: string, heading: string) => {
  const checked = checkFormat({
    code,
    name: code,
    from: '2026-01-01',
    files: 1,
    funds: { '4711': 'FUND' },
    tables: [
      {
        kind: 'REGISTER',
        dated: 'dealt',
        facts: { 'Fund code': { headings: ['Portfolio'] }, Date: { headings: ['Day'] } },
        parts: [
          {
            columns: {
              'Class code': { headings: ['Class'] },
              'Shares outstanding': { headings: [heading] },
            },
          },
        ],
      },
    ],
  })
  if ('faults' in checked) throw new Error(checked.faults[0]?.what)
  return { code, version: 1, format: checked.format }
}

test('a file format reads what FUNDESK does not, unless two do', async () => {
  const text = 'Portfolio;Day;Class;Units\n4711;30/10/2026;A;10'
  const one = await read(text, { others: [format('TA-ONE', 'Units')] })
  expect(one).toMatchObject({
    format: { code: 'TA-ONE', version: 1 },
    sources: [{ kind: 'REGISTER', days: [{ fundCode: 'FUND', isDealt: true, hasFlows: false }] }],
  })
  await expect(read(text, { others: [format('TA-ONE', 'Units'), format('TA-TWO', 'Un*')] })).rejects.toThrow(
    'file.csv can be read by TA-ONE and TA-TWO. Choose one of these file formats.',
  )
})

test.each(SOURCE_GUIDES.map(({ guide, href }) => [guide.name, guide, href] as const))(
  'the template %s is read as its kind, with all its rows, and explains each column',
  async (_, guide, href) => {
    const name = href.slice(href.lastIndexOf('/') + 1)
    expect(sourceTemplate(name.replace('.xlsx', ''))).toEqual([guide])
    const workbook = await readWorkbook(await templateWorkbook([guide]), name)
    const { sources, faults } = readSources(workbook, { kind: null, named: null, others: [] })
    expect(faults).toEqual([])
    expect(sources.map(({ kind, lines }) => [kind, lines.length])).toEqual([[guide.name.toUpperCase(), 2]])
    for (const { header, about } of guide.columns) expect([header, about.length > 3]).toEqual([header, true])
  },
)
