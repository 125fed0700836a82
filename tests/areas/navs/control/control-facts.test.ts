import { randomUUID } from 'node:crypto'
import { noting } from 'tests/support/noted-reads'
import { type TestSite, testSite } from 'tests/support/site'
import { rowIn, tableIn } from 'tests/support/workbooks/plan'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { controlWithResults } from '~/areas/navs/control/rule-results.server'
import { runControl } from '~/areas/navs/control/run-control.server'

let site: TestSite
beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())

test('a control is answered from the facts of its run, as they are stored; only one sent again is read', async () => {
  const fund = await site.addFund({ fundCode: 'FACTS' })
  const given = await site.uploadOf(fund.model, fund.set, (books) => {
    rowIn(tableIn(books, 'NAV'), { type: 'FUND TNA' }).value = { number: '1000' }
  })
  const upload = { ...given, comment: ' Spaces around\n' }
  const key = randomUUID()
  async function run() {
    const tables: string[] = []
    const database = noting(site.services.database, tables)
    const made = await runControl({ ...site.services, database }, site.actor('accountant1'), upload, key)
    return {
      made,
      read: ['nav_control', 'nav_control_file', 'rule_result'].filter((of) => tables.includes(of)),
    }
  }
  const { made, read } = await run()
  expect(made.nokCount).toBeGreaterThan(0)
  const { control, results } = made
  expect(JSON.stringify({ control, results })).toBe(
    JSON.stringify(await controlWithResults(site.read, made.controlId)),
  )
  expect(read).toEqual([])
  expect(await run()).toEqual({ made, read: ['nav_control', 'nav_control_file', 'rule_result'] })
})
