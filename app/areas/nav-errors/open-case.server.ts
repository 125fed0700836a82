import type { Read } from 'db/database'
import { fund } from 'db/schema/lookups'
import { navError, navErrorCause } from 'db/schema/nav-errors'
import { asc, eq } from 'drizzle-orm'
import { isAllowed } from '~/areas/access/actor'
import type { UserWriteContext } from '~/areas/access/user-context'
import { addDays, type Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { showDay } from '~/platform/values/show'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { startInstances } from '~/platform/workflow/start-instances.server'
import { makeDeadlines } from './deadlines.server'
import { type Cause, type ErrorKind, NAV_ERROR, OPENED } from './nav-error'
import { policyInForce } from './policy-in-force.server'

export interface NewCase {
  fundCode: string
  kind: ErrorKind
  causes: readonly Cause[]
  discoveredOn: Day
  discoveredBy: string
  description: string
  firstDate: Day
  /** Null while the error goes on. */
  lastDate: Day | null
}

/** The funds of the site, by code. */
export function fundsToChoose(read: Read): Promise<{ code: string; name: string }[]> {
  return read.select({ code: fund.code, name: fund.name }).from(fund).orderBy(asc(fund.code))
}

const TITLE = 'The NAV error was not opened'

/**
 * Opens a case, once, with the settings in force on the day of discovery, and with the tasks of its deadlines.
 * @throws DomainError invalid, with a sentence for each field; forbidden
 */
export function openCase(context: UserWriteContext, given: NewCase): Promise<{ id: number }> {
  const { tx, actor, now } = context
  const open = async () => {
    if (!isAllowed(actor, 'errors', 'add'))
      throw new DomainError(
        'forbidden',
        'You need the add permission for NAV errors to open one. Ask an administrator.',
        { title: TITLE },
      )
    const fields = faultsOf(given, context.today)
    const [found] = await tx.select({ id: fund.id }).from(fund).where(eq(fund.code, given.fundCode))
    if (!found) fields.fundCode = `There is no fund ${given.fundCode}. Choose one from the list.`
    if (Object.keys(fields).length > 0 || !found)
      throw new DomainError('invalid', Object.values(fields).join(' '), { title: TITLE, fields })
    const { fundCode: _, causes, ...stored } = given
    const { policy, thresholdLevel, levels } = await policyInForce(tx, found.id, given.discoveredOn)
    const [row] = await tx
      .insert(navError)
      .values({
        ...stored,
        fundId: found.id,
        policy: { ...policy, levels },
        thresholdLevel,
        notifyBy: addDays(given.discoveredOn, 7 * policy.notifyWeeks),
        reportBy: addDays(given.discoveredOn, 7 * policy.reportWeeks),
        createdBy: actor.id,
        creationDate: now,
        updatedBy: actor.id,
        updateDate: now,
      })
      .returning({ id: navError.id })
    if (!row) throw new Error('The NAV error was not stored')
    await tx
      .insert(navErrorCause)
      .values(causes.map((cause, at) => ({ ...cause, navErrorId: row.id, position: at + 1 })))
    await startInstances(context, {
      kind: NAV_ERROR,
      objectIds: [row.id],
      state: OPENED,
      log: `${given.kind}: ${given.description}`,
    })
    await makeDeadlines(context, {
      id: row.id,
      fundId: found.id,
      discoveredOn: given.discoveredOn,
      policy,
    })
    return { id: row.id }
  }
  return withIdempotencyKey(context, `open NAV error ${sha256(canonicalJson(given))}`, open)
}

function faultsOf(
  { causes, discoveredOn, discoveredBy, description, firstDate, lastDate }: NewCase,
  today: Day,
): Record<string, string> {
  const faults: Record<string, string> = {}
  if (causes.length === 0) faults.causes = 'Choose at least one cause, and who caused it.'
  if (new Set(causes.map(({ cause }) => cause)).size < causes.length) faults.causes = 'Name each cause once.'
  if (description.trim() === '') faults.description = 'Describe the error.'
  if (discoveredBy.trim() === '') faults.discoveredBy = 'Enter who discovered it.'
  if (discoveredOn > today)
    faults.discoveredOn = `${showDay(discoveredOn)} is in the future. Enter the day on which it was discovered.`
  if (firstDate > discoveredOn)
    faults.firstDate = `${showDay(firstDate)} is after the day of discovery. Enter the first wrong NAV date.`
  if (lastDate !== null && lastDate < firstDate)
    faults.lastDate = `${showDay(lastDate)} is before the first wrong NAV date. Enter a later one, or leave it blank while the error goes on.`
  return faults
}
