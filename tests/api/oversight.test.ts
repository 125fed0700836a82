import { createHash } from 'node:crypto'
import { jsonCalls } from 'tests/support/api/json-calls'
import { playedNavs } from 'tests/support/areas/oversight/played-navs'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, expect, test } from 'vitest'

const site = await opened(httpSite())
const navs = playedNavs(site)
site.setClock('2026-11-03T09:00:00Z')
afterAll(() => expect(site.crashes()).toEqual([]))

const { call, post } = jsonCalls(site)

const fundId = await navs.addFund('OVSA')
await navs.play(fundId, {
  date: '2026-10-15',
  due: '2026-10-19',
  controlledAt: '2026-10-16T08:00:00Z',
  steps: [
    ['submit', '2026-10-16T10:00:00Z'],
    ['send', '2026-10-16T18:00:00Z'],
  ],
})

const stepNamed = (body: { steps: { id: number; name: string }[] }, name: string) =>
  body.steps.find((step) => step.name === name)?.id ?? 0

async function take(user: string, id: number, name: string, comment = '') {
  const { body } = await call(user, `oversight/reports/${id}`)
  return post(user, `oversight/reports/${id}/steps/${stepNamed(body, name)}`, { comment })
}

test('figures of a month are answered as they are now; a period that cannot be read is refused', async () => {
  const { status, body } = await call('auditor1', 'oversight?from=2026-10&to=2026-10&fund=OVSA')
  expect([status, body.periods[1]]).toEqual([200, { from: '2026-09', to: '2026-09' }])
  const [all] = body.scopes
  expect(all.figures.find(({ figure }: { figure: string }) => figure === 'timeliness')).toEqual({
    figure: 'timeliness',
    value: '100.00',
    part: 1,
    whole: 1,
    before: [null, null, null],
  })
  // The month before this one.
  expect((await call('auditor1', 'oversight')).body.from).toBe('2026-10')
  for (const [query, field, sentence] of [
    ['from=October', 'from', 'Give a month as 2026-10.'],
    ['from=2026-10&to=2026-09', 'to', 'The last month is before the first. Give a later one.'],
    ['from=2025-01&to=2026-10', 'to', 'A report has at most 12 months. Give fewer.'],
    ['fund=NONE', 'fund', 'There is no fund NONE. Choose one from the list, or leave it blank.'],
  ] as const) {
    const refused = await call('auditor1', `oversight?${query}`)
    expect([query, refused.status, refused.body.fields?.[field]]).toEqual([query, 422, sentence])
  }
})

test('two people freeze a report; its figures and its PDF do not change afterwards', async () => {
  const made = await post('teamleader1', 'oversight/reports', { from: '2026-10', to: '2026-10' })
  expect(made.status).toBe(201)
  const { id } = made.body
  const draft = await call('manager1', `oversight/reports/${id}`)
  expect(draft.body).toMatchObject({ status: 'TO SIGN', signatures: [], pdfSha256: null })
  const unsigned = await site.ask('auditor1', `/api/oversight/reports/${id}/report.pdf`)
  expect(unsigned.status).toBe(200)

  expect((await take('manager1', id, 'sign')).body.status).toBe('SIGNED')
  const again = await call('manager1', `oversight/reports/${id}`)
  expect(stepNamed(again.body, 'countersign')).toBe(0)
  const second = await call('manager2', `oversight/reports/${id}`)
  const alone = await post(
    'manager1',
    `oversight/reports/${id}/steps/${stepNamed(second.body, 'countersign')}`,
    {},
  )
  expect([alone.status, alone.body.errorMessage]).toEqual([
    403,
    expect.stringContaining('you signed it yourself in this round (four-eyes rule)'),
  ])
  const frozen = await take('manager2', id, 'countersign')
  expect(frozen.body).toMatchObject({
    status: 'FROZEN',
    signatures: [{ name: site.actor('manager1').fullName }, { name: site.actor('manager2').fullName }],
    digest: draft.body.digest,
  })
  const pdf = await site.ask('auditor1', `/api/oversight/reports/${id}/report.pdf`)
  const bytes = new Uint8Array(await pdf.arrayBuffer())
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(frozen.body.pdfSha256)
  await expect(site.ownerSql`update oversight_report set figures = '{}' where id = ${id}`).rejects.toThrow(
    /never changed/,
  )

  // A NAV that is sent late afterwards changes today's figures, and not the report.
  expect((await call('auditor1', `oversight/reports/${id}/differences`)).body).toEqual({ differences: [] })
  await navs.play(fundId, {
    date: '2026-10-30',
    due: '2026-11-02',
    controlledAt: '2026-11-02T08:00:00Z',
    steps: [],
  })
  const { differences } = (await call('auditor1', `oversight/reports/${id}/differences`)).body
  expect(differences).toContainEqual({
    scope: 'All',
    label: 'NAVs on time',
    kept: '100.00 %',
    today: '50.00 %',
  })
  expect((await call('auditor1', `oversight/reports/${id}`)).body.report).toEqual(draft.body.report)
  const [row] = (await call('auditor1', 'oversight/reports?sort=-id')).body
  expect(row).toMatchObject({ id, event_status: 'FROZEN', pdf_sha256: frozen.body.pdfSha256 })
})

test('a returned report is signed again by both, and a cancelled one ends', async () => {
  const { body } = await post('manager1', 'oversight/reports', {
    from: '2026-09',
    to: '2026-10',
    fund: 'OVSA',
  })
  await take('manager1', body.id, 'sign')
  const silent = await take('manager2', body.id, 'return')
  expect([silent.status, silent.body.fields?.eventLog]).toEqual([422, 'Enter a message for “Return”'])
  expect((await take('manager2', body.id, 'return', 'The case of October is missing')).body).toMatchObject({
    status: 'TO SIGN',
    signatures: [],
  })
  expect((await take('manager1', body.id, 'cancel', 'Made anew')).body.status).toBe('CANCELLED')
  const refused = await post('accountant1', 'oversight/reports', { from: '2026-10' })
  expect(refused.status).toBe(403)
})
