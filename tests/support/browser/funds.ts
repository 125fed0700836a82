import type { Database } from 'db/database'
import { benchmarkLevel, exchangeRate, fund, shareClass } from 'db/schema/lookups'
import { fundNav } from 'db/schema/navs'
import { asc, desc, eq } from 'drizzle-orm'
import { contextOf } from 'tests/support/context'
import type { FundModel, ModelOptions } from 'tests/support/workbooks/fund-model'
import { fundHistory } from 'tests/support/workbooks/model'
import { expectNavs } from '~/areas/navs/nav-calendar.server'
import { addDays, type Day } from '~/platform/values/day'
import { ownDatabase } from './own-database'
import { ownSite } from './own-site'
import { siteNow } from './site-time'

export interface TestFund {
  code: string
  /** Oldest first; the last one is the NAV under test. */
  navs: { id: number; model: FundModel }[]
  /** The NAV under test. */
  nav: { id: number; model: FundModel }
}

interface FundOptions {
  code: string
  name?: string
  clientValidation?: boolean
  provider?: 'FIA' | 'MFFA'
  /** NAV dates before the one under test; 1 by default. */
  before?: number
}

/** The stored rates of the site, for books in its currency: their foreign exchange then agrees with the source. */
export async function siteRates(url = ownSite().url): Promise<NonNullable<ModelOptions['rates']>> {
  const database = ownDatabase(url)
  try {
    const stored = await database.read.select().from(exchangeRate).orderBy(desc(exchangeRate.date))
    return (currency, navDate) =>
      stored.find((each) => each.currency === currency && each.date <= navDate)?.rate
  } finally {
    await database.close()
  }
}

/** A fund without classes or files, with one NAV, whose id is returned. */
export function fundOfOneNav(
  { transaction }: Pick<Database, 'transaction'>,
  code: string,
  navDate: Day,
  maxSendingDate: Day | null = null,
): Promise<number> {
  const facts = { currency: 'EUR', type: 'MIXED', regime: 'UCITS', provider: 'FIA', clientValidation: false }
  return transaction(async (tx) => {
    const [row] = await tx
      .insert(fund)
      .values({ code, name: code, ...facts })
      .returning({ id: fund.id })
    const date = { fundId: row?.id ?? 0, navDate, maxPrebalanceDate: null, maxSendingDate }
    const [navId = 0] = await expectNavs(contextOf({ tx, now: siteNow(), timeZone: 'UTC' }), [date])
    return navId
  })
}

/** A new fund with classes, benchmark and a calendar of uncontrolled NAVs, by default on the site that tests share. */
export async function newFund(options: FundOptions, url = ownSite().url): Promise<TestFund> {
  const {
    code,
    name = 'Alpine Growth Fund',
    clientValidation = false,
    provider = 'FIA',
    before = 1,
  } = options
  const models = fundHistory({ fundCode: code, fundName: name, rates: await siteRates(url) }, before)
  const [first] = models
  if (!first) throw new Error('no model')
  const database = ownDatabase(url)
  try {
    const ids = await database.transaction(async (tx) => {
      const benchmark = `Index of ${code}`
      const { fundCurrency: currency, fundType: type, regime, classes } = first
      const [row] = await tx
        .insert(fund)
        .values({
          code,
          name,
          currency,
          type,
          regime,
          provider,
          clientValidation,
          benchmark,
          accountant: 'accountant1',
        })
        .returning({ id: fund.id })
      if (!row) throw new Error('no fund')
      await tx.insert(shareClass).values(
        classes.map(({ code: of, name: called, currency: ccy, decimals, hedged, reference }) => ({
          code: of,
          fundId: row.id,
          name: called,
          currency: ccy,
          decimals,
          hedged,
          reference,
          activeFrom: null,
          activeTo: null,
        })),
      )
      await tx
        .insert(benchmarkLevel)
        .values(models.map(({ navDate: date, benchmarkLevel: level }) => ({ benchmark, date, level })))
      const days = models.map(({ navDate }) => ({
        fundId: row.id,
        navDate,
        maxPrebalanceDate: addDays(navDate, 2),
        maxSendingDate: addDays(navDate, 5),
      }))
      await expectNavs(contextOf({ tx, now: siteNow(), timeZone: 'UTC' }), days)
      return tx
        .select({ id: fundNav.id })
        .from(fundNav)
        .where(eq(fundNav.fundId, row.id))
        .orderBy(asc(fundNav.navDate))
    })
    const navs = models.map((model, at) => ({ id: Number(ids[at]?.id), model }))
    return { code, navs, nav: navs.at(-1) as TestFund['nav'] }
  } finally {
    await database.close()
  }
}
