import { fund as fundTable } from 'db/schema/lookups'
import { sourceDay, sourceFile, sourceLine } from 'db/schema/sources'
import { workflowInstance } from 'db/schema/workflow'
import { eq } from 'drizzle-orm'
import { opened } from 'tests/support/opened'
import { type SiteFund, testSite, type UserName } from 'tests/support/site'
import { number, rowIn, tableIn } from 'tests/support/workbooks/plan'
import { expect, test } from 'vitest'
import { workOf } from '~/areas/access/user-work.server'
import { overrideRule } from '~/areas/navs/control/override-rule.server'
import { evidencedResultsOf } from '~/areas/navs/control/rule-results.server'
import { endExplanation, explainDifference } from '~/areas/navs/explained/explain-difference.server'
import { explanationRows } from '~/areas/navs/explained/explanations.server'
import { OPEN_BREAK_COLUMNS } from '~/areas/navs/explained/open-break-columns'
import { openBreakRows } from '~/areas/navs/explained/open-breaks.server'
import { navFacts, navMarks } from '~/areas/navs/nav-facts.server'
import { controlSources } from '~/areas/navs/sources/control-sources.server'
import { judgeAgain } from '~/areas/navs/sources/judge-again.server'
import { sourceRows } from '~/areas/navs/sources/source-rows.server'
import { receiveSources } from '~/areas/navs/sources/upload-sources.server'
import { WHOLE } from '~/platform/lists/list'
import { rowList } from '~/platform/lists/row-list.server'
import { Big } from '~/platform/values/decimal'
import { historyOf } from '~/platform/workflow/history.server'

const site = await opened(testSite())
const work = (user: UserName = 'accountant1') => workOf(site.services, site.actor(user))

type Row = (string | null)[]

/** Sends a file with one table under FUNDESK's headings. */
async function send(sender: string, headings: string, rows: Row[], user?: UserName): Promise<void> {
  const text = [headings, ...rows.map((row) => row.map((cell) => cell ?? '').join(';'))].join('\n')
  const files = [{ fileName: 'source.csv', bytes: new TextEncoder().encode(text) }]
  await receiveSources(work(user), site.services, { files, format: '', sender, kind: null, dryRun: false })
}

const REGISTER = 'Fund code;Date;Class code;Shares outstanding;Issued;Redeemed'
const CASH = 'Fund code;Date;Account;Currency;Balance'
const POSITIONS = 'Fund code;Date;ISIN;Quantity'
const PRICES = 'ISIN;Currency;Price;Price date;Price factor'
const EVENTS = 'Class code;Ex date;Currency;Rate;Event'

/** The register of a NAV date, with so many shares more in the first class. */
const registerRows = ({ model }: Pick<SiteFund, 'model'>, more = 0): Row[] =>
  model.classes.map(({ code, shares, subscriptions, redemptions }, at) => [
    model.fundCode,
    model.navDate,
    code,
    at === 0 ? new Big(shares).plus(more).toFixed() : shares,
    subscriptions,
    redemptions,
  ])

/** The cash of a NAV date, with so much less in the currency of the fund. */
const cashRows = ({ model }: Pick<SiteFund, 'model'>, less = 0): Row[] =>
  model.inventory
    .filter(({ type }) => type === 'Cash')
    .map(({ instrumentCode, quotationCurrency, marketValue, fxRate }) => {
      const balance = new Big(marketValue).div(fxRate ?? 1).minus(quotationCurrency === 'EUR' ? less : 0)
      return [model.fundCode, model.navDate, instrumentCode, quotationCurrency, balance.toFixed(2)]
    })

const current = async (navId: number) => (await navFacts(site.read, navId)).currentControlId ?? 0

/** A rule of the current control. */
async function rule(navId: number, id: string) {
  const found = (await evidencedResultsOf(site.read, await current(navId))).find(
    ({ ruleId }) => ruleId === id,
  )
  if (!found) throw new Error(`no rule ${id}`)
  return found
}

