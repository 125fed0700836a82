import { fund } from 'db/schema/lookups'
import { fundNav, navControl } from 'db/schema/navs'
import { eq } from 'drizzle-orm'
import { contextOf } from 'tests/support/context'
import type { TestSite, UserName } from 'tests/support/site'
import { stepTaker } from '~/areas/access/actor'
import { expectNavs } from '~/areas/navs/nav-calendar.server'
import { addDays, type Day } from '~/platform/values/day'
import { lockInstance, moveInstance } from '~/platform/workflow/instance.server'
import type { EventClass, EventData } from '~/platform/workflow/types'

/** Name of an event → the status it leads to. */
const LEADS = {
  control: ['CONTROLLED', 'ACCOUNTANT', 'pending'],
  submit: ['SUBMITTED', 'TEAM LEADER', 'pending'],
  approve: ['REVIEWED', 'MANAGER', 'pending'],
  return: ['RETURNED', 'ACCOUNTANT', 'warning'],
  validate: ['AWAITING CLIENT', 'CLIENT', 'pending'],
  send: ['SENT', 'COMPLETED', 'validated'],
  reopen: ['REOPENED', 'ACCOUNTANT', 'warning'],
  cancel: ['CANCELLED', 'SYSTEM', 'failed'],
} as const satisfies Record<string, [status: string, queue: string, look: EventClass]>

/** An event of a NAV: "submit", by whom, when, and the data entered. */
export type Happened = [name: keyof typeof LEADS, user: string, at: string, data?: EventData]

interface GivenFund {
  name?: string
  accountant?: string | null
  navDates: Day[]
}

/** Stores funds of a site with NAVs and arbitrary events, whatever the workflow would allow. */
export function constructedNavs(site: TestSite) {
  const now = new Date('2026-11-02T08:00:00Z')
  const person = (userName: string) => stepTaker(site.actor(userName as UserName))

  return {
    /** A fund with its NAVs, to be prepared 2 and sent 5 days after their dates; returns their ids. */
    async addFund(code: string, { name = `Fund ${code}`, accountant = null, navDates }: GivenFund) {
      return site.transaction(async (tx) => {
        const [row] = await tx
          .insert(fund)
          .values({
            code,
            name,
            accountant,
            currency: 'EUR',
            type: 'MIXED',
            regime: 'UCITS',
            provider: 'FIA',
            clientValidation: true,
          })
          .returning({ id: fund.id })
        const days = navDates.map((navDate) => ({
          fundId: row?.id ?? 0,
          navDate,
          maxPrebalanceDate: addDays(navDate, 2),
          maxSendingDate: addDays(navDate, 5),
        }))
        return expectNavs(contextOf({ tx, now, timeZone: 'UTC' }), days)
      })
    },

    /** Writes events of a NAV, in order. */
    async happen(navId: number, ...events: Happened[]) {
      for (const [name, user, at, data] of events)
        await site.transaction(async (tx) => {
          const [status, queue, eventClass] = LEADS[name]
          await moveInstance(tx, await lockInstance(tx, navId), {
            type: 'step',
            name,
            to: { status, queue, class: eventClass },
            who: person(user),
            log: '',
            now: new Date(at),
            opensRound: name === 'reopen',
            ...(data ? { data } : {}),
          })
        })
    },

    /** Stores a control with this many rules as the NAV’s current one. */
    async control(navId: number, user: string, at: string, counts: { ok: number; ko: number; why: string }) {
      await site.transaction(async (tx) => {
        const { round } = await lockInstance(tx, navId)
        const [row] = await tx
          .insert(navControl)
          .values({
            fundNavId: navId,
            round,
            uploadType: 'FIA',
            definition: 'FIA 3 files',
            comment: 'x',
            reasonCode: counts.why,
            userId: person(user).id,
            submittedAt: new Date(at),
            okCount: counts.ok,
            nokCount: counts.ko,
          })
          .returning({ id: navControl.id })
        await tx.update(fundNav).set({ currentControlId: row?.id }).where(eq(fundNav.id, navId))
      })
      await this.happen(navId, ['control', user, at])
    },
  }
}
