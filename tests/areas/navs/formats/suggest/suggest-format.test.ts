import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { suggestFormat } from '~/areas/navs/formats/suggest/suggest-format'
import { checkFormat } from '~/platform/formats/format'
import { readFileByFormat } from '~/platform/formats/read-file'
import { readTextFile } from '~/platform/workbooks/read-text-file'
import { readWorkbook } from '~/platform/workbooks/read-workbook'
import type { Workbook } from '~/platform/workbooks/workbook'

const { CASES } = process.env
const NAMED = { code: 'NEW', name: 'New', provider: null, from: '2026-01-01' }
const KNOWN = { 'Fund code': 'ARV01', 'NAV date': '2026-10-30', 'Fund currency': 'EUR' }

const csv = (name: string, ...rows: string[]) => readTextFile(new TextEncoder().encode(rows.join('\n')), name)

/** The lines that the suggestion alone reads in files, without blanks. */
function suggested(...workbooks: Workbook[]) {
  const draft = suggestFormat(workbooks, NAMED)
  const checked = checkFormat(draft)
  if ('faults' in checked) throw new Error(JSON.stringify(checked.faults))
  const read = workbooks.map((workbook) => readFileByFormat(checked.format, workbook, KNOWN))
  const tables = read.flatMap((file) => file.tables)
  const linesOf = (kind: string) =>
    tables
      .filter((table) => table.kind === kind)
      .flatMap(({ funds }) => funds.flatMap(({ lines }) => lines))
      .map(({ values }) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)))
  const factsOf = (kind: string) => tables.find((table) => table.kind === kind)?.funds[0]?.facts
  return { draft, faults: read.flatMap((file) => file.faults), linesOf, factsOf }
}

test('a French inventory is read in its language: types, blanks, facts above, totals left out', () => {
  const { faults, linesOf, factsOf } = suggested(
    csv(
      'inventaire.csv',
      'Fonds :;ARV05',
      'Date VL :;30.10.2026',
      'Devise :;EUR',
      '',
      'Code valeur;Libellé;Nature;Dev.;Quantité;Cours;Date cours;Valeur boursière;Gérant',
      'FR1;Un;OBLIG;EUR;10;99,5;30.10.2026;995,00;KL',
      'LU7;Deux;OPCVM;EUR;5;10;n.d.;50,00;KL',
      'Total;;;;;;;1045,00;',
    ),
  )
  expect(faults).toEqual([])
  expect(factsOf('INVENTORY')).toMatchObject({
    'Fund code': { value: 'ARV05' },
    'NAV date': { value: '2026-10-30' },
    'Fund currency': { value: 'EUR' },
  })
  expect(linesOf('INVENTORY')).toMatchObject([
    { 'Instrument code': 'FR1', Type: 'Bond', Price: '99.5', 'Price date': '2026-10-30' },
    { 'Instrument code': 'LU7', Type: 'Fund', 'Market value': '50' },
  ])
})

test('pages of a print repeat the header and what stands above it: both are left out, and the last page ends the table', () => {
  const above = ['Portfolio;ARV01', 'As at;30/10/2026', 'Base currency;EUR']
  const header = 'ISIN;"Security\nname";"Asset\nclass";Ccy;Quantity;Price;"Market\nvalue"'
  const { draft, faults, linesOf } = suggested(
    csv(
      'holdings.csv',
      ...above,
      header,
      'DE1;SAP;Equity;EUR;10;100,5;1005,00',
      '',
      ...above,
      header,
      'FR1;TTE;Equity;EUR;20;50;1000,00',
      'Page 2 of 2',
    ),
  )
  expect(faults).toEqual([])
  expect(linesOf('INVENTORY').map((line) => line['Instrument code'])).toEqual(['DE1', 'FR1'])
  expect(draft.tables[0]?.parts[0]).toMatchObject({
    skip: ['Portfolio', 'As at', 'Base currency', 'ISIN'],
    end: ['Page * of *'],
  })
})

test.each([
  ['Valuation date: 30/10/2026', 'Valuation date*', undefined],
  ['Holdings as of 30 October 2026', 'Holdings as of*', ['d MMM yyyy']],
  ['Portfolio valuation as at 30.10.2026', 'Portfolio valuation as at*', undefined],
])('a day in the cell of its label is that of the NAV: %s', (title, label, dates) => {
  const { draft, faults, factsOf } = suggested(
    csv(
      'balance.csv',
      `${title};;;;`,
      'Konto;Text;Dev.;Soll;Haben',
      '100;Kapital;EUR;;250,50',
      '510;Bank;EUR;250,50;',
    ),
  )
  expect(faults).toEqual([])
  expect(draft.dates).toEqual(dates)
  expect(draft.tables[0]?.facts['NAV date']).toEqual({ label: [label], place: 'same' })
  expect(factsOf('BALANCE')?.['NAV date']).toEqual({ value: '2026-10-30', cell: 'balance!A1' })
})