const results = async (navId: number, ...ids: string[]) =>
  Promise.all(ids.map(async (id) => `${id} ${(await rule(navId, id)).result}`))

const lastLog = async (navId: number) => (await historyOf(site.read, navId))[0]?.log ?? ''

let count = 0
/** A fund with NAVs on these dates, both controlled unless it says otherwise. */
async function controlled(navDates: string[], only = navDates.length): Promise<SiteFund> {
  count += 1
  const fund = await site.addFund({ fundCode: `LATER${count}`, fundName: `Later ${count}`, navDates })
  for (const { model } of fund.navs.slice(0, only)) await site.control('accountant1', { ...fund, model })
  return fund
}

const DATES = ['2026-10-28', '2026-10-29', '2026-10-30']

test('a comment and an override stay while their difference does, and fall when it is another', async () => {
  const fund = await controlled(DATES.slice(1))
  const { navId } = fund
  await send('TA', REGISTER, registerRows(fund, 100))
  await send('BANK', CASH, cashRows(fund, 3_000))
  expect(await results(navId, 'S01', 'S02', 'S03')).toEqual(['S01 NOK', 'S02 OK', 'S03 NOK'])
  const say = async (id: string, result: 'OK' | 'NOK', comment: string) => {
    const { id: ruleResultId } = await rule(navId, id)
    await site.as('accountant1', (context) => overrideRule(context, { ruleResultId, result, comment }))
  }
  await say('S01', 'OK', 'The agent booked an order twice, and corrects it')
  await say('S03', 'NOK', 'Fee of the bank, on the next statement')
  expect(await results(navId, 'S01', 'S03')).toEqual(['S01 OK - justified', 'S03 NOK'])

  // Positions arrive: nothing that was said is lost.
  await send('BANK', POSITIONS, [[fund.model.fundCode, fund.model.navDate, 'FR0000000000', '0']])
  expect((await rule(navId, 'S04')).result).toBe('NOK')
  expect(await rule(navId, 'S01')).toMatchObject({
    result: 'OK - justified',
    comment: 'The agent booked an order twice, and corrects it',
  })
  expect(await rule(navId, 'S03')).toMatchObject({ explained: true })

  // The same difference again, in another file, changes nothing; another one is for a person to look at.
  await send('TA', REGISTER, [...registerRows(fund, 100)].reverse())
  expect((await rule(navId, 'S01')).result).toBe('OK - justified')
  await send('TA', REGISTER, registerRows(fund, 5_000))
  expect(await rule(navId, 'S01')).toMatchObject({ result: 'NOK', who: null })
  expect(await lastLog(navId)).toMatch(/S01 Register: NOK of [\d.,]+ bp to NOK of [\d.,]+ bp/)
  await send('BANK', CASH, cashRows(fund, 3_500))
  expect(await rule(navId, 'S03')).toMatchObject({ result: 'NOK', explained: false })
})

const submitted = (navId: number) =>
  site.transaction((tx) =>
    tx
      .update(workflowInstance)
      .set({ status: 'SUBMITTED', queue: 'TEAM LEADER' })
      .where(eq(workflowInstance.objectId, navId)),
  )

test('approvals are voided where a result changed, and stay where only the evidence did', async () => {
  const fund = await controlled(DATES.slice(1))
  const { navId } = fund
  await send('TA', REGISTER, registerRows(fund))
  await submitted(navId)
  await send('BANK', CASH, cashRows(fund), 'accountant2')
  // S03 went from not applicable to OK: a result changed.
  expect(await site.stateOf(navId)).toBe('CONTROLLED (ACCOUNTANT)')
  await submitted(navId)
  // One cent is far below 0.2 bp of the fund.
  const before = await current(navId)
  await send('BANK', CASH, cashRows(fund, 0.01), 'accountant2')
  expect([await current(navId)]).not.toEqual([before])
  expect(await site.stateOf(navId)).toBe('SUBMITTED (TEAM LEADER)')
  const { maker } = await navMarks(site.read, { objectId: navId, round: 1 })
  expect(maker).toEqual(new Set([site.actor('accountant1').id, site.actor('accountant2').id]))
})

