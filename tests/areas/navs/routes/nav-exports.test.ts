import { opened } from 'tests/support/opened'
import { aboutOf, sheetOf } from 'tests/support/routes/exported'
import { httpSite } from 'tests/support/routes/http-site'
import { toVisit } from 'tests/support/routes/visit'
import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { navChecks } from '~/areas/navs/checks.server'
import { controlsOf } from '~/areas/navs/control/controls-of.server'
import { ruleResultsOf } from '~/areas/navs/control/rule-results.server'
import type { DeltaName } from '~/areas/navs/delta/delta'
import { deltaBases, deltaList } from '~/areas/navs/delta/delta.server'
import { summaryOf } from '~/areas/navs/nav'
import { navElements } from '~/areas/navs/nav-view.server'
import { WHOLE } from '~/platform/lists/list'
import { wallClock } from '~/platform/values/day'
import { Big, sum } from '~/platform/values/decimal'
import { eventText } from '~/platform/workflow/event-text'
import { historyOf } from '~/platform/workflow/history.server'

const site = await opened(httpSite())
const visited = await toVisit(site)
const nav = `/nav-controls/${visited.navId}`

const ZONE = 'Europe/Luxembourg'
const ask = (path: string) => site.ask('auditor1', path)
async function table(path: string): Promise<string[][]> {
  const answer = await ask(path)
  expect(answer.status, path).toBe(200)
  return sheetOf(answer)
}
const instant = (at: Date | null) => {
  if (!at) return ''
  const { day, time } = wallClock(at, ZONE)
  return `${day} ${time}`
}
const plain = (value: string | null) => (value === null ? '' : new Big(value).toFixed())

test('controls: as in the grid, newest first, with people and the number of OK rules', async () => {
  const controls = await controlsOf(site.read, visited.navId)
  expect(await table(`${nav}/export/controls.xlsx`)).toEqual([
    ['Last Control Date', 'Type', 'User', 'Control Status'],
    ...controls.map((row) => [
      instant(row.submissionDate),
      row.definition,
      'Amélie Schroeder',
      `(${row.okCount} / ${row.okCount + row.nokCount}) ${summaryOf(row)}`,
    ]),
  ])
  const chosen = await table(`${nav}/export/controls.xlsx?controls.columns=submissionComment,fullName`)
  expect(chosen[0]).toEqual(['Comment', 'User'])
})

test('rule checks: of the selected control, worded like the badges, with further columns on request', async () => {
  const results = await ruleResultsOf(site.read, visited.controlId)
  const shown = results.map(({ result }) => (result === 'NOK' ? 'not OK' : result))
  expect(shown).toContain('not OK')
  const rows = await table(`${nav}/export/rule_checks.xlsx`)
  expect(rows).toEqual([
    ['Nb.', 'Rule', 'Status', 'Comment'],
    ...results.map((row, at) => [String(row.sortingOrder), row.name, shown[at] ?? '', row.comment]),
  ])
  const failing = await table(
    `${nav}/export/rule_checks.xlsx?control=${visited.controlId}&rules.in.result=NOK&rules.columns=name,when,was,whoName`,
  )
  expect(failing).toEqual([
    ['Rule', 'When', 'previous', 'Who'],
    ...results.filter(({ result }) => result === 'NOK').map(({ name }) => [name, '', '', '']),
  ])
})

test('NAV elements: every figure equal, grouped by type, each group with its number of rows', async () => {
  const { rows: elements } = await navElements(site.read, visited.navId).page(WHOLE)
  expect(await table(`${nav}/export/nav_elements.xlsx`)).toEqual([
    ['Fund Share', 'Type', 'Ccy', 'Value'],
    ...elements.map((row) => [row.object_name, row.style, row.iso3currency, plain(row.point_value)]),
  ])
  const grouped = await table(
    `${nav}/export/nav_elements.xlsx?elements.group=style&elements.sort=point_value`,
  )
  expect(grouped[0]).toEqual(['Type', 'Fund Share', 'Ccy', 'Value'])
  const types = [...new Set(elements.map(({ style }) => style))].sort()
  const heads = types.map((type) => `${type} (${elements.filter(({ style }) => style === type).length})`)
  expect(grouped.slice(1).flatMap(([first, share]) => (share === '' ? [first] : []))).toEqual(heads)
  expect(grouped.slice(1).filter(([, share]) => share !== '')).toHaveLength(elements.length)
})

test('NAV checks of the round, and the workflow with its texts', async () => {
  const checks = await navChecks(site.read, visited.navId, 1)
  expect(await table(`${nav}/export/navchecks.xlsx?round=1`)).toEqual([
    ['Check Id', 'Check Name', 'Role', 'User', 'Status', 'Event Date', 'Comment'],
    ...checks.map((row) => [
      String(row.isae_rank),
      row.isae_checkname,
      row.queue,
      row.full_name ?? '',
      row.status,
      instant(row.event_date),
      row.event_log,
    ]),
  ])
  const events = await historyOf(site.read, visited.navId)
  const [head, ...history] = await table(
    `${nav}/export/workflow.xlsx?events.columns=at,words,queue,whoName&events.sort=at`,
  )
  expect(head).toEqual(['Event Date', 'Status and comments', 'Queue', 'By'])
  expect(history).toEqual(
    events
      .reverse()
      .map((event) => [
        instant(event.at),
        `${eventText(event)} (By ${event.whoName})`,
        event.queue,
        event.whoName,
      ]),
  )
})

const delta = (name: DeltaName, query = '') =>
  table(`${nav}/controls/${visited.controlId}/delta/${name}/export/${name}_delta.xlsx${query}`)

