import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import type { EventClass, Instance } from '~/platform/workflow/types'

/** What any user may do with a draft at its current status (specification, section 3: draft status flags). */
export interface DraftFlags {
  is_validation_step: boolean
  is_cancellation_step: boolean
  is_completion_step: boolean
  is_editable: boolean
}

/** A row of Drafted Expenses (specification, section 3: draft invoice row). */
export interface DraftRow {
  id: number
  /** Supplier Company */
  legal_entity_name: string | null
  /** Supplier Fund */
  invoice_fund_legal_entity_name: string | null
  supplier_jurisdiction: string | null
  /** Supplier company or supplier fund, whichever it is. */
  invoice_entity: string | null
  invoiced_legal_entity_name: string | null
  settling_entity: string | null
  category: string | null
  expense_type: string | null
  routine_type_name: string | null
  allocation_rule: string | null
  pre_paid: boolean
  received_date: Day | null
  gl_date: Day | null
  invoice_ref: string | null
  currency: string | null
  gross_amount: Decimal | null
  due_date: Day | null
  taxes: Decimal | null
  net_amount: Decimal | null
  validating_user_a: string | null
  validating_user_b: string | null
  exclude_from_cash: boolean
  posting_filter: string | null
  transaction_comment: string
  /** Created by */
  username: string
  last_user: string
  creation_date: Date
  update_date: Date
  invoice_date: Day | null
  /** Last comment */
  event_log: string
  event_status: string
  event_queue: string
  /** Style of the badge. */
  event_class: EventClass
}

/** A row of the list itself. */
export interface ListedDraft extends DraftRow {
  /** Null while it is not late. */
  days_late: number | null
}

/** Another draft or invoice that may be the same supplier's invoice. */
export interface Duplicate {
  kind: 'draft' | 'invoice'
  id: number
  /** "same file", "same supplier, amount and reference", "same amount within 10 days" */
  why: string
  /** Whether it holds "Send to check": of the same supplier, amount and reference, and there before. */
  blocks: boolean
  /** As people read it: "draft 1234, Index Data House Ltd, INV-7, 1,250.00 EUR of 02/10/2026, TO CHECK". */
  text: string
}

type Place = Pick<Instance, 'queue' | 'status'>

/** Where the whole form of a draft may be edited. */
export const isInEntry = ({ queue, status }: Place): boolean =>
  queue === 'ACCOUNTING' && (status === 'IN ENTRY' || status === 'RETURNED')

/** Where the client validates: only validators, validation dates and proofs may change. */
export const isInValidation = ({ queue, status }: Place): boolean =>
  queue === 'CLIENT' && status === 'TO VALIDATE'

/** What any user may do with a draft at its current status (specification, section 3: draft status flags). */
export function draftFlags(instance: Place): DraftFlags {
  const { queue, status } = instance
  return {
    is_validation_step: isInValidation(instance),
    is_cancellation_step: queue === 'SYSTEM' && status === 'CANCELLED',
    is_completion_step: queue === 'SYSTEM' && status === 'COMPLETED',
    is_editable: isInEntry(instance) || isInValidation(instance),
  }
}
