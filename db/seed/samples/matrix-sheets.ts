import type { XlsxSheet } from '../demo/workbooks/xlsx'
import { sheet } from './plain-sheet'

/** The sheets that say who signs for a client. */
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
    // A row is a rule (currency, amounts, rule) or a signatory (class and names); a blank end is open.
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
