import { workflowInstance } from 'db/schema/workflow'
import { eq } from 'drizzle-orm'
import { opened } from 'tests/support/opened'
import { fundModel, previousModel } from 'tests/support/workbooks/model'
import { expect, test } from 'vitest'
import { navFacts, navMarks } from '~/areas/navs/nav-facts.server'
import { Big } from '~/platform/values/decimal'
import { apiSite } from '../support/api/site'
import { control, formOf } from '../support/api/uploads'

const site = await opened(apiSite())
const model = fundModel()
const navId = site.navId('LUX001')
expect((await control(site, { model: previousModel() })).status).toBe(201)

const MISSING = 100_000
const lines = model.inventory.filter(({ type }) => type === 'Cash')

/** The depositary has so much less in the currency of the fund than the files. */
async function sendCash(less: number) {
  const rows = lines.map(({ instrumentCode, quotationCurrency, marketValue, fxRate }) => {
    const balance = new Big(marketValue).div(fxRate ?? 1).minus(quotationCurrency === 'EUR' ? less : 0)
    return ['LUX001', '30/10/2026', instrumentCode, quotationCurrency, balance.toFixed(2)].join(';')
  })
  const text = ['Fund code;Date;Account;Currency;Balance', ...rows].join('\n')
  const file = { name: 'cash.csv', bytes: new TextEncoder().encode(text) }
  const sent = await site.call('accountant1', 'POST', 'sources', { body: formOf([file], { sender: 'BANK' }) })
  expect(sent.status, sent.text).toBe(200)
}

const current = async () =>
  (await site.call('auditor1', 'GET', `dashboard/nav/${navId}`)).body.wasabiControlsList[0]

async function cashRule(): Promise<string> {
  const { ruleResults, userName } = await current()
  const { result } = ruleResults.find(({ name }: { name: string }) => name.startsWith('S03'))
  return `${result} by ${userName}`
}

const GIVEN = {
  navId,
  rule: 'S03',
  subject: 'EUR',
  amount: String(MISSING),
  reason: 'settlement pending',
  until: '2026-11-05',
}

const explain = (more: Record<string, unknown> = {}, user = 'accountant1') =>
  site.call(user, 'POST', 'sources/explanations', { body: { ...GIVEN, ...more } })

await sendCash(MISSING)
expect((await control(site, { model })).status).toBe(201)

test('an explanation is refused with a sentence for each field, and for readers', async () => {
  expect(await cashRule()).toBe('NOK by accountant1')
  const refused = async (more: Record<string, unknown>) => (await explain(more)).body.errorMessage
  expect(await refused({ subject: 'JPY' })).toContain('JPY is not among the differences of S03')
  expect(await refused({ until: '2026-11-16' })).toContain('Enter 13/11/2026 or an earlier day')
  expect(await refused({ until: null })).toContain('Enter the last day for which it counts')
  expect(await refused({ reason: 'lent or pledged' })).toContain('leave the last day blank')
  expect(await refused({ reason: 'other' })).toBe('Enter in the comment what explains it.')
  expect(await refused({ amount: '0' })).toBe('Enter an amount other than 0.')
  expect(await refused({ renews: 999_999 })).toContain('There is no explanation 999999')
  expect((await explain({}, 'auditor1')).status).toBe(403)
  expect((await explain({ navId: site.navId('LUX002') })).body.errorMessage).toContain('Run a control first')
  expect((await site.call('auditor1', 'GET', 'sources/explanations')).body).toEqual([])
})

test('an explanation is judged at once by SYSTEM, ticks no check, and makes a maker', async () => {
  const { status, body, text } = await explain({ comment: 'Value date 4 November' }, 'teamleader1')
  expect(status, text).toBe(200)
  expect(body).toMatchObject({
    fund_code: 'LUX001',
    nav_date: '2026-10-30',
    rule: 'S03',
    currency: 'EUR',
    amount: '100000',
    until: '2026-11-05',
    given_by: 'Test teamleader',
    state: 'IN FORCE',
    age: 0,
    value: '100000',
    ended_from: null,
  })
  expect(await cashRule()).toBe('OK by SYSTEM')
  expect((await current()).submissionComment).toBe(
    'S03 EUR explained: 100,000, settlement pending until 05/11/2026',
  )
  const checks = (await site.call('auditor1', 'GET', `dashboard/nav/checks/${navId}`)).body
  expect(checks.find(({ isae_rank }: { isae_rank: number }) => isae_rank === 9)).toMatchObject({
    status: 'OPEN',
  })
  const marks = await navMarks(site.read, { objectId: navId, round: 1 })
  expect(marks.maker).toContain(site.userIds.teamleader1)
})