test('the three differences: every figure equal; balance and inventory by status with their sums', async () => {
  const { controlId } = visited
  const { bases } = await deltaBases(site.read, controlId)
  const source = { read: site.read, workers: site.services.workers }
  const rowsOf = async <Name extends DeltaName>(name: Name) =>
    (await deltaList(source, controlId, bases[0]?.controlId ?? 0, name).page(WHOLE)).rows
  const elements = await rowsOf('nav')
  expect((await delta('nav')).slice(1)).toEqual(
    elements.map((row) => [
      row.type,
      row.name,
      row.iso3currency,
      ...[row.new_value, row.old_value, row.delta].map(plain),
    ]),
  )
  const accounts = await rowsOf('balance')
  const [labels, ...lines] = await delta('balance')
  expect(labels?.slice(0, 5)).toEqual(['Status', 'Account', 'Account name', 'Ccy', 'Debtor'])
  const rows = lines.filter(([, account]) => account !== '')
  expect(rows).toEqual(
    ['CHANGED', 'NEW', 'REMOVED', 'UNCHANGED'].flatMap((status) =>
      accounts
        .filter((row) => row.status === status)
        .map((row) => [
          row.status,
          row.account_number,
          row.account_name,
          row.accounting_currency,
          ...[row.balance_debtor, row.balance_creditor].map(plain),
          ...[row.old_balance_debtor, row.old_balance_creditor].map(plain),
          ...[row.var_balance_debtor, row.var_balance_creditor].map(plain),
        ]),
    ),
  )
  const total = lines.at(-1)
  expect(total?.[0]).toBe(`Total (${accounts.length})`)
  expect(total?.[4]).toBe(sum(accounts.flatMap((row) => row.balance_debtor ?? [])).toFixed())
  const holdings = await rowsOf('inventory')
  const changed = await delta(
    'inventory',
    '?delta.in.status=CHANGED&delta.columns=instrument_code,var_market_value',
  )
  const all = holdings.filter(({ status }) => status === 'CHANGED')
  expect(all.length).toBeGreaterThan(3)
  const whole = sum(all.map((row) => row.var_market_value)).toFixed()
  expect(changed).toEqual([
    ['Status', 'Instrument', 'Change'],
    [`CHANGED (${all.length})`, '', whole],
    ...all.map((row) => ['CHANGED', row.instrument_code, plain(row.var_market_value)]),
    [`Total (${all.length})`, '', whole],
  ])
})

test('a file says what it is, how it was filtered, and what a difference is compared with', async () => {
  const answer = await ask(`${nav}/export/rule_checks.xlsx?rules.in.result=NOK&rules.search=nav`)
  expect(answer.headers.get('Content-Disposition')).toContain('filename="rule_checks.xlsx"')
  expect(await aboutOf(answer)).toMatchObject({
    Title: ['Rule results LUX001 30.10.26'],
    Filters: ['any text contains “nav”', 'Status is “not OK”'],
    By: ['Pauline Reding'],
  })
  const compared = `${nav}/controls/${visited.controlId}/delta/nav/export/nav_delta.xlsx`
  expect((await aboutOf(await ask(compared))).Title).toEqual([
    'Nav Calculation Delta LUX001 30.10.26 against the NAV of 30.09.26',
  ])
})

test.each(['nav-controls', 'production'])('below %s the files of a NAV are the same', async (list) => {
  const base = `/${list}/${visited.navId}`
  const csv = await ask(`${base}/export/nav_elements.csv`)
  expect(csv.headers.get('Content-Type')).toMatch(/^text\/csv/)
  expect((await csv.text()).split('\r\n')[0]).toBe('Fund Share,Type,Ccy,Value')
  const pdf = await ask(`${base}/controls/${visited.controlId}/delta/balance/export/balance_delta.pdf`)
  const { text } = await extractText(new Uint8Array(await pdf.arrayBuffer()))
  expect(text[0]?.replace(/\s+/g, ' ')).toMatch(
    /^Balance Changes LUX001 30.10.26 against the NAV of 30.09.26 All rows Created .* 1 of 1/,
  )
})

test.each([
  ['export/controls.doc', 404, 'There is no such file. Export a list from its page'],
  ['export/controls', 404, 'There is no such file'],
  ['export/salaries.xlsx', 404, 'There is no such file'],
  ['export/__proto__.xlsx', 404, 'There is no such file'],
  ['export/controls.xlsx?controls.filter.nothing=1', 422, 'There is no column “nothing” to filter by.'],
  ['controls/1/delta/nav/export/nav_delta.xlsx', 404, 'There is no control 1'],
  ['controls/CONTROL/delta/nav/export/balance_delta.xlsx', 404, 'There is no such file'],
  ['controls/CONTROL/delta/prices/export/nav_delta.xlsx', 404, 'There is no such tab'],
])('%s is refused with a message', async (path, status, sentence) => {
  const answer = await ask(`${nav}/${path.replace('CONTROL', String(visited.controlId))}`)
  expect([answer.status, answer.headers.get('Content-Disposition')]).toEqual([status, null])
  expect(await answer.text()).toContain(sentence)
})

test('a first upload has no difference to export, and an unknown NAV no files', async () => {
  const [first] = await site.ownerSql<{ id: number; nav: number }[]>`
    select id, fund_nav_id as nav from nav_control order by id limit 1`
  const none = await ask(`/nav-controls/${first?.nav}/controls/${first?.id}/delta/nav/export/nav_delta.csv`)
  expect([none.status, await none.text()]).toEqual([404, expect.stringContaining('nothing to compare with')])
  expect((await ask('/nav-controls/999999/export/controls.csv')).status).toBe(404)
})
