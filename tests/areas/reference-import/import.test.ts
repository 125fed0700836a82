import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { expect, test } from 'vitest'
import { workOf } from '~/areas/access/user-work.server'
import { accountPlan, feeSchedule, latestRates } from '~/areas/reference-data/fund-reference.server'
import { runImport } from '~/areas/reference-import/run-import.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'
import { importsInto } from '../../support/areas/reference-import/imports-into'
import { fundNavByDate } from '../../support/areas/reference-import/queries'
import { bookFile, date, FUND_HEADS, goodBook } from '../../support/areas/reference-import/reference-book'

const site = await opened(testDatabase())
const imports = await importsInto(site)

test('a dry run lists every change and stores nothing', async () => {
  const report = await imports.run(goodBook(), null, true)
  expect(report.dryRun).toBe(true)
  expect(report.sheets.map(({ sheet, rows, inserted }) => [sheet, rows, inserted])).toEqual([
    ['Currencies', 2, 2],
    ['Legal entities', 2, 2],
    ['Users', 1, 1],
    ['Authorisations', 2, 2],
    ['Funds', 2, 2],
    ['Share classes', 3, 3],
    ['Fee schedule', 3, 3],
    ['NAV calendar', 3, 3],
    ['Benchmarks', 2, 2],
    ['Account plan', 2, 0],
    ['Exchange rates', 1, 1],
    ['Expense types', 1, 1],
    ['Expense accounts', 3, 3],
    ['Routine types', 1, 1],
    ['Client validators', 1, 1],
    ['Authorisation matrix', 3, 3],
    ['Calendar holidays', 1, 1],
  ])
  const [counts] = await site.ownerSql`
    select (select count(*) from fund) as funds, (select count(*) from app_user) as users,
      (select count(*) from workflow_event) as events, (select count(*) from pending_change) as waiting`
  expect(counts).toEqual({ funds: '0', users: '1', events: '0', waiting: '0' })
})

test('a full workbook is stored on a site with only the first administrator', async () => {
  const report = await imports.run(goodBook())
  expect(report.notes).toEqual([])
  const [fund] = await site.ownerSql`select * from fund where code = '2045'`
  expect(fund).toMatchObject({
    type: 'BOND',
    regime: 'AIF',
    provider: 'MFFA',
    client_validation: false,
    accountant: null,
  })
  const classes = await site.ownerSql`
    select code, decimals, active_from, active_to, reference, hedged from share_class order by code`
  expect(classes).toEqual([
    { code: '2045-I', decimals: 0, active_from: null, active_to: null, reference: true, hedged: false },
    {
      code: 'AL1-A',
      decimals: 2,
      active_from: '2020-01-01',
      active_to: null,
      reference: true,
      hedged: false,
    },
    {
      code: 'AL1-B',
      decimals: 4,
      active_from: '2021-02-01',
      active_to: '2027-12-31',
      reference: false,
      hedged: true,
    },
  ])
  const levels = await site.ownerSql`select date, level from benchmark_level order by date`
  expect(levels).toEqual([
    { date: '2026-11-19', level: '3421.55' },
    { date: '2026-11-20', level: '3430.125' },
  ])
  const [entity] = await site.ownerSql`select * from legal_entity where kind = 'SUPPLIER'`
  expect(entity).toMatchObject({
    name: 'Birch Audit S.à r.l.',
    vat_number: 'LU12345678',
    dead_date: '2027-12-31',
  })
  const [plan] = await site.ownerSql`select account_class from account_prefix where prefix = '38'`
  expect(plan?.account_class).toBe('accrued interest')
  const [validator] = await site.ownerSql`
    select v.last_name, v.is_retired, e.name from client_validator v join legal_entity e on e.id = v.legal_entity_id`
  expect(validator).toEqual({ last_name: 'Reuter', is_retired: false, name: 'Alder Fund SICAV' })
})

