import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { seedDemo } from 'db/seed/demo/seed-demo'
import { stories } from 'db/seed/demo/story/stories'
import { makeSamples, SAMPLE_NAVS, type SampleError, type SampleSet } from 'db/seed/samples/make'
import { contextOf, userWork } from 'tests/support/context'
import { demoSite } from 'tests/support/demo/demo-site'
import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { checkout } from 'tests/support/postgres/throwaway'
import { openThreads } from 'tests/support/threads'
import { readControl } from 'tests/support/workbooks/read-control'
import { expect, inject, test } from 'vitest'
import { actorById } from '~/areas/access/actor-by-id.server'
import { logIn } from '~/areas/access/log-in.server'
import type { AccrualResult } from '~/areas/accruals/accrual'
import { accrualRows } from '~/areas/accruals/accruals.server'
import type { NamedBytes } from '~/areas/navs/control/control-upload'
import { runControl } from '~/areas/navs/control/run-control.server'
import { figuresJson } from '~/areas/navs/control/store-control.server'
import { runMatching } from '~/areas/navs/matching/matching.server'
import { controlDataOf } from '~/areas/navs/workbooks/lines-by-column'
import { contentBytes } from '~/platform/files/read-content.server'
import { REFERENCE_OBJECT_ID } from '~/platform/workflow/record-act.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

const { workers, files } = openThreads()

const demo = await demoSite(inject('postgres'))
const played = demo.played
const database = await opened(testDatabase({ server: demo }))

/** A digest of all rows of a table. */
async function contentOf(table: string): Promise<string> {
  const sql = database.ownerSql
  const rows = await sql`select t::text as row from ${sql(table)} t order by 1`
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}

async function actorOf(userName: string) {
  const [user] = await database.ownerSql`select id from app_user where user_name = ${userName}`
  const actor = await actorById(contextOf({ read: database.read, now: new Date() }), Number(user?.id))
  if (!actor) throw new Error(`no user ${userName}`)
  return actor
}

/**
 * Controls by SYSTEM: eight NAVs of 15 October whose positions came late, a bank statement that was corrected, and a
 * difference that was explained.
 */
const JUDGED_AGAIN = 10

test('a start interrupted twice continues, and nothing is duplicated', async () => {
  const sittings = (kind: string) => stories().filter(({ work }) => work.kind === kind).length
  const [stored] = await database.ownerSql`
    select (select count(*)::int from nav_control) as controls, (select count(*)::int from nav_matching) as matchings,
      (select count(*)::int from fund) as funds, (select count(*)::int from rule_result) as results,
      (select count(*)::int from idempotency_key) as keys, (select value from site_setting where key = 'demo') as demo`
  expect(stored).toEqual({
    controls: sittings('control') + JUDGED_AGAIN,
    matchings: sittings('matching'),
    funds: 40,
    results: 50 * (sittings('control') + JUDGED_AGAIN),
    keys: 0,
    demo: true,
  })
  const { said, far, due } = played
  expect(said.filter((line) => line.includes('users, funds'))).toHaveLength(2)
  expect(far).toEqual([...far].sort((one, other) => one - other))
  expect([(far[0] ?? 0) < 5, (far.at(-1) ?? 0) > 80]).toEqual([true, true])
  expect(due).toEqual([
    [true, false],
    [true, true],
    [false, false],
  ])
})

test('the Invoice Log has invoices of August to November, in many states, each starting with its import', async () => {
  const rows = await database.ownerSql`
    select event_status as status, count(*)::int as invoices from invoice_row group by 1 order by 1`
  expect(rows.reduce((sum, { invoices }) => sum + invoices, 0)).toBe(400 + 3 + 352)
  expect(rows.map(({ status }) => status).join()).toBe(
    'APPROVED,CANCELLED,FIRST APPROVAL,PAID,RECREATED,SENT,TO APPROVE,TO BOOK',
  )
  const [bounds] = await database.ownerSql`
    select min(invoice_date)::text >= '2026-08-03' as first, max(invoice_date)::text <= '2026-11-03' as last,
      count(distinct provider)::int as providers, count(distinct settling_entity)::int as entities from invoice_row`
  expect(bounds).toEqual({ first: true, last: true, providers: 8, entities: 9 })
})

test('NAVs accrue what is billed, except where the stories differ', async () => {
  const rows = await accrualRows(database.read, { until: '2026-10-30' })
  const of = (result: AccrualResult) =>
    rows.filter((row) => row.result === result).map((row) => `${row.fund_code} ${row.expense_type}`)
  expect(of('DIFFERENCE')).toEqual(['ARV08 Audit fee', 'NOR03 Depositary fee'])
  // The auditor of Brumalis bills once his report is signed.
  const audits = Array.from({ length: 8 }, (_, at) => `BRU0${at + 1} Audit fee`)
  expect(of('NOT INVOICED')).toEqual([...audits, 'QUE03 Administration fee'])
  expect(rows).toHaveLength(3 * 40)
})

