import { ruleTolerance } from 'db/schema/navs'
import { userWork } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { type SiteFund, testSite } from 'tests/support/site'
import { type BookPlan, rowIn, type SetKind, tableIn } from 'tests/support/workbooks/plan'
import { readControl } from 'tests/support/workbooks/read-control'
import { expect, test } from 'vitest'
import { controlReport } from '~/areas/navs/control/control-report.server'
import { controlsOf } from '~/areas/navs/control/controls-of.server'
import { evidencedResultsOf } from '~/areas/navs/control/rule-results.server'
import { runControl } from '~/areas/navs/control/run-control.server'
import { figuresJson } from '~/areas/navs/control/store-control.server'
import { controlDataOf } from '~/areas/navs/workbooks/lines-by-column'
import { historyOf } from '~/platform/workflow/history.server'

let count = 0
const site = await opened(testSite())

const newFund = (provider: 'FIA' | 'MFFA' = 'FIA') => site.addFund({ fundCode: `CTL${++count}`, provider })
const resultsOf = (controlId: number) => evidencedResultsOf(site.read, controlId)
const element = (books: BookPlan[], type: string) => rowIn(tableIn(books, 'NAV'), { type })

async function figuresRoundTrip(fund: SiteFund, set: SetKind, change?: (books: BookPlan[]) => void) {
  const upload = await site.uploadOf(fund.model, set, change)
  const { controlId } = await runControl(userWork(site, site.actor('accountant1')), site.services, upload)
  const read = await readControl(
    upload.files.map(({ fileName, bytes }) => ({ name: fileName, bytes })),
    set,
  )
  expect(controlDataOf((await figuresJson(site.read, controlId)) ?? '')).toEqual(read)
  return controlId
}

test.each<[SetKind, 'FIA' | 'MFFA']>([
  ['FIA3', 'FIA'],
  ['FIA2', 'FIA'],
  ['MFFA', 'MFFA'],
])('the figures of a set %s come back from the database exactly as read', async (set, provider) => {
  await figuresRoundTrip(await newFund(provider), set)
})

test('unusual figures come back exactly too: tiny, huge, zero, negative zero, odd names', async () => {
  const values = ['1e-7', '-0', '0', '123456789012345', '-1234567.891', '0.1', '1e20']
  await figuresRoundTrip(await newFund(), 'FIA3', (books) => {
    const { rows } = tableIn(books, 'Balance')
    for (const [index, value] of values.entries()) {
      const row = rows[index]
      if (row) row.debtor = { number: value }
    }
    const names = ['Ünïcode – 🔑 "quoted" \\ back', "O'Hara", '.', 'a\nb', '_x0041_', '=1+1', '\u00a0x\u00a0']
    for (const [index, name] of names.entries()) {
      const row = rows[index]
      if (row) row.accountName = { text: name }
    }
    for (const row of tableIn(books, 'Inventory').rows.slice(0, 5)) {
      row.price = null
      row.priceDate = null
      row.subtype = null
    }
  })
})

test('a good set is OK in all 50 rules, with its files, reason, comment and event', async () => {
  const fund = await newFund()
  const { controlId, okCount, nokCount } = await site.control('accountant1', fund)
  expect([okCount, nokCount]).toEqual([50, 0])
  const results = await resultsOf(controlId)
  expect(results.map(({ sortingOrder }) => sortingOrder)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1))
  expect(results[2]?.name).toBe('N03 Class TNA')
  const [control] = await controlsOf(site.read, fund.navId)
  expect(control).toMatchObject({
    id: controlId,
    uploadType: 'FIA',
    definition: 'FIA 3 files',
    reasonCode: 'FIRST',
    reasonDisplay: 'First control',
    submissionComment: 'First control',
    userName: 'accountant1',
    okCount: 50,
    nokCount: 0,
    notApplicableCount: 25,
    engineVersion: 3,
    hasReport: false,
    round: 1,
  })
  expect(control?.files.map(({ file_type, fileName }) => `${file_type}: ${fileName}`)).toEqual(
    ['NAV', 'Balance', 'Inventory'].map((kind) => `${kind}: ${kind} ${fund.model.fundCode} 2026-10-30.xlsx`),
  )
  await expect(controlReport(reporting(), controlId)).rejects.toMatchObject({
    code: 'not-found',
  })
})