test('the sets, year ends, fees and sides of that import are stored, percentages as such', async () => {
  const funds = await site.ownerSql`select code, control_set, year_end from fund order by code`
  expect(funds).toEqual([
    { code: '2045', control_set: null, year_end: null },
    { code: 'AL1', control_set: 'FIA 3', year_end: '06-30' },
  ])
  const classes = await site.ownerSql`select code, management_fee from share_class order by code`
  expect(classes.map(({ code, management_fee }) => `${code} ${management_fee}`)).toEqual([
    '2045-I 0',
    'AL1-A 1.25',
    'AL1-B 0.9',
  ])
  expect([...(await accountPlan(site.read))].filter(({ prefix }) => /^(38|69|7)/.test(prefix))).toEqual([
    { prefix: '38', accountClass: 'accrued interest', side: 'both', dividends: false },
    { prefix: '69', accountClass: 'results', side: null, dividends: false },
    { prefix: '7', accountClass: 'income', side: null, dividends: false },
    { prefix: '79', accountClass: 'results', side: null, dividends: false },
  ])
  const ofClasses = { accountPrefix: '611', validFrom: '2026-01-01', validTo: null, rate: null, amount: null }
  const ofTna = { accountPrefix: '612', validFrom: '2026-01-01', validTo: '2026-12-31', amount: null }
  expect(await feeSchedule(site.read, 'AL1', '2026-12-31')).toEqual([
    { ...ofClasses, days: 'ACT' },
    { ...ofTna, rate: '0.07', days: '365' },
  ])
  expect(await feeSchedule(site.read, 'AL1', '2027-01-01')).toMatchObject([{ accountPrefix: '611' }])
  expect(await feeSchedule(site.read, '2045', '2026-06-30')).toEqual([])
  expect(await feeSchedule(site.read, '2045', '2026-07-01')).toMatchObject([
    { accountPrefix: '612', rate: null, amount: '25000.5', days: '360' },
  ])
})

test('the authorisation matrix of that import takes effect at once', async () => {
  const rules = await site.ownerSql`
    select currency, amount_from, amount_to, rule, valid_from, valid_to from authorisation_rule order by amount_from`
  const from = { currency: 'EUR', valid_from: '2026-01-01', valid_to: null }
  expect(rules).toEqual([
    { ...from, amount_from: '0.00', amount_to: '5000.00', rule: 'A' },
    { ...from, amount_from: '5000.01', amount_to: null, rule: 'A+B' },
  ])
  const people = await site.ownerSql`
    select v.last_name, s.signatory_class, s.valid_from, s.valid_to
    from signatory s join client_validator v on v.id = s.validator_id`
  expect(people).toEqual([
    { last_name: 'Reuter', signatory_class: 'A', valid_from: '2026-01-01', valid_to: '2027-12-31' },
  ])
})

test('the users of that import take effect at once, with their queues, and cannot log in yet', async () => {
  const [marie] = await site.ownerSql`
    select u.id, u.password_hash, string_agg(q.queue, ' ' order by q.queue) as queues
    from app_user u join user_queue q on q.user_id = u.id where u.user_name = 'marie' group by u.id`
  expect(marie).toMatchObject({ password_hash: null, queues: 'ACCOUNTANT ACCOUNTING' })
  const rights = await site.ownerSql`
    select function_id, may_add, may_update, may_delete from authorisation where user_id = ${marie?.id} order by 1`
  expect(rights).toEqual([
    { function_id: 'navctrl', may_add: true, may_update: true, may_delete: false },
    { function_id: 'production', may_add: false, may_update: true, may_delete: false },
  ])
})

test('each day of the calendar is an expected NAV with its workflow', async () => {
  const navs = await site.ownerSql`
    select f.code, n.nav_date, n.max_prebalance_date, n.max_sending_date, i.queue, i.status, i.round, e.hash, e.log
    from fund_nav n join fund f on f.id = n.fund_id
    join workflow_instance i on i.object_id = n.id join workflow_event e on e.id = i.last_event_id
    order by n.nav_date, f.code`
  expect(navs).toHaveLength(3)
  expect(navs[0]).toMatchObject({
    code: 'AL1',
    nav_date: '2026-11-19',
    max_prebalance_date: '2026-11-20',
    max_sending_date: '2026-11-23',
    queue: 'ACCOUNTANT',
    status: 'TO CONTROL',
    round: 1,
    log: 'Created from the NAV calendar',
  })
})

test('the import is an event that names every changed field', async () => {
  const events = await site.ownerSql`
    select name, status, who_name, log, data from workflow_event where object_id = 1 order by seq`
  expect(events.map(({ name }) => name)).toEqual(['import', ...Array(3).fill('change in force')])
  expect(events[0]).toMatchObject({ name: 'import', status: 'IMPORTED', who_name: 'SYSTEM' })
  expect(events[0]?.data.file).toBe('reference.xlsx')
  expect(events[0]?.data.changes).toContain('Exchange rates USD 2026-11-19: new; Rate "0.8643"')
})

