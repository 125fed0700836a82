import { type MadeControl, ran, storedControl } from 'tests/support/areas/prices/price-site'
import { constructedNavs } from 'tests/support/areas/production/constructed'
import { contextOf, userWork } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite, type UserName } from 'tests/support/site'
import { expect, test } from 'vitest'
import { type Justification, justify, resultsOf } from '~/areas/prices/justify.server'

const site = await opened(testSite())
const constructed = constructedNavs(site)

const ISIN = 'LU0000000001'
const clock = () => new Date('2026-11-03T09:00:00Z')
let dates = 0

/** A new date, with one fund for each control; `happens` comes after its control. */
async function funds(made: readonly (Partial<MadeControl> & { happens?: 'submit' | 'send' | 'cancel' })[]) {
  const date = `2026-${String(1 + (++dates % 9)).padStart(2, '0')}-28`
  const all: { fundCode: string; navId: number; controlId: number }[] = []
  for (const [at, { happens, ...control }] of made.entries()) {
    const fundCode = `J${dates}F${at + 1}`
    const [navId = 0] = await constructed.addFund(fundCode, { navDates: [date] })
    const lines = [{ isin: ISIN, price: '105', code: 'HERE' }]
    const controlId = await storedControl(site.ownerSql, navId, { tna: '1000', lines, ...control, fundCode })
    await constructed.happen(navId, ran())
    if (happens) await constructed.happen(navId, [happens, 'accountant1', '2026-11-02T09:00:00Z'])
    all.push({ fundCode, navId, controlId })
  }
  return { date, all }
}

const user = (name: string) => site.actor(name as UserName)
const input = (date: string, more: Partial<Justification> = {}): Justification => ({
  rule: 'I15',
  navDate: date,
  code: ISIN,
  comment: 'Confirmed by the depositary',
  only: null,
  ...more,
})
const stored = async (date: string) =>
  (
    await site.ownerSql<{ code: string; result: string; comment: string }[]>`
      select fund.code, result.result, result.comment from rule_result result
      join nav_control control on control.id = result.control_id
      join fund_nav nav on nav.id = control.fund_nav_id join fund on fund.id = nav.fund_id
      where nav.nav_date = ${date} order by 1`
  ).map(({ code, result, comment }) => [code.slice(-1), result, comment])

test('one justification changes every result it fully covers, each with an event; the others say why not', async () => {
  const { date, all } = await funds([
    { results: { I15: ['HERE'] } },
    { results: { I15: ['HERE', 'HERE'] }, happens: 'submit' },
    { results: { I15: ['HERE', 'OTHER'] } },
    { results: { I15: ['HERE'] }, happens: 'send' },
    { results: { I15: ['OTHER'] } },
    { results: { I15: [] } },
    { results: { I15: Array.from({ length: 51 }, () => 'HERE') } },
    { results: { I15: ['HERE'] }, happens: 'cancel' },
  ])
  const preview = await resultsOf(contextOf({ read: site.read, actor: user('accountant1') }), input(date))
  const reasons = [
    null,
    null,
    'It has other breaches too: OTHER. Open the result and justify all of them together.',
    'This NAV is SENT: it is read-only. A team leader can reopen it.',
    'It has other breaches. Open the result and justify all of them together.',
    'This NAV is CANCELLED: it is read-only.',
  ]
  expect(preview.map(({ why_not }) => why_not)).toEqual(reasons)
  const answers = await justify(userWork({ ...site, clock }, user('accountant1')), input(date))
  expect(
    answers.map(({ fund_code, justified, why_not }) => [fund_code.slice(-1), justified, why_not]),
  ).toEqual(['1', '2', '3', '4', '7', '8'].map((fund, at) => [fund, at < 2, reasons[at] ?? null]))
  expect(await stored(date)).toEqual([
    ['1', 'OK - justified', 'Confirmed by the depositary'],
    ['2', 'OK - justified', 'Confirmed by the depositary'],
    ...[3, 4, 5].map((fund) => [String(fund), 'NOK', '']),
    ['6', 'OK', ''],
    ...[7, 8].map((fund) => [String(fund), 'NOK', '']),
  ])
  const eventsOf = async (at: number) =>
    (
      await site.ownerSql<{ name: string; status: string }[]>`
        select name, status || ' (' || queue || ')' as status from workflow_event
        where object_id = ${all[at]?.navId ?? 0} order by seq`
    ).map(({ name, status }) => `${name}: ${status}`)
  expect((await eventsOf(0)).at(-1)).toBe('override rule: CONTROLLED (ACCOUNTANT)')
  // The approvals requested by the submitted one are void.
  expect((await eventsOf(1)).slice(-2)).toEqual([
    expect.stringMatching(/: CONTROLLED \(ACCOUNTANT\)$/),
    'override rule: CONTROLLED (ACCOUNTANT)',
  ])
  expect((await eventsOf(2)).filter((event) => event.startsWith('override'))).toEqual([])
})

