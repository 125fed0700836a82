import { randomUUID } from 'node:crypto'
import { userWork } from 'tests/support/context'
import { noting } from 'tests/support/noted-reads'
import { opened } from 'tests/support/opened'
import { type SiteFund, testSite } from 'tests/support/site'
import { type BookPlan, rowIn, tableIn } from 'tests/support/workbooks/plan'
import { expect, test } from 'vitest'
import { ruleReference } from '~/areas/navs/control/rule-reference.server'
import { controlWithResults, evidencedResultsOf } from '~/areas/navs/control/rule-results.server'
import { runControl } from '~/areas/navs/control/run-control.server'
import { navFacts, usualSet } from '~/areas/navs/nav-facts.server'

const site = await opened(testSite())

test('a control answers with the facts of its run, as stored; only a repeated one is read from the database', async () => {
  const fund = await site.addFund({ fundCode: 'FACTS' })
  const given = await site.uploadOf(fund.model, fund.set, (books) => {
    rowIn(tableIn(books, 'NAV'), { type: 'FUND TNA' }).value = { number: '1000' }
  })
  const upload = { ...given, comment: ' Spaces around\n' }
  const key = randomUUID()
  async function run() {
    const tables: string[] = []
    const database = noting(site.services.database, tables)
    const made = await runControl(
      userWork({ ...database, clock: site.clock }, site.actor('accountant1'), key),
      site.services,
      upload,
    )
    return {
      made,
      // Results are read for the four eyes in any case: who explained a difference that they need.
      read: ['nav_control', 'nav_control_file'].filter((of) => tables.includes(of)),
    }
  }
  const { made, read } = await run()
  expect(made.nokCount).toBeGreaterThan(0)
  const { control, results } = made
  expect(JSON.stringify({ control, results })).toBe(
    JSON.stringify(await controlWithResults(site.read, made.controlId)),
  )
  expect(read).toEqual([])
  expect(await run()).toEqual({ made, read: ['nav_control', 'nav_control_file'] })
})

test('files that ran before name the last control with them, in any order and under any names', async () => {
  const fund = await site.addFund({ fundCode: 'AGAIN' })
  const upload = await site.uploadOf(fund.model, fund.set)
  const run = (files: typeof upload.files) =>
    runControl(userWork(site, site.actor('accountant1')), site.services, { ...upload, files })
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

test('a price is compared with the median of other funds’ latest prices, one per fund', async () => {
  const isin = 'FR0000000011'
  const price = (books: BookPlan[], value: string) => {
    const [row] = tableIn(books, 'Inventory').rows
    Object.assign(row ?? {}, {
      isin: { text: isin },
      price: { number: value },
      quotationCurrency: { text: 'EUR' },
    })
    Object.assign(row ?? {}, { fxRate: { number: '1' }, priceDate: { day: '2026-10-30' } })
  }
  const funds = await Promise.all(
    ['MED1', 'MED2', 'MED3', 'MED4'].map((fundCode) => site.addFund({ fundCode })),
  )
  const [own, one, two, three] = funds
  if (!own || !one || !two || !three) throw new Error('no four funds')
  const run = (fund: SiteFund, value: string) =>
    site.control('accountant1', fund, (books) => price(books, value))
  const i15 = async () => {
    const { controlId } = await run(own, '100')
    const rule = (await evidencedResultsOf(site.read, controlId)).find(({ ruleId }) => ruleId === 'I15')
    return rule && [rule.result, rule.evidence.computation]
  }
  expect((await i15())?.[0]).toBe('OK - not applicable')
  await run(one, '100')
  await run(two, '101')
  // Of two prices the lower one is the median.
  expect(await i15()).toEqual(['OK', expect.stringContaining('price 100, median 100 of 2 other funds: 0 %')])
  await run(three, '102')
  expect(await i15()).toEqual(['NOK', expect.stringContaining('median 101 of 3 other funds')])
  // A newer control of a fund replaces its price; a cancelled NAV has none.
  await run(two, '100.05')
  expect(await i15()).toEqual(['OK', expect.stringContaining('median 100.05 of 3 other funds')])
  await site.ownerSql`update workflow_instance set status = 'CANCELLED' where object_id = ${one.navId}`
  expect(await i15()).toEqual(['OK', expect.stringContaining('median 100.05 of 2 other funds')])
  await site.ownerSql`update workflow_instance set status = 'CANCELLED' where object_id in (${two.navId}, ${three.navId})`
  expect((await i15())?.[0]).toBe('OK - not applicable')
})

test('a NAV is compared with the round sent first, whatever was sent later', async () => {
  const fund = await site.addFund({ fundCode: 'SENT1' })
  const nav = await navFacts(site.read, fund.navId)
  const [first] = fund.model.classes
  for (const [round, value] of [
    [2, '90'],
    [1, '80'],
  ] as const)
    await site.ownerSql`insert into sent_figure (fund_nav_id, round, class_code, currency, nav_per_share, sent_at)
      values (${fund.navId}, ${round}, ${first?.code ?? ''}, 'EUR', ${value}, now())`
  expect((await ruleReference(site.read, nav, null)).sent).toEqual([
    { classCode: first?.code, navPerShare: '80' },
  ])
})

test('the rules read the reference data in force on the NAV date', async () => {
  const fund = await site.addFund({ fundCode: 'REFD' })
  const nav = await navFacts(site.read, fund.navId)
  await site.ownerSql`update fund set control_set = 'FIA 3', year_end = '09-30' where id = ${nav.fundId}`
  await site.ownerSql`update share_class set management_fee = 1.250 where fund_id = ${nav.fundId}`
  await site.ownerSql`insert into account_prefix (prefix, account_class, side) values ('495', 'payables', 'both')`
  await site.ownerSql`insert into exchange_rate (currency, date, rate)
    values ('NOK', '2026-10-20', 0.08), ('NOK', '2026-10-28', 0.085), ('NOK', '2026-10-31', 0.09)`
  const reference = await ruleReference(site.read, nav, null)
  expect(reference.fund).toMatchObject({ provider: 'FIA', set: 'FIA 3', yearEnd: '09-30' })
  expect(reference.classes.map(({ managementFee }) => managementFee)).toEqual(Array(5).fill('1.25'))
  expect(reference.accountPlan).toContainEqual({
    prefix: '495',
    accountClass: 'payables',
    side: 'both',
    dividends: false,
  })
  expect(reference.exchangeRates).toContainEqual({ currency: 'NOK', date: '2026-10-28', rate: '0.085' })
  expect(reference.feeSchedule).toContainEqual({
    accountPrefix: '6010',
    from: '2020-01-01',
    to: null,
    rate: '0.9',
    amount: null,
    days: '365',
  })
})

test('the set of the next control is the one stored for the fund, else that of its last control', async () => {
  const fund = await site.addFund({ fundCode: 'USUAL' })
  const nav = await navFacts(site.read, fund.navId)
  expect(await usualSet(site.read, nav)).toBe('FIA3')
  const two = await site.uploadOf(fund.model, 'FIA2')
  await runControl(userWork(site, site.actor('accountant1')), site.services, two)
  expect(await usualSet(site.read, nav)).toBe('FIA2')
  await site.ownerSql`update fund set control_set = 'FIA 3' where id = ${nav.fundId}`
  expect(await usualSet(site.read, nav)).toBe('FIA3')
  expect(await usualSet(site.read, { ...nav, provider: 'MFFA' })).toBe('MFFA')
})
