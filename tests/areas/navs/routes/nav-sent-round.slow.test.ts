import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { writeMatching } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'
import { controlById } from '~/areas/navs/control/controls-of.server'
import { type RuleResultRow, ruleResultsOf } from '~/areas/navs/control/rule-results.server'
import { historyOf } from '~/platform/workflow/history.server'

/** A NAV whose first round, with a superseded control, was sent and then reopened. */
const site = await opened(httpSite())
const fund = await site.addFund({ fundCode: 'LUX001', clientValidation: false })
const superseded = (await site.control('accountant2', fund)).controlId
const sent = (await site.control('accountant1', fund)).controlId
for (const [user, step] of [
  ['accountant1', 'submit'],
  ['teamleader1', 'approve'],
  ['manager1', 'validate'],
  ['manager1', 'send'],
] as const)
  await site.step(user, fund.navId, step)
const rule = await firstRule(sent)
const replacedRule = await firstRule(superseded)

async function firstRule(controlId: number): Promise<RuleResultRow> {
  const [first] = await ruleResultsOf(site.read, controlId)
  if (!first) throw new Error('a control has results')
  return first
}

const popup = (controlId: number, ruleId: number) =>
  `/nav-controls/${fund.navId}/controls/${controlId}/rules/${ruleId}`

