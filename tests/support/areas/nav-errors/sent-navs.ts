import { fund, shareClass } from 'db/schema/lookups'
import { navLine } from 'db/schema/nav-figures'
import { fundNav, navControl, sentFigure } from 'db/schema/navs'
import { eq } from 'drizzle-orm'
import { contextOf } from 'tests/support/context'
import type { TestSite } from 'tests/support/site'
import type { Day } from '~/platform/values/day'
import { startInstances } from '~/platform/workflow/start-instances.server'

interface SentClass {
  navPerShare: string
  shares: string
  subscriptions?: string
  redemptions?: string
}

interface SentNav {
  date: Day
  classes: Record<string, SentClass>
  /** In fund currency. */
  tna?: string
  /** Null for an expected one. */
  sentAt?: Date | null
  status?: string
}

/** Funds with NAVs that were sent, stored directly. */
export function sentNavs(
  site: Pick<TestSite, 'transaction' | 'clock'> & { actor(name: string): { id: number } },
) {
  async function addFund(code: string, classes: Record<string, { currency: string; decimals?: number }>) {
    return site.transaction(async (tx) => {
      const of = {
        code,
        name: `Fund ${code}`,
        currency: 'EUR',
        type: 'EQUITY',
        regime: 'UCITS',
        provider: 'FIA',
      }
      const [row] = await tx
        .insert(fund)
        .values({ ...of, clientValidation: false })
        .returning({ id: fund.id })
      const fundId = row?.id ?? 0
      await tx.insert(shareClass).values(
        Object.entries(classes).map(([each, { currency, decimals = 2 }]) => ({
          code: each,
          fundId,
          name: each,
          currency,
          decimals,
          reference: false,
          hedged: false,
        })),
      )
      return fundId
    })
  }

  /** Rates are fund currency for one unit of a class's currency. */
  async function send(
    fundId: number,
    navs: readonly SentNav[],
    currencies: Record<string, string>,
    rates: Record<string, string> = {},
  ): Promise<number[]> {
    const ids: number[] = []
    for (const { date, classes, tna = '0', sentAt = new Date(`${date}T18:00:00Z`), status } of navs)
      ids.push(
        await site.transaction(async (tx) => {
          const [nav] = await tx
            .insert(fundNav)
            .values({ fundId, navDate: date })
            .returning({ id: fundNav.id })
          const fundNavId = nav?.id ?? 0
          const now = sentAt ?? site.clock()
          const control = {
            fundNavId,
            round: 1,
            uploadType: 'FIA',
            definition: 'FIA 2 files',
            reasonCode: 'FIRST',
          }
          const [made] = await tx
            .insert(navControl)
            .values({
              ...control,
              comment: '',
              userId: site.actor('accountant1').id,
              submittedAt: now,
              okCount: 0,
              nokCount: 0,
            })
            .returning({ id: navControl.id })
          const controlId = made?.id ?? 0
          await tx.update(fundNav).set({ currentControlId: controlId }).where(eq(fundNav.id, fundNavId))
          const lines = [
            { type: 'FUND TNA', code: 'FUND', currency: 'EUR', value: tna },
            ...Object.entries(rates).map(([currency, value]) => ({
              type: 'FX RATE',
              code: currency,
              currency,
              value,
            })),
            ...Object.entries(classes).flatMap(
              ([code, { navPerShare, shares, subscriptions, redemptions }]) => [
                { type: 'NAV PER SHARE', code, currency: currencies[code] ?? 'EUR', value: navPerShare },
                { type: 'SHARES', code, currency: currencies[code] ?? 'EUR', value: shares },
                { type: 'SUBSCRIPTIONS', code, currency: '', value: subscriptions ?? '0' },
                { type: 'REDEMPTIONS', code, currency: '', value: redemptions ?? '0' },
              ],
            ),
          ]
          await tx.insert(navLine).values(lines.map((line, at) => ({ ...line, controlId, row: at + 1 })))
          if (sentAt !== null)
            await tx.insert(sentFigure).values(
              Object.entries(classes).map(([classCode, { navPerShare }]) => ({
                fundNavId,
                round: 1,
                classCode,
                currency: currencies[classCode] ?? 'EUR',
                navPerShare,
                sentAt,
              })),
            )
          await startInstances(contextOf({ tx, now, today: date }), {
            kind: 'nav',
            objectIds: [fundNavId],
            state: {
              queue: sentAt === null ? 'ACCOUNTANT' : 'COMPLETED',
              status: status ?? (sentAt === null ? 'CONTROLLED' : 'SENT'),
              class: 'validated',
            },
            log: '',
          })
          return fundNavId
        }),
      )
    return ids
  }

  return { addFund, send }
}

/**
 * A fund of one class: 102, or what is given, was published on 2 November; 1,000 shares were issued at it and 500 redeemed.
 * @returns the code of its class
 */
export async function wrongFund(
  { addFund, send }: ReturnType<typeof sentNavs>,
  code: string,
  navPerShare = '102',
): Promise<string> {
  const classCode = `${code}A`
  const fundId = await addFund(code, { [classCode]: { currency: 'EUR' } })
  const flows = { subscriptions: '1000', redemptions: '500' }
  await send(
    fundId,
    [
      { date: '2026-11-02', tna: '510000', classes: { [classCode]: { navPerShare, shares: '5000' } } },
      {
        date: '2026-11-03',
        tna: '561000',
        classes: { [classCode]: { navPerShare, shares: '5500', ...flows } },
      },
    ],
    {},
  )
  return classCode
}
