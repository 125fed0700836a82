import { draftsToComplete } from 'tests/support/drafts-to-complete'
import type { DraftFields } from '~/areas/expenses/expense'
import { call } from './calls'
import { ownSite } from './own-site'
import { siteNow } from './site-time'

interface Instance {
  nextWorkflowStep: { workflowId: number; display: string }[]
}

/** Takes steps of a draft, an invoice or a budget by button name, each by its user. */
export async function expenseSteps(
  kind: 'draft' | 'invoice' | 'budget',
  objectId: number,
  taken: [user: string, display: string][],
): Promise<void> {
  for (const [user, display] of taken) {
    const at = (await call(user, `workflows/instances/${kind}/${objectId}`)) as Instance
    const step = at.nextWorkflowStep.find((each) => each.display === display)
    if (!step) throw new Error(`${display} is not offered to ${user}`)
    await call(user, `task/instance/create/${kind}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...step, objectId, eventLog: `${display}, said ${user}` }),
    })
  }
}

/** A new invoice ready for booking: 117.00 EUR, or the gross amount given, with this reference. */
export async function newInvoice(ref: string, fields: Partial<DraftFields> = {}): Promise<number> {
  const lines = fields.grossAmount === undefined ? 1 : 0
  const [draftId = 0] = await draftsToComplete(ownSite().url, {
    refs: [ref],
    lines,
    fields,
    now: siteNow(),
  })
  await expenseSteps('draft', draftId, [['clientdesk1', 'Create invoice']])
  const made = (await call('auditor1', `transactionssub/${draftId}`)) as { id: number }[]
  return made[0]?.id ?? 0
}
