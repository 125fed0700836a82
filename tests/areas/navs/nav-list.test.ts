import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { ruleResultForEdit } from '~/areas/navs/control/override-rule.server'
import { ruleResultsOf } from '~/areas/navs/control/rule-results.server'
import { navList } from '~/areas/navs/list.server'
import { countLateNavs } from '~/areas/navs/nav-facts.server'
import { navElements, navValidation } from '~/areas/navs/nav-view.server'
import { type ListFilter, type ListQuery, WHOLE } from '~/platform/lists/list'

const site = await opened(testSite())
const alpha = await site.addFund({ fundCode: 'ALPHA', fundName: 'Alpha 100% Fund' })
const beta = await site.addFund({ fundCode: 'BETA', fundName: 'Beta_Fund', provider: 'MFFA' })
const controlId = (await site.control('accountant1', alpha)).controlId
await site.step('accountant2', alpha.navId, 'submit')
await site.step('teamleader1', alpha.navId, 'return', { comment: 'x' })
await site.step('accountant1', alpha.navId, 'submit')

const all = { ...WHOLE, size: 1_000 }
/** After the prebalance date, before the sending date. */
const at = (today: string, time: string) =>
  contextOf({
    read: site.read,
    now: new Date(`${today}T${time}:00+01:00`),
    timeZone: 'Europe/Luxembourg',
  })
const list = () => navList(at('2026-11-09', '12:00'))
const navs = (query: Partial<ListQuery>) => list().page({ ...all, ...query })
const filtered = (column: string, operator: ListFilter['operator'], ...values: string[]) =>
  navs({ filters: [{ column, operator, values }] })

test('a row of the NAV list shows the status of a NAV and who did what first', async () => {
  const { rows, total } = await filtered('fundnavid', 'equals', String(alpha.navId))
  expect(total).toBe(1)
  expect(rows).toEqual([
    {
      fundnavid: alpha.navId,
      fundname: 'Alpha 100% Fund',
      fundcode: 'ALPHA',
      navdate: '2026-10-30',
      maxsendingdate: '2026-11-10',
      maxsendingtime: null,
      submittedby: 'Amélie Schroeder',
      first_accountant_validator: 'Björn Lindqvist',
      lastcontroldate: expect.any(Date),
      rules: '25 OK · 25 not applicable',
      currentdisplay: 'SUBMITTED (TEAM LEADER)',
      currentdashboard: 'pending',
      currentstatus: 'SUBMITTED',
      days_late: null,
      late_since: null,
    },
  ])
})

test('a NAV without a control has its row too', async () => {
  const { rows } = await filtered('fundnavid', 'equals', String(beta.navId))
  expect(rows).toMatchObject([
    {
      submittedby: null,
      lastcontroldate: null,
      rules: null,
      first_accountant_validator: null,
      currentstatus: 'TO CONTROL',
    },
  ])
})

test('filters, search and sorting use the displayed values', async () => {
  const codes = async (answer: Promise<{ rows: { fundnavid: number }[] }>) =>
    (await answer).rows.map(({ fundnavid }) => fundnavid)
  expect(await codes(filtered('currentdisplay', 'contains', '(team leader)'))).toEqual([alpha.navId])
  expect(await codes(filtered('currentstatus', 'in', 'SUBMITTED', 'SENT'))).toEqual([alpha.navId])
  expect(await codes(filtered('first_accountant_validator', 'contains', 'LINDQVIST'))).toEqual([alpha.navId])
  expect(await codes(filtered('lastcontroldate', 'equals', '2026-11-02'))).toEqual([alpha.navId])
  expect(await codes(filtered('navdate', 'between', '2026-10-01', '2026-10-31'))).toEqual([
    alpha.navId,
    beta.navId,
  ])
  expect(await codes(navs({ search: '100%' }))).toEqual([alpha.previousNavId, alpha.navId])
  expect(await codes(navs({ search: 'a_f' }))).toEqual([beta.previousNavId, beta.navId])
  const sorted = await codes(
    navs({
      sort: [
        { column: 'lastcontroldate', descending: true },
        { column: 'fundcode', descending: true },
      ],
    }),
  )
  expect(sorted[0]).toBe(alpha.navId)
  // Ties are ordered in the direction of the last sort column.
  expect(sorted.slice(1)).toEqual([beta.navId, beta.previousNavId, alpha.previousNavId])
})

