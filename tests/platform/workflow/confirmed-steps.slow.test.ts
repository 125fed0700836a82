import { randomUUID } from 'node:crypto'
import { runsOn } from 'tests/support/areas/payments/runs-on'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'
import { historyOf } from '~/platform/workflow/history.server'

const site = await opened(httpSite())
const runs = runsOn(site, await expenseReference(site))
await runs.addAccounts()

async function page(user: string, path: string): Promise<string> {
  const { status, html } = await site.page(user, path)
  expect(status, path).toBe(200)
  return html.replaceAll('<!-- -->', '')
}

/** Sends the question at an address, as its page would. */
async function confirm(
  user: string,
  path: string,
  { objectId, step, ...more }: { objectId: number; step: string } & Record<string, string | number>,
) {
  const stepId = await site.stepId(objectId, step)
  const [at] = await site.ownerSql`select last_event_id from workflow_instance where object_id = ${objectId}`
  const fields = { stepId, seenEventId: Number(at?.last_event_id), idempotencyKey: randomUUID(), ...more }
  return site.send(
    user,
    path,
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
  )
}

test('each approval of a run is confirmed with its total, its day and its payees', async () => {
  const ids = await runs.approvedInvoices([{ gross: '1000.00' }, { gross: '250.50' }])
  const { runId } = await runs.make('treasurer1', ids)
  const panel = await page('treasurer2', `/payments/${runId}`)
  expect(panel).toMatch(
    new RegExp(`<a[^>]*class="button button--primary"[^>]*href="/payments/${runId}/confirm/first-approval"`),
  )
  expect(panel).not.toMatch(/<button[^>]*name="stepId"/)

  const path = `/payments/${runId}/confirm/first-approval`
  const question = await page('treasurer2', path)
  for (const part of [
    `Approve payment run ${runId}?`,
    'Approve 1,250.50 EUR',
    'Index Data House Ltd',
    'name="paymentsSeen"',
  ])
    expect(question).toContain(part)
  const [, paymentsSeen = ''] = /name="paymentsSeen" value="(\w+)"/.exec(question) ?? []
  const stale = await confirm('treasurer2', path, {
    objectId: runId,
    step: 'first approval',
    paymentsSeen: 'other',
    eventLog: 'Seen by me',
  })
  expect([stale.status, stale.html]).toEqual([409, expect.stringContaining('Seen by me')])
  const done = await confirm('treasurer2', path, { objectId: runId, step: 'first approval', paymentsSeen })
  expect([done.status, done.to]).toEqual([302, `/payments/${runId}?done=1`])

  const second = await page('treasurer3', `/payments/${runId}/confirm/second-approval`)
  const [first] = await historyOf(site.read, runId)
  expect(second).toContain(`You give the second approval after ${first?.whoName} (`)
  // Two persons approve: the same one is only shown why not.
  const own = await page('treasurer2', `/payments/${runId}/confirm/second-approval`)
  expect(own).toContain(`You cannot take this step of payment run ${runId} now.`)
  expect(own).not.toMatch(/<input[^>]*name="stepId"/)
})

test('the answer of the client and sending are confirmed, and the answer has its day', async () => {
  const fund = await site.addFund({ fundCode: 'CNF01', clientValidation: true })
  const { navId } = fund
  await site.control('accountant1', fund)
  await site.step('accountant1', navId, 'submit', { documentReceptionDate: '2026-11-02' })
  await site.step('teamleader1', navId, 'approve')
  await site.step('manager1', navId, 'validate')
  const panel = await page('clientdesk1', `/nav-controls/${navId}`)
  for (const word of ['client-accepts', 'client-refuses'])
    expect(panel).toContain(`href="/nav-controls/${navId}/confirm/${word}"`)

  const path = `/nav-controls/${navId}/confirm/client-accepts`
  const question = await page('clientdesk1', path)
  expect(question).toContain('Client accepts NAV CNF01 30.10.26?')
  expect(question).toMatch(/name="clientValidationDate"[^>]*value="\d{4}-\d\d-\d\d"/)
  const answered = { objectId: navId, step: 'client accepts' }
  const blank = await confirm('clientdesk1', path, { ...answered, clientValidationDate: '' })
  expect([blank.status, blank.html]).toEqual([
    422,
    expect.stringContaining('Enter the day on which the client answered.'),
  ])
  const done = await confirm('clientdesk1', path, { ...answered, clientValidationDate: '2026-11-02' })
  expect(done.status).toBe(302)

  const send = await page('manager1', `/production/${navId}/confirm/send`)
  for (const part of ['Mark NAV CNF01 30.10.26 as sent?', 'Total net assets']) expect(send).toContain(part)
  const sent = await confirm('manager1', `/production/${navId}/confirm/send`, {
    objectId: navId,
    step: 'send',
  })
  expect([sent.status, sent.to]).toEqual([302, `/production/${navId}?done=1`])
  expect(await site.stateOf(navId)).toBe('SENT (COMPLETED)')
})

test('an address of another step is not found', async () => {
  const fund = await site.addFund({ fundCode: 'CNF02' })
  for (const word of ['approve', 'client accepts', 'toString'])
    expect((await site.page('manager1', `/nav-controls/${fund.navId}/confirm/${word}`)).status, word).toBe(
      404,
    )
})
