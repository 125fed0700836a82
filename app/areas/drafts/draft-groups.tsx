import { useState } from 'react'
import { useFormState } from '~/ui/form/form'
import { AmountFields } from './amount-fields'
import type { Draft } from './draft'
import type { DraftChoices } from './draft-choices.server'
import { DraftBox, DraftChoice, DraftComment, DraftDay, DraftText } from './draft-field'
import { EntityField, SupplierFields } from './supplier-fields'
import { ValidationFields } from './validation-fields'

interface DraftGroupsProps {
  draft: Draft
  choices: DraftChoices
  hasLines: boolean
}

/** The fields of a draft in the order in which an invoice is read: who, what, how much, how it is booked, who validates. */
export function DraftGroups({ draft, choices, hasLines }: DraftGroupsProps) {
  const { typed } = useFormState()
  const stored = draft.receivedDate ?? choices.today
  const [day, setDay] = useState(typed.receivedDate ?? draft.receivedDate ?? '')
  const received = { day: day || choices.today, stored, isKnown: day !== '' }
  return (
    <>
      <fieldset className="form__group draft-form__names">
        <legend>Supplier and client</legend>
        <SupplierFields suppliers={choices.suppliers} funds={choices.supplierFunds} received={received} />
        <EntityField name="settlementLegalEntity" offered={choices.entities} received={received} />
        <EntityField name="settlingLegalEntity" offered={choices.entities} received={received} />
      </fieldset>
      <fieldset className="form__group">
        <legend>Invoice</legend>
        <DraftText name="invoiceRef" maxLength={200} />
        <DraftDay name="invoiceDate" />
        <DraftDay name="receivedDate" onValue={setDay} />
        <DraftDay name="dueDate" />
      </fieldset>
      <fieldset className="form__group draft-form__pairs">
        <legend>Amounts</legend>
        <AmountFields currencies={choices.currencies} hasLines={hasLines} netAmount={draft.netAmount} />
      </fieldset>
      <fieldset className="form__group">
        <legend>Booking and payment</legend>
        <DraftChoice name="expenseType" offered={choices.expenseTypes} />
        <DraftChoice name="routineType" offered={choices.routineTypes} />
        <DraftChoice name="allocationRule" offered={choices.allocationRules} />
        <DraftChoice name="postingFilter" offered={choices.postingFilters} />
        <DraftDay name="glDate" />
        <DraftDay name="paymentDate" />
        <DraftDay name="serviceFrom" />
        <DraftDay name="serviceTo" />
        <DraftBox name="prePaid" />
        <DraftBox name="alreadyPaid" />
        <DraftBox name="excludeFromCash" />
        <DraftComment name="transactionComment" />
      </fieldset>
      <ValidationFields validators={choices.validators} />
    </>
  )
}
