import { randomUUID } from 'node:crypto'
import { noting } from 'tests/support/noted-reads'
import { type TestSite, testSite } from 'tests/support/site'
import { rowIn, tableIn } from 'tests/support/workbooks/plan'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { controlWithResults } from '~/areas/navs/control/rule-results.server'
import { runControl } from '~/areas/navs/control/run-control.server'
import { navFacts, usualSet } from '~/areas/navs/nav-facts.server'

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

test('files that ran before are told by the control that ran on them last, whatever their order and names', async () => {
  const fund = await site.addFund({ fundCode: 'AGAIN' })
  const upload = await site.uploadOf(fund.model, fund.set)
  const run = (files: typeof upload.files) =>
    runControl(site.services, site.actor('accountant1'), { ...upload, files }, randomUUID())
  const first = await run(upload.files)
  expect(first.control.sameFilesAs).toBeNull()
  const renamed = upload.files.map((file) => ({ ...file, fileName: `again ${file.fileName}` })).toReversed()
  const second = await run(renamed)
  expect(second.control.sameFilesAs).toEqual({ id: first.controlId, submissionDate: expect.any(Date) })
  const other = await site.control('accountant1', fund, (books) => {
    rowIn(tableIn(books, 'NAV'), { type: 'FUND TNA' }).value = { number: '1000' }
  })
  expect(other.control.sameFilesAs).toBeNull()
  const third = await run(upload.files)
  expect(third.control.sameFilesAs?.id).toBe(second.controlId)
  expect((await controlWithResults(site.read, third.controlId)).control.sameFilesAs?.id).toBe(
    second.controlId,
  )
  const [event] = await site.ownerSql`
    select data from workflow_event where object_id = ${fund.navId} and name = 'control' order by seq desc limit 1`
  expect(event?.data.sameFilesAs).toBe(second.controlId)
})

test('the set of the next control is the one stored for the fund, else that of its last control', async () => {
  const fund = await site.addFund({ fundCode: 'USUAL' })
  const nav = await navFacts(site.read, fund.navId)
  expect(await usualSet(site.read, nav)).toBe('FIA3')
  const two = await site.uploadOf(fund.model, 'FIA2')
  await runControl(site.services, site.actor('accountant1'), two, randomUUID())
  expect(await usualSet(site.read, nav)).toBe('FIA2')
  await site.ownerSql`update fund set control_set = 'FIA 3' where id = ${nav.fundId}`
  expect(await usualSet(site.read, nav)).toBe('FIA3')
  expect(await usualSet(site.read, { ...nav, provider: 'MFFA' })).toBe('MFFA')
})