const reporting = () => ({ read: site.read, workers: site.services.workers })

test('errors are counted, given with their cells, and reported', async () => {
  const fund = await newFund()
  const { controlId, okCount, nokCount } = await site.control('accountant1', fund, (books) => {
    element(books, 'FUND TNA').value = { number: '1000' }
  })
  const results = await resultsOf(controlId)
  const nok = results.filter(({ result }) => result === 'NOK').map(({ ruleId }) => ruleId)
  expect(nok).toEqual(expect.arrayContaining(['N04', 'N05', 'B02', 'I10']))
  expect([okCount, nokCount]).toEqual([50 - nok.length, nok.length])
  const n05 = results.find(({ ruleId }) => ruleId === 'N05')
  expect(n05?.evidence.breaches[0]?.figures).toContainEqual(
    expect.objectContaining({ sheet: 'NAV', cell: expect.stringMatching(/^E\d+$/), value: '1000' }),
  )
  const report = await controlReport(reporting(), controlId)
  expect(report.fileName).toBe(`errors_${fund.model.fundCode}_2026-10-30_${controlId}.xlsx`)
  expect(Buffer.from(report.bytes).subarray(0, 2).toString()).toBe('PK')
})

test('a set of two files has no inventory: its rules are not applicable, and count as OK', async () => {
  const { model } = await newFund()
  const { controlId, okCount } = await site.control('accountant1', { model, set: 'FIA2' })
  expect(okCount).toBe(50)
  const inventory = (await resultsOf(controlId)).filter(({ ruleId }) => ruleId.startsWith('I'))
  expect(new Set(inventory.map(({ result }) => result))).toEqual(new Set(['OK - not applicable']))
})

test('"previous" is the latest control of the latest earlier date, fixed when the control ran', async () => {
  const fund = await newFund()
  const before = { model: fund.previous, set: fund.set }
  const first = await site.control('accountant1', before)
  const second = await site.control('accountant2', before)
  const now = await site.control('accountant1', fund)
  const third = await site.control('accountant1', before)
  const again = await site.control('accountant1', fund)
  const controls = await controlsOf(site.read, fund.navId)
  const previousOf = (id: number) => controls.find((control) => control.id === id)?.previousControlId
  expect(previousOf(now.controlId)).toBe(second.controlId)
  expect(previousOf(again.controlId)).toBe(third.controlId)
  expect(first.controlId).toBeLessThan(second.controlId)
  expect((await controlsOf(site.read, fund.previousNavId)).map((each) => each.previousControlId)).toEqual([
    null,
    null,
    null,
  ])
})

test('a cancelled NAV is never "previous"', async () => {
  const fund = await newFund()
  await site.control('accountant1', { model: fund.previous, set: fund.set })
  await site.step('teamleader1', fund.previousNavId, 'cancel', { comment: 'Not needed' })
  const { controlId } = await site.control('accountant1', fund)
  const [control] = await controlsOf(site.read, fund.navId)
  expect(control).toMatchObject({ id: controlId, previousControlId: null })
  const n07 = (await resultsOf(controlId)).find(({ ruleId }) => ruleId === 'N07')
  expect(n07?.result).toBe('OK - not applicable')
})