/** What an accountant and a team leader could change in the sent round, each by page and by call. */
async function attempts() {
  const call = (user: string, path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    site.ask(user, `/api/${path}`, {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin', Accept: 'application/json', ...headers },
      body,
    })
  const json = (fields: object) => [JSON.stringify(fields), { 'Content-Type': 'application/json' }] as const
  const { name, bytes } = await writeMatching(fund.model)
  const files = () => {
    const form = new FormData()
    form.append('files', new Blob([bytes.slice()]), name)
    form.append('idempotencyKey', crypto.randomUUID())
    return form
  }
  const edit = { result: 'NOK', comment: 'Changed later' }
  return {
    'the popup': await site.send('accountant1', popup(sent, rule.id), {
      ...edit,
      idempotencyKey: crypto.randomUUID(),
    }),
    'the popup, a comment alone': await site.send('accountant1', popup(sent, rule.id), {
      result: 'OK',
      comment: 'Commented later',
      idempotencyKey: crypto.randomUUID(),
    }),
    'POST ruleresult': await call('accountant1', 'ruleresult', ...json({ key: rule.id, ...edit })),
    'POST ruleresult, a comment alone': await call(
      'accountant1',
      'ruleresult',
      ...json({ key: rule.id, comment: 'Commented later' }),
    ),
    'the popup of a superseded control': await site.send('accountant1', popup(superseded, replacedRule.id), {
      ...edit,
      idempotencyKey: crypto.randomUUID(),
    }),
    'POST ruleresult of a superseded control': await call(
      'accountant1',
      'ruleresult',
      ...json({ key: replacedRule.id, ...edit }),
    ),
    'the form of explanations': await site.send(
      'accountant1',
      `/nav-controls/${fund.navId}/controls/${sent}/explain`,
      { [`comment-${rule.id}`]: 'Explained later', idempotencyKey: crypto.randomUUID() },
    ),
    'the reason on the page': await site.send('teamleader1', `/nav-controls/${fund.navId}`, {
      intent: 'reason',
      controlId: String(sent),
      reasonCode: 'LATE',
      idempotencyKey: crypto.randomUUID(),
    }),
    'the reason by POST': await call('teamleader1', `dashboard/nav/reason/LATE/${sent}`, ''),
    'the reason by GET': await site.ask('teamleader1', `/api/dashboard/nav/reason/LATE/${sent}`, {
      headers: { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'empty' },
    }),
    'the reason of a superseded control': await call(
      'teamleader1',
      `dashboard/nav/reason/LATE/${superseded}`,
      '',
    ),
    'a matching on the page': await site.ask('accountant1', `/nav-controls/${fund.navId}/new-matching`, {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      body: files(),
    }),
    'a matching by the call': await call('accountant1', `uploadmatching/${fund.navId}`, files()),
  }
}

const stored = async () => ({
  sent: await ruleResultsOf(site.read, sent),
  superseded: await ruleResultsOf(site.read, superseded),
  controls: [await controlById(site.read, sent), await controlById(site.read, superseded)],
  rows: await site.rowCounts(),
})

test.each(['while the NAV is SENT', 'after Reopen'])(
  'no page or call changes a sent round, %s',
  async (when) => {
    if (when === 'after Reopen') {
      await site.step('teamleader1', fund.navId, 'reopen', { reasonCode: 'PRICE' })
      // The reason for reopening comes with the step itself.
      expect((await controlById(site.read, sent)).reasonCode).toBe('PRICE')
    }
    const before = await stored()
    const answers = Object.entries(await attempts())
    expect(answers.filter(([, { status }]) => status < 400 || status >= 500)).toEqual([])
    const after = await stored()
    expect({ ...after, rows: {} }).toEqual({ ...before, rows: {} })
    expect(after.rows).toMatchObject({ workflow_event: before.rows.workflow_event, nav_matching: 0 })
  },
)

test('a refusal says why, under the title of the form', async () => {
  const { 'the popup': edit, ...others } = await attempts()
  expect(edit.html).toContain('Round 1 was sent: its results are read-only.')
  const body = (answer: unknown) => (answer as Response).json()
  expect(await body(others['POST ruleresult'])).toMatchObject({
    code: 'refused',
    title: 'Error',
    errorMessage: 'Round 1 was sent: its results are read-only. Round 2 begins with a new control.',
  })
  expect(others['the form of explanations'].html).toContain('Round 1 was sent: its results are read-only.')
  expect(await body(others['the reason by POST'])).toMatchObject({
    code: 'refused',
    title: 'Error updating reason.',
    errorMessage: expect.stringContaining('Round 1 was sent'),
  })
  expect(await body(others['a matching by the call'])).toMatchObject({
    code: 'refused',
    title: 'File cannot be integrated, see error.',
    errorMessage: expect.stringContaining('Run a control first'),
  })
})

test('the panel of the reopened NAV offers no change to the sent round', async () => {
  const panel = await site.page('teamleader1', `/nav-controls/${fund.navId}`)
  expect(panel.html).toContain('Round 1 was sent: its results are read-only.')
  expect(panel.html).toContain(`>Show<`)
  for (const absent of ['>Edit<', 'name="reasonCode"', 'New matching'])
    expect(panel.html).not.toContain(absent)
  const evidence = await site.page('accountant1', popup(sent, rule.id))
  expect(evidence.status).toBe(200)
  expect(evidence.html).not.toContain('<select id="result"')
  expect(evidence.html).toContain('Round 1 was sent: its results are read-only.')
})

test('the control of the next round can be edited, matched and given another reason', async () => {
  const { controlId } = await site.control('accountant1', fund)
  const { id } = await firstRule(controlId)
  const edited = await site.send('accountant1', popup(controlId, id), {
    result: 'NOK',
    comment: '',
    idempotencyKey: crypto.randomUUID(),
  })
  expect(edited.status).toBe(302)
  await site.matching('accountant1', fund)
  const change = (reasonCode: string, idempotencyKey: string) => {
    const fields = { intent: 'reason', controlId: String(controlId), reasonCode, idempotencyKey }
    return site.send('teamleader1', `/nav-controls/${fund.navId}`, fields)
  }
  const key = crypto.randomUUID()
  expect((await change('LATE', key)).status).toBe(302)
  const panel = await site.page('teamleader1', `/nav-controls/${fund.navId}`)
  for (const offered of ['>Edit<', 'name="reasonCode"', 'New matching']) expect(panel.html).toContain(offered)
  const [last] = await historyOf(site.read, fund.navId)
  expect(last).toMatchObject({ name: 'change reason', data: { was: 'FIRST', is: 'LATE' } })
  // A repeated form has no effect once the reason changed again.
  await change('FIRST', crypto.randomUUID())
  expect((await change('LATE', key)).status).toBe(302)
  expect((await controlById(site.read, controlId)).reasonCode).toBe('FIRST')
})
