import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { triedRules } from '~/areas/navs/control/trial-control.server'
import { FUNDESK_JSON } from '~/areas/navs/formats/fundesk-format'
import { summaryOf } from '~/areas/navs/nav'
import { navFacts } from '~/areas/navs/nav-facts.server'
import { checkFormat } from '~/platform/formats/format'

const site = await opened(testSite())
const { read, services } = site
const checked = checkFormat({ ...FUNDESK_JSON, code: 'NEW', name: 'Not stored yet' })
if ('faults' in checked) throw new Error(checked.faults[0]?.what)
const { format } = checked

test('files say what the rules would say of them, as a control does, and nothing is stored', async () => {
  const fund = await site.addFund({ fundCode: 'TRY1' })
  const { files } = await site.uploadOf(fund.model, 'FIA3')
  const before = await site.rowCounts()
  const tried = await triedRules(read, services.workers, { format, files, nav: null })
  expect(await site.rowCounts()).toEqual(before)
  const nav = await navFacts(read, fund.navId)
  expect(await triedRules(read, services.workers, { format, files, nav })).toEqual(tried)
  const { control } = await site.control('accountant1', fund)
  expect(tried).toEqual({
    fundCode: 'TRY1',
    navDate: fund.model.navDate,
    summary: summaryOf(control),
    faults: [],
    notOk: [],
  })
})

test('a rule that would fail is named; files of no NAV say why none could run', async () => {
  const fund = await site.addFund({ fundCode: 'TRY2' })
  const { files } = await site.uploadOf(fund.model, 'FIA3')
  const nobody = await site.uploadOf({ ...fund.model, fundCode: 'NOBODY' }, 'FIA3')
  const { fundId } = await navFacts(read, fund.navId)
  await site.ownerSql`update share_class set active_to = '2026-01-31' where fund_id = ${fundId}`
  const tried = await triedRules(read, services.workers, { format, files, nav: null })
  expect(tried?.notOk.map(({ name }) => name)).toContain('N02 Share classes')
  const none = await triedRules(read, services.workers, { format, files: nobody.files, nav: null })
  expect(none).toMatchObject({ summary: expect.stringContaining('There is no fund "NOBODY"'), notOk: [] })
})

test('files of two NAV dates name the cells that differ, as no control can run over them', async () => {
  const fund = await site.addFund({ fundCode: 'TRY4' })
  const [now, before] = [await site.uploadOf(fund.model, 'FIA3'), await site.uploadOf(fund.previous, 'FIA3')]
  const files = [...now.files.slice(0, 2), ...before.files.slice(2)]
  const tried = await triedRules(read, services.workers, { format, files, nav: null })
  expect(tried).toMatchObject({ summary: 'No control can run over these files:', notOk: [] })
  expect(tried?.faults).toEqual([expect.stringContaining('NAV date')])
})

test('a format of other files runs no rules', async () => {
  const [nav] = format.tables
  if (!nav) throw new Error('FUNDESK has tables')
  const only = { ...format, tables: [nav] }
  expect(await triedRules(read, services.workers, { format: only, files: [], nav: null })).toBeNull()
})
