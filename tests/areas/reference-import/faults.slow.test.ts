import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { expect, test } from 'vitest'
import { workOf } from '~/areas/access/user-work.server'
import { ACCOUNT_CLASSES } from '~/areas/lookups/sheets'
import { faultsOf, importsInto } from '../../support/areas/reference-import/imports-into'
import { type Book, date, goodBook, type Rows } from '../../support/areas/reference-import/reference-book'

const site = await opened(testDatabase())
const imports = await importsInto(site)
await imports.run(goodBook())

/** The errors of the good workbook with one cell changed, such as "C2" of a sheet. */
function withCell(sheet: string, address: string, value: Rows[0][0]) {
  const book = goodBook()
  const row = book[sheet]?.[Number(address.slice(1)) - 1]
  if (!row) throw new Error(`no ${sheet}!${address}`)
  row[address.charCodeAt(0) - 65] = value
  return faultsOf(imports.run(book))
}

const cells: [sheet: string, address: string, value: Rows[0][0], fault: string][] = [
  ['Legal entities', 'A2', null, 'Legal entities!A2: Name is blank'],
  [
    'Legal entities',
    'A3',
    'two\nlines',
    'Legal entities!A3: "two\nlines" holds a line break or another character that cannot be shown',
  ],
  [
    'Legal entities',
    'A3',
    'x'.repeat(301),
    `Legal entities!A3: "${'x'.repeat(80)}…" is longer than 300 characters`,
  ],
  [
    'Legal entities',
    'B3',
    'SUPPLYER',
    'Legal entities!B3: "SUPPLYER" is not one of COMPANY, SUPPLIER, SUPPLIER FUND, FUND',
  ],
  [
    'Legal entities',
    'E3',
    '31/02/2027',
    'Legal entities!E3: "31/02/2027" is not a date (dd/MM/yyyy, dd.MM.yyyy or yyyy-MM-dd)',
  ],
  ['Funds', 'C2', 'EURO', 'Funds!C2: "EURO" is not a currency (three capital letters of ISO 4217)'],
  ['Funds', 'C2', 'QQQ', 'Funds!C2: "QQQ" is not a currency (three capital letters of ISO 4217)'],
  ['Funds', 'D2', 'HEDGE', 'Funds!D2: "HEDGE" is not one of MONEY MARKET, BOND, MIXED, EQUITY, ALTERNATIVE'],
  ['Funds', 'E3', 'UCIT', 'Funds!E3: "UCIT" is not one of UCITS, AIF'],
  ['Funds', 'F3', 'XXX', 'Funds!F3: "XXX" is not one of FIA, MFFA'],
  ['Funds', 'G2', 'perhaps', 'Funds!G2: "perhaps" is neither yes nor no'],
  ['Funds', 'G2', null, 'Funds!G2: Client validation is blank'],
  ['Funds', 'H2', 'nobody', 'Funds!H2: "nobody" is not a user in the sheet Users or on this site'],
  [
    'Funds',
    'I2',
    'Unheard of',
    'Funds!I2: "Unheard of" is not a benchmark in the sheet Benchmarks or on this site',
  ],
  ['Funds', 'J2', 'FIA 4', 'Funds!J2: "FIA 4" is not one of FIA 2, FIA 3, MFFA'],
  ['Funds', 'K2', '31/02', 'Funds!K2: "31/02" is not a day of the year (dd/MM)'],
  ['Funds', 'K2', 'June', 'Funds!K2: "June" is not a day of the year (dd/MM)'],
  ['Funds', 'A3', 'AL1', 'Funds!A3: "AL1" is already in row 2'],
  [
    'Share classes',
    'B2',
    'AL9',
    'Share classes!B2: "AL9" is not a fund code in the sheet Funds or on this site',
  ],
  ['Share classes', 'E2', 9, 'Share classes!E2: "9" is not a whole number from 0 to 8'],
  ['Share classes', 'E2', 2.5, 'Share classes!E2: "2.5" is not a whole number from 0 to 8'],
  [
    'Share classes',
    'G3',
    '31.01.2021',
    'Share classes!G3: active to 2021-01-31 is before active from 2021-02-01',
  ],
  [
    'Share classes',
    'H3',
    'yes',
    'Share classes!H3: fund AL1 already has a reference class (row 2); it may have only one',
  ],
  ['Share classes', 'J2', -0.5, 'Share classes!J2: "-0.5" is below zero'],
  ['Share classes', 'J2', 'high', 'Share classes!J2: "high" is not a number'],
  [
    'Fee schedule',
    'A2',
    'AL9',
    'Fee schedule!A2: "AL9" is not a fund code in the sheet Funds or on this site',
  ],
  ['Fee schedule', 'B2', '6-1', 'Fee schedule!B2: "6-1" must contain digits only'],
  ['Fee schedule', 'B3', 611, 'Fee schedule!A3: "AL1 611 2026-01-01" is already in row 2'],
  ['Fee schedule', 'C2', null, 'Fee schedule!C2: From is blank'],
  ['Fee schedule', 'D3', '31/12/2025', 'Fee schedule!D3: to 2025-12-31 is before from 2026-01-01'],
  ['Fee schedule', 'E3', -0.1, 'Fee schedule!E3: "-0.1" is below zero'],
  [
    'Fee schedule',
    'F3',
    100,
    'Fee schedule!F3: a fee has a rate or an amount, not both: leave one of them blank',
  ],
  ['Fee schedule', 'G2', 366, 'Fee schedule!G2: "366" is not one of 365, 360, ACT'],
  ['Fee schedule', 'G2', null, 'Fee schedule!G2: Days is blank'],
  [
    'Expense accounts',
    'A2',
    'Fees',
    'Expense accounts!A2: "Fees" is not an expense type in the sheet Expense types or on this site',
  ],
  ['Expense accounts', 'B2', 'due', 'Expense accounts!B2: "due" is not one of accrued, prepaid'],
  [
    'Expense accounts',
    'D3',
    'Alder Fund SICAV',
    'Expense accounts!E3: give a fund or a legal entity, not both: leave one of them blank',
  ],
  [
    'Expense accounts',
    'E3',
    'AL9',
    'Expense accounts!E3: "AL9" is not a fund code in the sheet Funds or on this site',
  ],
  ['Account plan', 'B2', 'gains', `Account plan!B2: "gains" is not one of ${ACCOUNT_CLASSES.join(', ')}`],
  ['Account plan', 'C2', 'left', 'Account plan!C2: "left" is not one of debit, credit, both'],
  [
    'NAV calendar',
    'A3',
    'AL2',
    'NAV calendar!A3: "AL2" is not a fund code in the sheet Funds or on this site',
  ],
  ['NAV calendar', 'B3', date('2026-11-19'), 'NAV calendar!A3: "AL1 2026-11-19" is already in row 2'],
  ['Benchmarks', 'C2', 0, 'Benchmarks!C2: "0" is not above zero'],
  ['Benchmarks', 'C2', 'n/a', 'Benchmarks!C2: "n/a" is not a number'],
  ['Benchmarks', 'B2', 45_000, 'Benchmarks!B2: "45000" is not a date (dd/MM/yyyy, dd.MM.yyyy or yyyy-MM-dd)'],
  ['Account plan', 'A2', '1x', 'Account plan!A2: "1x" must contain digits only'],
  ['Exchange rates', 'C2', -1.08, 'Exchange rates!C2: "-1.08" is not above zero'],
  [
    'Exchange rates',
    'C2',
    '1,234',
    'Exchange rates!C2: "1,234" can be read two ways: no other number of this sheet tells whether its mark groups or is the decimal mark',
  ],
  ['Users', 'F2', 'ACCOUNTANT, System', 'Users!F2: the queue SYSTEM cannot have members'],
  ['Users', 'D2', null, 'Users!D2: Role is blank'],
  [
    'Authorisations',
    'A2',
    'paul',
    'Authorisations!A2: "paul" is not a user in the sheet Users or on this site',
  ],
  ['Authorisations', 'C2', 'x', 'Authorisations!C2: "x" is neither yes nor no'],
  ['Currencies', 'A2', 'eur', 'Currencies!A2: "eur" is not a currency (three capital letters of ISO 4217)'],
  [
    'Client validators',
    'A2',
    'Nowhere SA',
    'Client validators!A2: "Nowhere SA" is not a legal entity in the sheet Legal entities or on this site',
  ],
]