test('the same workbook again changes nothing', async () => {
  const report = await imports.run(goodBook())
  expect(report.changes).toEqual([])
  for (const { rows, unchanged } of report.sheets) expect(unchanged).toBe(rows)
})

test('of one prefix the latest fee in force counts, and of a currency the latest rate on or before the day', async () => {
  const head = goodBook()['Fee schedule']?.slice(0, 1) ?? []
  const later = ['AL1', '612', date('2026-07-01'), date('2026-09-30'), 0.05, null, 'ACT']
  const report = await imports.run({
    'Fee schedule': [...head, later],
    'Exchange rates': [
      ['Currency', 'Date', 'Rate'],
      ['USD', date('2026-11-12'), '0.8600'],
      ['CHF', date('2026-11-10'), 1.0691],
    ],
  })
  expect(report.sheets).toMatchObject([{ inserted: 1 }, { inserted: 2 }])
  const rateOn = async (day: string) =>
    (await feeSchedule(site.read, 'AL1', day)).find(({ accountPrefix }) => accountPrefix === '612')?.rate
  expect(await Promise.all(['2026-06-30', '2026-07-01', '2026-09-30', '2026-10-01'].map(rateOn))).toEqual([
    '0.07',
    '0.05',
    '0.05',
    '0.07',
  ])
  const rates = async (day: string, oldest?: string) => [...(await latestRates(site.read, day, oldest))]
  expect(await rates('2026-11-18')).toEqual([
    ['CHF', { rate: '1.0691', date: '2026-11-10' }],
    ['USD', { rate: '0.86', date: '2026-11-12' }],
  ])
  expect(await rates('2026-11-18', '2026-11-13')).toEqual([])
  expect(await rates('2026-11-19', '2026-11-14')).toEqual([['USD', { rate: '0.8643', date: '2026-11-19' }]])
})

test('changes of fees, sets and year ends are reported in the terms of the sheet', async () => {
  const report = await imports.run(
    {
      Funds: [
        [...FUND_HEADS, 'Set', 'Year end'],
        ['AL1', 'Alder Equity', 'EUR', 'EQUITY', 'UCITS', 'FIA', 'yes', null, date('2026-09-30')],
        [2045, 'Alder Bond', 'USD', 'bond', 'AIF', 'MFFA', 'no', 'FIA 2', null],
      ],
      'Fee schedule': [
        ['Fund code', 'Account prefix', 'From', 'Amount', 'Days'],
        ['AL1', '611', date('2026-01-01'), 12_000, 'ACT'],
      ],
    },
    null,
    true,
  )
  expect(report.changes.map(({ key, fields }) => [key, fields])).toEqual([
    [
      'AL1',
      [
        { field: 'Set', before: 'FIA 3', after: '' },
        { field: 'Year end', before: '30/06', after: '30/09' },
      ],
    ],
    ['2045', [{ field: 'Set', before: '', after: 'FIA 2' }]],
    ['AL1 611 2026-01-01', [{ field: 'Amount', before: '', after: '12000' }]],
  ])
  expect(report.notes).toEqual(['Sheet "Funds", row 3: please check, FIA 2 is not a set of MFFA funds.'])
})

test('a changed row is an update with old and new values', async () => {
  const book = goodBook()
  const calendar = book['NAV calendar'] ?? []
  calendar[1] = ['AL1', date('2026-11-19'), date('2026-11-20'), date('2026-11-24')]
  const before = await fundNavByDate(site, 'AL1', '2026-11-19')
  const report = await imports.run({ 'NAV calendar': calendar })
  expect(report.changes).toEqual([
    {
      sheet: 'NAV calendar',
      row: 2,
      key: 'AL1 2026-11-19',
      action: 'update',
      waits: false,
      fields: [{ field: 'Max sending date', before: '2026-11-23', after: '2026-11-24' }],
    },
  ])
  const after = await fundNavByDate(site, 'AL1', '2026-11-19')
  expect(after).toEqual({ ...before, max_sending_date: '2026-11-24' })
})

