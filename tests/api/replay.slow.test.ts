import { opened } from 'tests/support/opened'
import { sheetOf } from 'tests/support/routes/exported'
import { httpSite } from 'tests/support/routes/http-site'
import { rowIn, tableIn } from 'tests/support/workbooks/plan'
import { afterAll, expect, test } from 'vitest'
import { REPLAY_JOB } from '~/areas/replay/runs.server'
import { jobEnded } from '~/platform/jobs/jobs.server'

const site = await opened(httpSite())
const fund = await site.addFund({ fundCode: 'API001' })
await site.control('accountant1', { ...fund, model: fund.previous })
await site.control('accountant1', fund, (books) => {
  const row = rowIn(tableIn(books, 'NAV'), { type: 'TOTAL ASSETS' })
  row.value = { number: String(Math.round((Number(fund.model.totalAssets) + 0.4) * 100) / 100) }
})
afterAll(() => expect(site.crashes()).toEqual([]))

const call = async (user: string, path: string) => {
  const answer = await site.ask(user, `/api/${path}`)
  return { status: answer.status, body: await answer.json() }
}
const post = async (user: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await site.ask(user, '/api/replay', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', ...headers },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json() }
}

test('POST replay starts a run, once per key, and GET replay/{id} returns its result', async () => {
  const request = { changes: [{ tolerance: 'N05.amount', value: '0.5', level: 'fund', subject: 'API001' }] }
  const key = { 'Idempotency-Key': 'replay-once' }
  const started = await post('teamleader1', request, key)
  expect([started.status, started.body.status, started.body.kind]).toEqual([201, 'RUNNING', 'replay'])
  expect((await post('teamleader1', request, key)).body.id).toBe(started.body.id)
  await jobEnded(REPLAY_JOB, started.body.id)
  const { body } = await call('auditor1', `replay/${started.body.id}`)
  expect(body).toMatchObject({
    status: 'DONE',
    done: 2,
    total: 2,
    note: '',
    fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    criteria: { funds: [], from: null, to: null, changes: [request.changes[0]] },
    result: {
      controls: 2,
      leftOut: [],
      byRule: [{ name: 'N05', before: 1, after: 0 }],
      flips: [{ fund: 'API001', rule: 'N05', what: 'gone', settled: 'open' }],
    },
  })
  const again = await post('manager1', request)
  await jobEnded(REPLAY_JOB, again.body.id)
  const { body: second } = await call('manager1', `replay/${again.body.id}`)
  expect([second.fingerprint, second.digest]).toEqual([body.fingerprint, body.digest])
  const file = await site.ask('auditor1', `/replay/${started.body.id}/export/replay.xlsx`)
  const [head, row] = await sheetOf(file)
  expect(head?.slice(0, 4)).toEqual(['Fund', 'NAV date', 'Rule', 'Change'])
  expect(row?.slice(2, 5)).toEqual(['N05', 'Alert goes away', 'Open'])
  expect((await call('auditor1', 'replay/999999')).status).toBe(404)
})

test('invalid input is refused with a message for its field, and nothing starts', async () => {
  const change = { tolerance: 'N05.amount', value: '1' }
  const [before] = await site.ownerSql`select count(*)::int as runs from replay_run`
  for (const [body, field] of [
    [{ changes: [{ ...change, value: '-1' }] }, 'value'],
    [{ changes: [{ ...change, tolerance: 'N99.limit' }] }, 'tolerance'],
    [{ changes: [{ ...change, level: 'everybody' }] }, 'level'],
    [{ changes: [{ ...change, level: 'fund', subject: 'NONE' }] }, 'subject'],
    [{ changes: [], funds: ['NONE'] }, 'funds'],
    [{ changes: [], from: '2026-12-01', to: '2026-11-01' }, 'to'],
  ] as const) {
    const { status, body: refusal } = await post('teamleader1', body)
    expect([status, Object.keys(refusal.fields)]).toEqual([422, [field]])
  }
  for (const user of ['auditor1', 'accountant1', 'newcomer1'])
    expect((await post(user, { changes: [] })).status).toBe(403)
  const [after] = await site.ownerSql`select count(*)::int as runs from replay_run`
  expect(after?.runs).toBe(before?.runs)
})

test('GET detection returns the floors of each fund, as on its page and in its file', async () => {
  expect((await call('auditor1', 'detection')).body).toEqual({ funds: [] })
  const started = await site.send('teamleader1', '/replay/detection', {
    intent: 'detection',
    idempotencyKey: '11111111-1111-4111-8111-111111111111',
  })
  const [, id = ''] = /\/replay\/(\d+)/.exec(started.to ?? '') ?? []
  await jobEnded(REPLAY_JOB, Number(id))
  expect((await call('manager1', `replay/${id}`)).body.status).toBe('DONE')
  const {
    body: { funds: body },
  } = await call('auditor1', 'detection')
  expect(body).toHaveLength(1)
  expect(body[0]).toMatchObject({ fundCode: 'API001', navDate: '2026-10-30', threshold: '50', current: true })
  expect(body[0].errors).toHaveLength(21)
  expect(body[0].errors.filter(({ blindSpot }: { blindSpot: boolean }) => blindSpot)).toHaveLength(
    body[0].blindSpots,
  )
  const page = await site.page('auditor1', '/replay/detection')
  for (const { words } of body[0].errors) expect(page.html).toContain(words)
  expect(page.html).not.toContain('Compute for all funds')
  const rows = await sheetOf(await site.ask('auditor1', '/replay/detection/export/detection.xlsx'))
  expect(rows).toHaveLength(22)
}, 120_000)

test('the card of a fund says where each error would be detected, and links to what closes its blind spots', async () => {
  const {
    body: {
      funds: [of],
    },
  } = await call('auditor1', 'detection')
  const { html, status } = await site.page('auditor1', '/replay/detection/API001')
  expect(status).toBe(200)
  const shown = html.replaceAll('<!-- -->', '')
  expect(shown).toContain(`${of.blindSpots} of 21 errors`)
  expect(shown).toContain('50 bp')
  for (const { closes } of of.errors)
    for (const sentence of closes as string[]) expect(shown).toContain(sentence.slice(0, 40))
  const stored = await site.ownerSql`select bp, rules, seen from detection_floor where bp is not null`
  expect(stored.length).toBeGreaterThan(8)
  for (const { rules, seen } of stored) {
    expect(seen.rule).toBe(rules[0])
    expect(shown).toContain(`${seen.file}, ${seen.sheet}!${seen.cell}`)
  }
  // A floor of 10 bp is this share of FUND TNA, to the cent.
  const [row] = await site.ownerSql`
    select (value / 10000 * bp)::numeric(30, 2)::text as amount from detection_floor
      join nav_line using (control_id) where type = 'FUND TNA' and bp is not null limit 1`
  expect(shown.replaceAll(/[^\d.<>]/g, '')).toContain(String(row?.amount))
  expect(shown).not.toContain('Compute again')
  expect((await site.page('teamleader1', '/replay/detection/API001')).html).toContain('Compute again')
  const unknown = await site.page('auditor1', '/replay/detection/NONE1')
  expect([unknown.status, unknown.html]).toEqual([404, expect.stringContaining('There is no fund NONE1')])
})
