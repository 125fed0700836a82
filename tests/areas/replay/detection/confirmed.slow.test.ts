import { FIELDS, formOf } from 'tests/support/api/uploads'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import type { SiteFund } from 'tests/support/site'
import { type BookPlan, day, number, tableIn, text } from 'tests/support/workbooks/plan'
import { writeSet } from 'tests/support/workbooks/write'
import { afterAll, expect, test } from 'vitest'
import { evidencedResultsOf } from '~/areas/navs/control/rule-results.server'
import type { RuleInput } from '~/areas/navs/rules/contract'
import { ruleReferenceOfJson } from '~/areas/navs/rules/stored-input'
import type { ControlData } from '~/areas/navs/workbooks/control-data'
import { controlDataOf } from '~/areas/navs/workbooks/lines-by-column'
import { detectedFunds, detectionWork } from '~/areas/replay/detection/detect.server'
import { KNOWN_ERRORS, withError } from '~/areas/replay/detection/errors'
import { ALL_RULES } from '~/areas/replay/replay-control'
import { lastControls, readTexts } from '~/areas/replay/stored-controls.server'

const site = await opened(httpSite())
const fund = await site.addFund({ fundCode: 'FLO001' })
await uploaded(fund.previous)
const good = await uploaded(fund.model)
await detectionWork(site.services, { funds: [] }, async () => {})
const [last] = await readTexts(site.read, await lastControls(site.read, ['FLO001']), ALL_RULES)
const { figures, previous, reference } = last?.texts ?? { figures: '', previous: null, reference: '' }
const input: RuleInput = {
  ...ruleReferenceOfJson(reference),
  data: controlDataOf(figures),
  previous: previous && controlDataOf(previous.figures),
}
afterAll(() => expect(site.crashes()).toEqual([]))

/** Uploads workbooks to the running site over HTTP; returns the rules that are not OK. */
async function uploaded(model: SiteFund['model'], change?: (books: BookPlan[]) => void): Promise<string[]> {
  const body = formOf(await writeSet(model, 'FIA3', change), FIELDS)
  const answer = await site.ask('accountant1', '/api/uploadfilesFIA/3', {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin', Accept: 'application/json' },
    body,
  })
  expect(answer.status, await answer.clone().text()).toBe(201)
  const { id } = (await answer.json()) as { id: number }
  return (await evidencedResultsOf(site.read, id))
    .filter(({ result }) => result === 'NOK')
    .map(({ ruleId }) => ruleId)
}

/** Writes the figures into the workbook plans, which are then written and uploaded as usual. */
function asBooks({ nav, balance, inventory }: ControlData) {
  return (books: BookPlan[]) => {
    tableIn(books, 'NAV').rows = nav.lines.map((line) => ({
      type: text(line.type),
      code: text(line.code),
      name: text(line.name),
      currency: text(line.currency),
      value: number(line.value),
    }))
    tableIn(books, 'Balance').rows = balance.lines.map((line) => ({
      accountNumber: text(line.accountNumber),
      accountName: text(line.accountName),
      currency: text(line.currency),
      debtor: number(line.debtor),
      creditor: number(line.creditor),
    }))
    tableIn(books, 'Inventory').rows = (inventory?.lines ?? []).map((line) => ({
      instrumentCode: text(line.instrumentCode),
      isin: text(line.isin),
      instrumentName: text(line.instrumentName),
      type: text(line.type),
      subtype: text(line.subtype),
      quotationCurrency: text(line.quotationCurrency),
      quantity: number(line.quantity),
      price: number(line.price),
      priceDate: day(line.priceDate),
      priceFactor: number(line.priceFactor),
      fxRate: number(line.fxRate),
      accruedInterest: number(line.accruedInterest),
      marketValue: number(line.marketValue),
      navPercent: number(line.navPercent),
      maturityDate: day(line.maturityDate),
      issuer: text(line.issuer),
      issuerKind: text(line.issuerKind),
      coupon: number(line.coupon),
      lastCouponDate: day(line.lastCouponDate),
      dayCount: text(line.dayCount),
    }))
  }
}

/** The rules that fail for workbooks with the error, and not without it. */
async function foundBy(error: (typeof KNOWN_ERRORS)[number], bp: number): Promise<string[]> {
  const data = withError(error, input, bp)
  if (!data) throw new Error(`the books have no room for ${bp} bp`)
  return (await uploaded(fund.model, asBooks(data))).filter((rule) => !good.includes(rule))
}

test.each(KNOWN_ERRORS)(
  'the floor of “$id” matches the real upload: it fails there, and passes just below',
  { timeout: 120_000 },
  async (error) => {
    const [found] = await detectedFunds(site.read)
    const cell = found?.cells.find((each) => each.error === error.id)
    if (!cell) throw new Error(`no floor of ${error.id} is stored`)
    if (cell.most === null) return expect(withError(error, input, 1)).toBeNull()
    if (cell.bp === null) return expect(await foundBy(error, cell.most)).toEqual([])
    expect(await foundBy(error, cell.bp)).toEqual(cell.rules)
    if (cell.bp > 1) expect(await foundBy(error, cell.bp - 1)).toEqual([])
  },
)

test('most errors are detected, and the table says what would close the others', async () => {
  const [found] = await detectedFunds(site.read)
  const cells = found?.cells ?? []
  expect(cells.filter(({ bp }) => bp !== null).length).toBeGreaterThan(8)
  const threshold = Number(found?.threshold)
  expect(threshold).toBe(50)
  for (const { bp, most, closes } of cells) {
    const passes = most !== null && most >= threshold && (bp === null || bp > threshold)
    if (!passes) expect(closes).toEqual([])
  }
})
