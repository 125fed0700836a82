import { parseArgs } from 'node:util'
import { copying } from 'db/bulk'
import { joinOrStartEmbedded } from 'db/open'
import { fund } from 'db/schema/lookups'
import { inventoryLine, navControlTable, navLine } from 'db/schema/nav-figures'
import { fundNav, navControl, ruleResult } from 'db/schema/navs'
import { eq, sql } from 'drizzle-orm'
import { contextOf } from 'tests/support/context'
import { isinOf } from 'tests/support/workbooks/world'
import { expectNavs } from '~/areas/navs/nav-calendar.server'
import { medianAndP95, spread } from './figures'
import { withDatabase } from './make-budgets'
import { benchServer, project } from './server'

// Prices and rates of a NAV date, as users see them: over HTTP, against the complete built app.
const { values: given } = parseArgs({
  args: process.argv.slice(2).filter((each) => each !== '--'),
  options: {
    funds: { type: 'string', default: '500' },
    lines: { type: 'string', default: '2000' },
    runs: { type: 'string', default: '20' },
  },
})
const [FUNDS, LINES, RUNS] = [Number(given.funds), Number(given.lines), Number(given.runs)]
const DATE = '2027-01-29'
/** Each instrument is in every tenth fund. */
const SPREAD = 10
const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'JPY']
const TYPES = ['Equity', 'Bond', 'Fund', 'Equity', 'Bond']
const RATES = { USD: '0.92', GBP: '1.18', CHF: '1.03', JPY: '0.006' }
const TNA = 500_000_000

/** Line `at` of fund `of`: one price in two hundred differs from the other funds. */
function lineOf(of: number, at: number) {
  const instrument = at * SPREAD + (of % SPREAD)
  const price = 10 + (instrument % 9_000) / 10
  const currency = CURRENCIES[instrument % CURRENCIES.length] ?? 'EUR'
  const type = TYPES[instrument % TYPES.length] ?? 'Equity'
  const off = (of * 31 + at * 17) % 200 === 0
  return {
    instrument,
    off,
    stored: {
      row: at + 2,
      instrumentCode: `P${String(instrument).padStart(6, '0')}`,
      instrumentName: `Instrument ${instrument} of the bench, ordinary shares`,
      type,
      subtype: null,
      quotationCurrency: currency,
      quantity: String(1_000 + ((of * 7 + at) % 5_000)),
      price: (price * (off ? 1.02 : 1)).toFixed(4),
      priceDate: instrument % 7 === 0 ? '2027-01-28' : DATE,
      marketValue: '200000',
      isin: isinOf('LU', String(instrument).padStart(9, '0')),
      priceFactor: type === 'Bond' ? '0.01' : null,
      fxRate: currency === 'EUR' ? null : (RATES[currency as keyof typeof RATES] ?? null),
      accruedInterest: null,
      navPercent: null,
      maturityDate: null,
      issuer: null,
      issuerKind: null,
    },
  }
}

