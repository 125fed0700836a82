import ExcelJS from 'exceljs'

/** A number in a percent cell: 0.0125 shows as 1.25 %. */
export interface Percent {
  fraction: number
}
export const percent = (fraction: number): Percent => ({ fraction })

/** A sheet as rows of cells, the header first. A Date is written as a date cell. */
export type Rows = (string | number | boolean | Date | Percent | null)[][]
export type Book = Record<string, Rows>

export const date = (day: string) => new Date(`${day}T00:00:00Z`)

/** The common first columns of the fund sheets. */
export const FUND_HEADS = ['Fund code', 'Name', 'Currency', 'Type', 'Regime', 'Provider', 'Client validation']

/** The common first columns of the sheets of share classes. */
export const CLASS_HEADS = [
  'Code',
  'Fund code',
  'Name',
  'Currency',
  'Decimals',
  'Active from',
  'Active to',
  'Reference',
  'Hedged',
]

/** A valid workbook with every sheet of the contract. */
export function goodBook(): Book {
  return {
    'Legal entities': [
      ['Name', 'Kind', 'Jurisdiction', 'VAT number', 'Dead date'],
      ['Alder Fund SICAV', 'FUND', 'LU', null, null],
      ['Birch Audit S.à r.l.', 'Supplier', 'LU', 'LU12345678', date('2027-12-31')],
    ],
    Funds: [
      [...FUND_HEADS, 'Accountant', 'Benchmark', 'Set', 'Year end'],
      [
        'AL1',
        'Alder Equity',
        'EUR',
        'EQUITY',
        'UCITS',
        'FIA',
        'yes',
        'marie',
        'MSCI World',
        'fia  3',
        '30/06',
      ],
      [2045, 'Alder Bond', 'USD', 'bond', 'AIF', 'MFFA', 'no', null, null, null, null],
    ],
    'Share classes': [
      [...CLASS_HEADS, 'Management fee'],
      ['AL1-A', 'AL1', 'A EUR', 'EUR', 2, date('2020-01-01'), null, 'yes', null, percent(0.0125)],
      ['AL1-B', 'AL1', 'B USD', 'USD', 4, '01/02/2021', '31.12.2027', 'no', 'yes', '0.9'],
      ['2045-I', 2045, 'I USD', 'USD', 0, null, null, 'yes', 'no', null],
    ],
    'Fee schedule': [
      ['Fund code', 'Account prefix', 'From', 'To', 'Rate', 'Amount', 'Days'],
      ['AL1', 611, date('2026-01-01'), null, null, null, 'act'],
      ['AL1', '612', date('2026-01-01'), date('2026-12-31'), percent(0.0007), null, 365],
      ['2045', '612', '01/07/2026', null, null, 25_000.5, '360'],
    ],
    'NAV calendar': [
      ['Fund code', 'NAV date', 'Max prebalance date', 'Max sending date'],
      ['AL1', date('2026-11-19'), date('2026-11-20'), date('2026-11-23')],
      ['AL1', '2026-11-20', null, null],
      ['2045', date('2026-11-30'), date('2026-12-01'), date('2026-12-02')],
    ],
    Benchmarks: [
      ['Benchmark', 'Date', 'Level'],
      ['MSCI World', date('2026-11-19'), 3421.55],
      ['MSCI World', date('2026-11-20'), '3 430,125'],
    ],
    'Account plan': [
      ['Prefix', 'Class', 'Side'],
      ['1', 'capital', null],
      [38, 'Accrued interest', 'Both'],
    ],
    'Exchange rates': [
      ['Currency', 'Date', 'Rate'],
      ['USD', date('2026-11-19'), 0.8643],
    ],
    Users: [
      ['User name', 'First name', 'Last name', 'Role', 'Homepage', 'Queues'],
      ['marie', 'Marie', 'Weber', 'ACCOUNTANT', 'navctrldashboard', 'accountant, ACCOUNTING'],
    ],
    Authorisations: [
      ['User name', 'Function', 'Add', 'Update', 'Delete'],
      ['marie', 'navctrl', 'yes', 'yes', 'no'],
      ['marie', 'production', 'no', true, 'no'],
    ],
    Currencies: [
      ['Code', 'Name'],
      ['EUR', 'Euro'],
      ['USD', 'US dollar'],
    ],
    'Expense types': [
      ['Name', 'Category'],
      ['Audit fee', 'Professional fees'],
    ],
    'Expense accounts': [
      ['Expense type', 'Holds', 'Account prefix', 'Legal entity', 'Fund code'],
      ['Audit fee', 'Accrued', 464, null, null],
      ['Audit fee', 'accrued', 4641, null, 'AL1'],
      ['Audit fee', 'prepaid', '306', 'Alder Fund SICAV', null],
    ],
    'Routine types': [['Name'], ['Quarterly']],
    'Client validators': [
      ['Legal entity', 'First name', 'Last name', 'Retired'],
      ['Alder Fund SICAV', 'Paul', 'Reuter', 'no'],
    ],
    'Authorisation matrix': [
      [
        'Legal entity',
        'Valid from',
        'Valid to',
        'Currency',
        'Amount from',
        'Amount to',
        'Rule',
        'Signatory class',
        'First name',
        'Last name',
      ],
      ['Alder Fund SICAV', date('2026-01-01'), null, 'EUR', 0, 5000, 'A', null, null, null],
      ['Alder Fund SICAV', date('2026-01-01'), null, 'EUR', 5000.01, null, 'a+b', null, null, null],
      ['Alder Fund SICAV', date('2026-01-01'), '31/12/2027', null, null, null, null, 'A', 'Paul', 'Reuter'],
    ],
    'Calendar holidays': [
      ['Calendar', 'Date', 'Name'],
      ['LU', date('2026-12-25'), 'Christmas'],
    ],
  }
}

/** The bytes of a workbook (.xlsx). */
export async function bookFile(
  book: Book,
  name = 'reference.xlsx',
): Promise<{ name: string; bytes: Uint8Array }> {
  const workbook = new ExcelJS.Workbook()
  for (const [sheetName, rows] of Object.entries(book)) {
    const sheet = workbook.addWorksheet(sheetName)
    rows.forEach((row, r) => {
      row.forEach((value, c) => {
        if (value === null) return
        const cell = sheet.getCell(r + 1, c + 1)
        const isPercent = typeof value === 'object' && 'fraction' in value
        cell.value = isPercent ? value.fraction : value
        if (isPercent) cell.numFmt = '0.00%'
        if (value instanceof Date) cell.numFmt = 'dd/mm/yyyy'
      })
    })
  }
  return { name, bytes: new Uint8Array(await workbook.xlsx.writeBuffer()) }
}