test('an explanation counts at the later NAVs until its last day, and runs out', async () => {
  const fund = await controlled(DATES, 1)
  const [first, second, third] = fund.navs
  if (!first || !second || !third) throw new Error('no three NAVs')
  for (const nav of fund.navs) await send('BANK', CASH, cashRows(nav, 100_000))
  expect(await results(first.navId, 'S03')).toEqual(['S03 NOK'])
  const id = await explainDifference(work('accountant2'), site.services, {
    navId: first.navId,
    rule: 'S03',
    subject: 'EUR',
    isin: null,
    exDate: null,
    amount: '100000',
    reason: 'settlement pending',
    comment: '',
    until: '2026-10-29',
    renews: null,
  })
  for (const { model } of [second, third]) await site.control('accountant1', { ...fund, model })
  expect(await results(first.navId, 'S03')).toEqual(['S03 OK'])
  expect(await results(second.navId, 'S03')).toEqual(['S03 OK'])
  // It ran out: the difference is open again, as old as it is.
  expect(await results(third.navId, 'S03')).toEqual(['S03 NOK'])
  const [row] = await explanationRows(site.read, { id })
  expect(row).toMatchObject({ state: 'RUN OUT', age: 2 })
  const open = (await openBreakRows(site.read, '2026-11-02')).filter(
    ({ fund_code }) => fund_code === fund.model.fundCode,
  )
  expect(open).toMatchObject([{ state: 'OPEN', subject: 'EUR', difference: '100000', age: 0 }])
  // Who gave it is a maker of the NAVs that count it, and of no other.
  const makers = async (navId: number) =>
    [...((await navMarks(site.read, { objectId: navId, round: 1 })).maker ?? [])].includes(
      site.actor('accountant2').id,
    )
  expect([await makers(second.navId), await makers(third.navId)]).toEqual([true, false])

  // Ended from the second NAV on, it counts at the first alone.
  await endExplanation(work(), site.services, { id, from: '2026-10-29', comment: 'It settled' })
  expect(await results(first.navId, 'S03')).toEqual(['S03 OK'])
  expect(await results(second.navId, 'S03')).toEqual(['S03 NOK'])
})

test('what is lent counts until it is ended', async () => {
  const fund = await controlled(DATES, 1)
  const [first, , third] = fund.navs
  if (!first || !third) throw new Error('no three NAVs')
  const equity = first.model.inventory.find(({ type }) => type === 'Equity')
  const positions = async ({ model }: Pick<SiteFund, 'model'>) =>
    send(
      'BANK',
      POSITIONS,
      model.inventory
        .filter(({ type, isin }) => ['Equity', 'Bond', 'Fund'].includes(type) && isin !== null)
        .map(({ isin, quantity }) => [
          model.fundCode,
          model.navDate,
          isin,
          new Big(quantity ?? 0).minus(isin === equity?.isin ? 10 : 0).toFixed(),
        ]),
    )
  for (const nav of fund.navs) await positions(nav)
  const { breaches } = (await rule(first.navId, 'S04')).evidence
  expect(breaches.map(({ subject, difference }) => [subject, difference])).toEqual([
    [equity?.instrumentCode, '10'],
  ])
  const id = await explainDifference(work(), site.services, {
    navId: first.navId,
    rule: 'S04',
    subject: equity?.isin ?? '',
    isin: null,
    exDate: null,
    amount: '10',
    reason: 'lent or pledged',
    comment: '',
    until: null,
    renews: null,
  })
  await site.control('accountant1', { ...fund, model: third.model })
  expect(await results(third.navId, 'S04')).toEqual(['S04 OK'])
  await endExplanation(work(), site.services, { id, from: null, comment: 'It came back' })
  expect(await results(third.navId, 'S04')).toEqual(['S04 NOK'])
  expect(await results(first.navId, 'S04')).toEqual(['S04 OK'])
})

