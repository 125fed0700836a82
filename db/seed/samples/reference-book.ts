import { ACCOUNT_PLAN } from '../base/lookups'
import type { XlsxSheet } from '../demo/workbooks/xlsx'
import { bankSheet, expenseBookSheets, matrixSheets, processSheets, sheet, type Value } from './sheets'

/** The reference data workbook of a user's own small site: NAV controls contract, section 5. */

const CALENDAR: [navDate: string, prebalance: string, sending: string][] = [
  ['2026-11-13', '2026-11-17', '2026-11-19'],
  ['2026-11-30', '2026-12-02', '2026-12-04'],
  ['2026-12-15', '2026-12-17', '2026-12-21'],
  ['2026-12-31', '2027-01-05', '2027-01-07'],
]

const UMBRELLA = 'Maple Funds SICAV'
const CLIENT = 'Maple Management Company SA'
const AUDITOR = 'Birch & Partner Audit S.à r.l.'

const RIGHTS: [user: string, functionId: string, add: string, update: string, remove: string][] = [
  ['marie.weber', 'navctrl', 'yes', 'yes', 'yes'],
  ['marie.weber', 'production', 'no', 'yes', 'no'],
  ['paul.reuter', 'navctrl', 'yes', 'yes', 'yes'],
  ['paul.reuter', 'production', 'no', 'yes', 'no'],
  ['marie.weber', 'processdashboard', 'no', 'yes', 'no'],
  ['paul.reuter', 'processdashboard', 'no', 'yes', 'no'],
  ['lea.hansen', 'navctrl', 'no', 'yes', 'no'],
  ['lea.hansen', 'production', 'no', 'yes', 'no'],
  ['tom.muller', 'navctrl', 'no', 'yes', 'no'],
]

