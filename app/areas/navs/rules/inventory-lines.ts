import type { Decimal } from '~/platform/values/decimal'
import type { InventoryLine } from '../workbooks/control-data'
import type { EvidenceFigure } from './contract'
import { figure } from './evidence'
import type { Finding } from './finding'
import type { RuleContext } from './rule-context'
import type { UploadIndex } from './upload-index'

/** The headers of the columns that rules read, by field. */
const HEADERS = {
  instrumentCode: 'Instrument code',
  quantity: 'Quantity',
  price: 'Price',
  priceDate: 'Price date',
  marketValue: 'Market value',
  isin: 'ISIN',
  priceFactor: 'Price factor',
  fxRate: 'FX rate',
  accruedInterest: 'Accrued interest',
  navPercent: '% NAV',
  maturityDate: 'Maturity date',
  issuer: 'Issuer',
  coupon: 'Coupon',
  lastCouponDate: 'Last coupon date',
  dayCount: 'Day count',
  exchange: 'Exchange',
} as const satisfies Partial<Record<keyof InventoryLine, string>>

export type InventoryField = keyof typeof HEADERS

/** The lines of the inventory; a missing file, or a missing column that the rule needs, is reported to the finding. */
export function inventoryLines(
  { current }: RuleContext,
  finding: Finding,
  ...columns: InventoryField[]
): readonly InventoryLine[] {
  const { inventory } = current.data
  if (!inventory) {
    finding.lacks('inventory file')
    return []
  }
  for (const field of columns) {
    if (inventory.source.columns[field] === undefined) finding.lacks(`column ${HEADERS[field]}`)
  }
  return finding.cannotBeJudged ? [] : inventory.lines
}

/** The cells of a line's fields; blank ones and absent columns are left out. */
export function lineFigures(
  index: UploadIndex,
  line: InventoryLine | undefined,
  ...fields: InventoryField[]
): EvidenceFigure[] {
  const source = index.data.inventory?.source
  if (!source || !line) return []
  return fields.flatMap((field) =>
    figure(index.upload, source, line.row, field, HEADERS[field], line[field] ?? null),
  )
}

/** The cell of a value, also when it is blank. */
export function expectedFigure(
  index: UploadIndex,
  line: InventoryLine,
  field: InventoryField,
): EvidenceFigure[] {
  const source = index.data.inventory?.source
  return source ? figure(index.upload, source, line.row, field, HEADERS[field], line[field] ?? '') : []
}

/** FX rate of a line: its own, else 1 for the fund currency, else the NAV table's, else undefined. */
export function lineRate(context: RuleContext, line: InventoryLine): Decimal | undefined {
  return line.fxRate ?? context.navRate(line.quotationCurrency)
}

/** Cash and Derivative lines are outside the portfolio that several rules look at. */
export function isSecurity({ type }: InventoryLine): boolean {
  return type !== 'Cash' && type !== 'Derivative'
}

/**
 * The fault of an ISIN (ISO 6166): two capital letters, nine capital letters or digits, and a check digit by Luhn over
 * the letters read as 10 to 35. Null when there is none.
 */
export function isinFault(isin: string | null): string | null {
  if (isin === null || isin === '') return 'no ISIN'
  if (!/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(isin)) {
    return `ISIN ${isin} is not two letters, nine letters or digits and a check digit`
  }
  const expected = checkDigit(isin.slice(0, 11))
  return isin.endsWith(String(expected)) ? null : `ISIN ${isin} should end in the check digit ${expected}`
}

function checkDigit(body: string): number {
  const digits = [...body].map((letter) => Number.parseInt(letter, 36)).join('')
  const total = [...digits].reverse().reduce((sofar, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return sofar + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return (10 - (total % 10)) % 10
}
