import type { Read } from 'db/database'
import { fund } from 'db/schema/lookups'
import { eq } from 'drizzle-orm'
import type { FundType } from '~/areas/navs/rules/contract'
import { tolerancesInForce } from '~/areas/navs/rules/tolerances'
import { toleranceRows } from '~/areas/navs/tolerances.server'
import type { Day } from '~/platform/values/day'
import { DEFAULT_POLICY, type NavErrorPolicy } from './policy'

const THRESHOLD = 'N11.threshold'

/** The settings that judge an error of a fund discovered on a day, and where their threshold comes from. */
export async function policyInForce(
  read: Read,
  fundId: number,
  day: Day,
): Promise<{ policy: NavErrorPolicy; thresholdLevel: string }> {
  const [found] = await read.select().from(fund).where(eq(fund.id, fundId))
  if (!found) throw new Error(`Fund ${fundId} is gone`)
  const tolerances = tolerancesInForce(await toleranceRows(read, THRESHOLD), {
    fund: found.code,
    fundType: found.type as FundType,
    provider: found.provider,
    day,
  })
  const threshold = tolerances[THRESHOLD]
  if (!threshold) throw new Error(`The rule table has no ${THRESHOLD}`)
  return {
    policy: { ...DEFAULT_POLICY, threshold: threshold.value },
    thresholdLevel: `${threshold.level} (N11)`,
  }
}