test('repeating the key does nothing twice and gives the same answer', async () => {
  const { date, all } = await funds([{ results: { N13: ['USD'] } }, { results: { N13: ['USD'] } }])
  const request = input(date, { rule: 'N13', code: 'USD', comment: 'The source was late' })
  const first = await justify(userWork({ ...site, clock }, user('accountant2'), 'first'), request)
  expect(first.map(({ justified, result }) => [justified, result])).toEqual([
    [true, 'OK - justified'],
    [true, 'OK - justified'],
  ])
  expect(await justify(userWork({ ...site, clock }, user('accountant2'), 'first'), request)).toEqual(first)
  const events = await site.ownerSql`
    select id from workflow_event where name = 'override rule' and object_id in ${site.ownerSql(all.map(({ navId }) => navId))}`
  expect(events).toHaveLength(2)
  const again = await justify(userWork({ ...site, clock }, user('accountant2'), 'another'), request)
  expect(again.map(({ justified, why_not }) => [justified, why_not])).toEqual([
    [false, 'It is justified already.'],
    [false, 'It is justified already.'],
  ])
})

test('only the results shown are changed', async () => {
  const { date } = await funds([{ results: { I15: ['HERE'] } }, { results: { I15: ['HERE'] } }])
  const [first] = await resultsOf(contextOf({ read: site.read, actor: user('accountant1') }), input(date))
  const answers = await justify(
    userWork({ ...site, clock }, user('accountant1')),
    input(date, { only: [first?.rule_result_id ?? 0] }),
  )
  expect(answers).toHaveLength(1)
  expect((await stored(date)).map(([, result]) => result)).toEqual(['OK - justified', 'NOK'])
})

test('a comment is mandatory, and there must be something to justify', async () => {
  const { date } = await funds([{ results: { I15: ['HERE'] } }])
  await expect(
    justify(userWork({ ...site, clock }, user('accountant1')), input(date, { comment: '  ' })),
  ).rejects.toMatchObject({
    code: 'invalid',
    options: { fields: { comment: expect.any(String) } },
  })
  const nothing = justify(
    userWork({ ...site, clock }, user('accountant1')),
    input(date, { code: 'LU0000000009' }),
  )
  await expect(nothing).rejects.toMatchObject({
    code: 'not-found',
    message: expect.stringContaining('LU0000000009'),
  })
  expect((await stored(date)).map(([, result]) => result)).toEqual(['NOK'])
})

test.each([
  ['manager1', 'Read-only. Accountants upload and override.'],
  ['auditor1', 'Read-only. Uploading and overriding need the permission for NAV Controls.'],
])('%s changes nothing and sees why', async (name, why) => {
  const { date } = await funds([{ results: { I15: ['HERE'] } }])
  const answers = await justify(userWork({ ...site, clock }, user(name)), input(date))
  expect(answers.map(({ justified, why_not }) => [justified, why_not])).toEqual([[false, why]])
  expect((await stored(date)).map(([, result]) => result)).toEqual(['NOK'])
})

test('a control that ran between the list and the change is not affected', async () => {
  const { date, all } = await funds([{ results: { I15: ['HERE'] } }, { results: { I15: ['HERE'] } }])
  const [first] = all
  const transaction: typeof site.transaction = async (work) => {
    // The newer control comes just before the first change.
    const { fundCode = '', navId = 0 } = first ?? {}
    if ((await site.ownerSql`select 1 from nav_control where fund_nav_id = ${navId}`).length === 1)
      await storedControl(site.ownerSql, navId, {
        fundCode,
        tna: '1000',
        lines: [],
        results: { I15: ['HERE'] },
      })
    return site.transaction(work)
  }
  const answers = await justify(
    userWork({ read: site.read, transaction, clock }, user('accountant1')),
    input(date),
  )
  expect(answers.map(({ justified, why_not }) => [justified, why_not])).toEqual([
    [false, 'A newer control has run: its results count. This one is read-only.'],
    [true, null],
  ])
})
