import type { Read } from 'db/database'
import { fund } from 'db/schema/lookups'
import { navError, navErrorCause } from 'db/schema/nav-errors'
import { asc, eq } from 'drizzle-orm'
import { DomainError } from '~/platform/values/domain-error'
import type { Cause, ErrorKind, NavErrorCase } from './nav-error'
import type { NavErrorPolicy } from './policy'

/** The settings as the case keeps them, with the level that set each. */
type StoredPolicy = NavErrorPolicy & { levels?: Record<string, string> }

/** @throws DomainError not-found */
export async function caseById(read: Read, id: number): Promise<NavErrorCase> {
  const [row] = await read
    .select({
      case: navError,
      fund: { code: fund.code, name: fund.name, currency: fund.currency, provider: fund.provider },
    })
    .from(navError)
    .innerJoin(fund, eq(fund.id, navError.fundId))
    .where(eq(navError.id, id))
  if (!row)
    throw new DomainError('not-found', `There is no NAV error ${id}. Choose one from the list NAV errors.`)
  const causes = await read
    .select({ cause: navErrorCause.cause, causedBy: navErrorCause.causedBy })
    .from(navErrorCause)
    .where(eq(navErrorCause.navErrorId, id))
    .orderBy(asc(navErrorCause.position))
  const { quantified: _, createdBy, creationDate, updatedBy, updateDate, policy: kept, ...stored } = row.case
  const { levels = {}, ...policy } = kept as StoredPolicy
  return {
    ...stored,
    kind: stored.kind as ErrorKind,
    policy,
    policyLevels: levels,
    fundCode: row.fund.code,
    fundName: row.fund.name,
    fundCurrency: row.fund.currency,
    provider: row.fund.provider,
    causes: causes as Cause[],
  }
}
