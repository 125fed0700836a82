import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import type { EventClass } from '~/platform/workflow/types'

/** A row of the Invoice Log (specification: Invoice (transaction) row). */
export interface InvoiceRow {
  id: number
  draft_transaction_id: number | null
  /** Supplier company; null for a supplier fund. */
  legal_entity_name: string | null
  /** Supplier fund; null for a company. */
  invoice_fund_legal_entity_name: string | null
  /** Supplier company or fund, whichever it is. */
  provider: string
  supplier_jurisdiction: string | null
  invoiced_legal_entity_name: string | null
  settling_entity: string
  category: string | null
  expense_type: string
  routine_type_name: string | null
  invoice_ref: string
  invoice_date: Day
  due_date: Day | null
  currency: string
  gross_amount: Decimal
  taxes: Decimal
  net_amount: Decimal
  /** Last update. */
  event_date: Date
  /** Last comment. */
  event_log: string
  /** "PAID" */
  event_status: string
  event_queue: string
  /** Style of the badge. */
  event_class: EventClass
  last_user: string
}
