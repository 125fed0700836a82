import { contextOf } from 'tests/support/context'
import { completeFields, expenseReference, expenses, validations } from 'tests/support/expenses'
import { noting } from 'tests/support/noted-reads'
import { opened } from 'tests/support/opened'
import type { UserName } from 'tests/support/site'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { draftById } from '~/areas/drafts/read-draft.server'
import { draftWorkflow } from '~/areas/drafts/workflow.server'
import { takeStep } from '~/platform/objects/take-step.server'

const site = await opened(testSite())
const reference = await expenseReference(site)
const its = expenses(site)

/** How often a step reads the draft and its cost lines. */
async function readsOf(user: UserName, draftId: number, name: string) {
  const tables: string[] = []
  const { revision } = await draftById(site.read, draftId)
  const stepId = await site.stepId(draftId, name)
  const input = { revision, seenEventId: null, comment: '' }
  await noting(site.services.database, tables).transaction((tx) =>
    takeStep(
      contextOf({ tx, actor: site.actor(user), now: site.clock(), timeZone: 'UTC' }),
      draftWorkflow,
      draftId,
      stepId,
      input,
    ),
  )
  const times = (table: string) => tables.filter((each) => each === table).length
  // One more read finds the draft it was recreated from, for the four-eyes marks.
  return { draft: times('draft') - 1, lines: times('cost_line') }
}

test('a step reads the draft once, and its cost lines once if it needs them', async () => {
  const draftId = await its.newDraft('finance1', { ...completeFields(reference), ...validations(reference) })
  await its.addProof(draftId)
  expect(await readsOf('finance1', draftId, 'send to check')).toEqual({ draft: 1, lines: 1 })
  expect(await readsOf('teamleader1', draftId, 'approve')).toEqual({ draft: 1, lines: 0 })
  expect(await readsOf('clientdesk1', draftId, 'client validated')).toEqual({ draft: 1, lines: 0 })
  expect(await readsOf('clientdesk1', draftId, 'create invoice')).toEqual({ draft: 1, lines: 1 })
})
