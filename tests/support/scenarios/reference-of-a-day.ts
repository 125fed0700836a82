import { type Book, date, FUND_HEADS } from 'tests/support/areas/reference-import/reference-book'
import type { FundModel } from 'tests/support/workbooks/fund-model'

export const SUPPLIER = 'Index Data House Ltd'
export const CLIENT = 'Alcyon SICAV'
export const MANAGER = 'Hespéris Management SA'

/** The initial workbook of a site: currencies, entities, one fund with its NAVs, and a process. */
export function dayBook(navs: readonly FundModel[]): Book {
  const [fund] = navs
  if (!fund) throw new Error('A fund has a NAV at least')
  const { fundCode, fundCurrency } = fund
  const benchmark = `INDEX ${fundCode}`
  return {
    Currencies: [
      ['Code', 'Name'],
      ['EUR', 'Euro'],
      ['USD', 'US dollar'],
    ],
    'Legal entities': [
      ['Name', 'Kind', 'Jurisdiction', 'Management company', 'Calendar'],
      [SUPPLIER, 'SUPPLIER', 'IE', null, null],
      [MANAGER, 'COMPANY', 'LU', null, null],
      [CLIENT, 'FUND', 'LU', MANAGER, 'LU'],
    ],
    Funds: [
      [...FUND_HEADS, 'Accountant', 'Benchmark', 'Legal entity', 'Calendar'],
      [
        fundCode,
        fund.fundName,
        fundCurrency,
        fund.fundType,
        fund.regime,
        'FIA',
        'yes',
        'accountant1',
        benchmark,
        CLIENT,
        'LU',
      ],
    ],
    'Share classes': [
      ['Code', 'Fund code', 'Name', 'Currency', 'Decimals', 'Reference', 'Hedged'],
      ...fund.classes.map(({ code, name, currency, decimals, reference, hedged }) => [
        code,
        fundCode,
        name,
        currency,
        decimals,
        reference,
        hedged,
      ]),
    ],
    'NAV calendar': [
      ['Fund code', 'NAV date', 'Max prebalance date', 'Max sending date'],
      ...navs.map(({ navDate }) => [fundCode, date(navDate), date('2026-11-02'), date('2026-11-03')]),
    ],
    Benchmarks: [
      ['Benchmark', 'Date', 'Level'],
      ...navs.map(({ navDate, benchmarkLevel }) => [benchmark, date(navDate), benchmarkLevel]),
    ],
    'Expense types': [
      ['Name', 'Category'],
      ['Market data', 'DATA'],
    ],
    'Routine types': [['Name'], ['Monthly']],
    'Client validators': [
      ['Legal entity', 'First name', 'Last name'],
      [CLIENT, 'Anna', 'Ackermann'],
      [CLIENT, 'Béa', 'Bodson'],
    ],
    'Entity events': [
      ['Event', 'Recurs', 'Rolls'],
      ['Release', 'given days', 'stays'],
    ],
    'Entity event days': [
      ['Event', 'Date'],
      ['Release', date('2026-11-02')],
    ],
    Processes: [
      ['Process', 'Category', 'Recipient', 'Event', 'Due'],
      ['Publication', 'NAV', 'Website', 'Release', 1],
    ],
    'Process tasks': [
      ['Process', 'Order', 'Group', 'Task', 'Team', 'Due', 'Review', 'Task Info'],
      ['Publication', 1, 'Prepare', 'Collect the NAV', 'OPERATIONS', 0, 'no', '<p>From the <b>NAV</b>.</p>'],
      ['Publication', 2, 'Prepare', 'Ask for the logo', 'OPERATIONS', 0, 'no', null],
      ['Publication', 3, 'Send', 'Publish it', 'OPERATIONS', 1, 'yes', null],
    ],
    'Entity processes': [
      ['Legal entity', 'Process', 'User', 'Valid from'],
      [CLIENT, 'Publication', 'operations1', date('2026-01-01')],
    ],
    'Calendar holidays': [
      ['Calendar', 'Date', 'Name'],
      ['LU', date('2026-12-25'), 'Christmas'],
    ],
  }
}

/** A change of client signatories: pending for a second person, so the day does not depend on it. */
export const matrixBook: Book = {
  'Authorisation matrix': [
    ['Legal entity', 'Valid from', 'Currency', 'Amount from', 'Rule', 'First name', 'Last name'],
    [CLIENT, date('2026-01-01'), 'EUR', 0, 'A+B', null, null],
  ],
}
