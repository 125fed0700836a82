import { z } from 'zod'
import { aBoolean, aDay, anAmount, anEventClass, anId, anInstant, aText } from '~/http/calls/answers'

const aName = aText.nullable()

/** Draft invoice row of the specification, section 3. */
export const aDraftRow = z
  .object({
    id: anId,
    legal_entity_name: aName.describe('Supplier company.'),
    invoice_fund_legal_entity_name: aName.describe('Supplier fund.'),
    supplier_jurisdiction: aName,
    invoice_entity: aName.describe('Supplier company or fund, whichever it is.'),
    invoiced_legal_entity_name: aName,
    settling_entity: aName,
    category: aName,
    expense_type: aName,
    routine_type_name: aName,
    allocation_rule: aName,
    pre_paid: aBoolean,
    received_date: aDay.nullable(),
    gl_date: aDay.nullable(),
    invoice_date: aDay.nullable(),
    due_date: aDay.nullable(),
    invoice_ref: aName,
    currency: aName,
    gross_amount: anAmount.nullable(),
    taxes: anAmount.nullable(),
    net_amount: anAmount.nullable(),
    validating_user_a: aName,
    validating_user_b: aName,
    exclude_from_cash: aBoolean,
    posting_filter: aName,
    transaction_comment: aText,
    username: aText.describe('Created by: full name, or SYSTEM.'),
    last_user: aText,
    creation_date: anInstant,
    update_date: anInstant,
    event_log: aText.describe('Last comment.'),
    event_status: aText,
    event_queue: aText,
    event_class: anEventClass,
  })
  .meta({ id: 'DraftRow' })