test('who explained a difference at an earlier NAV is a maker of the one that counts it', async () => {
  // The same control again, by another user.
  expect((await control(site, { model, fields: { fundNavId: String(navId) } })).status).toBe(201)
  expect(await cashRule()).toBe('OK by accountant1')
  const marks = await navMarks(site.read, { objectId: navId, round: 1 })
  expect([...(marks.maker ?? [])]).toEqual(
    expect.arrayContaining([site.userIds.accountant1, site.userIds.teamleader1]),
  )
})

test('an explanation is given again in place of the one before, ended once, and kept', async () => {
  const [first] = (await site.call('auditor1', 'GET', 'sources/explanations?fund=LUX001')).body
  const ended = await site.call('accountant1', 'POST', `sources/explanations/${first.id}/end`, {
    body: { comment: 'It settled' },
  })
  expect(ended.body).toMatchObject({
    state: 'ENDED',
    ended_from: '2026-10-30',
    ended_by: 'Test accountant',
    end_comment: 'It settled',
  })
  expect(await cashRule()).toBe('NOK by SYSTEM')
  const again = await site.call('accountant1', 'POST', `sources/explanations/${first.id}/end`, { body: {} })
  expect([again.status, again.body.errorMessage]).toEqual([
    422,
    'There is nothing left to end: Test accountant has ended it from 30/10/2026 on.',
  ])
  const second = (await explain({ amount: '60000' })).body
  expect(await cashRule()).toBe('NOK by SYSTEM')
  const third = (await explain({ renews: second.id })).body
  expect(await cashRule()).toBe('OK by SYSTEM')
  // While it counts the rule is OK, and it is still renewed.
  const fourth = (await explain({ renews: third.id, until: '2026-11-06' })).body
  expect([fourth.until, await cashRule()]).toEqual(['2026-11-06', 'OK by SYSTEM'])
  const all = (await site.call('auditor1', 'GET', 'sources/explanations')).body
  expect(all.map(({ id, state }: { id: number; state: string }) => `${id} ${state}`)).toEqual([
    `${fourth.id} IN FORCE`,
    `${third.id} ENDED`,
    `${second.id} ENDED`,
    `${first.id} ENDED`,
  ])
})

test('what agrees without an explanation does not count it, and a day before its NAV cannot end it', async () => {
  await sendCash(0)
  expect(await cashRule()).toBe('OK by SYSTEM')
  const [last] = (await site.call('auditor1', 'GET', 'sources/explanations')).body
  expect(last).toMatchObject({ state: 'IN FORCE', value: null, bp: null })
  const early = await site.call('accountant1', 'POST', `sources/explanations/${last.id}/end`, {
    body: { from: '2026-10-29' },
  })
  expect(early.body.errorMessage).toContain('It counts from 30/10/2026')
  const late = await site.call('accountant1', 'POST', `sources/explanations/${last.id}/end`, {
    body: { from: '2026-11-07' },
  })
  expect(late.body.errorMessage).toContain('It counts until 06/11/2026 only')
})

test('a source after sending is judged beside the NAV that was sent, which stays as it is', async () => {
  const before = await current()
  await site.transaction((tx) =>
    tx
      .update(workflowInstance)
      .set({ status: 'SENT', queue: 'COMPLETED' })
      .where(eq(workflowInstance.objectId, navId)),
  )
  await sendCash(350_000)
  const { body } = await site.call('auditor1', 'GET', `dashboard/nav/${navId}`)
  const [newest, sent] = body.wasabiControlsList
  expect([newest.reasonCode, newest.reasonDisplay, newest.userName]).toEqual([
    'AFTER SENDING',
    'Second source, after sending',
    'SYSTEM',
  ])
  expect(newest.nokCount).toBe(before.nokCount + 1)
  expect(sent.id).toBe(before.id)
  const { currentControlId } = await navFacts(site.read, navId)
  expect(currentControlId).toBe(before.id)
  // The same file again says nothing new.
  await sendCash(350_000)
  expect((await current()).id).toBe(newest.id)
  expect((await explain()).body.errorMessage).toContain('This NAV is SENT')
})