test('the tolerance of the closest level in force on the NAV date is used and stored with the result', async () => {
  const fund = await newFund()
  const key = (await resultsOf((await site.control('accountant1', fund)).controlId)).find(
    ({ ruleId }) => ruleId === 'N05',
  )?.evidence.tolerances[0]?.key
  const level = (
    name: string,
    levelValue: string,
    value: string,
    validFrom: string | null = null,
    validTo: string | null = null,
  ) => ({ key: key ?? '', level: name, levelValue, value, validFrom, validTo })
  await site.transaction((tx) =>
    tx
      .insert(ruleTolerance)
      .values([
        level('provider', 'FIA', '2'),
        level('fund type', 'MIXED', '3'),
        level('fund', fund.model.fundCode, '4', '2026-10-30', '2026-10-30'),
        level('fund', fund.model.fundCode, '5', '2026-10-31'),
      ]),
  )
  const used = async (of: SiteFund, model = of.model) => {
    const { controlId } = await site.control('accountant1', { model, set: of.set }, (books) => {
      const row = element(books, 'TOTAL ASSETS')
      row.value = { number: String(Number(model.totalAssets) + 2.5) }
    })
    const n05 = (await resultsOf(controlId)).find(({ ruleId }) => ruleId === 'N05')
    return `${n05?.result} ${n05?.evidence.tolerances[0]?.value} ${n05?.evidence.tolerances[0]?.level}`
  }
  expect(await used(fund)).toBe(`OK 4 fund ${fund.model.fundCode}`)
  expect(await used(fund, fund.previous)).toBe('OK 3 fund type MIXED')
  await site.ownerSql`delete from rule_tolerance where level in ('fund', 'fund type') and key = ${key ?? ''}`
  expect(await used(fund)).toBe('NOK 2 provider FIA')
  // Earlier results remain as they were.
  const recorded = await site.ownerSql<{ value: string }[]>`
    select evidence -> 'tolerances' -> 0 ->> 'value' as value from rule_result
    join nav_control on nav_control.id = control_id
    where fund_nav_id = ${fund.navId} and rule_id = 'N05' order by submitted_at`
  expect(recorded.map(({ value }) => value)).toEqual(['0.01', '4', '2'])
})

test('after Sent uploads are refused until the NAV is reopened; N11 then compares with the sent figures', async () => {
  const fund = await site.addFund({ fundCode: `CTL${++count}`, clientValidation: false })
  await site.control('accountant1', fund)
  await site.step('accountant1', fund.navId, 'submit')
  await site.step('teamleader1', fund.navId, 'approve')
  await site.step('manager1', fund.navId, 'validate')
  await site.step('manager1', fund.navId, 'send')
  const before = await site.rowCounts()
  await expect(site.control('accountant1', fund)).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('This NAV is SENT: it is read-only. A team leader can reopen it.'),
  })
  await expect(site.matching('accountant1', fund)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await site.rowCounts()).toEqual(before)
  await site.step('teamleader1', fund.navId, 'reopen', { reasonCode: 'PRICE' })
  const { controlId } = await site.control('accountant1', fund, (books) => {
    const row = element(books, 'NAV PER SHARE')
    row.value = { number: String(Number(fund.model.classes[0]?.navPerShare) * 1.01) }
  })
  const n11 = (await resultsOf(controlId)).find(({ ruleId }) => ruleId === 'N11')
  expect(n11).toMatchObject({ result: 'NOK', breachCount: 1 })
  const [control] = await controlsOf(site.read, fund.navId)
  expect(control?.round).toBe(2)
})

test('a cancelled NAV accepts nothing', async () => {
  const fund = await newFund()
  await site.step('teamleader1', fund.navId, 'cancel', { comment: 'Merged' })
  await expect(site.control('accountant1', fund)).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('This NAV is CANCELLED'),
  })
})

test('a new control after Submit voids the approvals, and a SYSTEM event says why', async () => {
  const fund = await newFund()
  for (const steps of [
    ['submit'],
    ['submit', 'approve'],
    ['submit', 'approve', 'validate'],
    ['submit', 'approve', 'validate', 'client accepts'],
  ]) {
    await site.control('accountant1', fund)
    for (const name of steps) {
      const by = { submit: 'accountant1', approve: 'teamleader1', validate: 'manager1' } as const
      await site.step(by[name as keyof typeof by] ?? 'clientdesk1', fund.navId, name)
    }
    const was = await site.stateOf(fund.navId)
    await site.control('accountant2', fund)
    expect(await site.stateOf(fund.navId), was).toBe('CONTROLLED (ACCOUNTANT)')
    const [control, voided] = await historyOf(site.read, fund.navId)
    expect(control).toMatchObject({ name: 'control', whoName: 'Björn Lindqvist' })
    expect(voided).toMatchObject({
      name: 'void approvals',
      type: 'system',
      whoName: 'SYSTEM',
      userId: null,
      queue: 'ACCOUNTANT',
      status: 'CONTROLLED',
      log: 'Approvals voided: new control by Björn Lindqvist',
    })
  }
})