const server = await benchServer()
const database = await joinOrStartEmbedded({
  checkout: project,
  env: { ...process.env, FUNDESK_DATA: server.data },
})
try {
  const codes = Array.from({ length: FUNDS }, (_, of) => `BENCH${String(of + 1).padStart(3, '0')}`)
  const start = performance.now()
  const controls = await copying(database.url, async ({ tx, copy }) => {
    const now = new Date()
    const facts = { currency: 'EUR', type: 'MIXED', regime: 'UCITS', clientValidation: false }
    const funds = await tx
      .insert(fund)
      .values(
        codes.map((code, of) => ({
          ...facts,
          code,
          name: `Fund ${code}`,
          provider: of % 2 ? 'FIA' : 'MFFA',
        })),
      )
      .returning({ id: fund.id })
    const days = funds.map(({ id }) => ({
      fundId: id,
      navDate: DATE,
      maxPrebalanceDate: null,
      maxSendingDate: null,
    }))
    const navIds = await expectNavs(contextOf({ tx, now, timeZone: 'UTC' }), days)
    const made = await tx
      .insert(navControl)
      .values(
        navIds.map((fundNavId) => ({
          fundNavId,
          round: 1,
          uploadType: 'FIA',
          definition: 'FIA 3 files',
          reasonCode: 'FIRST',
          comment: '',
          userId: 1,
          submittedAt: now,
          okCount: 40,
          nokCount: 1,
        })),
      )
      .returning({ id: navControl.id })
    const ids = made.map(({ id }) => id)
    await copy(
      navControlTable,
      (function* () {
        for (const controlId of ids) yield { controlId, kind: 'Inventory', source: {} }
      })(),
    )
    await copy(
      navLine,
      (function* () {
        for (const [of, controlId] of ids.entries()) {
          const code = codes[of] ?? ''
          yield { controlId, row: 1, type: 'FUND TNA', code, currency: 'EUR', value: String(TNA), name: null }
          for (const [at, [currency, value]] of Object.entries(RATES).entries())
            yield {
              controlId,
              row: at + 2,
              type: 'FX RATE',
              code: currency,
              currency: 'EUR',
              value,
              name: null,
            }
        }
      })(),
    )
    await copy(
      inventoryLine,
      (function* () {
        for (const [of, controlId] of ids.entries())
          for (let at = 0; at < LINES; at++) yield { controlId, ...lineOf(of, at).stored }
      })(),
    )
    for (const [of, controlId] of ids.entries()) {
      const off = Array.from({ length: LINES }, (_, at) => lineOf(of, at)).filter((line) => line.off)
      const breaches = off.map(({ stored }) => ({ subject: stored.instrumentCode, formula: '', figures: [] }))
      await tx.insert(ruleResult).values({
        controlId,
        ruleId: 'I15',
        sortingOrder: 40,
        name: 'I15 Price across funds',
        severity: 'W',
        result: 'NOK',
        comment: '',
        evidence: { breaches },
        breachCount: breaches.length,
      })
    }
    return navIds.map((navId, of) => ({ navId, controlId: ids[of] ?? 0 }))
  })
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  console.log(`\n${FUNDS} funds x ${LINES} lines loaded in ${seconds(performance.now() - start)}`)

  await withDatabase(database.url, async ({ transaction, read }) => {
    const times: number[] = []
    for (const { navId, controlId } of controls) {
      const from = performance.now()
      await transaction(async (tx) => {
        await tx.update(fundNav).set({ currentControlId: controlId }).where(eq(fundNav.id, navId))
      })
      times.push(performance.now() - from)
    }
    console.log(`a control made current, its prices taken in: ${spread(times)}`)
    const [counted] = (await read.execute(
      sql`select count(*) as rows, count(*) filter (where size > 0) as outliers from price_row where nav_date = ${DATE}`,
    )) as unknown as { rows: string; outliers: string }[]
    console.log(`${counted?.rows} prices of the date, ${counted?.outliers} of them outliers`)
  })

  const cookie = await server.logIn('accountant1')
  async function ask(path: string): Promise<string> {
    const answer = await fetch(server.address + path, { headers: { cookie } })
    if (!answer.ok)
      throw new Error(`${path} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`)
    return answer.text()
  }
  async function runs(name: string, path: string): Promise<void> {
    const times: number[] = []
    for (let run = 0; run <= RUNS; run++) {
      const from = performance.now()
      await ask(path)
      if (run > 0) times.push(performance.now() - from) // the first run warms up
    }
    console.log(`${name.padEnd(56)}${medianAndP95(times)}`)
  }
  const [first] = JSON.parse(await ask(`/api/prices?date=${DATE}&size=1`)) as { id: number; isin: string }[]
  console.log(`\n${RUNS} runs over HTTP; milliseconds, median and p95`)
  await runs('first page of Prices and rates, latest date', '/prices')
  await runs('a page in the middle', `/prices?date=${DATE}&page=400`)
  await runs('a row expanded: all its holdings', `/prices?date=${DATE}&expanded=${first?.id}&sort=-size`)
  await runs('sorted by instrument', `/prices?date=${DATE}&sort=name`)
  await runs('sorted by deviation', `/prices?date=${DATE}&sort=-deviation`)
  await runs('filtered by a fund', `/prices?date=${DATE}&filter.fund_codes=BENCH123`)
  await runs('grouped by administrator and type', `/prices?date=${DATE}&group=provider,type`)
  await runs('searched', `/prices?date=${DATE}&search=Instrument+471`)
  await runs('FX rates', `/prices/rates?date=${DATE}`)
  await runs('what a justification would change', `/prices/justify/${first?.isin}?date=${DATE}`)
} finally {
  await database.stop()
  await server.stop()
}
