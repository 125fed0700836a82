import type { Decimal } from '~/platform/values/decimal'
import type { EInvoiceFields } from './contract'

/** The amounts of an e-invoice that must add up, besides its fields; null where it does not give them. */
export interface Totals {
  /** Sum of its lines as it says itself. */
  lineTotal: Decimal | null
  /** Allowances and charges of the whole document; 0 where it names none. */
  allowances: Decimal
  charges: Decimal
  /** Net amount of each line; null when a line has none or there are no lines. */
  lines: Line[] | null
  /** Tax of each rate; null when one is missing or there are none. */
  taxes: Decimal[] | null
  /** The profile allows a cent for each figure that was rounded (Factur-X EXTENDED). */
  centPerFigure: boolean
}

/** A line's net amount; one that sums up or explains others is not part of the total of Factur-X. */
export interface Line {
  amount: Decimal
  summary: boolean
}

/** An invoice as one of the two syntaxes tells it, before its format is named. */
export interface ReadInvoice {
  typeCode: string | null
  profile: string | null
  fields: EInvoiceFields
  totals: Totals
}
