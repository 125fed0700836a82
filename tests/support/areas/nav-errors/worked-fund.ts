import { fund, shareClass } from 'db/schema/lookups'
import { navErrorSetting } from 'db/schema/nav-errors'
import { and, eq } from 'drizzle-orm'
import ExcelJS from 'exceljs'
import { contextOf } from 'tests/support/context'
import type { HttpSite } from 'tests/support/routes/http-site'
import { type Q, q, sumOf, zero } from 'tests/support/rule-oracle/exact'
import { figuresOf } from 'tests/support/workbooks/figures'
import type { FundModel } from 'tests/support/workbooks/fund-model'
import { isinOf, NO_BOND, type World, type WorldClass } from 'tests/support/workbooks/world'
import { writeSet } from 'tests/support/workbooks/write'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect } from 'vitest'
import { overrideRule } from '~/areas/navs/control/override-rule.server'
import { ruleResultsOf } from '~/areas/navs/control/rule-results.server'
import { expectNavs } from '~/areas/navs/nav-calendar.server'
import type { Day } from '~/platform/values/day'
import { caseCalls } from './case-calls'

/** A class of a worked fund, by its letter: 5,000 shares at the NAV per share of the first day. */
interface WorkedClass {
  currency?: string
  decimals?: number
  shares?: string
  /** Its first NAV is that of the second day. */
  opens?: boolean
  /** Its last NAV is that of this day. */
  last?: Day
}

/** A NAV date: what was published and what is right, by class. The first one is right. */
export interface WorkedDay {
  date: Day
  published: Record<string, string>
  /** What was published before, in a round that was reopened. */
  sentBefore?: Record<string, string>
  /** What the corrected files say; without it there are none. */
  corrected?: Record<string, string>
  /** Shares issued and redeemed at the NAV of this date. */
  bought?: Record<string, string>
  sold?: Record<string, string>
  /** Paid a share since the date before. */
  distributed?: Record<string, string>
  /** So many shares for one, since the date before. */
  split?: Record<string, string>
}

export interface WorkedFund {
  classes: Record<string, WorkedClass>
  days: WorkedDay[]
  /** Euros for one unit. */
  rates?: Record<string, string>
}

/** Shares, and the worth of the one security that a worked fund holds, are round. */
const SHARES = '5000'
const UNITS = q(1000)

const classCode = (code: string, letter: string) => `${code}${letter}`

/**
 * The figures of a worked fund on its dates: one security and cash, without income and fees. The price of the security
 * is what makes the NAVs per share those that are wanted.
 * @param dealtAt the NAVs per share at which deals were really done, where they are not these
 */
function modelsOf(
  code: string,
  { classes, days, rates = {} }: WorkedFund,
  navs: readonly Record<string, string>[],
  dealtAt?: readonly Record<string, string>[],
): FundModel[] {
  const letters = Object.keys(classes)
  const rateOf = (letter: string) => q(rates[classes[letter]?.currency ?? 'EUR'] ?? '1')
  const traded = letters.map((letter) => tradedIn(letter, classes[letter] ?? {}, days, navs, dealtAt))
  const of = letters.map((letter, i): WorldClass => {
    const { currency = 'EUR', decimals = 2, shares = SHARES, opens = false } = classes[letter] ?? {}
    const { bought = [], sold = [], dealtAt: at = [] } = traded[i] ?? {}
    return {
      of: {
        code: classCode(code, letter),
        currency,
        decimals,
        from: null,
        to: null,
        reference: letter === letters[0],
        hedged: false,
        fee: '0',
      },
      name: `Class ${letter}`,
      shares: q(shares),
      price: q(navs[opens ? 1 : 0]?.[letter] ?? '100'),
      bought,
      sold,
      distributions: days.map(({ distributed }) => q(distributed?.[letter] ?? '0')),
      opens,
      dealtAt: at,
    }
  })
  const world: World = {
    code,
    name: `Fund ${code}`,
    currency: 'EUR',
    type: 'EQUITY',
    regime: 'AIF',
    dates: days.map(({ date }) => date),
    rates: Object.fromEntries(Object.entries(rates).map(([each, rate]) => [each, days.map(() => q(rate))])),
    holdings: [],
    bank: null,
    accounts: [],
    classes: of,
    fees: [],
    income: zero,
    dividends: days.map(() => zero),
    items: [],
    unbooked: false,
    accruedTimes: '1',
  }
  // Cash follows from deals and distributions: the security is worth the rest.
  let cash = zero
  const prices = days.map((_, at) => {
    const worth = letters.map((letter, i) => {
      const { held = [], flows = [] } = traded[i] ?? {}
      const paid = q(days[at]?.distributed?.[letter] ?? '0').times(held[at - 1] ?? zero)
      cash = cash.plus((flows[at] ?? zero).minus(paid).times(rateOf(letter)))
      return q(navs[at]?.[letter] ?? '0')
        .times(held[at] ?? zero)
        .times(rateOf(letter))
    })
    return sumOf(worth).minus(cash).over(UNITS)
  })
  world.holdings.push({
    ...NO_BOND,
    code: 'E00001',
    name: 'Company 1',
    type: 'Equity',
    subtype: 'Ordinary share',
    currency: 'EUR',
    quantities: days.map(() => UNITS),
    prices,
    priceDates: world.dates,
    values: null,
    isin: isinOf('FR', code.padStart(9, '0')),
    issuer: 'Company 1',
    issuerKind: 'COMPANY',
    lastCoupons: [],
    split: false,
  })
  return figuresOf(world).map((model, at) => ({
    ...model,
    classes: model.classes.flatMap((each) => {
      const letter = each.code.slice(code.length)
      const { last } = classes[letter] ?? {}
      if (last !== undefined && model.navDate > last) return []
      // Shares of a split were not bought.
      const given = traded[letters.indexOf(letter)]?.split[at] ?? zero
      return [{ ...each, subscriptions: q(each.subscriptions).minus(given).text() }]
    }),
  }))
}