test('a sheet without an optional column does not change that field', async () => {
  const report = await imports.run({
    funds: [
      [' fund CODE', 'Name', 'Cürrency', 'Type', 'Regime', 'Provider', 'Clientvalidation', 'Colour'],
      ['AL1', 'Alder Equity Fund', 'EUR', 'EQUITY', 'UCITS', 'FIA', 'yes', 'green'],
    ],
  })
  expect(report.changes.map(({ fields }) => fields)).toEqual([
    [{ field: 'Name', before: 'Alder Equity', after: 'Alder Equity Fund' }],
  ])
  expect(report.notes).toEqual(['Sheet "funds": column "Colour" is unknown and was ignored.'])
  const [fund] = await site.ownerSql`select name, accountant, benchmark from fund where code = 'AL1'`
  expect(fund).toEqual({ name: 'Alder Equity Fund', accountant: 'marie', benchmark: 'MSCI World' })
})

test('unknown and empty sheets are reported in notes', async () => {
  const report = await imports.run({
    'Read me': [['Nothing here']],
    Benchmarks: [],
    Currencies: [['Code', 'Name']],
  })
  expect(report.changes).toEqual([])
  expect(report.notes).toEqual([
    'Sheet "Read me" is unknown and was ignored.',
    'Sheet "Benchmarks" is empty.',
  ])
})

test('a workbook without reference data sheets is refused by name', async () => {
  await expect(imports.run({ 'Read me': [['Nothing here']], Benchmarks: [] })).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/^reference\.xlsx has no sheet of reference data\. Choose a workbook/),
    options: { list: ['Sheet "Read me" is unknown and was ignored.', 'Sheet "Benchmarks" is empty.'] },
  })
})

test('10,000 calendar days are imported at once', async () => {
  const days = Array.from({ length: 10_000 }, (_, i) => {
    const day = new Date(Date.UTC(2030, 0, 1 + Math.floor(i / 2)))
    return [i % 2 ? 'AL1' : '2045', day, day, day]
  })
  const header = ['Fund code', 'NAV date', 'Max prebalance date', 'Max sending date']
  const file = await bookFile({ 'NAV calendar': [header, ...days] })
  const report = await runImport(workOf(imports.services, null), imports.services, file, { dryRun: false })
  expect(report.sheets).toMatchObject([{ inserted: 10_000 }])
  const [{ count } = {}] = await site.ownerSql`
    select count(*) from fund_nav n join workflow_instance i on i.object_id = n.id where n.nav_date >= '2030-01-01'`
  expect(count).toBe('10000')
  const audit = await verifyAudit(site.read, 'no checkpoint was signed')
  expect(audit).toMatchObject({ broken: null })
})

test('the calendar accepts cut-off times as text or spreadsheet times, and leaves missing ones unchanged', async () => {
  const header = ['Fund code', 'NAV date', 'Max sending date', 'Max sending time']
  const day = new Date(Date.UTC(2046, 0, 31))
  const load = async (...rows: unknown[][]) => {
    await runImport(
      workOf(imports.services, null),
      imports.services,
      await bookFile({ 'NAV calendar': rows as never }),
      {
        dryRun: false,
      },
    )
    return site.ownerSql`select max_sending_time as time from fund_nav where nav_date = '2046-01-31' order by 1`
  }
  expect(await load(header, ['AL1', day, day, '9:05'], ['2045', day, day, 17.5 / 24])).toEqual([
    { time: '09:05' },
    { time: '17:30' },
  ])
  const later = new Date(Date.UTC(2046, 1, 1))
  expect(await load(header.slice(0, 3), ['AL1', day, later], ['2045', day, later])).toEqual([
    { time: '09:05' },
    { time: '17:30' },
  ])
  await expect(load(header, ['AL1', day, day, 'noon'])).rejects.toMatchObject({
    options: { list: [expect.stringContaining('"noon" is not a time of day (hh:mm, such as 17:30)')] },
  })
})

test('a workbook over 20 MB is refused', async () => {
  const file = { name: 'big.xlsx', bytes: new Uint8Array(20 * 1024 * 1024 + 1) }
  await expect(
    runImport(workOf(imports.services, null), imports.services, file, { dryRun: true }),
  ).rejects.toMatchObject({
    code: 'too-large',
    message: 'big.xlsx is larger than 20 MB. Split it into several workbooks.',
  })
})
