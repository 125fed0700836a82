import type { Read } from 'db/database'
import { fund } from 'db/schema/lookups'
import { eq } from 'drizzle-orm'
import { FUND_TYPES, thresholdOfType } from '~/areas/navs/rules/tolerances'
import { Big } from '~/platform/values/decimal'
import type { Missing, NavErrorCase } from './nav-error'

type OfThreshold = Pick<NavErrorCase, 'fundId' | 'policy'>

/**
 * Whether a case is judged by a higher threshold than funds of its type have: only reserved funds may, with a documented
 * analysis.
 */
export async function needsAnalysis(
  read: Read,
  { fundId, policy: { threshold } }: OfThreshold,
): Promise<boolean> {
  if (threshold === null) return false
  const [found] = await read.select({ type: fund.type }).from(fund).where(eq(fund.id, fundId))
  const type = FUND_TYPES.find((each) => each === found?.type)
  return type !== undefined && new Big(threshold).gt(thresholdOfType(type))
}

/** The analysis of a higher threshold, where the case does not name it. */
export async function missingAnalysis(
  read: Read,
  found: OfThreshold & Pick<NavErrorCase, 'analysisDocumentId'>,
): Promise<Missing[]> {
  if (found.analysisDocumentId !== null || !(await needsAnalysis(read, found))) return []
  return [
    {
      what: 'analysis of the threshold',
      date: null,
      classCode: null,
      act: 'Add its document to the case and name it, with the day on which investors were told.',
    },
  ]
}
