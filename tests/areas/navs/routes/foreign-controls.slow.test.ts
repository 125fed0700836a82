import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, expect, test } from 'vitest'

const site = await opened(httpSite())
const own = await controlled('LUX001')
const foreign = await controlled('LUX002')
afterAll(() => expect(site.crashes()).toEqual([]))

interface Controlled {
  navId: number
  controlId: number
  ruleId: number
}

async function controlled(fundCode: string): Promise<Controlled> {
  const fund = await site.addFund({ fundCode })
  await site.control('accountant1', { ...fund, model: fund.previous })
  const { controlId } = await site.control('accountant1', fund)
  const [rule] = await site.ownerSql<{ id: number }[]>`
    select id from rule_result where control_id = ${controlId} and result = 'OK' limit 1`
  return { navId: fund.navId, controlId, ruleId: Number(rule?.id) }
}

/** Every address below a control of a NAV: pages, their data and files, in both lists. */
const below = (navId: number, { controlId, ruleId }: Pick<Controlled, 'controlId' | 'ruleId'>) =>
  [
    ['/nav-controls', 'accountant1'],
    ['/production', 'accountant1'],
  ].flatMap(([list, user]) => {
    const control = `${list}/${navId}/controls/${controlId}`
    return [
      `${control}/rules/${ruleId}`,
      `${control}/rules/${ruleId}.data`,
      ...['nav', 'balance', 'inventory'].map((tab) => `${control}/delta/${tab}`),
      `${control}/delta/nav.data`,
      ...['xlsx', 'csv', 'pdf'].map((format) => `${control}/delta/nav/export/nav_delta.${format}`),
      `${control}/report.xlsx`,
    ].map((path) => [user, path] as const)
  })

test('a control is found below its own NAV', async () => {
  // All its rules are OK: the report says so.
  for (const [user, path] of below(own.navId, own))
    expect([path, (await site.ask(user ?? '', path)).status]).toEqual([
      path,
      path.endsWith('report.xlsx') ? 404 : 200,
    ])
})

test('below another NAV it is not found, nor is a rule of another control', async () => {
  const wrong = [
    ...below(own.navId, foreign),
    ...below(999_999, own),
    ...below(own.navId, { controlId: own.controlId, ruleId: foreign.ruleId }).filter(([, path]) =>
      path.includes('/rules/'),
    ),
  ]
  for (const [user, path] of wrong)
    expect([path, (await site.ask(user ?? '', path)).status]).toEqual([path, 404])
})

test('it cannot be changed from there either', async () => {
  const before = await site.rowCounts()
  for (const [navId, controlId, ruleId] of [
    [own.navId, foreign.controlId, foreign.ruleId],
    [own.navId, own.controlId, foreign.ruleId],
    [foreign.navId, foreign.controlId, own.ruleId],
  ]) {
    const path = `/nav-controls/${navId}/controls/${controlId}/rules/${ruleId}`
    const { status } = await site.send('accountant1', path, {
      result: 'NOK',
      comment: '',
      idempotencyKey: crypto.randomUUID(),
    })
    expect([path, status]).toEqual([path, 404])
  }
  expect(await site.rowCounts()).toEqual(before)
  const changed = await site.ownerSql`select id from rule_result where changed_by is not null`
  expect(changed).toEqual([])
})
