import { randomUUID } from 'node:crypto'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { type BookPlan, rowIn, tableIn } from 'tests/support/workbooks/plan'
import { afterAll, expect, test } from 'vitest'
import { evidencedResultsOf } from '~/areas/navs/control/rule-results.server'
import { REPLAY_JOB } from '~/areas/replay/runs.server'
import { jobEnded } from '~/platform/jobs/jobs.server'

const site = await opened(httpSite())
const fund = await site.addFund({ fundCode: 'PRO001' })
await site.control('accountant1', { ...fund, model: fund.previous })
await site.control('accountant1', fund, faulty)
afterAll(() => expect(site.crashes()).toEqual([]))

function faulty(books: BookPlan[]) {
  const row = rowIn(tableIn(books, 'NAV'), { type: 'TOTAL ASSETS' })
  row.value = { number: String(Math.round((Number(fund.model.totalAssets) + 0.4) * 100) / 100) }
}

const n05 = async () => {
  const { controlId } = await site.control('accountant1', fund, faulty)
  return (await evidencedResultsOf(site.read, controlId)).find(({ ruleId }) => ruleId === 'N05')
}
const idIn = (to: string | null) => Number(/\/replay\/(\d+)/.exec(to ?? '')?.[1])
/** Sends the form of the replay page, and waits for the end of the run. */
async function run(fields: Record<string, string>) {
  const { to } = await site.send('admin', '/replay', { idempotencyKey: randomUUID(), ...fields })
  await jobEnded(REPLAY_JOB, idIn(to))
  return idIn(to)
}
const propose = (runId: number, fields: Record<string, string> = {}) =>
  site.send('admin', `/replay/${runId}/propose`, { idempotencyKey: randomUUID(), ...fields })
const waiting = async () =>
  (await site.ownerSql`select id, comment, after from pending_change where decision is null order by id`)[0]

test('a proposal needs two people, the second sees its run, and the next control uses it', async () => {
  const runId = await run({
    intent: 'replay',
    tolerance1: 'N05.amount',
    value1: '0.5',
    level1: 'fund',
    subject1: 'PRO001',
  })
  const shown = await site.page('admin', `/replay/${runId}`)
  expect(shown.html).toContain('1 of 1 alert that would go away was not settled.')
  expect(shown.html).toContain(`/replay/${runId}/propose`)
  const proposal = await propose(runId, { validFrom: '2026-10-01', comment: 'Rounded by the administrator' })
  expect(proposal.to).toBe('/admin/tolerances')
  expect(await waiting()).toMatchObject({
    comment: `Replay ${runId}: 1 of 1 alert that would go away was not settled. Rounded by the administrator`,
    after: {
      tolerance: 'N05.amount',
      level: 'fund',
      subject: 'PRO001',
      value: '0.5',
      validFrom: '2026-10-01',
    },
  })
  expect((await n05())?.result).toBe('NOK')

  for (const path of ['/admin/tolerances', '/admin/changes', '/work/changes']) {
    const { html } = await site.page('admin2', path)
    expect(html, path).toContain('alert that would go away')
    expect(html, path).toMatch(new RegExp(`href="/replay/${runId}"[^>]*>Open <!-- -->replay ${runId}`))
  }
  const change = await waiting()
  const decide = (user: string) =>
    site.send(user, '/admin/changes', {
      intent: 'approve',
      id: String(change?.id),
      idempotencyKey: randomUUID(),
    })
  expect((await decide('admin')).status).toBeGreaterThanOrEqual(400)
  expect((await n05())?.result).toBe('NOK')
  expect((await decide('admin2')).status).toBe(302)
  const after = await n05()
  expect(after?.result).toBe('OK')
  expect(after?.evidence.tolerances[0]).toMatchObject({ value: '0.5', level: 'fund PRO001' })
})

test('a curve shows alerts against the floor, and a value on it is proposed with the curve attached', async () => {
  const runId = await run({ intent: 'curve', tolerance: 'N14.tna' })
  const page = await site.page('admin', `/replay/${runId}`)
  expect(page.html).toContain('× 1 (current)')
  const form = await site.page('admin', `/replay/${runId}/propose`)
  expect(form.html).toContain('Set now')
  const wrong = await propose(runId, { value: 'two', level: 'all' })
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain('Enter the new value as a number')
  expect((await propose(runId, { value: '2', level: 'fund', subject: 'PRO001' })).to).toBe(
    '/admin/tolerances',
  )
  expect(await waiting()).toMatchObject({
    comment: expect.stringContaining(`Curve ${runId}: × 0.25: `),
    after: { tolerance: 'N14.tna', level: 'fund', subject: 'PRO001', value: '2' },
  })
  const { html } = await site.page('admin2', '/admin/tolerances')
  expect(html).toContain(`href="/replay/${runId}"`)
}, 120_000)

test('only administrators propose, and only from a run that tried values of one tolerance', async () => {
  const nothing = await run({ intent: 'replay' })
  expect((await site.page('admin', `/replay/${nothing}`)).html).toContain('No result would change.')
  const refused = await propose(nothing)
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('replay the value alone first')
  for (const user of ['teamleader1', 'manager1', 'auditor1'])
    expect((await site.page(user, `/replay/${nothing}/propose`)).status).toBe(403)
  expect((await site.page('auditor1', `/replay/${nothing}`)).status).toBe(200)
  expect((await site.page('accountant1', '/replay')).status).toBe(403)
  const reader = await site.page('auditor1', '/replay')
  expect(reader.html).toContain('You can read replays.')
  expect(reader.html).not.toContain('name="tolerance1"')
})

test('a run is cancelled from its page; refused input stays', async () => {
  const wrong = await site.send('admin', '/replay', {
    intent: 'replay',
    tolerance1: 'N05.amount',
    value1: 'much',
    idempotencyKey: randomUUID(),
  })
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain('value="much"')
  const [lost] = await site.ownerSql`
    insert into replay_run (kind, criteria, engine_version, status, requested_at, beat_at)
    values ('replay', '{"funds":[],"from":null,"to":null,"changes":[]}', 2, 'RUNNING', ${site.clock()}, ${site.clock()})
    returning id`
  const path = `/replay/${Number(lost?.id)}`
  expect((await site.page('auditor1', path)).html).not.toContain('Cancel this run')
  expect((await site.page('teamleader1', path)).html).toContain('Cancel this run')
  const cancelled = await site.send('teamleader1', path, { intent: 'cancel', idempotencyKey: randomUUID() })
  expect(cancelled.to).toBe(path)
  expect((await site.page('auditor1', path)).html).toContain('Cancelled by')
})