test('every supplier bills its own kind of service', async () => {
  const rows = await database.ownerSql`
    select provider, json_agg(distinct expense_type) as types from invoice_row group by 1`
  const bills = Object.fromEntries(rows.map(({ provider, types }) => [provider, [...types].sort()]))
  expect(Object.keys(bills)).toHaveLength(8)
  expect(bills['Sûre Custody Bank Luxembourg SCA']).toEqual(['Depositary fee', 'Transaction charges'])
  expect(bills['Pricewell Market Data GmbH']).toEqual(['Market data'])
  expect(bills['Fontaine & Weis, réviseurs d’entreprises agréés']).toEqual(['Audit fee', 'Tax advice'])
})

test('seeding again changes nothing', async () => {
  const tables = ['app_user', 'authorisation', 'user_queue', 'fund', 'share_class', 'fund_nav', 'nav_control']
  const all = [
    ...tables,
    'workflow_event',
    'workflow_instance',
    'document',
    'nav_check',
    'site_setting',
    'invoice',
    'invoice_row',
    'draft',
    'cost_line',
    'einvoice_reading',
    'budget',
    'budget_term',
    'budget_override',
    'bank_account',
    'pending_change',
  ]
  const digests = () => Promise.all(all.map(contentOf))
  const before = await digests()
  await seedDemo(database, { workers, files, say: () => {} })
  expect(await digests()).toEqual(before)
})

test('every state of a NAV occurs, the oldest in August, the newest of 30 October', async () => {
  const rows = await database.ownerSql`
    select status, count(*)::int as navs from workflow_instance where kind = 'nav' group by status order by status`
  const states = Object.fromEntries(rows.map(({ status, navs }) => [status, navs]))
  expect(Object.keys(states)).toEqual([
    'AWAITING CLIENT',
    'CANCELLED',
    'CONTROLLED',
    'REOPENED',
    'RETURNED',
    'REVIEWED',
    'SENT',
    'SUBMITTED',
    'TO CONTROL',
    'VALIDATED',
  ])
  expect(states['TO CONTROL']).toBe(14)
  const [bounds] = await database.ownerSql`
    select min(nav_date)::text as first, max(nav_date)::text as last, count(*)::int as navs from fund_nav`
  expect(bounds).toEqual({ first: '2026-07-31', last: '2026-10-30', navs: 261 })
  const justified = await database.ownerSql`select 1 from rule_result where result = 'OK - justified'`
  expect(justified.length).toBeGreaterThan(0)
})

test('each object is due, and can be started, when its own row says so', async () => {
  const counts = await database.ownerSql`
    select w.kind, sum(((w.due, w.due_time, w.opens) is distinct from (own.due, own.due_time, own.opens))::int)::int as wrong
    from workflow_instance w join (
      select id, case when queue = 'ACCOUNTANT' then coalesce(max_prebalance_date, max_sending_date) else max_sending_date end as due,
        case when queue = 'ACCOUNTANT' and max_prebalance_date is not null then max_prebalance_time else max_sending_time end as due_time,
        nav_date as opens from fund_nav join workflow_instance on object_id = id
      union all select id, due_date, null, '-infinity' from draft
      union all select id, due_date, null, '-infinity' from invoice
      union all select id, due_date, null, due_date - 7 from task
      union all select id, null, null, '-infinity' from budget
    ) own on own.id = w.object_id group by 1 order by 1`
  const kinds = ['budget', 'deadline', 'draft', 'invoice', 'nav', 'reviewed task', 'task']
  expect([...counts]).toEqual(kinds.map((kind) => ({ kind, wrong: 0 })))
})

test('sent NAVs had no blocking errors, except the first files of corrected ones', async () => {
  const blocking = await database.ownerSql`
    select 1 from fund_nav nav join workflow_instance at on at.object_id = nav.id
    join rule_result rule on rule.control_id = nav.current_control_id
    where at.status in ('SENT', 'VALIDATED', 'AWAITING CLIENT', 'REVIEWED', 'SUBMITTED')
      and rule.severity = 'B' and rule.result = 'NOK'`
  expect(blocking).toHaveLength(0)
})

test('each of the 41 rules of files failed at least once, and people explained or corrected nearly all of it', async () => {
  const failed = await database.ownerSql`
    select rule_id, count(*)::int as results from rule_result where 'NOK' in (result, was) and sorting_order <= 41 group by rule_id`
  expect(failed).toHaveLength(41)
  const [left] = await database.ownerSql`
    select count(*) filter (where rule.changed_by is null)::int as unexplained, count(*)::int as results
    from fund_nav nav join workflow_instance at on at.object_id = nav.id
    join rule_result rule on rule.control_id = nav.current_control_id
    where rule.result in ('NOK', 'OK - justified') and at.status not in ('TO CONTROL', 'CONTROLLED')`
  expect(left?.unexplained).toBe(0)
  expect(left?.results).toBeGreaterThan(30)
})

