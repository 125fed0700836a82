import { opened } from 'tests/support/opened'
import { type SiteFund, testSite, type UserName } from 'tests/support/site'
import { rowIn, tableIn } from 'tests/support/workbooks/plan'
import { expect, test } from 'vitest'
import { navChecks } from '~/areas/navs/checks.server'
import { countsKind } from '~/areas/navs/control/control-columns'
import { controlsOf } from '~/areas/navs/control/controls-of.server'
import { changeReason, overrideRule } from '~/areas/navs/control/override-rule.server'
import { type RuleResultRow, ruleResultsOf } from '~/areas/navs/control/rule-results.server'
import { okOfTotal, countsOf as resultCounts, summaryOf } from '~/areas/navs/nav'
import { Big } from '~/platform/values/decimal'
import { historyOf } from '~/platform/workflow/history.server'

let count = 0
const site = await opened(testSite())

/** A NAV whose control finds B04 (suspense account not empty) and its W rules; accountant1 ran it. */
async function withSuspense(): Promise<SiteFund & { controlId: number }> {
  const fund = await site.addFund({ fundCode: `OVR${++count}` })
  const { controlId } = await site.control('accountant1', fund, (books) => {
    rowIn(tableIn(books, 'Balance'), { accountNumber: '9010' }).debtor = { number: '12000' }
    rowIn(tableIn(books, 'Balance'), { accountNumber: '7010' }).creditor = {
      number: String(
        Number(fund.model.balance.find(({ accountNumber }) => accountNumber === '7010')?.creditor) + 12_000,
      ),
    }
  })
  return { ...fund, controlId }
}

async function ruleOf(controlId: number, ruleId: string): Promise<RuleResultRow> {
  const rule = (await ruleResultsOf(site.read, controlId)).find((each) => each.ruleId === ruleId)
  if (!rule) throw new Error(`no rule ${ruleId}`)
  return rule
}

async function change(
  user: UserName,
  controlId: number,
  ruleId: string,
  result: 'OK' | 'NOK',
  comment: string,
) {
  const { id } = await ruleOf(controlId, ruleId)
  return site.as(user, (context) =>
    overrideRule(context, {
      ruleResultId: id,
      result,
      comment,
    }),
  )
}

const countsOf = async (navId: number) => {
  const [control] = await controlsOf(site.read, navId)
  return [control?.okCount, control?.nokCount, control?.hasReport]
}

test('NOK becomes "OK - justified" with a comment, and records the original, who and when', async () => {
  const { navId, controlId } = await withSuspense()
  expect(await ruleOf(controlId, 'B04')).toMatchObject({ result: 'NOK', was: null, who: null, when: null })
  expect(await countsOf(navId)).toEqual([49, 1, true])
  await expect(site.step('accountant1', navId, 'submit')).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('1 rule blocks Submit: B04 Suspense accounts.'),
  })
  const next = new Date(site.clock().getTime() + 1_000)
  const done = await change('accountant2', controlId, 'B04', 'OK', '  Cleared on Monday ')
  expect(done).toEqual({ fundNavId: navId, name: 'B04 Suspense accounts', result: 'OK - justified' })
  expect(await ruleOf(controlId, 'B04')).toMatchObject({
    result: 'OK - justified',
    comment: 'Cleared on Monday',
    was: 'NOK',
    who: 'accountant2',
    when: next,
  })
  expect(await countsOf(navId)).toEqual([50, 0, false])
  expect((await historyOf(site.read, navId))[0]).toMatchObject({
    name: 'override rule',
    type: 'act',
    whoName: 'Björn Lindqvist',
    log: 'B04 Suspense accounts: NOK to OK - justified. Cleared on Monday',
    data: { was: 'NOK', is: 'OK - justified', comment: 'Cleared on Monday', controlId },
  })
  await site.step('accountant1', navId, 'submit')
})

test.each(['', '  \n'])(
  'a justification needs a comment: "%s" is none, and nothing changes',
  async (comment) => {
    const { navId, controlId } = await withSuspense()
    const before = await site.rowCounts()
    await expect(change('accountant1', controlId, 'B04', 'OK', comment)).rejects.toMatchObject({
      code: 'invalid',
      options: { title: 'Error', fields: { comment: expect.any(String) } },
    })
    expect(await site.rowCounts()).toEqual(before)
    expect(await countsOf(navId)).toEqual([49, 1, true])
  },
)

