import { workflowEvent } from 'db/schema/workflow'
import { desc, eq } from 'drizzle-orm'
import { contextOf } from 'tests/support/context'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { refusal } from 'tests/support/platform/tables/verbs'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { paymentHold } from '~/areas/bank-accounts/bank-details.server'
import { decidedChangesOf } from '~/areas/bank-accounts/decided-changes.server'
import { refusePendingChange, withdrawPendingChange } from '~/platform/approvals/pending-change-decide.server'
import { account, accountsOn } from '../../support/areas/bank-accounts/accounts-on'

const site = await opened(testSite())
const reference = await expenseReference(site)
const accounts = await accountsOn(site, reference)

const logs = async () =>
  (
    await site.read
      .select({ log: workflowEvent.log, who: workflowEvent.whoName })
      .from(workflowEvent)
      .where(eq(workflowEvent.objectKind, 'reference'))
      .orderBy(desc(workflowEvent.id))
      .limit(1)
  )[0]

test('requests and refusals have a reason, which requester, decider and auditor can read', async () => {
  await accounts.create(account(), 'finance1', reference.supplierId, 'New account since the merger')
  const [waiting] = await accounts.waiting()
  expect(waiting?.comment).toBe('New account since the merger')
  expect((await logs())?.log).toMatch(/: requested\. New account since the merger$/)
  const what = await site.transaction((tx) =>
    refusePendingChange(
      contextOf({ tx, actor: site.actor('teamleader1'), now: site.clock() }),
      waiting?.id ?? 0,
      'Called them: not theirs',
    ),
  )
  expect(what).toMatch(/^Bank account EUR LU28/)
  expect((await logs())?.log).toMatch(/: refused\. Called them: not theirs$/)
  const [decided] = await decidedChangesOf(site.read, reference.supplierId)
  expect(decided).toMatchObject({
    decision: 'refused',
    comment: 'New account since the merger',
    decisionComment: 'Called them: not theirs',
  })
})

test('only the requester can withdraw a request; payments continue', async () => {
  await accounts.create(account(), 'finance1')
  const [waiting] = await accounts.waiting()
  const withdraw = (who: 'finance1' | 'teamleader1') =>
    site.transaction((tx) =>
      withdrawPendingChange(contextOf({ tx, actor: site.actor(who), now: site.clock() }), waiting?.id ?? 0),
    )
  expect(
    await paymentHold(contextOf({ read: site.read, timeZone: 'UTC' }), reference.supplierId),
  ).not.toBeNull()
  expect((await refusal(withdraw('teamleader1'))).message).toBe(
    'Only the person who requested a change can withdraw it. You may refuse it.',
  )
  await withdraw('finance1')
  expect(await accounts.waiting()).toEqual([])
  expect(await paymentHold(contextOf({ read: site.read, timeZone: 'UTC' }), reference.supplierId)).toBeNull()
  expect((await decidedChangesOf(site.read, reference.supplierId))[0]).toMatchObject({
    decision: 'withdrawn',
    decider: site.actor('finance1').fullName,
  })
  // The same form, twice.
  await withdraw('finance1')
  expect(
    (await decidedChangesOf(site.read, reference.supplierId)).filter(
      ({ decision }) => decision === 'withdrawn',
    ),
  ).toHaveLength(1)
  expect(await accounts.load()).toEqual([])
})