/** The shares and the money of a class, date by date: deals at the NAV of a date are in the books of the next one. */
function tradedIn(
  letter: string,
  { shares = SHARES, opens = false }: WorkedClass,
  days: readonly WorkedDay[],
  navs: readonly Record<string, string>[],
  dealtAt: readonly Record<string, string>[] = navs,
) {
  const amount = (of: Record<string, string> | undefined) => q(of?.[letter] ?? '0')
  const priceAt = (at: number) =>
    q((dealtAt[at] ?? navs[at])?.[letter] ?? navs[opens ? 1 : 0]?.[letter] ?? '0')
  const bought: Q[] = []
  const sold: Q[] = []
  const split: Q[] = []
  const held: Q[] = []
  const flows: Q[] = []
  const paidAt: Q[] = []
  for (const [at, { split: factors }] of days.entries()) {
    const before = days[at - 1]
    const [issued, redeemed] = [amount(before?.bought), amount(before?.sold)]
    const founded = at === (opens ? 1 : 0) ? q(shares) : zero
    const dealt = (held[at - 1] ?? zero).plus(issued).minus(redeemed).plus(founded)
    const given = dealt.times(q(factors?.[letter] ?? '1').minus(1))
    const isFirst = at === 0
    held.push(dealt.plus(given))
    bought.push(isFirst ? zero : issued.plus(given).plus(founded))
    sold.push(redeemed)
    split.push(given)
    const flow = isFirst
      ? zero
      : issued
          .minus(redeemed)
          .plus(founded)
          .times(priceAt(at - 1))
    flows.push(flow)
    // All shares of a date are booked at one price: those of a split at none.
    const net = (bought[at] ?? zero).minus(redeemed)
    if (!isFirst) paidAt.push(net.eq(0) ? priceAt(at - 1) : flow.over(net))
  }
  return { bought, sold, split, held, flows, dealtAt: paidAt }
}