test('a NAV is late past its sending date, or past its prebalance date while with the accountant', async () => {
  const late = async (today: string, time = '12:00') => {
    const { rows } = await navList(at(today, time)).page({
      ...all,
      filters: [{ column: 'days_late', operator: 'filled', values: [] }],
    })
    expect(await countLateNavs(at(today, time))).toBe(rows.length)
    return new Map(rows.map((row) => [row.fundnavid, row.days_late]))
  }
  await site.ownerSql`update fund_nav set max_prebalance_date = '2026-11-05', max_sending_date = '2026-11-10'
    where nav_date = '2026-10-30'`
  // Submitted, and not even controlled.
  expect((await late('2026-11-05')).has(beta.navId)).toBe(false)
  expect((await late('2026-11-07')).get(beta.navId)).toBe(2)
  expect((await late('2026-11-07')).has(alpha.navId)).toBe(false)
  expect((await late('2026-11-11')).get(alpha.navId)).toBe(1)
  // Of 10 to 15 November, four are business days; a holiday of the fund's calendar is none.
  expect((await late('2026-11-16')).get(alpha.navId)).toBe(4)
  await site.ownerSql`insert into calendar_holiday (calendar, date, name) values ('Late', '2026-11-11', 'Day of peace')`
  await site.ownerSql`update fund set calendar = 'Late'`
  expect((await late('2026-11-16')).get(alpha.navId)).toBe(3)
  await site.ownerSql`update fund set calendar = null`
  // A cut-off time ends its day early.
  await site.ownerSql`update fund_nav set max_prebalance_time = '17:00', max_sending_time = '11:30'
    where nav_date = '2026-10-30'`
  expect((await late('2026-11-05', '17:00')).has(beta.navId)).toBe(false)
  expect((await late('2026-11-05', '17:01')).get(beta.navId)).toBe(0)
  expect((await late('2026-11-10', '11:29')).has(alpha.navId)).toBe(false)
  expect((await late('2026-11-10', '11:31')).get(alpha.navId)).toBe(0)
  const { rows } = await filtered('fundnavid', 'equals', String(alpha.navId))
  expect(rows).toMatchObject([{ maxsendingtime: '11:30' }])
  await site.ownerSql`update fund_nav set max_sending_date = '2026-11-10', max_prebalance_date = null`
})

test('pages do not overlap, and count all rows', async () => {
  const pages = await Promise.all([1, 2, 3].map((page) => navs({ page, size: 2 })))
  expect(pages.map(({ rows }) => rows.length)).toEqual([2, 2, 0])
  expect(pages.map(({ total }) => total)).toEqual([4, 4, 4])
  expect(new Set(pages.flatMap(({ rows }) => rows.map(({ fundnavid }) => fundnavid))).size).toBe(4)
})

test('the NAV elements are those of the current control, exact and with class names', async () => {
  const { rows, total } = await navElements(site.read, alpha.navId).page(all)
  expect(total).toBe(32)
  const tna = rows.find(({ style }) => style === 'FUND TNA')
  expect(tna).toMatchObject({ object_name: 'Alpha 100% Fund', iso3currency: 'EUR' })
  expect(Number(tna?.point_value)).toBe(Number(alpha.model.tna))
  expect((await navElements(site.read, beta.navId).page(all)).total).toBe(0)
})

test('the panel shows the current control unless another is chosen', async () => {
  const request = { fundNavId: alpha.navId }
  const view = await navValidation(contextOf({ read: site.read, actor: site.actor('auditor1') }), {
    ...request,
    controlId: null,
  })
  expect(view.selected).toMatchObject({ control: { id: controlId } })
  expect(view.selected?.results).toHaveLength(50)
  expect(view.readOnly).toMatch(/^Read-only\. /)
  const unknown = await navValidation(contextOf({ read: site.read, actor: site.actor('accountant1') }), {
    ...request,
    controlId: 1,
  })
  expect(unknown.selected?.control.id).toBe(controlId)
  expect(unknown.readOnly).toBeNull()
  await expect(
    navValidation(contextOf({ read: site.read, actor: site.actor('accountant1') }), {
      ...request,
      fundNavId: 1,
      controlId: null,
    }),
  ).rejects.toMatchObject({ code: 'not-found' })
})

test('accountants may edit a rule result while its control is the current one', async () => {
  const [rule] = await ruleResultsOf(site.read, controlId)
  const readOnly = async (user: 'accountant1' | 'auditor1' | 'manager1') =>
    (await ruleResultForEdit(contextOf({ read: site.read, actor: site.actor(user) }), rule?.id ?? 0)).readOnly
  expect(await readOnly('accountant1')).toBeNull()
  expect(await readOnly('auditor1')).toMatch(/need the permission/)
  expect(await readOnly('manager1')).toMatch(/Accountants upload and override/)
  await site.control('accountant1', alpha)
  expect(await readOnly('accountant1')).toMatch(/^A newer control has run/)
})
