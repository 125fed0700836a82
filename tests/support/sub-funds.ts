import { fund } from 'db/schema/lookups'
import { navLine } from 'db/schema/nav-figures'
import { fundNav, navControl } from 'db/schema/navs'
import { eq } from 'drizzle-orm'
import { contextOf } from 'tests/support/context'
import type { Day } from '~/platform/values/day'
import { startInstances } from '~/platform/workflow/start-instances.server'
import type { TestSite } from './site'

/** Sub-funds of an entity, and their NAVs, stored directly. */
export function subFunds(site: TestSite) {
  async function add(legalEntityId: number, code: string, currency = 'EUR'): Promise<number> {
    return site.transaction(async (tx) => {
      const [row] = await tx
        .insert(fund)
        .values({
          code,
          name: `Fund ${code}`,
          currency,
          type: 'EQUITY',
          regime: 'UCITS',
          provider: 'FIA',
          clientValidation: false,
          legalEntityId,
        })
        .returning({ id: fund.id })
      return row?.id ?? 0
    })
  }

  /** A NAV with these total net assets; returns its id. */
  async function nav(fundId: number, navDate: Day, tna: string, status = 'SENT'): Promise<number> {
    const now = site.clock()
    return site.transaction(async (tx) => {
      const [of] = await tx.select().from(fund).where(eq(fund.id, fundId))
      const [made] = await tx.insert(fundNav).values({ fundId, navDate }).returning({ id: fundNav.id })
      const fundNavId = made?.id ?? 0
      const [control] = await tx
        .insert(navControl)
        .values({
          fundNavId,
          round: 1,
          uploadType: 'FIA',
          definition: 'FIA 2 files',
          reasonCode: 'FIRST',
          comment: '',
          userId: site.actor('accountant1').id,
          submittedAt: now,
          okCount: 0,
          nokCount: 0,
        })
        .returning({ id: navControl.id })
      const controlId = control?.id ?? 0
      await tx.update(fundNav).set({ currentControlId: controlId }).where(eq(fundNav.id, fundNavId))
      const line = { controlId, row: 1, type: 'FUND TNA', currency: of?.currency ?? '', value: tna }
      await tx.insert(navLine).values({ ...line, code: of?.code ?? '' })
      const state = { queue: 'SYSTEM', status, class: 'success' as const }
      await startInstances(contextOf({ tx, now, today: navDate }), {
        kind: 'nav',
        objectIds: [fundNavId],
        state,
        log: '',
      })
      return fundNavId
    })
  }
  return { add, nav }
}