/** Cases that go all the way: workbooks of an administrator, NAVs that were sent, corrected workbooks, papers. */
export function workedFunds(site: HttpSite) {
  const calls = caseCalls(site)
  const { post } = calls

  /** A fund whose NAVs were controlled, approved and sent from workbooks. @returns the ids of its NAVs, by date */
  async function publish(code: string, worked: WorkedFund): Promise<Record<Day, number>> {
    const { classes, days } = worked
    const models = modelsOf(
      code,
      worked,
      days.map(({ published }) => published),
    )
    const ids = await site.transaction(async (tx) => {
      const of = {
        code,
        name: `Fund ${code}`,
        currency: 'EUR',
        type: 'EQUITY',
        regime: 'AIF',
        provider: 'FIA',
      }
      const [row] = await tx
        .insert(fund)
        .values({ ...of, clientValidation: false, accountant: 'accountant1' })
        .returning({ id: fund.id })
      const fundId = row?.id ?? 0
      await tx.insert(shareClass).values(
        Object.entries(classes).map(([letter, { currency = 'EUR', decimals = 2, opens, last }], at) => ({
          code: classCode(code, letter),
          fundId,
          name: `Class ${letter}`,
          currency,
          decimals,
          reference: at === 0,
          hedged: false,
          activeFrom: opens ? days[1]?.date : null,
          activeTo: last ?? null,
        })),
      )
      const context = contextOf({ tx, now: site.clock(), timeZone: 'Europe/Luxembourg' })
      const due = { maxPrebalanceDate: '2026-12-31', maxSendingDate: '2026-12-31' }
      return expectNavs(
        context,
        days.map(({ date }) => ({ fundId, navDate: date, ...due })),
      )
    })
    const byDate = Object.fromEntries(days.map(({ date }, at) => [date, ids[at] ?? 0]))
    for (const [at, model] of models.entries()) {
      const navId = ids[at] ?? 0
      const { sentBefore } = days[at] ?? {}
      if (sentBefore) {
        const before = modelsOf(
          code,
          worked,
          days.map((day, each) => (each === at ? sentBefore : day.published)),
        )[at]
        if (before) await send(navId, before)
        const why = { reasonCode: 'PRICE', documentReceptionDate: '2026-11-06' }
        await site.step('teamleader1', navId, 'reopen', why)
      }
      await send(navId, model)
    }
    return byDate
  }

  /** Controls a NAV and takes it through its queues. */
  async function send(navId: number, model: FundModel): Promise<void> {
    const { controlId } = await site.control('accountant1', { model, set: 'FIA3' })
    // One security that is all of the fund moves more, or less, than rules expect: people say why.
    for (const { id, result, severity } of await ruleResultsOf(site.read, controlId))
      if (result === 'NOK')
        await site.as('accountant1', (context) =>
          overrideRule(context, {
            ruleResultId: id,
            result: severity === 'B' ? 'OK' : 'NOK',
            comment: 'Agreed with the administrator',
          }),
        )
    await site.step('accountant1', navId, 'submit', { documentReceptionDate: '2026-11-06' })
    for (const [user, step] of [
      ['teamleader1', 'approve'],
      ['manager1', 'validate'],
      ['manager1', 'send'],
    ] as const)
      await site.step(user, navId, step)
  }

  /** Uploads the corrected workbooks of a case, of every date that has them. */
  async function correctFiles(
    id: number,
    code: string,
    worked: WorkedFund,
    books: 'real' | 'case' = 'case',
  ): Promise<void> {
    const { days } = worked
    const published = days.map((day) => day.published)
    const models = modelsOf(
      code,
      worked,
      days.map((day) => day.corrected ?? day.published),
      books === 'real' ? published : undefined,
    )
    for (const [at, model] of models.entries()) {
      if (!days[at]?.corrected) continue
      const body = new FormData()
      body.set('books', books)
      for (const { name, bytes } of await writeSet(model, 'FIA3'))
        body.append('files', new File([new Uint8Array(bytes)], name))
      const answer = await site.ask('accountant1', `/api/nav-errors/${id}/corrections`, {
        method: 'POST',
        headers: { 'Sec-Fetch-Site': 'same-origin' },
        body,
      })
      expect([model.navDate, answer.status, answer.status === 201 ? '' : await answer.text()]).toEqual([
        model.navDate,
        201,
        '',
      ])
    }
  }

  /** A setting of one fund, in force since ever. */
  const set = (code: string, setting: string, value: string) =>
    site.transaction(async (tx) => {
      const own = and(eq(navErrorSetting.setting, setting), eq(navErrorSetting.subject, code))
      await tx.delete(navErrorSetting).where(own)
      const row = { setting, level: 'fund', subject: code, value }
      await tx.insert(navErrorSetting).values({ ...row, validFrom: null, validTo: null })
    })

  /** The register of the transfer agent: "02/11/2026;A;X;S;1000", with further columns behind. */
  async function deals(id: number, code: string, lines: readonly string[], more: readonly string[] = []) {
    const head = ['Fund code', 'NAV date', 'Class code', 'Holder reference', 'Side', 'Shares', ...more]
    const rows = lines.map((line) => {
      const [date, letter = '', ...rest] = line.split(';')
      return [code, date, classCode(code, letter), ...rest].join(';')
    })
    const file = new File([[head.join(';'), ...rows].join('\n')], `register ${code}.csv`)
    const read = await calls.upload(`nav-errors/${id}/deals`, file)
    expect([read.status, read.body.faults]).toEqual([200, []])
    return read.body
  }

  const pay = (id: number, percents: Record<string, string> = { Administrator: '100' }, given: object = {}) =>
    post('accountant1', `nav-errors/${id}/payers`, {
      payers: Object.entries(percents).map(([name, percent]) => ({ name, percent })),
      ...given,
    })

  const quantify = async (id: number, comment = 'Checked by hand') => {
    const done = await calls.take('accountant1', id, 'quantify', { comment })
    expect([done.body.missing ?? [], done.body.errorMessage, done.body.status]).toEqual([
      [],
      undefined,
      'QUANTIFIED',
    ])
  }

  /** The text of the notification, with single blanks. */
  async function paper(id: number): Promise<string> {
    const answer = await site.ask('auditor1', `/api/nav-errors/${id}/notification.pdf`)
    expect(answer.status).toBe(200)
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.arrayBuffer())))
    return text.join(' ').replace(/\s+/g, ' ')
  }

  /** The rows of a sheet of the compensation list, without its head, cells joined by blanks. */
  async function list(id: number, sheet: string): Promise<string[]> {
    const answer = await site.ask('auditor1', `/api/nav-errors/${id}/compensation.xlsx`)
    const workbook = new ExcelJS.Workbook()
    await workbook.xlsx.load(await answer.arrayBuffer())
    const rows: string[] = []
    workbook.getWorksheet(sheet)?.eachRow((row, at) => {
      const cells = Array.isArray(row.values) ? row.values.slice(1) : []
      if (at > 1) rows.push(cells.map((cell) => String(cell ?? '')).join(' '))
    })
    return rows
  }

  return { ...calls, publish, correctFiles, set, deals, pay, quantify, paper, list }
}
