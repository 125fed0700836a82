import { Buffer } from 'node:buffer'
import { caseCalls } from 'tests/support/areas/nav-errors/case-calls'
import { sentNavs, wrongFund } from 'tests/support/areas/nav-errors/sent-navs'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { shownMain } from 'tests/support/routes/shown-main'
import { afterAll, expect, test } from 'vitest'
import { newSigningKey, openSigning } from '~/platform/workflow/signing.server'

const site = await opened(httpSite({ database: { sign: openSigning(newSigningKey()).sign } }))
site.setClock('2026-11-10T08:00:00Z')
afterAll(() => expect(site.crashes()).toEqual([]))
const { call, post, open, take, correct, upload } = caseCalls(site)

let hour = 8
const nextHour = () => {
  hour += 1
  site.setClock(`2026-11-10T${String(hour).padStart(2, '0')}:00:00Z`)
  site.forgetCookies()
}

const classCode = await wrongFund(sentNavs(site), 'PAST1')
nextHour()
const id = await open('PAST1')
const base = `/nav-errors/${id}`

const DEALS = [
  'Fund code;NAV date;Class code;Holder reference;Side;Shares;Kind',
  `PAST1;02/11/2026;${classCode};X;S;1000;CASH`,
  `PAST1;02/11/2026;${classCode};K;S;200;KIND`,
].join('\n')

async function countKind() {
  const [{ fileId, position }] = (await call('accountant1', `nav-errors/${id}`)).body.kindDeals
  return post('accountant1', `nav-errors/${id}/kind-deals`, {
    deals: [{ fileId, position, counted: true }],
    comment: 'Delivered at the wrong NAV',
  })
}

const STORY: (() => Promise<{ status: number; body: unknown }>)[] = [
  () => correct(id, classCode, '100'),
  () =>
    post('accountant1', `nav-errors/${id}/payers`, {
      payers: [{ name: 'Administrator SA', percent: '100' }],
    }),
  () => upload(`nav-errors/${id}/deals`, new File([DEALS], 'deals.csv')),
  countKind,
  () => post('accountant1', `nav-errors/${id}/holders`, { holder: 'X', isNominee: true }),
  () => take('accountant1', id, 'quantify', { comment: 'The register has no redemptions' }),
  () => take('teamleader1', id, 'approve'),
  () => take('manager1', id, 'notify', { date: '2026-11-10', reference: 'CSSF 1' }),
  () =>
    post('manager1', `nav-errors/${id}/payments`, {
      from: `class ${classCode}`,
      to: 'holder X',
      amount: '2000.00',
      currency: 'EUR',
      paidOn: '2026-11-10',
      comment: 'Statement of the depositary',
    }),
  () => take('manager1', id, 'compensate', { date: '2026-11-10', comment: 'K is paid in shares' }),
  () => take('manager2', id, 'close'),
]

test('every page and paper of a case says then what it said', async () => {
  const pages = [base, '/nav-errors', '/nav-errors/register?year=2026']
  const shots: { at: string; path: string; html: string }[] = []
  const papers: { at: string; path: string; bytes: Buffer }[] = []
  const bytesOf = async (path: string) => Buffer.from(await (await site.ask('auditor1', path)).arrayBuffer())
  for (const act of STORY) {
    nextHour()
    const at = site.clock().toISOString()
    for (const path of pages) {
      const { status, html } = await site.page('auditor1', path)
      expect([path, status]).toEqual([path, 200])
      shots.push({ at, path, html })
    }
    const { status } = await site.ask('auditor1', `${base}/notification.pdf`)
    if (status === 200)
      for (const file of ['notification.pdf', 'report.pdf', 'compensation.xlsx', 'auditor.zip'])
        papers.push({ at, path: `${base}/${file}`, bytes: await bytesOf(`${base}/${file}`) })
    const done = await act()
    expect([200, 201], JSON.stringify(done.body)).toContain(done.status)
  }
  nextHour()
  const differing: string[] = []
  for (const { at, path, html } of shots) {
    const then = await site.page('auditor1', `${path}${path.includes('?') ? '&' : '?'}asOf=${at}`)
    expect([path, then.status]).toEqual([path, 200])
    const [before, now] = [shownMain(path, html), shownMain(path, then.html)]
    const line = before.findIndex((each, place) => each !== now[place])
    if (before.join() !== now.join())
      differing.push(`${path} ${at}: ${before.slice(line - 1, line + 2)} → ${now.slice(line - 1, line + 2)}`)
  }
  expect(differing).toEqual([])
  // Five states from Quantify to Close.
  expect(papers).toHaveLength(5 * 4)
  for (const { at, path, bytes } of papers)
    expect(bytes.equals(await bytesOf(`${path}?asOf=${at}`)), `${path} ${at}`).toBe(true)
  const quantified = papers[0]?.at ?? ''
  const { body } = await call('auditor1', `nav-errors/${id}?asOf=${quantified}`)
  expect(body).toMatchObject({ status: 'QUANTIFIED', notifiedOn: null, steps: [] })
})

test('the past of a case leads to its papers of then, and offers nothing to change', async () => {
  const at = '2026-11-10T16:30:00Z'
  const { html } = await site.page('manager1', `${base}?asOf=${at}`)
  expect(html).toContain(`${base}/notification.pdf?asOf=`)
  for (const path of ['figures', 'deals', 'payers', 'lines/new', 'payments/new', 'holders'])
    expect(html).not.toContain(`href="${base}/${path}"`)
})

test.each([
  ...['figures', 'corrections/new', 'last-date', 'decisions', 'rounds', 'parts', 'analysis', 'fees'],
  ...['kind-deals', 'holders', 'payers', 'deals', 'deals/1', 'lines/new', 'lines/1/withdraw'],
  ...['payments/new', 'payments/1/withdraw', 'corrections/1/withdraw', 'causes', 'measures'],
])('the popup %s has no past', async (popup) => {
  const { status, html } = await site.page('manager1', `${base}/${popup}?asOf=2026-11-10T16:30:00Z`)
  expect([status, html]).toEqual([400, expect.stringContaining('cannot be shown as of an earlier instant')])
})

test('neither have the popups that open a case and request a report, nor the template of deals', async () => {
  for (const path of ['/nav-errors/new', '/oversight/new', '/nav-errors/deals.xlsx']) {
    const answer = await site.ask('manager1', `${path}?asOf=2026-11-10T16:30:00Z`)
    expect([path, answer.status]).toEqual([path, 400])
  }
  for (const path of [
    '/oversight',
    '/nav-errors',
    '/nav-errors/export/nav_errors.csv',
    `${base}/export/error_workflow.csv`,
  ]) {
    const answer = await site.ask('manager1', `${path}?asOf=2026-11-10T16:30:00Z`)
    expect([path, answer.status]).toEqual([path, 200])
  }
})
