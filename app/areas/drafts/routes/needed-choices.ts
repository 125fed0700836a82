import type { Choice } from '~/areas/reference-data/choices.server'
import type { Draft, DraftFields } from '../draft'
import type { DraftChoices } from '../draft-choices.server'

/** What the lists of a draft's form need to offer: where nothing may be chosen, only what is chosen already. */
export function neededChoices(
  choices: DraftChoices,
  draft: Draft,
  may: 'all' | 'validation' | 'nothing',
): DraftChoices {
  // Fees types are those of cost lines: their popup asks for them.
  if (may === 'all') return { ...choices, feesTypes: [] }
  const chosen = <Offered extends Choice<unknown>>(offered: Offered[], ...fields: (keyof DraftFields)[]) =>
    offered.filter(({ value }) => fields.some((field) => draft[field] === value))
  return {
    today: choices.today,
    suppliers: chosen(choices.suppliers, 'invoicedLegalEntity'),
    supplierFunds: chosen(choices.supplierFunds, 'invoicedFundLegalEntity'),
    entities: chosen(choices.entities, 'settlementLegalEntity', 'settlingLegalEntity'),
    expenseTypes: chosen(choices.expenseTypes, 'expenseType'),
    routineTypes: chosen(choices.routineTypes, 'routineType'),
    currencies: chosen(choices.currencies, 'currency'),
    allocationRules: chosen(choices.allocationRules, 'allocationRule'),
    postingFilters: chosen(choices.postingFilters, 'postingFilter'),
    feesTypes: [],
    validators:
      may === 'validation'
        ? choices.validators
        : chosen(choices.validators, 'validatingUserA', 'validatingUserB'),
  }
}
