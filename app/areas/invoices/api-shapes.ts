import { z } from 'zod'
import { aBoolean, aDay, anAmount, anEventClass, anId, anInstant, aText } from '~/http/calls/answers'

const aName = aText.nullable()

/** Invoice (transaction) row of the specification, section 3. */
export const aTransaction = z
  .object({
    id: anId,
    draft_transaction_id: anId.nullable().describe('Null for an invoice of a former system.'),
    legal_entity_name: aName.describe('Supplier company.'),
    invoice_fund_legal_entity_name: aName.describe('Supplier fund.'),
    provider: aText.describe('Supplier company or fund, whichever it is.'),
    invoice_entity: aText.describe('As provider.'),
    supplier_jurisdiction: aName,
    invoiced_legal_entity_name: aName,
    settling_entity: aText,
    category: aName,
    expense_type: aText,
    routine_type_name: aName,
    allocation_rule: aName,
    pre_paid: aBoolean,
    received_date: aDay.nullable(),
    gl_date: aDay.nullable(),
    invoice_date: aDay,
    due_date: aDay.nullable(),
    payment_date: aDay.nullable(),
    invoice_ref: aText,
    currency: aText,
    gross_amount: anAmount,
    taxes: anAmount,
    net_amount: anAmount,
    validating_user_a: aName,
    validating_user_b: aName,
    exclude_from_cash: aBoolean,
    posting_filter: aName,
    transaction_comment: aText,
    username: aText.describe('Created by: full name, or SYSTEM.'),
    last_user: aText,
    creation_date: anInstant,
    update_date: anInstant,
    file_name: aName.describe("The supplier's PDF."),
    event_date: anInstant.describe('Last update.'),
    event_log: aText.describe('Last comment.'),
    event_status: aText,
    event_queue: aText,
    event_class: anEventClass,
  })
  .meta({ id: 'Transaction' })

/** Transaction (detail) of the specification, section 3: references are ids. */
export const aTransactionDetail = z
  .object({
    id: anId,
    invoiceRef: aText,
    receivedDate: aDay.nullable(),
    glDate: aDay.nullable(),
    invoiceDate: aDay,
    dueDate: aDay.nullable(),
    paymentDate: aDay.nullable(),
    serviceFrom: aDay.nullable(),
    serviceTo: aDay.nullable(),
    expenseType: anId,
    prePaid: aBoolean,
    alreadyPaid: aBoolean,
    isSupplierFund: aBoolean,
    invoicedLegalEntity: anId.nullable().describe('Supplier company.'),
    invoicedFundLegalEntity: anId.nullable().describe('Supplier fund.'),
    settlementLegalEntity: anId.nullable().describe('Invoiced legal entity.'),
    settlingLegalEntity: anId,
    currency: aText,
    grossAmount: anAmount,
    taxes: anAmount,
    netAmount: anAmount,
    routineType: anId.nullable(),
    feesType: aText.nullable().describe('Of the cost line that it was made of.'),
    allocationRule: aText.nullable(),
    postingFilter: aText.nullable(),
    excludeFromCash: aBoolean,
    transactionComment: aText,
    validatingUserA: anId.nullable(),
    validatingUserB: anId.nullable(),
    validationDateA: aDay.nullable(),
    validationDateB: aDay.nullable(),
    draft_transaction_id: anId.nullable(),
    file_name: aText.nullable(),
    accountHash: aText
      .nullable()
      .describe(
        'Of the account that is paid (IBAN, BIC, holder): approvals hold for it alone. Null for callers who neither see bank accounts nor approve payments.',
      ),
    creationDate: anInstant,
  })
  .meta({ id: 'TransactionDetail' })
