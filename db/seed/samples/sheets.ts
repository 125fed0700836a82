import { iban } from '../demo/expenses/story'
import type { XlsxCell, XlsxSheet } from '../demo/workbooks/xlsx'

/** A day is written yyyy-MM-dd. */
export type Value = string | number | null

const DATE = /^\d{4}-\d{2}-\d{2}$/

function cell(value: Value): XlsxCell {
  if (value === null) return null
  if (typeof value === 'number') return { number: String(value) }
  return DATE.test(value) ? { day: value } : value
}

/** A sheet with a bold header and columns as wide as their content. */
export function sheet(name: string, header: string[], rows: Value[][]): XlsxSheet {
  return {
    name,
    rows: [header.map((bold) => ({ bold })), ...rows.map((row) => row.map(cell))],
    widths: header.map((title, column) =>
      Math.min(48, Math.max(title.length, ...rows.map((row) => String(row[column] ?? '').length)) + 2),
    ),
  }
}

/** The sheet with the bank accounts of these entities. */
export function bankSheet({ supplier, company }: { supplier: string; company: string }): XlsxSheet {
  return sheet(
    'Bank accounts',
    ['Entity', 'Ccy', 'BIC', 'IBAN', 'Clearing code', 'Any currency', 'Charges'],
    [
      [supplier, 'EUR', 'FDSKLULL', iban('LU', '9910000000220001'), null, 'no', null],
      // Without IBAN: the account number, and the bank's number in the clearing system of its country.
      [supplier, 'USD', null, '000123456789', 'USABA 021000021', 'no', 'DEBT'],
      [company, 'EUR', 'FDSKLULL', iban('LU', '9920000000220002'), null, 'yes', null],
    ],
  )
}

/** The sheets for booking an umbrella's expenses: accounts, recovered VAT, and the parts of its sub-funds. */
export function expenseBookSheets(umbrella: string): XlsxSheet[] {
  return [
    // A blank entity and fund mean all.
    sheet(
      'Expense accounts',
      ['Expense type', 'Holds', 'Account prefix', 'Legal entity', 'Fund code'],
      [
        ['Audit fee', 'accrued', '464', null, null],
        ['Audit fee', 'accrued', '4641', null, 'MAP03'],
        ['Market data', 'prepaid', '306', umbrella, null],
      ],
    ),
    sheet(
      'Recoverable VAT',
      ['Settling entity', 'Recoverable %', 'Valid from', 'Valid to'],
      [
        [umbrella, 0, '2025-01-01', '2026-12-31'],
        [umbrella, 25, '2027-01-01', null],
      ],
    ),
    sheet(
      'Allocation keys',
      ['Settling entity', 'Sub-fund', 'Part %', 'Valid from', 'Valid to'],
      [
        [umbrella, 'MAP01', 50, '2026-01-01', null],
        [umbrella, 'MAP02', 30, '2026-01-01', null],
        [umbrella, 'MAP03', 20, '2026-01-01', null],
      ],
    ),
  ]
}

/** The sheets with the signatories of a client. */
export function matrixSheets(client: string): XlsxSheet[] {
  return [
    sheet(
      'Client validators',
      ['Legal entity', 'First name', 'Last name', 'Retired'],
      [
        [client, 'Sophie', 'Kayser', 'no'],
        [client, 'Luc', 'Thill', 'no'],
        [client, 'René', 'Büchel', 'no'],
      ],
    ),
    // A row is a rule (currency, amounts, rule) or a signatory (class and names); a blank end means open-ended.
    sheet(
      'Authorisation matrix',
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
      [
        [client, '2025-01-01', '2025-12-31', 'EUR', 0, null, 'A+A', null, null, null],
        [client, '2026-01-01', null, 'EUR', 0, 2500, 'A', null, null, null],
        [client, '2026-01-01', null, 'EUR', 2500.01, 25000, 'A+B', null, null, null],
        [client, '2026-01-01', null, 'EUR', 25000.01, null, 'A+A', null, null, null],
        [client, '2025-01-01', null, null, null, null, null, 'A', 'Sophie', 'Kayser'],
        [client, '2025-01-01', null, null, null, null, null, 'A', 'Luc', 'Thill'],
        [client, '2026-01-01', null, null, null, null, null, 'B', 'René', 'Büchel'],
      ],
    ),
  ]
}

const LETTER = 'Investor letter'
const FILING = 'Annual accounts to the CSSF'

/** The sheets with the recurring work of a fund's entity, and its dates. */
export function processSheets(fundEntity: string): XlsxSheet[] {
  return [
    sheet(
      'Entity events',
      ['Event', 'Recurs', 'Weekday', 'Year end', 'Days after', 'Rolls', 'Retired'],
      [
        ['Month end', 'monthly', null, null, 0, 'before', 'no'],
        ['Year end', 'yearly', null, 'December', 0, 'stays', 'no'],
        ['Board meeting', 'given days', null, null, 0, 'stays', 'no'],
      ],
    ),
    sheet(
      'Entity event days',
      ['Event', 'Date'],
      [
        ['Board meeting', '2026-12-10'],
        ['Board meeting', '2027-03-18'],
      ],
    ),
    // Due: business days from the event date; negative if before it.
    sheet(
      'Processes',
      ['Process', 'Category', 'Recipient', 'Event', 'Due', 'Retired'],
      [
        [LETTER, 'Reporting', 'Investors', 'Month end', 10, 'no'],
        [FILING, 'Regulatory', 'CSSF', 'Year end', 85, 'no'],
        ['Board pack', 'Governance', 'Board', 'Board meeting', -3, 'no'],
      ],
    ),
    sheet(
      'Process tasks',
      ['Process', 'Order', 'Group', 'Task', 'Team', 'Due', 'Review', 'Task Info', 'Retired'],
      [
        [
          LETTER,
          1,
          'Prepare',
          'Take figures from the NAV',
          'ACCOUNTANT',
          3,
          'no',
          '<p>Of the last NAV <b>sent</b>.</p>',
          'no',
        ],
        [LETTER, 2, 'Prepare', 'Write the letter', 'TEAM LEADER', 6, 'yes', null, 'no'],
        [
          LETTER,
          3,
          'Send',
          'Send to investors',
          'TEAM LEADER',
          10,
          'no',
          '<ol><li>Website</li><li>Mail</li></ol>',
          'no',
        ],
        [FILING, 1, null, 'Accounts audited', 'ACCOUNTANT', 60, 'no', null, 'no'],
        [FILING, 2, null, 'File with the CSSF', 'TEAM LEADER', 80, 'yes', null, 'no'],
        ['Board pack', 1, null, 'Collect papers', 'ACCOUNTANT', -8, 'no', null, 'no'],
        ['Board pack', 2, null, 'Send the pack', 'TEAM LEADER', -3, 'no', null, 'no'],
      ],
    ),
    sheet(
      'Entity processes',
      ['Legal entity', 'Process', 'User', 'Valid from', 'Valid to'],
      [
        [fundEntity, LETTER, 'paul.reuter', '2026-11-01', null],
        [fundEntity, FILING, 'paul.reuter', '2026-11-01', null],
        [fundEntity, 'Board pack', null, '2026-11-01', '2027-12-31'],
      ],
    ),
  ]
}
