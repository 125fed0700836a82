import type { ReactNode } from 'react'
import { DRAFT_LABELS, type Draft, type DraftField } from '~/areas/expenses/expense'
import type { Choice } from '~/areas/reference-data/choices.server'
import type { EInvoiceFields } from '~/platform/einvoices/einvoice'
import { showDay, showMoney } from '~/platform/values/show'
import { Description } from '~/ui/description/description'
import type { DraftChoices } from './choices.server'
import { fieldDiffers } from './draft-fields'

interface DraftFactsProps {
  draft: Draft
  /** At least the draft's present choices. */
  choices: DraftChoices
  eInvoice: EInvoiceFields | null
  /** Links to its cost lines, where it has any. */
  allocations: ReactNode
}

/** All that is filled in on a draft, for readers: names, not codes; empty fields are left out. */
export function DraftFacts({ draft, choices, eInvoice, allocations }: DraftFactsProps) {
  const fact = (name: DraftField, text: string) => ({
    term: DRAFT_LABELS[name],
    text,
    more: eInvoice && fieldDiffers(name, draft, eInvoice),
  })
  const chosen = <Value,>(name: DraftField, offered: readonly Choice<Value>[]) =>
    fact(name, offered.find(({ value }) => value === draft[name])?.label ?? String(draft[name] ?? ''))
  const day = (name: DraftField) => fact(name, showDay(draft[name] as string | null))
  const money = (amount: string | null) => (amount === null ? '' : showMoney(amount, draft.currency))
  const marks = (
    ['collectedBySupplier', 'reverseCharge', 'prePaid', 'alreadyPaid', 'excludeFromCash'] as const
  ).filter((name) => draft[name])
  const facts: Fact[] = [
    draft.isSupplierFund
      ? chosen('invoicedFundLegalEntity', choices.supplierFunds)
      : chosen('invoicedLegalEntity', choices.suppliers),
    chosen('settlementLegalEntity', choices.entities),
    chosen('settlingLegalEntity', choices.entities),
    fact('invoiceRef', draft.invoiceRef ?? ''),
    fact('grossAmount', money(draft.grossAmount)),
    fact('taxes', money(draft.taxes)),
    { term: 'Net', text: money(draft.netAmount) },
    fact('prepaidAmount', money(draft.prepaidAmount)),
    fact('roundingAmount', money(draft.roundingAmount)),
    { term: 'Payable', text: money(draft.payableAmount) },
    fact('reverseChargeTax', money(draft.reverseChargeTax)),
    fact('paymentReference', draft.paymentReference ?? ''),
    fact('correctsRef', draft.correctsRef ?? ''),
    day('invoiceDate'),
    day('receivedDate'),
    day('dueDate'),
    chosen('expenseType', choices.expenseTypes),
    chosen('routineType', choices.routineTypes),
    chosen('allocationRule', choices.allocationRules),
    chosen('postingFilter', choices.postingFilters),
    day('glDate'),
    day('paymentDate'),
    ...(draft.prePaid ? [day('serviceFrom'), day('serviceTo')] : []),
    { term: 'Marked as', text: marks.map((name) => DRAFT_LABELS[name]).join(', ') },
    validation('A'),
    validation('B'),
    { term: 'Allocations', text: '', more: allocations },
    fact('transactionComment', draft.transactionComment),
  ]
  function validation(letter: 'A' | 'B'): Fact {
    const { term, text } = chosen(`validatingUser${letter}`, choices.validators)
    return { term, text: [text, showDay(draft[`validationDate${letter}`])].filter(Boolean).join(', ') }
  }
  return (
    <Description
      items={facts
        .filter(({ text, more }) => text !== '' || more)
        .map(({ term, text, more }) => ({
          term,
          value: (
            <>
              {text} {more}
            </>
          ),
        }))}
    />
  )
}

interface Fact {
  term: string
  text: string
  /** The e-invoice's value instead. */
  more?: ReactNode
}
