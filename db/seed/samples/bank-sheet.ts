import { iban } from '../demo/expenses/parties'
import type { XlsxSheet } from '../demo/workbooks/xlsx'
import { sheet } from './plain-sheet'

/** The sheet that says where these entities are paid. */
export function bankSheet({ supplier, company }: { supplier: string; company: string }): XlsxSheet {
  return sheet(
    'Bank accounts',
    ['Entity', 'Ccy', 'BIC', 'IBAN'],
    [
      [supplier, 'EUR', 'FDSKLULL', iban('LU', '9910000000220001')],
      [supplier, 'USD', 'FDSKLULL', iban('LU', '9910000000220001')],
      [company, 'EUR', 'FDSKLULL', iban('LU', '9920000000220002')],
    ],
  )
}