export function referenceSheets(): XlsxSheet[] {
  return [
    sheet(
      'Legal entities',
      [
        'Name',
        'Kind',
        'Jurisdiction',
        'VAT number',
        'Dead date',
        'Management company',
        'Calendar',
        'Street',
        'Number',
        'Post code',
        'Town',
        'Country',
        'LEI',
      ],
      [
        [UMBRELLA, 'FUND', 'LU', null, null, CLIENT, 'LU', 'rue du Parc', '8', 'L-1475', 'Luxembourg', 'LU'],
        [
          CLIENT,
          'COMPANY',
          'LU',
          'LU90000108',
          null,
          null,
          'LU',
          'rue du Parc',
          '8',
          'L-1475',
          'Luxembourg',
          'LU',
        ],
        [
          AUDITOR,
          'SUPPLIER',
          'LU',
          'LU90000116',
          null,
          null,
          null,
          'rue Neuve',
          '21',
          'L-2220',
          'Luxembourg',
          'LU',
        ],
        ['Old Elm Translations SPRL', 'SUPPLIER', 'BE', 'BE0900000193', '2026-06-30'],
        [
          'Rowan Target Funds ICAV',
          'SUPPLIER FUND',
          'IE',
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          'Dublin',
          'IE',
        ],
      ],
    ),
    sheet(
      'Funds',
      [
        'Fund code',
        'Name',
        'Currency',
        'Type',
        'Regime',
        'Provider',
        'Client validation',
        'Accountant',
        'Benchmark',
        'Legal entity',
        'Set',
        'Year end',
      ],
      [
        [
          'MAP01',
          'Maple Funds – World Equities',
          'EUR',
          'EQUITY',
          'UCITS',
          'FIA',
          'yes',
          'marie.weber',
          'Maple World Index',
          UMBRELLA,
          'FIA 3',
          null,
        ],
        [
          'MAP02',
          'Maple Funds – Euro Bonds',
          'EUR',
          'BOND',
          'UCITS',
          'FIA',
          'no',
          'marie.weber',
          'Maple Bond Index',
          UMBRELLA,
          'FIA 3',
          null,
        ],
        [
          'MAP03',
          'Maple Funds – Private Assets',
          'USD',
          'ALTERNATIVE',
          'AIF',
          'MFFA',
          'no',
          'paul.reuter',
          null,
          UMBRELLA,
          'MFFA',
          '30/06',
        ],
      ],
    ),
    sheet(
      'Share classes',
      [
        'Code',
        'Fund code',
        'Name',
        'Currency',
        'Decimals',
        'Active from',
        'Active to',
        'Reference',
        'Hedged',
        'Management fee',
      ],
      [
        ['MAP01-A', 'MAP01', 'A (acc)', 'EUR', 2, '2020-01-02', null, 'yes', 'no', 1.5],
        ['MAP01-D', 'MAP01', 'D (dist)', 'EUR', 2, '2020-01-02', null, 'no', 'no', 1.5],
        ['MAP01-UH', 'MAP01', 'A USD hedged', 'USD', 2, '2022-03-01', null, 'no', 'yes', 1.55],
        ['MAP02-A', 'MAP02', 'A (acc)', 'EUR', 2, '2020-01-02', null, 'yes', 'no', 0.8],
        ['MAP02-X', 'MAP02', 'X seed (acc)', 'EUR', 2, '2020-01-02', '2026-11-30', 'no', 'no', null],
        ['MAP03-I', 'MAP03', 'I institutional', 'USD', 4, null, null, 'yes', 'no', 1.2],
      ],
    ),
    // Rates in percent of the net assets; a row with neither rate nor amount uses the classes' management fees.
    sheet(
      'Fee schedule',
      ['Fund code', 'Account prefix', 'From', 'To', 'Rate', 'Amount', 'Days'],
      [
        ['MAP01', '611', '2026-01-01', null, null, null, 'ACT'],
        ['MAP01', '612', '2026-01-01', null, 0.05, null, 'ACT'],
        ['MAP01', '613', '2026-01-01', '2026-12-31', null, 28000, '365'],
        ['MAP01', '613', '2027-01-01', null, null, 29500, '365'],
        ['MAP02', '611', '2026-01-01', null, null, null, 'ACT'],
        ['MAP02', '612', '2026-01-01', null, 0.04, null, 'ACT'],
        ['MAP03', '611', '2026-07-01', null, null, null, '360'],
        ['MAP03', '614', '2026-07-01', null, null, 42000, '365'],
      ],
    ),
    sheet(
      'NAV calendar',
      ['Fund code', 'NAV date', 'Max prebalance date', 'Max sending date'],
      ['MAP01', 'MAP02', 'MAP03'].flatMap((code) => CALENDAR.map((dates) => [code, ...dates])),
    ),
    sheet(
      'Benchmarks',
      ['Benchmark', 'Date', 'Level'],
      [
        ...CALENDAR.map(([day], i): Value[] => [
          'Maple World Index',
          day,
          [2104.55, 2131.18, 2119.04, 2140.9][i] ?? 1,
        ]),
        ...CALENDAR.map(([day], i): Value[] => [
          'Maple Bond Index',
          day,
          [187.211, 187.604, 187.452, 187.93][i] ?? 1,
        ]),
      ],
    ),
    sheet(
      'Account plan',
      ['Prefix', 'Class', 'Side'],
      ACCOUNT_PLAN.map(({ prefix, accountClass }) => [prefix, accountClass, null]),
    ),
    sheet(
      'Exchange rates',
      ['Currency', 'Date', 'Rate'],
      CALENDAR.flatMap(([day], i) => [
        ['USD', day, [0.8634, 0.8612, 0.8655, 0.8629][i] ?? 1],
        ['CHF', day, [1.0691, 1.0702, 1.0677, 1.0688][i] ?? 1],
      ]),
    ),
    sheet(
      'Users',
      ['User name', 'First name', 'Last name', 'Role', 'Homepage', 'Queues'],
      [
        ['marie.weber', 'Marie', 'Weber', 'ACCOUNTANT', 'navctrldashboard', 'ACCOUNTANT'],
        ['paul.reuter', 'Paul', 'Reuter', 'TEAM LEADER', 'navctrldashboard', 'TEAM LEADER, ACCOUNTANT'],
        ['lea.hansen', 'Léa', 'Hansen', 'MANAGER', 'production', 'MANAGER, SENDING'],
        ['tom.muller', 'Tom', 'Müller', 'CLIENT DESK', 'navctrldashboard', 'CLIENT'],
      ],
    ),
    sheet('Authorisations', ['User name', 'Function', 'Add', 'Update', 'Delete'], RIGHTS),
    sheet(
      'Currencies',
      ['Code', 'Name'],
      [
        ['EUR', 'Euro'],
        ['USD', 'US dollar'],
        ['CHF', 'Swiss franc'],
      ],
    ),
    sheet(
      'Expense types',
      ['Name', 'Category'],
      [
        ['Audit fee', 'Professional fees'],
        ['Market data', 'Data'],
      ],
    ),
    sheet('Routine types', ['Name'], [['Quarterly'], ['One-off']]),
    ...matrixSheets(CLIENT),
    bankSheet({ supplier: AUDITOR, company: CLIENT }),
    ...expenseBookSheets(UMBRELLA),
    ...processSheets(UMBRELLA),
    sheet(
      'Calendar holidays',
      ['Calendar', 'Date', 'Name'],
      [
        ['LU', '2026-12-25', 'Christmas Day'],
        ['LU', '2027-01-01', "New Year's Day"],
      ],
    ),
  ]
}
