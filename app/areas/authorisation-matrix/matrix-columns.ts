import {
  CellFault,
  type Column,
  choice,
  column,
  currency,
  day,
  type Options,
  optionalDay,
  text,
  type Value,
} from '~/platform/tables/column'
import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { RULES, SIGNATORY_CLASSES } from './matrix'
import { ENTRY_FIELDS, type Entry, type MatrixKind } from './matrix-entry'

/** More than the database can store for an amount. */
const TOO_LARGE = new Big('1e16')

/** An amount from 0 upwards, in hundredths. */
function amount<T extends Decimal | null>(header: string, options: Options<T> = {}): Column<T> {
  return column<T>(
    header,
    (cell) => {
      const decimal = cell.decimal()
      if (decimal === null) return new CellFault('is not a number')
      const value = new Big(decimal)
      if (value.lt(0)) return new CellFault('is below zero')
      if (value.gte(TOO_LARGE)) return new CellFault('is too large')
      return value.round(2).eq(value) ? (plain(value) as T) : new CellFault('has more than two decimals')
    },
    options,
    'decimal',
  )
}

/** The columns of rules and of signatories as their tables show them. */
export const RULE_FIELDS = {
  currency: currency('Currency'),
  amountFrom: amount<Decimal>('Amount from'),
  amountTo: amount<Decimal | null>('Amount to', { blank: null }),
  rule: choice('Rule', RULES),
  validFrom: day('Valid from'),
  validTo: optionalDay('Valid to'),
}
export const SIGNATORY_FIELDS = {
  signatoryClass: choice('Signatory class', SIGNATORY_CLASSES),
  validFrom: day('Valid from'),
  validTo: optionalDay('Valid to'),
}

const blankable = <T extends Value>(of: Column<T>, key = false): Column<T | null> =>
  ({ ...of, key, blank: null, optional: true }) as Column<T | null>

/**
 * The sheet "Authorisation matrix": a row is a rule when it fills currency, amounts and rule, a signatory when it fills
 * class and names. Blank ends are open.
 */
export const MATRIX_SHEET = {
  legalEntity: text('Legal entity', { key: true, synonyms: ['Entity', 'Client'] }),
  validFrom: day('Valid from', { key: true }),
  validTo: optionalDay('Valid to'),
  currency: blankable(RULE_FIELDS.currency, true),
  amountFrom: blankable(RULE_FIELDS.amountFrom, true),
  amountTo: RULE_FIELDS.amountTo,
  rule: blankable(RULE_FIELDS.rule),
  signatoryClass: blankable(SIGNATORY_FIELDS.signatoryClass),
  firstName: blankable(text('First name'), true),
  lastName: blankable(text('Last name'), true),
} as const

/** Fields that only one kind of row fills. */
export const OWN_FIELDS: Readonly<Record<MatrixKind, readonly (keyof typeof MATRIX_SHEET)[]>> = {
  'authorisation rule': ['rule', 'currency', 'amountFrom', 'amountTo'],
  signatory: ['signatoryClass', 'firstName', 'lastName'],
}

/** A row of the sheet as an entry; the columns that it fills determine its kind. */
export function matrixRow(values: Readonly<Record<string, Value>>): { kind: MatrixKind; entry: Entry } {
  const filled = (field: string) => (values[field] ?? null) !== null
  const kind = OWN_FIELDS['authorisation rule'].some(filled) ? 'authorisation rule' : 'signatory'
  const text = (field: string) => (filled(field) ? String(values[field]) : null)
  return { kind, entry: Object.fromEntries(ENTRY_FIELDS[kind].map((field) => [field, text(field)])) }
}