const keepAnnouncements = (code: string) =>
  site.transaction((tx) =>
    tx.update(fundTable).set({ announcementsKept: true }).where(eq(fundTable.code, code)),
  )

test('an announcement that moves, or is withdrawn, is judged again where it was', async () => {
  const fund = await controlled(['2026-07-01', '2026-10-30'], 0)
  const { model, previous, navId } = fund
  await keepAnnouncements(model.fundCode)
  await site.control('accountant1', { ...fund, model: previous })
  await send(
    'FUND',
    EVENTS,
    model.classes.flatMap(({ code, currency, distribution }) =>
      distribution === null ? [] : [[code, model.navDate, currency, distribution, 'USUAL']],
    ),
  )
  await site.control('accountant1', fund)
  expect(await results(navId, 'S07')).toEqual(['S07 OK'])
  const sources = async (id: number, navDate: string) => controlSources(site.read, await current(id), navDate)
  const lacks = ['register', 'cash', 'positions', 'prices']
  expect(await sources(fund.previousNavId, previous.navDate)).toEqual({
    restsOn: ['announcements, of which none went ex'],
    lacks,
  })
  expect(await sources(navId, model.navDate)).toEqual({ restsOn: ['announcements from FUND'], lacks })
  const [first] = model.classes
  const announce = (exDate: string, rate: string) =>
    send('FUND', EVENTS, [[first?.code ?? '', exDate, first?.currency ?? '', rate, 'D-1']])
  // Three months after the previous NAV, and two before this one.
  await announce('2026-09-01', '0.5')
  expect(await results(navId, 'S07')).toEqual(['S07 NOK'])
  await announce('2026-12-01', '0.5')
  expect(await results(navId, 'S07')).toEqual(['S07 OK'])
  await announce('2026-09-02', '0.5')
  expect(await results(navId, 'S07')).toEqual(['S07 NOK'])
  await announce('2026-09-02', '0')
  expect(await results(navId, 'S07')).toEqual(['S07 OK'])
})

test('deals of a register count at the next NAV, however far it is', async () => {
  const fund = await controlled(['2026-07-01', '2026-10-30'])
  const { model, navId } = fund
  const { fundCode, classes } = model
  const day = { fundCode, date: '2026-08-03', isDealt: true, hasFlows: false, rowCount: classes.length }
  await site.transaction(async (tx) => {
    const [file] = await tx
      .insert(sourceFile)
      .values({
        kind: 'REGISTER',
        sender: 'TA-DEALS',
        fileName: 'deals.csv',
        sha256: '',
        rowCount: classes.length,
        uploadedAt: site.clock(),
      })
      .returning({ id: sourceFile.id })
    const fileId = file?.id ?? 0
    await tx.insert(sourceDay).values({ ...day, fileId })
    await tx.insert(sourceLine).values(
      classes.map(({ code, shares }, position) => ({
        fileId,
        position,
        fundCode,
        date: day.date,
        classCode: code,
        amount: shares,
        cells: {},
      })),
    )
  })
  await judgeAgain(work(), site.services, {
    sources: [{ kind: 'REGISTER', days: [day], lines: [] }],
    words: 'REGISTER from TA-DEALS: deals.csv',
  })
  const judged = await rule(navId, 'S01')
  expect([judged.result, judged.comment]).toEqual(['OK', 'Source: TA-DEALS of 03/08/2026, deals.csv.'])
})