test('a file that writes its days in two ways has both notations, those of most first', () => {
  const { draft, faults, factsOf, linesOf } = suggested(
    csv(
      'holdings.csv',
      'Holdings as of 30 October 2026;;;;;;',
      'ISIN;Name;Type;Ccy;Quantity;Price;Price date;Market value',
      'DE1;SAP;Equity;EUR;10;100,5;30.10.26;1005,00',
      'FR1;TTE;Equity;EUR;20;50;29.10.26;1000,00',
    ),
  )
  expect(faults).toEqual([])
  expect(draft.dates).toEqual(['dd.MM.yy', 'd MMM yyyy'])
  expect(factsOf('INVENTORY')?.['NAV date']?.value).toBe('2026-10-30')
  expect(linesOf('INVENTORY').map((line) => line['Price date'])).toEqual(['2026-10-30', '2026-10-29'])
})

test('a balance of debits and credits, and a NAV with labels, are a set of two files', () => {
  const { draft, faults, linesOf } = suggested(
    csv(
      'bilanz.csv',
      'Konto;Bezeichnung;Währung;Soll;Haben',
      '100;Kapital;EUR;;250,50',
      '510;Bank;EUR;250,50;',
      'Summe;;;250,50;250,50',
    ),
    csv('nav.csv', 'Stichtag;30-Okt-2026', 'Total assets;"1.300,00"', 'Net assets;"1.250,50"'),
  )
  expect(faults).toEqual([])
  expect(draft).toMatchObject({ files: 2, dates: ['dd-MMM-yyyy'] })
  expect(linesOf('BALANCE')).toMatchObject([
    { 'Account number': '100', 'Account name': 'Kapital', 'Balance creditor': '250.5' },
    { 'Account number': '510', 'Balance debtor': '250.5' },
  ])
  expect(linesOf('NAV')).toMatchObject([
    { Type: 'TOTAL ASSETS', Value: '1300' },
    { Type: 'FUND TNA', Value: '1250.5' },
  ])
})

test('total assets and liabilities are figures of a NAV in rows; its totals are left out', () => {
  const { faults, linesOf } = suggested(
    csv(
      'nav.csv',
      'Fund code;ARV01',
      'NAV date;2026-10-30',
      'Fund currency;EUR',
      'Type;Code;Name;Currency;Value',
      'TOTAL ASSETS;ARV01;;EUR;1300',
      'TOTAL LIABILITIES;ARV01;;EUR;50',
      'FUND TNA;ARV01;;EUR;1250',
      'Total;;;EUR;2600',
    ),
  )
  expect(faults).toEqual([])
  expect(linesOf('NAV')).toMatchObject([
    { Type: 'TOTAL ASSETS', Value: '1300' },
    { Type: 'TOTAL LIABILITIES', Value: '50' },
    { Type: 'FUND TNA', Value: '1250' },
  ])
})

test('figures of the fund beside labels stand with its share classes in one sheet', () => {
  const { faults, linesOf } = suggested(
    csv(
      'statement.csv',
      'Valuation date;29-Jan-2027',
      'Total assets;;1002',
      'Total net assets;;1000',
      '',
      'Share class;Ccy;Units outstanding;NAV per unit;Net assets;Subscribed;Redeemed',
      '4711 A;EUR;10;100;1000;2;0',
    ),
  )
  expect(faults).toEqual([])
  expect(linesOf('NAV').map(({ Type, Code, Value }) => [Type, Code, Value])).toEqual([
    ['CLASS TNA', '4711 A', '1000'],
    ['SHARES', '4711 A', '10'],
    ['SUBSCRIPTIONS', '4711 A', '2'],
    ['REDEMPTIONS', '4711 A', '0'],
    ['NAV PER SHARE', '4711 A', '100'],
    ['TOTAL ASSETS', 'ARV01', '1002'],
    ['FUND TNA', 'ARV01', '1000'],
  ])
})

test('a header goes on in the next row; a line below the last total is no line', () => {
  const { draft, faults, linesOf } = suggested(
    csv(
      'ptf.csv',
      'Code;Libellé;Dev.;Quantité;Cours;;Valeur;%',
      ';;;;Prix;Date;boursière;actif',
      'ACTIONS',
      'EQ1;Un;EUR;10;99,5;29/01/2027;995,00;40',
      'Total ACTIONS;;;;;;995,00;40',
      '',
      'Edité le 02/02/2027',
    ),
  )
  expect(faults).toEqual([])
  expect(draft.tables[0]?.parts[0]).toMatchObject({ headerRows: 2, endAtBlank: true })
  expect(linesOf('INVENTORY')).toMatchObject([
    { Type: 'Equity', Price: '99.5', 'Price date': '2027-01-29', 'Market value': '995', '% NAV': '40' },
  ])
  expect(linesOf('INVENTORY')).toHaveLength(1)
})

