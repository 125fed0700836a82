import type { Day } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'

/** How messages name a budget: "Budget 1234, Fontaine & Weis, 01/01/2026 to 31/12/2026". */
export function budgetName(id: number, supplier: string | null, from: Day, to: Day): string {
  return [`Budget ${id}`, supplier, `${showDay(from)} to ${showDay(to)}`].filter(Boolean).join(', ')
}