test('what only a depositary has is weighed by a vendor’s price that was there before', async () => {
  const fund = await controlled(DATES.slice(1))
  const { model, navId } = fund
  await send('VENDOR', PRICES, [['FR0000000000', 'EUR', '20', model.navDate, '0.5']])
  await send('BANK', POSITIONS, [
    ...model.inventory
      .filter(({ type, isin }) => ['Equity', 'Bond', 'Fund'].includes(type) && isin !== null)
      .map(({ isin, quantity }): Row => [model.fundCode, model.navDate, isin, quantity]),
    [model.fundCode, model.navDate, 'FR0000000000', '10'],
  ])
  const { evidence } = await rule(navId, 'S04')
  // 10 × 20 EUR × 0.5.
  expect(evidence.breaches.map(({ subject, impact }) => [subject, impact])).toEqual([
    ['FR0000000000', '-100'],
  ])
  expect(evidence.computedComment).toContain('priced by VENDOR, source.csv, of 30/10/2026 (FR0000000000)')
})

test('an expected vendor without a price is missing, until it sends one', async () => {
  const fund = await controlled(DATES.slice(1), 0)
  const { model, previous, navId } = fund
  await site.transaction((tx) =>
    tx
      .update(fundTable)
      .set({ expectedSources: 'PRICES: PRICEWELL' })
      .where(eq(fundTable.code, model.fundCode)),
  )
  await site.control('accountant1', { ...fund, model: previous })
  await site.control('accountant1', fund)
  expect((await rule(navId, 'S05')).evidence.computedComment).toBe(
    'Missing: price of a vendor from PRICEWELL.',
  )
  const sources = () => current(navId).then((id) => controlSources(site.read, id, model.navDate))
  expect((await sources())?.lacks).toContain('prices from PRICEWELL')
  const listed = async () =>
    (await sourceRows(site.read, model.navDate))
      .filter(({ kind, sender }) => kind === 'PRICES' && sender === 'PRICEWELL')
      .map(({ state, fund_code, is_expected }) => [state, fund_code, is_expected])
  expect(await listed()).toEqual([['MISSING', model.fundCode, true]])
  const priced = model.inventory.filter(({ type, isin }) => type === 'Equity' && isin !== null)
  const rows = priced.map(
    ({ isin, quotationCurrency, price, priceDate }): Row => [isin, quotationCurrency, price, priceDate, null],
  )
  // Those of another vendor do not count.
  await send('OTHER', PRICES, rows)
  expect((await rule(navId, 'S05')).result).toBe('OK - not applicable')
  await send('PRICEWELL', PRICES, rows)
  expect(await rule(navId, 'S05')).toMatchObject({
    result: 'OK',
    comment: expect.stringContaining('Source: PRICEWELL, source.csv.'),
  })
  expect(await listed()).toEqual([['ARRIVED', null, true]])
})

test('breaks of a matching weigh by their size, whichever side has more, in both directions of a sort', async () => {
  const fund = await controlled(DATES.slice(1))
  const equities = fund.model.inventory.filter(({ type }) => type === 'Equity').slice(0, 3)
  await site.matching('accountant1', fund, (book) => {
    const table = tableIn([book], 'Matching')
    // Less at the manager, more, less.
    for (const [at, { instrumentCode, quantity }] of equities.entries()) {
      const row = rowIn(table, { instrumentCode })
      row.quantity = number(
        new Big(quantity ?? 0)
          .times(['0.9', '1.2', '0.5'][at] ?? '1')
          .round(4)
          .toFixed(),
      )
    }
  })
  const rows = (await openBreakRows(site.read, '2026-11-02')).filter(
    ({ fund_code, found_by }) => fund_code === fund.model.fundCode && found_by === 'Matching',
  )
  expect(rows).toHaveLength(3)
  expect(rows.some(({ difference }) => new Big(difference ?? 0).lt(0))).toBe(true)
  expect(rows.every(({ bp }) => bp !== null && new Big(bp).gte(0))).toBe(true)
  const list = rowList(rows, OPEN_BREAK_COLUMNS, { keyOf: ({ key }) => key })
  const sorted = async (descending: boolean) =>
    (await list.page({ ...WHOLE, size: 50, sort: [{ column: 'bp', descending }] })).rows.map(({ key }) => key)
  expect(await sorted(true)).toEqual((await sorted(false)).reverse())
})