test.each(cells)('%s!%s with %o is an error', async (sheet, address, value, fault) => {
  expect(await withCell(sheet, address, value)).toEqual([fault])
})

test('an unknown function is an error that lists the known ones', async () => {
  const [fault] = await withCell('Authorisations', 'B2', 'navcontrol')
  expect(fault).toMatch(/^Authorisations!B2: "navcontrol" is not one of draftsdashboard, .*administration$/)
})

test('a second reference class is detected against the site’s data', async () => {
  const book: Book = { 'Share classes': goodBook()['Share classes']?.slice(0, 1) ?? [] }
  book['Share classes']?.push(['AL1-C', 'AL1', 'C EUR', 'EUR', 2, null, null, 'yes', null])
  expect(await faultsOf(imports.run(book))).toEqual([
    'Share classes!H2: fund AL1 already has a reference class (class AL1-A of this site); it may have only one',
  ])
})

test('an amount for a fee with a rate on this site is detected if the sheet has no rates', async () => {
  const book: Book = {
    'Fee schedule': [
      ['Fund code', 'Account prefix', 'From', 'Amount', 'Days'],
      ['AL1', '612', date('2026-01-01'), 100, 'ACT'],
    ],
  }
  expect(await faultsOf(imports.run(book))).toEqual([
    'Fee schedule!D2: a fee has a rate or an amount, not both: leave one of them blank',
  ])
})