test('a NAV without second files has at most one rule that is not OK, and residuals are below a basis point', async () => {
  const navs = await database.ownerSql`
    select fund.code, nav.nav_date::text as date, count(*)::int as alarms from fund_nav nav
    join fund on fund.id = nav.fund_id join rule_result rule on rule.control_id = nav.current_control_id
    where rule.result = 'NOK' and not exists (select from rule_result other
      where other.control_id = rule.control_id and other.severity = 'B' and 'NOK' in (other.result, other.was))
    group by 1, 2 having count(*) > 1`
  expect(navs.map(({ code, date }) => `${code} ${date}`)).toEqual([])
  const [bridges] = await database.ownerSql`
    select count(*)::int as stored, max(abs(bridge.residual_bp))::float as largest
    from fund_nav nav join nav_bridge bridge on bridge.control_id = nav.current_control_id`
  expect(bridges?.stored).toBeGreaterThan(150)
  expect(Number(bridges?.largest)).toBeLessThan(1)
})

test('the events form intact hash chains, each in date order, within the demo', async () => {
  const audit = await verifyAudit(database.read, 'key')
  expect(audit.broken).toBeNull()
  expect(audit.events).toBeGreaterThan(3_000)
  // The chain of reference data has the sources of NAVs, and accounts that are played after all NAVs.
  const [disordered] = await database.ownerSql`
    select count(*)::int as events from workflow_event event
    where event.object_id <> ${REFERENCE_OBJECT_ID} and exists (select from workflow_event before
      where before.object_id = event.object_id and before.seq = event.seq - 1 and before.at > event.at)`
  expect(disordered?.events).toBe(0)
  const [last] = await database.ownerSql`select max(at) < '2026-11-04' as within from workflow_event`
  expect(last?.within).toBe(true)
})

test.each([
  ['accountant1', 'ACCOUNTANT', ['ACCOUNTANT', 'ACCOUNTING'], 'navctrldashboard'],
  ['teamleader2', 'TEAM LEADER', ['ACCOUNTANT', 'ACCOUNTING', 'TEAM LEADER'], 'navctrldashboard'],
  ['manager1', 'MANAGER', ['MANAGER', 'SENDING'], 'production'],
  ['clientdesk2', 'CLIENT DESK', ['CLIENT'], 'draftsdashboard'],
  ['finance1', 'FINANCE', ['ACCOUNTING'], 'draftsdashboard'],
  ['treasurer3', 'TREASURY', ['PAYMENT'], 'transactiondashboard'],
  ['operations2', 'OPERATIONS', ['OPERATIONS'], 'processdashboard'],
  ['auditor1', 'AUDITOR', [], 'transactiondashboard'],
  ['admin', 'ADMIN', [], ''],
  ['admin2', 'ADMIN', [], ''],
])('%s logs in with the demo password', async (username, role, queues, homepage) => {
  const { userId: id } = await logIn(contextOf({ read: database.read, now: new Date() }), {
    username,
    password: 'fundesk-demo',
  })
  const actor = await actorById(contextOf({ read: database.read, now: new Date() }), id)
  expect([actor?.role, [...(actor?.queues ?? [])].sort(), actor?.homepage]).toEqual([role, queues, homepage])
})

test('the files of every control can be downloaded, and reading them again gives the stored figures', async () => {
  const { read } = database
  const controls = await database.ownerSql`
    select control.id, control.definition, json_agg(json_build_object('name', document.file_name, 'sha256',
      content.sha256, 'size', content.size) order by file.file_index) as files
    from nav_control control join nav_control_file file on file.control_id = control.id
    join document on document.id = file.document_id join document_content content on content.sha256 = document.sha256
    group by control.id order by control.id`
  expect(controls.length).toBe(stories().filter(({ work }) => work.kind === 'control').length + JUDGED_AGAIN)
  for (const { id, definition, files } of controls.filter((_, index) => index % 11 === 0)) {
    const set = definition === 'FIA 3 files' ? 'FIA3' : definition === 'FIA 2 files' ? 'FIA2' : 'MFFA'
    const uploaded = []
    for (const { name, ...content } of files as { name: string; sha256: string; size: number }[])
      uploaded.push({ name, bytes: await contentBytes(read, content) })
    expect(controlDataOf((await figuresJson(read, Number(id))) ?? '')).toEqual(
      await readControl(uploaded, set),
    )
  }
})

const sample = (path: string): NamedBytes => ({
  fileName: path.split('/').at(-1) ?? path,
  bytes: new Uint8Array(readFileSync(`${checkout}public/samples/${path}`)),
})