test('OK becomes NOK without a comment, and blocks Submit at severity B', async () => {
  const { navId, controlId } = await withSuspense()
  await change('accountant1', controlId, 'N01', 'NOK', '')
  expect(await ruleOf(controlId, 'N01')).toMatchObject({ result: 'NOK', was: 'OK', who: 'accountant1' })
  expect(await countsOf(navId)).toEqual([48, 2, true])
  await expect(site.step('accountant1', navId, 'submit')).rejects.toMatchObject({
    message: expect.stringContaining('N01 Fund currency, B04 Suspense accounts'),
  })
})

test('a W result left NOK is explained by a comment, shows its impact, and loses both once justified', async () => {
  const fund = await site.addFund({ fundCode: `OVR${++count}` })
  const { controlId, control } = await site.control('accountant1', fund, (books) => {
    rowIn(tableIn(books, 'Balance'), { accountNumber: '9010' }).debtor = { number: '100' }
    rowIn(tableIn(books, 'Balance'), { accountNumber: '7910' }).debtor = { number: '-100' }
  })
  expect(control.nokCount).toBe(1)
  const impact = new Big(100).times(10_000).div(fund.model.tna).round(4).toFixed()
  expect(await ruleOf(controlId, 'B04')).toMatchObject({ severity: 'W', impact, explained: false })
  await change('accountant1', controlId, 'B04', 'NOK', '')
  expect(await ruleOf(controlId, 'B04')).toMatchObject({ result: 'NOK', explained: false })
  await change('accountant1', controlId, 'B04', 'NOK', 'Clears on Monday')
  expect(await ruleOf(controlId, 'B04')).toMatchObject({ result: 'NOK', impact, explained: true })
  await change('accountant1', controlId, 'B04', 'OK', 'Cleared')
  expect(await ruleOf(controlId, 'B04')).toMatchObject({
    result: 'OK - justified',
    impact: null,
    explained: false,
  })
})

test('Control Status counts the rules that are OK, of all: successful when they are equal', () => {
  const control = { okCount: 41, nokCount: 0, justifiedCount: 1, notApplicableCount: 10 }
  expect([okOfTotal(control), countsKind(control)]).toEqual(['(41 / 41)', 'success'])
  const failed = { ...control, okCount: 39, nokCount: 2 }
  expect([okOfTotal(failed), countsKind(failed)]).toEqual(['(39 / 41)', 'failed'])
})

test('a control is summed up in four numbers, without zeros', () => {
  const results = (...counts: [string, number][]) =>
    counts.flatMap(([result, count]) => Array.from({ length: count }, () => ({ result })))
  const summary = (...counts: [string, number][]) => summaryOf(resultCounts(results(...counts)))
  const na = 'OK - not applicable'
  expect(summary(['OK', 29], ['OK - justified', 1], ['NOK', 1], [na, 10])).toBe(
    '29 OK · 1 justified · 1 not OK · 10 not applicable',
  )
  expect(summary(['OK', 41])).toBe('41 OK')
  expect(summary(['NOK', 2], [na, 39])).toBe('2 not OK · 39 not applicable')
  expect(resultCounts(results(['OK', 1], ['OK - justified', 2], [na, 3], ['NOK', 4]))).toEqual({
    okCount: 6,
    nokCount: 4,
    justifiedCount: 2,
    notApplicableCount: 3,
  })
})

test('a not applicable result that a person sets to NOK is counted as NOK', async () => {
  const { navId, controlId } = await withSuspense()
  const notApplicable = async () => (await controlsOf(site.read, navId))[0]?.notApplicableCount
  const before = (await notApplicable()) ?? 0
  await change('accountant1', controlId, 'N07', 'NOK', 'Too quiet')
  expect(await notApplicable()).toBe(before - 1)
})

test('a comment alone changes neither the result nor its original', async () => {
  const { navId, controlId } = await withSuspense()
  await change('accountant1', controlId, 'B04', 'OK', 'Cleared')
  await change('accountant2', controlId, 'B04', 'OK', 'Cleared on Monday, see mail')
  expect(await ruleOf(controlId, 'B04')).toMatchObject({
    result: 'OK - justified',
    was: 'NOK',
    comment: 'Cleared on Monday, see mail',
    who: 'accountant2',
  })
  expect((await historyOf(site.read, navId))[0]).toMatchObject({ name: 'comment rule' })
})

