import type { Read } from 'db/database'
import { fund } from 'db/schema/lookups'
import { eq } from 'drizzle-orm'
import type { FundType } from '~/areas/navs/rules/contract'
import { tolerancesInForce } from '~/areas/navs/rules/tolerances'
import { toleranceRows } from '~/areas/navs/tolerances.server'
import type { Day } from '~/platform/values/day'
import type { NavErrorPolicy } from './policy'
import { settingsInForce } from './settings'
import { storedSettings } from './settings.server'

const THRESHOLD = 'N11.threshold'

/** The settings of a case, and the level that set each. */
interface PolicyInForce {
  policy: NavErrorPolicy
  thresholdLevel: string
  levels: Record<string, string>
}

/**
 * The settings that judge an error of a fund discovered on a day. The threshold is the tolerance of rule N11;
 * closed-ended funds have none.
 */
export async function policyInForce(read: Read, fundId: number, day: Day): Promise<PolicyInForce> {
  const [found] = await read.select().from(fund).where(eq(fund.id, fundId))
  if (!found) throw new Error(`Fund ${fundId} is gone`)
  const { code, regime } = found
  const stored = await storedSettings(read)
  const { policy, levels } = settingsInForce([...stored.values()], { fund: code, regime, day })
  if (found.closedEnded)
    return { policy: { ...policy, threshold: null }, thresholdLevel: 'closed-ended fund', levels }
  const tolerances = tolerancesInForce(await toleranceRows(read, THRESHOLD), {
    fund: code,
    fundType: found.type as FundType,
    provider: found.provider,
    day,
  })
  const threshold = tolerances[THRESHOLD]
  if (!threshold) throw new Error(`The rule table has no ${THRESHOLD}`)
  return {
    policy: { ...policy, threshold: threshold.value },
    thresholdLevel: `${threshold.level} (N11)`,
    levels,
  }
}