const SETS = { 'fia3-good': 'FIA3', 'fia3-faulty': 'FIA3', fia2: 'FIA2', mffa: 'MFFA' } as const

async function controlSample(folder: SampleSet | SampleError) {
  const files = (await makeSamples()).filter(({ path }) => path.startsWith(`${folder}/`))
  const site = { ...database, clock: () => new Date('2026-11-20T10:00:00Z') }
  const upload = {
    set: folder in SETS ? SETS[folder as SampleSet] : 'FIA3',
    files: files.map(({ path }) => sample(path)),
    reasonCode: 'FIRST',
    comment: 'Sample',
    fundNavId: null,
  } as const
  const run = await runControl(userWork(site, await actorOf('accountant1')), { workers }, upload)
  const results = await database.ownerSql`
    select rule_id, result, severity from rule_result where control_id = ${run.controlId} and sorting_order <= 41
    order by sorting_order`
  const [nav] = await database.ownerSql`
    select fund.code from fund_nav nav join fund on fund.id = nav.fund_id where nav.id = ${run.fundNavId}`
  expect(nav?.code).toBe(folder in SETS ? SAMPLE_NAVS[folder as SampleSet] : 'ARV03')
  const of = (wanted: string) => results.filter(({ result }) => result === wanted).map((each) => each.rule_id)
  const blocking = results.filter(({ result, severity }) => result === 'NOK' && severity === 'B')
  const nok = of('NOK')
  return {
    site,
    run,
    nok,
    blocking: blocking.map((each) => each.rule_id),
    without: of('OK - not applicable'),
  }
}

test('the good sample is OK in all applicable rules, and its matching has one break of each kind', async () => {
  const { site, run, nok, without } = await controlSample('fia3-good')
  expect({ ok: run.okCount, nok, without }).toEqual({ ok: 50, nok: [], without: ['N11'] })
  const { counts } = await runMatching(
    userWork(site, await actorOf('accountant1')),
    { workers },
    { fundNavId: run.fundNavId, files: [sample('matching.xlsx')] },
  )
  const { MATCHED, ...others } = counts
  expect(MATCHED).toBeGreaterThan(20)
  expect(Object.values(others)).toEqual([1, 1, 1, 1, 1])
})

/** The rules that find an error in consistent files, blocking ones first. */
const FOUND_BY: Record<SampleError, [blocking: string[], warning: string[]]> = {
  'error-usd-rate': [['N13'], []],
  'error-redemption-not-booked': [['N14', 'N15'], []],
  'error-prices-of-last-nav': [['I14', 'I15'], []],
  'error-bonds-too-high': [['I15'], []],
  'error-two-equities-too-high': [['I15'], ['I04']],
  'error-accrued-interest': [['I16'], ['B07']],
}

test.each(Object.keys(FOUND_BY) as SampleError[])(
  'the error of %s is detected, as its README says',
  async (set) => {
    const { nok, blocking } = await controlSample(set)
    const [blocks, warns] = FOUND_BY[set]
    expect(blocking).toEqual(blocks)
    expect(nok.filter((rule) => !blocking.includes(rule))).toEqual(warns)
    const readme = new TextDecoder().decode(sample('README.txt').bytes)
    const described = readme.slice(readme.indexOf(`  ${set} `)).split(/\n {2}error-|\n\n/)[0]
    for (const rule of nok) expect(described).toMatch(new RegExp(`\\b${rule} `))
  },
)

test('the faulty sample has exactly the errors named in its README', async () => {
  const { run, nok, blocking, without } = await controlSample('fia3-faulty')
  expect(blocking).toEqual(['N03', 'N04', 'N08', 'B04', 'I02'])
  expect(nok).toEqual(['N03', 'N04', 'N08', 'N14', 'N15', 'B03', 'B04', 'I02', 'I03', 'I05', 'I07', 'I10'])
  expect({ ok: run.okCount, without }).toEqual({ ok: 38, without: ['N11', 'B06', 'I12'] })
  const readme = new TextDecoder().decode(sample('README.txt').bytes)
  for (const rule of nok) expect(readme).toMatch(new RegExp(`\\b${rule} `))
})

test('the sample of two files is OK, without the bridge and the inventory rules', async () => {
  const { run, without } = await controlSample('fia2')
  const inventory = Array.from({ length: 16 }, (_, i) => `I${String(i + 1).padStart(2, '0')}`)
  expect({ ok: run.okCount, without }).toEqual({ ok: 50, without: ['N11', 'N15', ...inventory] })
})

test('the MultiFonds sample is OK in all applicable rules', async () => {
  const { run, without } = await controlSample('mffa')
  expect({ ok: run.okCount, without }).toEqual({ ok: 50, without: ['N11'] })
})
