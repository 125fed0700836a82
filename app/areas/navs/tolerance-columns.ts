import { CellFault, type Column, column } from '~/platform/tables/column'
import { choice, optionalDay } from '~/platform/tables/columns'
import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { TOLERANCE_LEVELS } from './rules/tolerance-in-force'
import { TOLERANCES } from './rules/tolerances'

const TOO_LARGE = new Big('1e15')
const MOST_DECIMALS = 10

/** A number from 0 upwards, in the unit of its tolerance. */
const value: Column<Decimal> = column<Decimal>(
  'Value',
  (cell) => {
    const decimal = cell.decimal()
    if (decimal === null) return new CellFault('is not a number')
    const number = new Big(decimal)
    if (number.lt(0)) return new CellFault('is below zero')
    if (number.gte(TOO_LARGE)) return new CellFault('is too large')
    return number.round(MOST_DECIMALS).eq(number)
      ? plain(number)
      : new CellFault(`has more than ${MOST_DECIMALS} decimals`)
  },
  {},
  'decimal',
)

/** Chosen from funds, fund types and providers; blank is all. */
const subject: Column<string | null> = column<string | null>(
  'Fund, type or provider',
  (cell) => cell.code(),
  { blank: null },
  'choice',
)

/** What is entered of a value that a site sets for a tolerance. */
export const TOLERANCE_FIELDS = {
  tolerance: choice(
    'Tolerance',
    TOLERANCES.map(({ key }) => key),
  ),
  level: choice('Level', TOLERANCE_LEVELS),
  subject,
  value,
  validFrom: optionalDay('Valid from'),
  validTo: optionalDay('Valid to'),
}
