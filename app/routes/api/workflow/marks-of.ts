import type { Read } from 'db/database'
import { budgetMarks } from '~/areas/budgets/budget-marks.server'
import { draftMarks } from '~/areas/drafts/draft-marks.server'
import { invoiceMarks } from '~/areas/invoices/invoice-marks.server'
import { navMarks } from '~/areas/navs/nav-marks.server'
import { taskMarks } from '~/areas/processes/task-marks.server'
import type { Instance, Marks } from '~/platform/workflow/types'

const MARKS: Record<string, (read: Read, instance: Instance) => Promise<Marks>> = {
  nav: navMarks,
  draft: draftMarks,
  invoice: invoiceMarks,
  budget: budgetMarks,
  task: taskMarks,
  'reviewed task': taskMarks,
}

/** Who made and who approved, of any kind of object. */
export function marksOf(read: Read, instance: Instance): Promise<Marks> {
  const marks = MARKS[instance.kind]
  if (!marks) throw new Error(`Nobody says who made and who approved a ${instance.kind}`)
  return marks(read, instance)
}
