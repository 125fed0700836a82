import { z } from 'zod'
import { BUDGET_COLUMNS } from '~/domain/budgets/budget-columns'
import { aBoolean, anId, rowOf } from '~/http/calls/answers'

/** Budget of the specification, section 3, as its calls answer it. */
export const aBudget = rowOf(BUDGET_COLUMNS, {
  id: anId,
  is_editable: aBoolean,
  supplier_id: anId.nullable(),
}).meta({ id: 'Budget' })
