import type { Read } from 'db/database'
import { appUser, pendingChange } from 'db/schema/access'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { fullName } from '~/areas/access/users.server'
import {
  type ChangeKind,
  DECIDED_BY_ADMINISTRATORS,
  keyLabel,
  titleDay,
} from '~/platform/approvals/change-kind.server'
import { requestChange } from '~/platform/approvals/pending-change-request.server'
import { addDays, type Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { showDay } from '~/platform/values/show'
import { createDefinition, newestDefinition } from '~/platform/workflow/definition.server'
import { definitionFaults } from '~/platform/workflow/definition-faults'
import { definitionChanges } from '~/platform/workflow/definition-step'
import {
  DEFINITION_KINDS,
  type PresentDefinition,
  type RequestedDefinition,
  rulesOf,
  WORKFLOW_DEFINITION,
} from './definition-kinds'
import { dropNewVersion, judgedBy, lockNewVersion } from './new-version.server'

const KIND = keyLabel(
  sql`change.target`,
  DEFINITION_KINDS.map(({ kind, one }) => [kind, one]),
)

/** How new versions of workflows wait for another administrator (product decisions, section 1) and take effect. */
export const definitionChangeKind: ChangeKind = {
  ...DECIDED_BY_ADMINISTRATORS,
  title: sql`concat('Workflow of ', ${KIND}, ', version ', change.after ->> 'version', ', valid from ', ${titleDay(sql`(change.after ->> 'validFrom')`)})`,
  describe: (before, after) =>
    definitionChanges(
      (before as PresentDefinition | null)?.steps ?? [],
      (after as unknown as RequestedDefinition).steps,
    ).join('; '),
  userName: () => null,
  async current(read, target) {
    const { version, steps } = await newestDefinition(read, target)
    return { version, steps }
  },
  async check(read, target, after) {
    const [fault] = definitionFaults((after as RequestedDefinition).steps, await judgedBy(read, target))
    if (fault)
      throw new DomainError('refused', `${fault.sentence} Refuse this version, and request it again.`)
  },
  async apply({ tx, now }, target, after, { requestedBy, approvedOn }) {
    const { version, validFrom, comment, steps } = after as RequestedDefinition
    await createDefinition(tx, {
      kind: target,
      functionId: rulesOf(target).functionId,
      version,
      steps,
      comment,
      // Nothing starts under a version before it is approved.
      validFrom: approvedOn !== null && validFrom < approvedOn ? approvedOn : validFrom,
      madeBy: requestedBy,
      madeAt: now,
    })
    await dropNewVersion(tx, target, steps)
  },
}

export interface DefinitionRequest {
  kind: string
  /** The draft's revision that the form saw. */
  revision: number
  validFrom: Day
  /** The reason, for the person who decides. */
  comment: string
}

/**
 * Submits the draft of a kind's workflow to another administrator as its next version; the draft stays until one is
 * approved, so that a refused one can be corrected. Returns the result in a short line.
 * @throws DomainError conflict when another user changed the draft, or a newer version came; refused with all faults of
 * the draft, when nothing is different, or while a version waits; invalid for a day in the past or more than a year
 * ahead
 */
export async function requestDefinition(
  context: UserWriteContext,
  { kind, revision, validFrom, comment }: DefinitionRequest,
): Promise<string> {
  const { tx, today } = context
  const draft = await lockNewVersion(tx, kind, revision)
  const { one } = rulesOf(kind)
  const newest = await newestDefinition(tx, kind)
  if (draft.base !== newest.version)
    throw new DomainError(
      'conflict',
      `Version ${newest.version} was created after this one was started. Discard this one and start again.`,
    )
  const waiting = await waitingDefinition(tx, kind)
  if (waiting)
    throw new DomainError(
      'refused',
      `A new version of this workflow is already pending, requested by ${waiting.requester}. Have it decided first, on the page Pending second approval.`,
    )
  const faults = definitionFaults(draft.steps, await judgedBy(tx, kind))
  if (faults.length > 0)
    throw new DomainError('refused', 'This version cannot take effect. Correct these steps first.', {
      list: faults.map(({ sentence }) => sentence),
    })
  if (definitionChanges(newest.steps, draft.steps).length === 0)
    throw new DomainError('refused', `No changes from version ${newest.version}. Change a step first.`)
  checkDay(validFrom, today, newest.validFrom)
  const version = newest.version + 1
  const note = await requestChange(context, {
    kind: WORKFLOW_DEFINITION,
    target: kind,
    before: { version: newest.version, steps: newest.steps },
    after: { version, validFrom, comment, steps: draft.steps },
    comment,
  })
  return `Version ${version} of the workflow of ${one}: ${note}`
}

const FURTHEST_DAYS = 366

function checkDay(validFrom: Day, today: Day, newest: Day): void {
  const refused = (what: string) => new DomainError('invalid', what, { fields: { validFrom: what } })
  if (validFrom < today) throw refused(`${showDay(validFrom)} is in the past. Choose today or a later day.`)
  if (validFrom > addDays(today, FURTHEST_DAYS))
    throw refused(`${showDay(validFrom)} is more than a year ahead: no later version could begin before it.`)
  if (validFrom < newest)
    throw refused(`The newest version begins on ${showDay(newest)}. Choose that day or a later one.`)
}

/** Who requested the waiting version of a kind, and under which number; null while none waits. */
export async function waitingDefinition(
  read: Read,
  kind: string,
): Promise<{ id: number; requester: string; requestedAt: Date } | null> {
  const { id, requestedAt, requestedBy, decision } = pendingChange
  const [change] = await read
    .select({ id, requestedAt, requester: fullName })
    .from(pendingChange)
    .leftJoin(appUser, eq(appUser.id, requestedBy))
    .where(and(isNull(decision), eq(pendingChange.kind, WORKFLOW_DEFINITION), eq(pendingChange.target, kind)))
  return change ? { ...change, requester: change.requester ?? 'the command line' } : null
}
