import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { type SiteFund, testSite, type UserName } from 'tests/support/site'
import { expect, test } from 'vitest'
import { navChecks, openChecksOf, tickChecks } from '~/areas/navs/checks.server'
import { navValidation } from '~/areas/navs/nav-view.server'
import { historyOf } from '~/platform/workflow/history.server'

let count = 0
const site = await opened(testSite())

const newFund = () => site.addFund({ fundCode: `CHK${++count}`, clientValidation: false })
const tick = (user: UserName, navId: number, rank: number, comment = '') =>
  site.as(user, (context) => tickChecks(context, navId, [{ rank, comment }]))
const statusOf = async (navId: number, rank: number, round = 1) =>
  (await navChecks(site.read, navId, round)).find(({ isae_rank }) => isae_rank === rank)

async function sent(): Promise<SiteFund> {
  const fund = await newFund()
  await site.control('accountant1', fund)
  await site.step('accountant1', fund.navId, 'submit')
  await site.step('teamleader1', fund.navId, 'approve')
  await site.step('manager1', fund.navId, 'validate')
  await site.step('manager1', fund.navId, 'send')
  return fund
}

test('a new NAV has twenty open checks with their roles', async () => {
  const { navId } = await newFund()
  const checks = await navChecks(site.read, navId, 1)
  expect(checks.map(({ isae_rank }) => isae_rank)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
  expect(new Set(checks.map(({ status }) => status))).toEqual(new Set(['OPEN']))
  expect(checks.filter(({ queue }) => queue === 'ACCOUNTANT').map(({ isae_rank }) => isae_rank)).toEqual([
    1, 3, 4, 5, 6, 7, 9, 10, 11, 13,
  ])
  expect(
    checks.filter(({ queue }) => queue === 'TEAM LEADER').map(({ isae_checkname }) => isae_checkname),
  ).toEqual(['NAV movement explained'])
})

test('a control ticks the automatic checks, as SYSTEM and with their rules', async () => {
  const fund = await newFund()
  await site.control('accountant1', fund)
  const checks = await navChecks(site.read, fund.navId, 1)
  const done = checks.filter(({ status }) => status === 'DONE')
  expect(done.map(({ isae_rank }) => isae_rank)).toEqual([2, 15, 17, 18])
  expect(new Set(done.map(({ username }) => username))).toEqual(new Set(['SYSTEM']))
  expect(done.map(({ event_log }) => event_log)).toContain('B04 OK')
})

test('a check with rules that did not apply stays open until the accountant says what was checked instead', async () => {
  const fund = await newFund()
  const rests = (await navChecks(site.read, fund.navId, 1)).flatMap(({ isae_rank, rests_on }) =>
    rests_on === '' ? [] : `${isae_rank} ${rests_on}`,
  )
  expect(rests).toEqual(['8 N13', '12 B08, B10', '14 N03, N04, N09', '15 B04', '18 I12'])
  await expect(tick('accountant1', fund.navId, 8, 'Compared')).rejects.toThrow(
    'Check 8 rests on N13. Run a control first',
  )
  await site.control('accountant1', fund)
  expect(await statusOf(fund.navId, 8)).toMatchObject({ status: 'OPEN', username: null })
  await expect(tick('accountant1', fund.navId, 8)).rejects.toMatchObject({
    code: 'invalid',
    options: { fields: { comment: 'Enter what you checked instead' } },
  })
  await expect(tick('teamleader1', fund.navId, 19)).rejects.toMatchObject({ code: 'refused' })
  await tick('accountant1', fund.navId, 8, 'Compared with the fixing')
  // Signed as preparer: the checks of that queue continue, and another control does not change it.
  await tick('accountant1', fund.navId, 1)
  await site.control('accountant1', fund)
  expect(await statusOf(fund.navId, 8)).toMatchObject({
    status: 'DONE',
    username: 'accountant1',
    event_log: 'Compared with the fixing',
  })
  expect(await statusOf(fund.navId, 17)).toMatchObject({
    event_log: expect.stringMatching(/^\d+ OK · \d+ not applicable$/),
  })
})

test('Approve and Mark as sent tick their checks by the person; reopening starts a new round and retains the old one', async () => {
  const { navId } = await sent()
  expect(await statusOf(navId, 19)).toMatchObject({ status: 'DONE', username: 'teamleader1' })
  expect(await statusOf(navId, 20)).toMatchObject({ status: 'DONE', username: 'manager1' })
  const before = await navChecks(site.read, navId, 1)
  await site.step('teamleader1', navId, 'reopen')
  expect(new Set((await navChecks(site.read, navId, 2)).map(({ status }) => status))).toEqual(
    new Set(['OPEN']),
  )
  await tick('accountant1', navId, 1)
  expect(await navChecks(site.read, navId, 1)).toEqual(before)
  expect(await statusOf(navId, 1, 2)).toMatchObject({ status: 'DONE' })
})

test('a check is signed once, by a member of its queue, with date and comment', async () => {
  const { navId } = await newFund()
  const next = new Date(site.clock().getTime() + 1_000)
  await tick('accountant1', navId, 3, 'Cut-off 16:00')
  expect(await statusOf(navId, 3)).toMatchObject({
    status: 'DONE',
    username: 'accountant1',
    event_log: 'Cut-off 16:00',
    event_date: next,
  })
  expect((await historyOf(site.read, navId))[0]).toMatchObject({
    name: 'tick check',
    type: 'act',
    log: '3 Trades booked to cut-off: Cut-off 16:00',
    data: { check: 3, comment: 'Cut-off 16:00' },
  })
  await expect(tick('accountant2', navId, 3)).rejects.toMatchObject({ code: 'conflict' })
  const both = await Promise.allSettled([tick('accountant1', navId, 4), tick('accountant2', navId, 4)])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('the wrong queue, automatic checks, unknown checks and closed NAVs are refused', async () => {
  const { navId } = await newFund()
  for (const user of ['manager1', 'auditor1', 'admin', 'clientdesk1'] as const)
    await expect(tick(user, navId, 1)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'Check 1 is ticked by members of the queue ACCOUNTANT.',
    })
  await expect(tick('accountant1', navId, 16)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(tick('accountant1', navId, 8)).rejects.toMatchObject({ code: 'refused' })
  await expect(tick('accountant1', navId, 21)).rejects.toMatchObject({ code: 'not-found' })
  await site.step('teamleader1', navId, 'cancel', { comment: 'x' })
  await expect(tick('accountant1', navId, 1)).rejects.toMatchObject({ code: 'refused' })
  expect((await navChecks(site.read, navId, 1)).filter(({ status }) => status !== 'OPEN')).toEqual([])
})

test('reviewer and preparer differ: one person cannot sign for both, and no maker signs the review', async () => {
  const fund = await newFund()
  const other = {
    code: 'forbidden',
    message: expect.stringContaining('the reviewer must not be the preparer'),
  }
  await tick('teamleader1', fund.navId, 1)
  await expect(tick('teamleader1', fund.navId, 16)).rejects.toMatchObject(other)
  await site.control('teamleader2', fund)
  await expect(tick('teamleader2', fund.navId, 16)).rejects.toMatchObject(other)
  await site.control('accountant1', fund)
  await tick('teamleader2', fund.navId, 16)
  await expect(tick('teamleader2', fund.navId, 3)).rejects.toMatchObject(other)
})

test('a returned or voided review is open again until the next approval', async () => {
  const fund = await newFund()
  await site.control('accountant1', fund)
  const approve = async () => {
    await site.step('accountant1', fund.navId, 'submit')
    await site.step('teamleader1', fund.navId, 'approve')
    expect(await statusOf(fund.navId, 19)).toMatchObject({ status: 'DONE' })
  }
  await approve()
  await site.step('manager1', fund.navId, 'return', { comment: 'Once more' })
  expect(await statusOf(fund.navId, 19)).toMatchObject({ status: 'OPEN', username: null })
  await approve()
  await site.control('accountant2', fund)
  expect(await statusOf(fund.navId, 19)).toMatchObject({ status: 'OPEN' })
  await approve()
})

test('open checks of the queue are shown with the step, without blocking it', async () => {
  const fund = await newFund()
  await site.control('accountant1', fund)
  const request = { fundNavId: fund.navId, controlId: null }
  const view = await navValidation(contextOf({ read: site.read, actor: site.actor('accountant1') }), request)
  expect(view.openChecks.map(({ isae_rank }) => isae_rank)).toEqual([
    1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
  ])
  expect(openChecksOf(await navChecks(site.read, fund.navId, 1), 'TEAM LEADER')).toHaveLength(1)
  await site.step('accountant1', fund.navId, 'submit')
  expect(await site.stateOf(fund.navId)).toBe('SUBMITTED (TEAM LEADER)')
})