test('a missing column and a missing header row are errors', async () => {
  expect(
    await faultsOf(
      imports.run({
        Benchmarks: [
          ['Benchmark', 'Date'],
          ['MSCI', date('2026-01-01')],
        ],
      }),
    ),
  ).toEqual(['Benchmarks!A1: the column "Level" is missing'])
  expect(await faultsOf(imports.run({ Benchmarks: [['Index', 'Level']] }))).toEqual([
    'Benchmarks!A1: no header row: none of the first 30 rows has "Benchmark" and "Date"',
  ])
})

test('all errors of all sheets are reported in cell order, and nothing is stored', async () => {
  const book = goodBook()
  book['Exchange rates']?.push(['CHF', date('2026-11-19'), 1.07], ['GBP', 'soon', 0])
  book.Funds?.push(['NEW1', 'New fund', 'EUR', 'EQUITY', 'UCITS', 'FIA', 'yes', null, null])
  book.Funds?.push(['NEW2', null, 'EUR', 'EQUITY', 'UCITS', 'FIA', 'yes', null, null])
  const stored = () => site.ownerSql`
    select (select count(*) from fund) as funds, (select count(*) from exchange_rate) as rates,
      (select count(*) from workflow_event) as events, (select count(*) from pending_change) as waiting`
  const before = await stored()
  await expect(imports.run(book)).rejects.toMatchObject({
    code: 'invalid',
    message: 'Nothing was imported: 3 errors were found. Correct them and import the workbook again.',
  })
  expect(await faultsOf(imports.run(book))).toEqual([
    'Funds!B5: Name is blank',
    'Exchange rates!B4: "soon" is not a date (dd/MM/yyyy, dd.MM.yyyy or yyyy-MM-dd)',
    'Exchange rates!C4: "0" is not above zero',
  ])
  expect(await stored()).toEqual(before)
})

test('rows that refer to a sheet without its header are not errors too', async () => {
  const book: Book = {
    Funds: [['Code of the fund'], ['NEW9']],
    'NAV calendar': [
      ['Fund code', 'NAV date'],
      ['NEW9', date('2027-01-29')],
      ['NEW9', 'soon'],
    ],
  }
  expect(await faultsOf(imports.run(book))).toEqual([
    'Funds!A1: no header row: none of the first 30 rows has "Fund code"',
    'NAV calendar!B3: "soon" is not a date (dd/MM/yyyy, dd.MM.yyyy or yyyy-MM-dd)',
  ])
})

test('the first 200 errors are listed, and the rest counted', async () => {
  const rows: Rows = Array.from({ length: 230 }, (_, i) => [`Index ${i}`, date('2026-11-19'), 0])
  const faults = await faultsOf(imports.run({ Benchmarks: [['Benchmark', 'Date', 'Level'], ...rows] }))
  expect(faults).toHaveLength(201)
  expect(faults.at(-1)).toBe('and 30 more')
})

test('a file that is not a workbook is refused by content', async () => {
  const { runImport } = await import('~/areas/reference-import/run-import.server')
  const file = { name: 'data.xlsx', bytes: new TextEncoder().encode('%PDF-1.7\n') }
  await expect(
    runImport(workOf(imports.services, null), imports.services, file, { dryRun: true }),
  ).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('data.xlsx is not an Excel workbook'),
  })
})
