import { fund, shareClass } from 'db/schema/lookups'
import { inventoryLine } from 'db/schema/nav-figures'
import { fundNav, navControl, ruleResult } from 'db/schema/navs'
import { eq } from 'drizzle-orm'
import { contextOf } from 'tests/support/context'
import type { TestSite } from 'tests/support/site'
import type { Day } from '~/platform/values/day'
import { lockInstance, moveInstance } from '~/platform/workflow/instance.server'
import { startInstances } from '~/platform/workflow/start-instances.server'

interface PlayedRule {
  id: string
  severity?: 'B' | 'W'
  result: 'NOK' | 'OK - justified' | 'OK'
  was?: string
  explained?: boolean
  breaches?: number
  /** Of differences with second sources, which may be explained. */
  subjects?: string[]
}

interface PlayedNav {
  date: Day
  /** Maximum sending date. */
  due: Day
  controlledAt: string
  /** Its steps: "submit" at an instant. */
  steps: [name: string, at: string][]
  rules?: PlayedRule[]
  lines?: number
}

/** Funds whose NAVs went through their steps at given instants, stored directly. */
export function playedNavs(site: TestSite) {
  const by = site.actor('accountant1')

  async function addFund(code: string, provider: 'FIA' | 'MFFA' = 'FIA'): Promise<number> {
    return site.transaction(async (tx) => {
      const of = { code, name: `Fund ${code}`, currency: 'EUR', type: 'EQUITY', regime: 'UCITS', provider }
      const [row] = await tx
        .insert(fund)
        .values({ ...of, clientValidation: false })
        .returning({ id: fund.id })
      const fundId = row?.id ?? 0
      const name = `${code}A`
      await tx.insert(shareClass).values({
        code: name,
        fundId,
        name,
        currency: 'EUR',
        decimals: 2,
        reference: true,
        hedged: false,
      })
      return fundId
    })
  }

  async function play(
    fundId: number,
    { date, due, controlledAt, steps, rules = [], lines = 0 }: PlayedNav,
  ): Promise<number> {
    return site.transaction(async (tx) => {
      const [nav] = await tx
        .insert(fundNav)
        .values({ fundId, navDate: date, maxSendingDate: due })
        .returning({ id: fundNav.id })
      const fundNavId = nav?.id ?? 0
      const now = new Date(controlledAt)
      await startInstances(contextOf({ tx, now, today: date }), {
        kind: 'nav',
        objectIds: [fundNavId],
        state: { queue: 'ACCOUNTANT', status: 'CONTROLLED', class: 'pending' },
        log: '',
      })
      const [control] = await tx
        .insert(navControl)
        .values({
          fundNavId,
          round: 1,
          uploadType: 'FIA',
          definition: 'FIA 2 files',
          reasonCode: 'FIRST',
          comment: '',
          userId: by.id,
          submittedAt: now,
          okCount: 0,
          nokCount: rules.length,
        })
        .returning({ id: navControl.id })
      const controlId = control?.id ?? 0
      await tx.update(fundNav).set({ currentControlId: controlId }).where(eq(fundNav.id, fundNavId))
      for (const [
        at,
        { id, severity = 'W', result, was, explained = false, breaches = 1, subjects = [] },
      ] of rules.entries())
        await tx.insert(ruleResult).values({
          controlId,
          ruleId: id,
          sortingOrder: at + 1,
          name: id,
          severity,
          explained,
          result,
          comment: was === undefined && !explained ? '' : 'checked',
          ...(was === undefined && !explained ? {} : { when: now, who: by.id }),
          was: was ?? null,
          evidence: { breaches: subjects.map((subject) => ({ subject, toExplain: { amount: '1' } })) },
          breachCount: breaches,
        })
      if (lines > 0)
        await tx.insert(inventoryLine).values(
          Array.from({ length: lines }, (_, row) => ({
            controlId,
            row: row + 1,
            instrumentCode: `I${row}`,
            instrumentName: `Instrument ${row}`,
            type: 'Equity',
            quotationCurrency: 'EUR',
            isin: `ISIN${row}`,
            priceDate: date,
            marketValue: '1',
          })),
        )
      for (const [name, at] of steps) {
        const status = name === 'send' ? 'SENT' : name === 'submit' ? 'SUBMITTED' : 'RETURNED'
        await moveInstance(tx, await lockInstance(tx, fundNavId), {
          type: 'step',
          name,
          to: { queue: name === 'send' ? 'COMPLETED' : 'ACCOUNTANT', status, class: 'pending' },
          who: by,
          log: '',
          now: new Date(at),
        })
      }
      return fundNavId
    })
  }

  return { addFund, play }
}
