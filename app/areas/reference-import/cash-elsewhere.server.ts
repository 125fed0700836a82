import type { RequestedChange } from '~/platform/approvals/pending-change-event.server'
import type { Values } from '~/platform/tables/column'
import { CASH_ELSEWHERE } from './cash-elsewhere-kind.server'
import type { PlannedChange } from './read-reference'

const cashOf = (values: Values | null) => ({ cashElsewhere: values?.cashElsewhere ?? null })

/** The funds of a workbook whose cash elsewhere changes, as changes that wait for a second person. */
export function cashElsewhereChanges(changes: readonly PlannedChange[]): RequestedChange[] {
  return changes.flatMap(({ sheet, fields, before, after }) =>
    sheet === 'Funds' && fields.some(({ field }) => field === 'cashElsewhere')
      ? [{ kind: CASH_ELSEWHERE, target: String(after.code), before: cashOf(before), after: cashOf(after) }]
      : [],
  )
}
