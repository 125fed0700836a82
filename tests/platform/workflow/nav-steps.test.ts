import { opened } from 'tests/support/opened'
import { type SiteFund, testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { dayIn } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { stepsOf } from '~/platform/workflow/definition.server'
import { historyOf } from '~/platform/workflow/history.server'

let count = 0
const site = await opened(testSite())

const newFund = (clientValidation = true) => site.addFund({ fundCode: `FND${++count}`, clientValidation })

/** product.md, section 2: from, step, to, acting queue, dateToDisplayId, comment. */
const TABLE = [
  'ACCOUNTANT/TO CONTROL > control > ACCOUNTANT/CONTROLLED (pending) SYSTEM',
  'ACCOUNTANT/RETURNED > control > ACCOUNTANT/CONTROLLED (pending) SYSTEM',
  'ACCOUNTANT/REOPENED > control > ACCOUNTANT/CONTROLLED (pending) SYSTEM',
  'ACCOUNTANT/CONTROLLED > control > ACCOUNTANT/CONTROLLED (pending) SYSTEM',
  'ACCOUNTANT/CONTROLLED > Submit > TEAM LEADER/SUBMITTED (pending) ACCOUNTANT 1',
  'ACCOUNTANT/RETURNED > Submit > TEAM LEADER/SUBMITTED (pending) ACCOUNTANT 1',
  'TEAM LEADER/SUBMITTED > Approve > MANAGER/REVIEWED (pending) TEAM LEADER',
  'TEAM LEADER/SUBMITTED > Return > ACCOUNTANT/RETURNED (warning) TEAM LEADER comment',
  'MANAGER/REVIEWED > Return > ACCOUNTANT/RETURNED (warning) MANAGER comment',
  'SENDING/VALIDATED > Return > ACCOUNTANT/RETURNED (warning) SENDING comment',
  'MANAGER/REVIEWED > Validate > CLIENT/AWAITING CLIENT (pending) MANAGER',
  'CLIENT/AWAITING CLIENT > Client accepts > SENDING/VALIDATED (success) CLIENT 2',
  'CLIENT/AWAITING CLIENT > Client refuses > ACCOUNTANT/RETURNED (warning) CLIENT 2 comment',
  'SENDING/VALIDATED > Mark as sent > COMPLETED/SENT (validated) SENDING',
  'COMPLETED/SENT > Reopen > ACCOUNTANT/REOPENED (warning) TEAM LEADER 3',
  'ACCOUNTANT/any > Cancel > SYSTEM/CANCELLED (failed) TEAM LEADER comment',
]

test('the NAV workflow matches the table of the product decisions, step by step', async () => {
  const steps = await stepsOf(site.read, 1)
  const rows = steps.map((step) =>
    [
      `${step.fromQueue}/${step.fromStatus ?? 'any'} >`,
      `${step.name === 'control' ? 'control' : step.display} >`,
      `${step.toQueue}/${step.toStatus} (${step.toClass})`,
      step.actingQueue,
      ...(step.dateToDisplayId === null ? [] : [step.dateToDisplayId]),
      ...(step.commentRequired ? ['comment'] : []),
    ].join(' '),
  )
  expect(rows.sort()).toEqual([...TABLE].sort())
  expect(new Set(steps.map(({ functionId }) => functionId))).toEqual(new Set(['navctrl']))
})

/** A NAV controlled and submitted by accountant1. */
async function submitted(clientValidation = true): Promise<SiteFund> {
  const fund = await newFund(clientValidation)
  await site.control('accountant1', fund)
  await site.step('accountant1', fund.navId, 'submit', { documentReceptionDate: '2026-11-02' })
  return fund
}

test('a NAV goes from the calendar through the client to sending, with the required dates', async () => {
  const fund = await newFund()
  const { navId } = fund
  expect(await site.stateOf(navId)).toBe('TO CONTROL (ACCOUNTANT)')
  await site.control('accountant1', fund)
  expect(await site.stateOf(navId)).toBe('CONTROLLED (ACCOUNTANT)')
  expect(
    await site.step('accountant1', navId, 'submit', {
      documentReceptionDate: '2026-11-02',
      comment: '  All files in  ',
    }),
  ).toBe(`NAV ${fund.model.fundCode} 30.10.26: SUBMITTED (TEAM LEADER)`)
  await site.step('teamleader1', navId, 'approve')
  await site.step('manager1', navId, 'validate')
  expect(await site.stateOf(navId)).toBe('AWAITING CLIENT (CLIENT)')
  await site.step('clientdesk1', navId, 'client accepts', { clientValidationDate: '2026-11-02' })
  await site.step('manager1', navId, 'send')
  expect(await site.stateOf(navId)).toBe('SENT (COMPLETED)')

  const history = await historyOf(site.read, navId)
  const lines = history.map(
    ({ type, name, whoName, status, class: kind, log }) =>
      `${type} ${name} ${whoName} ${status} ${kind} ${log}`,
  )
  expect(lines).toEqual([
    'step send Edith Kremer SENT validated ',
    'step client accepts Greta Hoffmann VALIDATED success ',
    'step validate Edith Kremer AWAITING CLIENT pending ',
    'step approve Claire Weyland REVIEWED pending ',
    'step submit Amélie Schroeder SUBMITTED pending All files in',
    'system control Amélie Schroeder CONTROLLED pending FIA 3 files: 25 OK · 25 not applicable. First control',
    'system create SYSTEM TO CONTROL new Created from the NAV calendar',
  ])
  expect(history[4]?.data).toEqual({ documentReceptionDate: '2026-11-02' })
  expect(
    await site.ownerSql`select document_reception_date, client_validation_date from fund_nav where id = ${navId}`,
  ).toEqual([{ document_reception_date: '2026-11-02', client_validation_date: '2026-11-02' }])
})

test('a fund without client validation goes from the manager to sending', async () => {
  const { navId } = await submitted(false)
  await site.step('teamleader1', navId, 'approve')
  expect(await site.step('manager1', navId, 'validate')).toMatch(/: VALIDATED \(SENDING\)$/)
  expect((await historyOf(site.read, navId))[0]).toMatchObject({ queue: 'SENDING', class: 'success' })
})

test('the sent figures are the NAV per share of every class, stored by round', async () => {
  const { navId, model } = await submitted(false)
  await site.step('teamleader1', navId, 'approve')
  await site.step('manager1', navId, 'validate')
  expect(await site.ownerSql`select 1 from sent_figure where fund_nav_id = ${navId}`).toHaveLength(0)
  await site.step('manager1', navId, 'send')
  const sent = await site.ownerSql`
    select round, class_code, currency, nav_per_share::text from sent_figure where fund_nav_id = ${navId} order by 2`
  expect(sent.map((row) => ({ ...row, nav_per_share: Number(row.nav_per_share) }))).toEqual(
    model.classes
      .map(({ code, currency, navPerShare }) => ({
        round: 1,
        class_code: code,
        currency,
        nav_per_share: Number(navPerShare),
      }))
      .sort((a, b) => (a.class_code < b.class_code ? -1 : 1)),
  )
})

test('Return goes back to the accountant from the team leader, the manager and sending', async () => {
  const { navId } = await submitted(false)
  const giveBack = (user: 'teamleader1' | 'manager1') =>
    site.step(user, navId, 'return', { comment: 'Check the prices' })
  await giveBack('teamleader1')
  expect(await site.stateOf(navId)).toBe('RETURNED (ACCOUNTANT)')
  await site.step('accountant1', navId, 'submit')
  await site.step('teamleader1', navId, 'approve')
  await giveBack('manager1')
  expect(await site.stateOf(navId)).toBe('RETURNED (ACCOUNTANT)')
  await site.step('accountant1', navId, 'submit')
  await site.step('teamleader1', navId, 'approve')
  await site.step('manager1', navId, 'validate')
  await giveBack('manager1')
  expect(await site.stateOf(navId)).toBe('RETURNED (ACCOUNTANT)')
})

test('the client refuses with a comment, and the NAV returns with the date', async () => {
  const { navId } = await submitted()
  await site.step('teamleader1', navId, 'approve')
  await site.step('manager1', navId, 'validate')
  await site.step('clientdesk1', navId, 'client refuses', {
    comment: 'Price of line 4',
    clientValidationDate: '2026-11-02',
  })
  expect(await site.stateOf(navId)).toBe('RETURNED (ACCOUNTANT)')
  expect(
    await site.ownerSql`select client_validation_date::text as d from fund_nav where id = ${navId}`,
  ).toEqual([{ d: '2026-11-02' }])
})

test('the answer of a client without a date has the day on which it was stored', async () => {
  const { navId } = await submitted()
  await site.step('teamleader1', navId, 'approve')
  await site.step('manager1', navId, 'validate')
  await site.step('clientdesk1', navId, 'client accepts')
  const { timeZone } = site.services.settings
  const today = dayIn(site.clock(), timeZone)
  expect(
    await site.ownerSql`select client_validation_date::text as d from fund_nav where id = ${navId}`,
  ).toEqual([{ d: today }])
  const [event] = await historyOf(site.read, navId)
  expect(event?.data).toEqual({ clientValidationDate: today })
})

test.each([
  ['return', 'teamleader1'],
  ['cancel', 'teamleader1'],
] as const)('%s without a comment is refused, also with blanks only', async (name, user) => {
  const fund = name === 'cancel' ? await newFund() : await submitted()
  for (const comment of ['', ' \n\t ']) {
    await expect(site.step(user, fund.navId, name, { comment })).rejects.toMatchObject({
      code: 'invalid',
      options: {
        title: 'Workflow cannot move to next step.',
        fields: { eventLog: expect.stringMatching(/^Enter a message for/) },
      },
    })
  }
})

test('only team leaders cancel, from every status of the accountant, which ends the NAV', async () => {
  const { navId } = await newFund()
  await expect(site.step('accountant1', navId, 'cancel', { comment: 'x' })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await site.step('teamleader1', navId, 'cancel', { comment: 'Fund merged' })
  expect(await site.stateOf(navId)).toBe('CANCELLED (SYSTEM)')
  await expect(site.step('teamleader1', navId, 'submit', { from: 'CONTROLLED' })).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('Submit is refused before a control of this round, and while a rule of severity B is NOK', async () => {
  const fund = await newFund()
  await expect(site.step('accountant1', fund.navId, 'submit', { from: 'CONTROLLED' })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('TO CONTROL (ACCOUNTANT)'),
  })
  const { nokCount } = await site.control('accountant1', fund, (books) => {
    const row = books[0]?.tables[0]?.rows.find(
      ({ type }) => type && 'text' in type && type.text === 'FUND TNA',
    )
    if (row) row.value = { number: '1' }
  })
  expect(nokCount).toBeGreaterThan(0)
  await expect(site.step('accountant1', fund.navId, 'submit')).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringMatching(/block Submit: .*N04 Fund TNA/),
    options: { title: 'Workflow cannot move to next step.' },
  })
  expect(await site.stateOf(fund.navId)).toBe('CONTROLLED (ACCOUNTANT)')
})

test('dates of documents and of the client’s answer are neither in the future nor before the NAV date', async () => {
  const fund = await newFund()
  await site.control('accountant1', fund)
  const submit = (documentReceptionDate: string) =>
    refusedWith(site.step('accountant1', fund.navId, 'submit', { documentReceptionDate }))
  expect(await submit('2026-11-03')).toEqual({
    documentReceptionDate:
      'Last Document reception 03/11/2026 is in the future. Enter the day on which it was, today at the latest.',
  })
  expect(await submit('2026-10-29')).toEqual({
    documentReceptionDate:
      'Last Document reception 29/10/2026 is before the NAV date 30/10/2026. Enter that day or a later one.',
  })
  expect(await site.stateOf(fund.navId)).toBe('CONTROLLED (ACCOUNTANT)')
  await site.step('accountant1', fund.navId, 'submit', { documentReceptionDate: '2026-10-30' })
  await site.step('teamleader1', fund.navId, 'approve')
  await site.step('manager1', fund.navId, 'validate')
  const accepts = site.step('clientdesk1', fund.navId, 'client accepts', {
    clientValidationDate: '2026-10-29',
  })
  expect(Object.keys(await refusedWith(accepts))).toEqual(['clientValidationDate'])
  expect(await site.stateOf(fund.navId)).toBe('AWAITING CLIENT (CLIENT)')
})

/** The field errors of a refusal. */
async function refusedWith(run: Promise<unknown>): Promise<Record<string, string>> {
  const error = await run.then(() => null).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(DomainError)
  return (error as DomainError).options.fields ?? {}
}

test('Reopen starts a new round that needs its own control, and the old round is unchanged', async () => {
  const fund = await submitted(false)
  const { navId } = fund
  await site.step('teamleader1', navId, 'approve')
  await site.step('manager1', navId, 'validate')
  await site.step('manager1', navId, 'send')
  const before = await historyOf(site.read, navId)
  await expect(site.step('accountant1', navId, 'reopen')).rejects.toMatchObject({ code: 'forbidden' })
  await site.step('teamleader2', navId, 'reopen', {
    reasonCode: 'PRICE',
    documentReceptionDate: '2026-11-02',
  })
  expect(await site.stateOf(navId)).toBe('REOPENED (ACCOUNTANT)')
  const [changed, reopened, ...rest] = await historyOf(site.read, navId)
  expect(changed).toMatchObject({ name: 'change reason', round: 2, data: { was: 'FIRST', is: 'PRICE' } })
  expect(reopened).toMatchObject({ name: 'reopen', round: 2, data: { reasonCode: 'PRICE' } })
  expect(rest).toEqual(before)
  await expect(site.step('accountant1', navId, 'submit', { from: 'CONTROLLED' })).rejects.toMatchObject({
    code: 'conflict',
  })
  // Makers and approvers of the previous round may do either in this one.
  await site.control('teamleader1', fund)
  await site.step('accountant2', navId, 'submit')
  await site.step('teamleader2', navId, 'approve')
  await site.step('manager1', navId, 'validate')
  await site.step('manager1', navId, 'send')
  expect(
    await site.ownerSql`select round, count(*)::int as n from sent_figure where fund_nav_id = ${navId} group by 1 order by 1`,
  ).toEqual([
    { round: 1, n: 5 },
    { round: 2, n: 5 },
  ])
  expect(
    await site.ownerSql`select round, count(*)::int as n from nav_control where fund_nav_id = ${navId} group by 1 order by 1`,
  ).toEqual([
    { round: 1, n: 1 },
    { round: 2, n: 1 },
  ])
})
