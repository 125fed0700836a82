import { contextOf, userWork } from 'tests/support/context'
import type { SiteFund, StepOptions, TestSite, UserName } from 'tests/support/site'
import type { BookPlan } from 'tests/support/workbooks/plan'
import { expect } from 'vitest'
import { overrideRule } from '~/areas/navs/control/override-rule.server'
import { ruleResultsOf } from '~/areas/navs/control/rule-results.server'
import { runControl } from '~/areas/navs/control/run-control.server'
import { navFacts } from '~/areas/navs/nav-facts.server'
import type { FundProduction } from '~/areas/production/fields.server'
import { productionList } from '~/areas/production/list.server'
import { WHOLE } from '~/platform/lists/list'
import { addDays, type Day } from '~/platform/values/day'

interface Given extends StepOptions {
  /** The comment on a control. */
  reason?: string
  /** The id of the justified rule. */
  rule?: string
  change?: (books: BookPlan[]) => void
}

/** An action at a time of the day, in UTC: a control, a justified rule, or a step by name. */
export type Done = [time: string, user: UserName, what: string, given?: Given]

type Changes = Partial<FundProduction>

/** A time of a day, in UTC. */
export const at = (day: Day, time: string) => new Date(`${day}T${time}:00Z`)

const BEFORE = {
  SENT: ['SENT (COMPLETED)', 'validated'],
  CANCELLED: ['CANCELLED (SYSTEM)', 'failed'],
} as const

/** The previous NAV in the row: its date, and how it ended. */
export function before(day: Day, ended: keyof typeof BEFORE = 'SENT'): Changes {
  const [previous_status_display, previous_dashboard] = BEFORE[ended]
  return { previous_nav: day, previous_status_display, previous_dashboard }
}

/** A fund whose row in NAV Production is read each evening: a day lists its changes, the rest must not change. */
export function productionStory(site: TestSite, fund: SiteFund) {
  const { fundCode, fundName } = fund.model
  const navOf = (day: Day) => {
    const found = fund.navs.find(({ model }) => model.navDate === day)
    if (!found) throw new Error(`no NAV of ${day}`)
    return found
  }

  /** Sets a rule to OK, or explains a warning that remains. */
  async function answer(user: UserName, navId: number, rule: string | undefined, result: 'OK' | 'NOK') {
    const { currentControlId } = await navFacts(site.read, navId)
    const results = await ruleResultsOf(site.read, currentControlId ?? 0)
    const ruleResultId = results.find(({ ruleId }) => ruleId === rule)?.id ?? 0
    const justification = { ruleResultId, result, comment: 'As the administrator explains' }
    await site.as(user, (context) => overrideRule(context, justification))
  }

  async function happen(today: Day, navDay: Day, [time, user, what, given = {}]: Done) {
    const { reason = 'FIRST', change, rule, ...options } = given
    const { navId, model } = navOf(navDay)
    const work = userWork(site, site.actor(user))
    // Reading the clock advances it by a second.
    site.setClock(new Date(at(today, time).getTime() - 1_000).toISOString())
    if (what === 'justify') return answer(user, navId, rule, 'OK')
    if (what === 'explain') return answer(user, navId, rule, 'NOK')
    if (what !== 'control') return site.step(user, navId, what, options)
    const upload = { ...(await site.uploadOf(model, fund.set, change)), reasonCode: reason }
    return runControl(work, site.services, upload)
  }

  /** The row of an untouched NAV. */
  const untouched = (day: Day): Changes => ({
    current_nav_id: navOf(day).navId,
    current_nav: day,
    max_prebalance_date: addDays(day, 3),
    max_sending_date: addDays(day, 5),
    current_status_display: 'TO CONTROL (ACCOUNTANT)',
    current_dashboard: 'new',
    uploader: null,
    upload: null,
    why: null,
    ok_controls: null,
    ko_controls: null,
    first_sending_validation_date: null,
    last_sending_validation_date: null,
    sending_date: null,
    validating_manager: null,
    count_validation_accountant: 0,
    count_validation_manager: 0,
  })

  let expected: Changes = {
    fund_id: expect.any(Number),
    fund_code: fundCode,
    name: fundName,
    accountant: 'Amélie Schroeder',
    previous_nav: null,
    previous_status_display: null,
    previous_dashboard: null,
    ...untouched(fund.navs[0]?.model.navDate ?? ''),
  }

  return {
    untouched,
    /** The actions of a day on a NAV, and the resulting changes of the row in the evening. */
    async day(today: Day, navDay: Day, done: Done[], changes: Changes) {
      for (const each of done) await happen(today, navDay, each)
      expected = { ...expected, ...changes }
      const filters = [{ column: 'fund_code', operator: 'equals' as const, values: [fundCode] }]
      const evening = { read: site.read, now: new Date(`${today}T17:00:00Z`), timeZone: 'Europe/Luxembourg' }
      const { rows } = await productionList(contextOf(evening)).page({ ...WHOLE, filters })
      expect(
        rows.map(
          ({ rules: _rules, days_late: _late, late_since: _since, nav_per_share: _perShare, ...row }) => {
            const { max_prebalance_time: _prebalance, max_sending_time: _sending, ...specified } = row
            return specified
          },
        ),
        `${fundCode} in the evening of ${today}`,
      ).toEqual([expected])
    },
  }
}