test('columns without a known heading are found by ISINs, currencies and arithmetic', () => {
  const { linesOf } = suggested(
    csv(
      'p.csv',
      'Id;Nom;Nature;X;Quantité;Prix;Y;Z',
      'FR0000120271;Un;Action;EUR;10;99,5;995,00;1,5',
      'US0378331005;Deux;Action;EUR;5;10;50,00;2,5',
    ),
  )
  expect(linesOf('INVENTORY')).toMatchObject([
    { ISIN: 'FR0000120271', 'Quotation currency': 'EUR', 'Market value': '995' },
    { ISIN: 'US0378331005', 'Quotation currency': 'EUR', 'Market value': '50' },
  ])
})

test('sheets that are no table are left out; numbers in the names of sheets and days in headings do not count', () => {
  const rows = ['Account;Name;Currency;Closing balance 30/10/2026', '1;Bank;EUR;5', '2;Capital;EUR;-5']
  const sheets = [csv('Notes.csv', 'Prepared by;Anna'), csv('Ledger 10.csv', ...rows)].flatMap(
    (file) => file.sheets,
  )
  const book = { file: 'book.xlsx', sheets }
  const { draft, linesOf } = suggested(book)
  expect(draft.tables).toMatchObject([
    {
      kind: 'BALANCE',
      parts: [{ sheets: ['Ledger *'], columns: { Balance: { headings: ['Closing balance *'] } } }],
    },
  ])
  expect(linesOf('BALANCE')).toHaveLength(2)
})

describe.skipIf(CASES === undefined)('layouts of real files (left out without CASES)', () => {
  const read = async (file: string) => {
    const bytes = await readFile(join(CASES ?? '', 'workbooks', file))
    return suggested(await readWorkbook(bytes, file))
  }

  test('a French inventory', async () => {
    const { faults, linesOf, factsOf } = await read('inventory-french-headers.xlsx')
    expect(faults).toEqual([])
    expect(factsOf('INVENTORY')?.['Fund code']).toEqual({ value: 'ARV03', cell: 'Inventaire!B1' })
    expect(linesOf('INVENTORY')).toEqual([
      {
        'Instrument code': 'EQ1',
        'Instrument name': 'SAMPLE SA',
        Type: 'Equity',
        Subtype: 'Ordinaire',
        'Quotation currency': 'EUR',
        Quantity: '10',
        Price: '99',
        'Price date': '2026-10-30',
        'Market value': '990',
        ISIN: 'FR0000000009',
        '% NAV': '100',
      },
    ])
  })

  test('holdings in Italian, with the NAV of a class', async () => {
    const { faults, linesOf } = await read('issuer-holdings-italian.xlsx')
    expect(faults).toEqual([])
    expect(linesOf('INVENTORY').map((line) => [line.Type, line['Quotation currency']])).toEqual([
      ['Equity', 'TWD'],
      ['Cash', 'ZAR'],
      ['Derivative', 'USD'],
    ])
    expect(linesOf('NAV').map(({ Type, Value }) => [Type, Value])).toEqual([
      ['CLASS TNA', '3953320271.5'],
      ['SHARES', '95800000'],
      ['NAV PER SHARE', '41.26'],
    ])
  })

  test('an appraisal with parameters below the table', async () => {
    const { faults, linesOf, factsOf } = await read('portfolio-system-appraisal.xlsx')
    expect(faults).toEqual([])
    expect(factsOf('INVENTORY')?.['NAV date']?.value).toBe('2026-10-30')
    const lines = linesOf('INVENTORY')
    expect(lines.map(({ Type }) => Type)).toEqual(['Cash', 'Bond'])
    expect(lines[1]).toMatchObject({ ISIN: 'XS0000000009' })
    expect(lines[1]).not.toHaveProperty('Price')
  })

  test('a trial balance with one signed column', async () => {
    const { faults, linesOf } = await read('trial-balance-signed.xlsx')
    expect(faults).toEqual([])
    expect(linesOf('BALANCE')).toEqual([
      {
        'Account number': '10010',
        'Account name': 'Cash - Custody',
        Currency: 'USD',
        'Balance debtor': '100',
      },
      {
        'Account number': '20010',
        'Account name': 'Accrued fees',
        Currency: 'USD',
        'Balance creditor': '100',
      },
    ])
  })

  test('a valuation report with a header of several rows and a section', async () => {
    const { faults, linesOf } = await read('valuation-report-two-line-header.xlsx')
    expect(faults).toEqual([])
    expect(linesOf('INVENTORY')).toMatchObject([
      {
        'Instrument name': 'SAMPLE BANK',
        Type: 'Cash',
        'Quotation currency': 'USD',
        Quantity: '30000000',
        'Market value': '30000000',
        'Accrued interest': '1250',
        '% NAV': '12.05',
      },
    ])
  })
})
