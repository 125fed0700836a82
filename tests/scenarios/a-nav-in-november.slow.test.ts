import { chapter } from 'tests/support/chapter'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { rowIn, tableIn } from 'tests/support/workbooks/plan'
import { expect, test } from 'vitest'
import { saveKpiComment } from '~/areas/kpi/kpi-comments.server'
import { navChecks, tickChecks } from '~/areas/navs/checks.server'
import { controlsOf } from '~/areas/navs/control/controls-of.server'
import { overrideRule } from '~/areas/navs/control/override-rule.server'
import { ruleResultsOf } from '~/areas/navs/control/rule-results.server'
import { nextRouting } from '~/areas/navs/nav-view.server'
import { writeCheckpoint } from '~/platform/workflow/checkpoint.server'
import { historyOf } from '~/platform/workflow/history.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

const site = await opened(testSite())

test('the NAV of 30 October: late files, a justified rule, a new price after Submit, the client, and a resend', async () => {
  const fund = await site.addFund({ fundCode: 'LUX001' })
  const { navId } = fund
  const at = (time: string) => site.setClock(`2026-11-${time}`)

  const first = await chapter('Monday: the files are in, with an amount left in suspense', async () => {
    at('02T08:15:00Z')
    await site.control('accountant1', { model: fund.previous, set: fund.set })
    const first = await site.control('accountant1', fund, (books) => {
      rowIn(tableIn(books, 'Balance'), { accountNumber: '9010' }).creditor = { number: '25000' }
      const income = rowIn(tableIn(books, 'Balance'), { accountNumber: '7010' })
      const credit = Number(income.creditor && 'number' in income.creditor ? income.creditor.number : 0)
      income.creditor = { number: String(credit - 25_000) }
    })
    expect(first.nokCount).toBe(1)
    await expect(site.step('accountant1', navId, 'submit')).rejects.toMatchObject({ code: 'refused' })
    return first
  })

  await chapter('The depositary explains it: the rule is justified, and the NAV submitted', async () => {
    at('02T09:40:00Z')
    const suspense = (await ruleResultsOf(site.read, first.controlId)).find(({ ruleId }) => ruleId === 'B04')
    const justify = {
      ruleResultId: suspense?.id ?? 0,
      result: 'OK' as const,
      comment: 'Booked on 2 November',
    }
    await site.as('accountant1', (context) => overrideRule(context, justify))
    const ticks = [1, 3, 4, 5].map((rank) => ({ rank, comment: '' }))
    await site.as('accountant1', (context) => tickChecks(context, navId, ticks))
    await site.step('accountant1', navId, 'submit', { documentReceptionDate: '2026-11-02' })
  })

  const second = await chapter('Approved, but then a corrected price arrives', async () => {
    at('02T14:05:00Z')
    const review = { rank: 16, comment: 'In line with the index' }
    await site.as('teamleader1', (context) => tickChecks(context, navId, [review]))
    await site.step('teamleader1', navId, 'approve')
    const second = await site.control('accountant2', fund)
    expect(await site.stateOf(navId)).toBe('CONTROLLED (ACCOUNTANT)')
    expect(second).toMatchObject({ okCount: 50, nokCount: 0 })
    return second
  })

  await chapter('Tuesday: the approvals again', async () => {
    at('03T08:00:00Z')
    await site.step('accountant2', navId, 'submit', { documentReceptionDate: '2026-11-02' })
    await site.step('teamleader2', navId, 'approve')
    await site.step('manager1', navId, 'validate')
    await site.step('clientdesk1', navId, 'client accepts', { clientValidationDate: '2026-11-03' })
    await site.step('manager2', navId, 'send')
  })

  const third = await chapter('Thursday: a price was wrong after all, and it is sent again', async () => {
    at('05T10:00:00Z')
    await site.step('teamleader1', navId, 'reopen', {
      reasonCode: 'PRICE',
      documentReceptionDate: '2026-11-05',
    })
    const third = await site.control('accountant1', fund)
    await site.step('accountant1', navId, 'submit', { documentReceptionDate: '2026-11-05' })
    await site.step('teamleader1', navId, 'approve')
    await site.step('manager2', navId, 'validate')
    await site.step('clientdesk2', navId, 'client accepts', { clientValidationDate: '2026-11-05' })
    await site.step('manager1', navId, 'send')
    const comment = {
      objectId: navId,
      kpiMethodId: 5,
      kpiCommentId: 6,
      kpiCommentLog: 'Line 4 of the bond desk',
    }
    await site.as('accountant1', (context) => saveKpiComment(context, comment))
    return third
  })

  await chapter('Controls, steps and checks are listed by round', async () => {
    expect(await site.stateOf(navId)).toBe('SENT (COMPLETED)')
    const controls = await controlsOf(site.read, navId)
    expect(controls.map(({ id, round, userName, reasonCode }) => [id, round, userName, reasonCode])).toEqual([
      [third.controlId, 2, 'accountant1', 'FIRST'],
      [second.controlId, 1, 'accountant2', 'PRICE'],
      [first.controlId, 1, 'accountant1', 'FIRST'],
    ])
    const steps = (await historyOf(site.read, navId)).filter(({ type }) => type !== 'act').reverse()
    expect(steps.map(({ round, name }) => `${round} ${name}`)).toEqual([
      '1 create',
      '1 control',
      '1 submit',
      '1 approve',
      '1 void approvals',
      '1 control',
      '1 submit',
      '1 approve',
      '1 validate',
      '1 client accepts',
      '1 send',
      '2 reopen',
      '2 control',
      '2 submit',
      '2 approve',
      '2 validate',
      '2 client accepts',
      '2 send',
    ])
    const [one, two] = await Promise.all([navChecks(site.read, navId, 1), navChecks(site.read, navId, 2)])
    const done = (checks: typeof one) =>
      checks.filter(({ status }) => status === 'DONE').map(({ isae_rank }) => isae_rank)
    // Check 8 depends on N13, which has no stored rates here.
    expect(done(one)).toEqual([1, 2, 3, 4, 5, 12, 14, 15, 16, 17, 18, 19, 20])
    expect(done(two)).toEqual([2, 12, 14, 15, 17, 18, 19, 20])
    expect(
      (await nextRouting(contextOf({ read: site.read, actor: site.actor('teamleader1') }), navId)).routing,
    ).toMatchObject([{ display: 'Reopen', style: 'warning', dateToDisplayId: 3 }])
  })
  await writeCheckpoint(site.transaction, 'key', site.clock())
  expect(await verifyAudit(site.read, 'key')).toMatchObject({ checkpoints: 1, broken: null })
})