test('saving the same again changes nothing and writes no event', async () => {
  const { navId, controlId } = await withSuspense()
  await change('accountant1', controlId, 'B04', 'OK', 'Cleared')
  const before = await historyOf(site.read, navId)
  await change('accountant1', controlId, 'B04', 'OK', 'Cleared')
  expect(await historyOf(site.read, navId)).toEqual(before)
})

test('automatic checks follow the results', async () => {
  const { navId, controlId } = await withSuspense()
  const suspense = async () =>
    (await navChecks(site.read, navId, 1)).find(({ isae_rank }) => isae_rank === 15)
  expect(await suspense()).toMatchObject({ status: 'NOT OK', event_log: 'NOK: B04 Suspense accounts' })
  await change('accountant1', controlId, 'B04', 'OK', 'Cleared')
  // A justified result is not OK by itself: a person ticks the check.
  expect(await suspense()).toMatchObject({ status: 'OPEN', event_log: '' })
})

test('an override after Submit voids the approvals, a comment does not', async () => {
  const { navId, controlId } = await withSuspense()
  await change('accountant1', controlId, 'B04', 'OK', 'Cleared')
  await site.step('accountant1', navId, 'submit')
  await site.step('teamleader1', navId, 'approve')
  await change('accountant2', controlId, 'B04', 'OK', 'Cleared, see mail')
  expect(await site.stateOf(navId)).toBe('REVIEWED (MANAGER)')
  await change('accountant2', controlId, 'N07', 'NOK', '')
  expect(await site.stateOf(navId)).toBe('CONTROLLED (ACCOUNTANT)')
  const [override, voided] = await historyOf(site.read, navId)
  expect(override).toMatchObject({ name: 'override rule', queue: 'ACCOUNTANT' })
  expect(voided).toMatchObject({
    whoName: 'SYSTEM',
    log: 'Approvals voided: N07 NAV movement changed to NOK by Björn Lindqvist',
  })
})

test('results of a replaced control or a closed NAV, or edited by non-accountants, do not change', async () => {
  const fund = await withSuspense()
  for (const user of ['manager1', 'auditor1', 'clientdesk1', 'admin'] as const)
    await expect(change(user, fund.controlId, 'B04', 'OK', 'x')).rejects.toMatchObject({ code: 'forbidden' })
  const newer = await site.control('accountant1', fund)
  await expect(change('accountant1', fund.controlId, 'B04', 'OK', 'x')).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('A newer control has run'),
  })
  await site.step('teamleader1', fund.navId, 'cancel', { comment: 'Merged' })
  await expect(change('accountant1', newer.controlId, 'N01', 'NOK', '')).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('CANCELLED'),
  })
})

test('an unknown rule result is refused with the message of the specification', async () => {
  await expect(
    site.as('accountant1', (context) =>
      overrideRule(context, {
        ruleResultId: 1,
        result: 'OK',
        comment: 'x',
      }),
    ),
  ).rejects.toMatchObject({
    code: 'not-found',
    message: 'Failed updating the fund. Please try again',
    options: { title: 'Error' },
  })
})

test('only team leaders change the reason of a control, to one from the list', async () => {
  const { navId, controlId } = await withSuspense()
  const to = (user: UserName, reasonCode: string, id = controlId) =>
    site.as(user, (context) =>
      changeReason(context, {
        controlId: id,
        reasonCode,
      }),
    )
  const title = 'Error updating reason.'
  for (const user of ['accountant1', 'manager1', 'admin'] as const)
    await expect(to(user, 'CORR')).rejects.toMatchObject({ code: 'forbidden', options: { title } })
  await expect(to('teamleader1', 'NONE')).rejects.toMatchObject({ code: 'invalid', options: { title } })
  await expect(to('teamleader1', 'CORR', 1)).rejects.toMatchObject({ code: 'not-found', options: { title } })
  expect(await to('teamleader1', 'CORR')).toBe(navId)
  expect((await controlsOf(site.read, navId))[0]).toMatchObject({ reasonDisplay: 'Corrected files' })
  expect((await historyOf(site.read, navId))[0]).toMatchObject({
    name: 'change reason',
    data: { controlId, was: 'FIRST', is: 'CORR' },
  })
  expect(await site.stateOf(navId)).toBe('CONTROLLED (ACCOUNTANT)')
})
