import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { type SiteFund, testSite, type UserName } from 'tests/support/site'
import { expect, test } from 'vitest'
import { overrideRule } from '~/areas/navs/control/override-rule.server'
import { nextRouting } from '~/areas/navs/nav-view.server'

let count = 0
const site = await opened(testSite())
// A team leader who may also validate, send and act for the client: only four-eyes prevents it.
await site.ownerSql`insert into user_queue (user_id, queue)
  select id, queue from app_user, (values ('MANAGER'), ('SENDING'), ('CLIENT')) more (queue)
  where user_name in ('teamleader1', 'teamleader2')`
await site.reloadUsers()

async function submittedBy(controller: UserName, submitter: UserName): Promise<SiteFund> {
  const fund = await site.addFund({ fundCode: `EYE${++count}` })
  await site.control(controller, fund)
  await site.step(submitter, fund.navId, 'submit')
  return fund
}

const WHY = { maker: 'you prepared it yourself', approver: 'you approved it yourself' }
const refusedAs = (mark: keyof typeof WHY) => ({
  code: 'forbidden',
  message: expect.stringContaining(`needs another person: ${WHY[mark]} in this round (four-eyes rule).`),
  options: { title: 'Workflow cannot move to next step.' },
})

test('the user who ran the current control may neither approve nor validate', async () => {
  const { navId } = await submittedBy('teamleader1', 'accountant1')
  await expect(site.step('teamleader1', navId, 'approve')).rejects.toMatchObject(refusedAs('maker'))
  await site.step('teamleader2', navId, 'approve')
  await expect(site.step('teamleader1', navId, 'validate')).rejects.toMatchObject(refusedAs('maker'))
  await site.step('manager1', navId, 'validate')
})

test('the submitter may not approve, even if the NAV was returned and another submitted it again', async () => {
  const { navId } = await submittedBy('accountant1', 'teamleader1')
  await expect(site.step('teamleader1', navId, 'approve')).rejects.toMatchObject(refusedAs('maker'))
  await site.step('teamleader1', navId, 'return', { comment: 'Once more' })
  await site.step('accountant2', navId, 'submit')
  await expect(site.step('teamleader1', navId, 'approve')).rejects.toMatchObject(refusedAs('maker'))
  await site.step('teamleader2', navId, 'approve')
})

test('the approver may not validate', async () => {
  const { navId } = await submittedBy('accountant1', 'accountant1')
  await site.step('teamleader1', navId, 'approve')
  await expect(site.step('teamleader1', navId, 'validate')).rejects.toMatchObject(refusedAs('approver'))
  await site.step('teamleader2', navId, 'validate')
})

test('the user who ran a replaced control is no maker', async () => {
  const fund = await site.addFund({ fundCode: `EYE${++count}` })
  await site.control('teamleader1', fund)
  await site.control('accountant1', fund)
  await site.step('accountant1', fund.navId, 'submit')
  await site.step('teamleader1', fund.navId, 'approve')
  expect(await site.stateOf(fund.navId)).toBe('REVIEWED (MANAGER)')
})

test('the user who uploaded the matching may not approve', async () => {
  const fund = await site.addFund({ fundCode: `EYE${++count}` })
  await site.control('accountant1', fund)
  await site.matching('teamleader1', fund)
  await site.step('accountant1', fund.navId, 'submit')
  await expect(site.step('teamleader1', fund.navId, 'approve')).rejects.toMatchObject(refusedAs('maker'))
  await site.step('teamleader2', fund.navId, 'approve')
})

test('the user who overrode a rule may not approve; one who only commented may', async () => {
  const fund = await site.addFund({ fundCode: `EYE${++count}` })
  const { controlId } = await site.control('accountant1', fund)
  const rules = await site.ownerSql<{ id: string }[]>`
    select id from rule_result where control_id = ${controlId} order by sorting_order`
  const change = (user: UserName, index: number, result: 'OK' | 'NOK', comment: string) =>
    site.as(user, (context) =>
      overrideRule(context, {
        ruleResultId: Number(rules[index]?.id),
        result,
        comment,
      }),
    )
  await change('teamleader1', 6, 'NOK', 'Movement not explained') // N07, of severity W
  await change('teamleader2', 0, 'OK', 'Seen')
  await site.step('accountant1', fund.navId, 'submit')
  await expect(site.step('teamleader1', fund.navId, 'approve')).rejects.toMatchObject(refusedAs('maker'))
  await site.step('teamleader2', fund.navId, 'approve')
})

test('a step is for members of its acting queue', async () => {
  const { navId } = await submittedBy('accountant1', 'accountant1')
  for (const user of ['accountant2', 'manager1', 'clientdesk1', 'auditor1', 'admin'] as const)
    await expect(site.step(user, navId, 'approve'), user).rejects.toMatchObject({
      code: 'forbidden',
      options: { title: 'Workflow cannot move to next step.' },
    })
  expect(await site.stateOf(navId)).toBe('SUBMITTED (TEAM LEADER)')
})

test('a member of the queue without the update permission is referred to an administrator', async () => {
  const { navId } = await submittedBy('accountant1', 'accountant1')
  const reader = { ...site.actor('teamleader1'), authorisations: site.actor('auditor1').authorisations }
  await expect(site.stepAs(reader, navId, 'approve')).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('update permission'),
  })
})

test('users cannot take a system step', async () => {
  const { navId } = await site.addFund({ fundCode: `EYE${++count}` })
  for (const user of ['accountant1', 'teamleader1', 'admin'] as const)
    await expect(site.step(user, navId, 'control')).rejects.toMatchObject({ code: 'forbidden' })
})

test('an unknown step, or one of another kind of object, is not found', async () => {
  const { navId } = await site.addFund({ fundCode: `EYE${++count}` })
  await expect(site.step('teamleader1', navId, 'cancel', { stepId: 999_999 })).rejects.toMatchObject({
    code: 'not-found',
    options: { title: 'Workflow cannot move to next step.' },
  })
})

test('the buttons are the acceptable steps, and four-eyes explains a missing one', async () => {
  const { navId } = await submittedBy('teamleader1', 'accountant1')
  const offered = async (user: UserName) => {
    const { routing, withheld } = await nextRouting(
      contextOf({ read: site.read, actor: site.actor(user) }),
      navId,
    )
    return { may: routing.map(({ display }) => display), not: withheld.map(({ display }) => display) }
  }
  expect(await offered('teamleader2')).toEqual({ may: ['Approve', 'Return'], not: [] })
  expect(await offered('teamleader1')).toEqual({ may: ['Return'], not: ['Approve'] })
  expect(await offered('accountant1')).toEqual({ may: [], not: [] })
  expect(await offered('auditor1')).toEqual({ may: [], not: [] })
})
