import { createHash } from 'node:crypto'
import { priceBreak } from 'tests/support/areas/navs/breaks'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { storedFiles } from 'tests/support/stored-files'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { evidencedResultsOf } from '~/areas/navs/control/rule-results.server'
import { editBreak, navBreaks } from '~/areas/navs/matching/breaks.server'
import { navFacts } from '~/areas/navs/nav-facts.server'
import { addDays } from '~/platform/values/day'
import { showExact } from '~/platform/values/show'

const site = await opened(httpSite())
const fund = await site.addFund({ fundCode: 'REP1', clientValidation: false })
await site.control('accountant1', { ...fund, model: fund.previous })
const { controlId } = await site.control('accountant1', fund)
await site.matching('accountant2', fund, priceBreak(0))

async function textOf(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(bytes.slice()))
  return text.map((page) => page.replace(/\s+/g, ' ')).join(' ')
}
async function reportOf(path: string, user = 'auditor1') {
  const answer = await site.ask(user, path)
  expect(answer.status, path).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('application/pdf')
  return new Uint8Array(await answer.arrayBuffer())
}

test('a NAV that passed has a report with all rules, their computations, and its files', async () => {
  const bytes = await reportOf(`/nav-controls/${fund.navId}/report.pdf`)
  const text = await textOf(bytes)
  const results = await evidencedResultsOf(site.read, controlId)
  for (const { name } of results) expect(text).toContain(name)
  const computed = results.find(({ ruleId }) => ruleId === 'N04')?.evidence.computation ?? '?'
  expect(text.replaceAll(' ', '')).toContain(computed.replaceAll(' ', ''))
  for (const expected of [
    'NAV report REP1, NAV of 30/10/2026',
    'CONTROLLED (ACCOUNTANT), round 1',
    'Total net assets',
    'NAV per share before',
    'NAV bridge',
    'No person changed a result or commented on one.',
    '10 Positions reconciled to the depositary',
    'PRICE BREAK',
    'Signatures',
    '30/09/2026',
  ])
    expect(text).toContain(expected)
  const stored = await site.ownerSql`select sha256 from document where object_id = ${fund.navId}`
  expect(stored.length).toBeGreaterThan(4)
  for (const { sha256 } of stored) expect(text.replaceAll(' ', '')).toContain(sha256)
  expect(text).not.toMatch(/undefined|NaN|\[object/)
})

test('the headline has each class before and after with its movement, and the bridge of the control', async () => {
  const text = await textOf(await reportOf(`/nav-controls/${fund.navId}/report.pdf`))
  const [line] = await site.ownerSql`
    select code, value from nav_line where control_id = ${controlId} and type = 'NAV PER SHARE' order by row`
  expect(text).toContain(line?.code)
  expect(text).toMatch(/-?\d+\.\d{4} %/)
  const drivers = await site.ownerSql`
    select driver from nav_bridge_driver where control_id = ${controlId} order by position`
  if (drivers.length > 0)
    for (const words of ['Subscriptions and redemptions', 'Distributions', 'Income', 'Expenses', 'Residual'])
      expect(text).toContain(words)
  else expect(text).toContain('There is none.')
  expect(text).toContain('Total net assets of')
})

test('the report is the same by panel, production and call; an edit changes it', async () => {
  const paths = [
    `/nav-controls/${fund.navId}/report.pdf`,
    `/production/${fund.navId}/report.pdf`,
    `/api/dashboard/nav/${fund.navId}/report`,
  ]
  const hashes = []
  for (const path of paths)
    hashes.push(
      createHash('sha256')
        .update(await reportOf(path, 'manager1'))
        .digest('hex'),
    )
  expect(new Set(hashes).size).toBe(1)
  const [row] = await navBreaks(site.read, await navFacts(site.read, fund.navId))
  const fields = { owner: 'accountant2', state: 'EXPLAINED', comment: 'Stale feed of the manager' } as const
  const edit = { fundNavId: fund.navId, breakId: row?.id ?? 0, revision: null, ...fields }
  await site.as('accountant1', (context) => editBreak(context, edit))
  const text = await textOf(await reportOf(paths[0] ?? ''))
  expect(text).toContain('Stale feed of the manager')
  expect(text).toContain('Matching break changed')
})

test('overrides, breaches with their cells and signatures are reported with who and when', async () => {
  const other = await site.addFund({ fundCode: 'REP2', clientValidation: false })
  const run = await site.control('accountant1', other, (books) => {
    const value = books[0]?.tables[0]?.rows[0]
    if (value) value.value = { number: '1' }
  })
  const results = await evidencedResultsOf(site.read, run.controlId)
  const failing = results.filter(({ result }) => result === 'NOK')
  for (const { id } of failing)
    expect(
      (
        await site.send('accountant1', `/nav-controls/${other.navId}/controls/${run.controlId}/rules/${id}`, {
          result: 'OK',
          comment: 'Checked with the administrator',
          idempotencyKey: crypto.randomUUID(),
        })
      ).status,
    ).toBe(302)
  await site.step('accountant1', other.navId, 'submit')
  await site.step('teamleader1', other.navId, 'approve')
  const text = await textOf(await reportOf(`/nav-controls/${other.navId}/report.pdf`))
  const breach = failing[0]?.evidence.breaches[0]
  const figure = breach?.figures[0]
  const packed = text.replaceAll(' ', '')
  expect(packed).toContain(`${figure?.sheet}!${figure?.cell}`.replaceAll(' ', ''))
  expect(packed).toContain(`Difference${showExact(breach?.difference)}`)
  for (const expected of [
    'not OK to OK - justified',
    'Checked with the administrator',
    site.actor('accountant1').fullName,
    site.actor('teamleader1').fullName,
    'REVIEWED (MANAGER)',
  ])
    expect(text).toContain(expected)
})

test('a NAV without a control has a report that says so', async () => {
  const { navId } = await site.addFund({ fundCode: 'REP3' })
  const text = await textOf(await reportOf(`/nav-controls/${navId}/report.pdf`))
  for (const expected of ['No control has run yet.', 'No matching was uploaded.', 'TO CONTROL (ACCOUNTANT)'])
    expect(text).toContain(expected)
  expect(text).not.toContain('NAV bridge')
})

test('the reports of the filtered list, or of the selected NAVs, come in one archive, each as on its own', async () => {
  const answer = await site.ask('auditor1', '/nav-controls/reports.zip?filter.fundcode=REP1')
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/zip'])
  const files = storedFiles(Buffer.from(await answer.arrayBuffer()))
  expect([...files.keys()]).toEqual([
    `nav_REP1_2026-10-30_${fund.navId}.pdf`,
    `nav_REP1_2026-09-30_${fund.previousNavId}.pdf`,
  ])
  const alone = await reportOf(`/nav-controls/${fund.navId}/report.pdf`)
  expect(files.get(`nav_REP1_2026-10-30_${fund.navId}.pdf`)?.equals(Buffer.from(alone))).toBe(true)
  const marked = await site.ask('auditor1', `/nav-controls/reports.zip?selected=${fund.previousNavId}`)
  expect([...storedFiles(Buffer.from(await marked.arrayBuffer())).keys()]).toEqual([
    `nav_REP1_2026-09-30_${fund.previousNavId}.pdf`,
  ])
  const page = await site.page('auditor1', `/nav-controls?selected=${fund.previousNavId}`)
  expect(page.html).toContain(`href="/nav-controls/reports.zip?selected=${fund.previousNavId}"`)
})

test('the reports of more than 100 NAVs are refused with a sentence', async () => {
  const navDates = Array.from({ length: 101 }, (_, at) => addDays('2026-06-01', at))
  await site.addFund({ fundCode: 'MANY', navDates })
  const answer = await site.ask('auditor1', '/nav-controls/reports.zip?filter.fundcode=MANY')
  expect([answer.status, await answer.text()]).toEqual([
    422,
    expect.stringContaining(
      'These are more than 100 NAVs, the most whose reports fit into one file. Filter the list',
    ),
  ])
})

test.each([
  ['auditor1', '/nav-controls/999999/report.pdf', 404, 'There is no NAV 999999'],
  ['finance1', '/nav-controls/NAV/report.pdf', 403, ''],
  ['finance1', '/nav-controls/reports.zip', 403, ''],
  ['finance1', '/api/dashboard/nav/NAV/report', 403, ''],
  ['auditor1', '/api/dashboard/nav/999999/report', 404, 'There is no NAV 999999'],
  ['auditor1', '/nav-controls/reports.zip?filter.nothing=1', 422, 'There is no column “nothing”'],
  ['auditor1', '/nav-controls/reports.zip?filter.fundcode=NONE', 404, 'There is no NAV in this list.'],
])('%s requesting %s gets %i', async (user, path, status, sentence) => {
  const answer = await site.ask(user, path.replace('NAV/', `${fund.navId}/`))
  expect(answer.status).toBe(status)
  expect(await answer.text()).toContain(sentence)
})
