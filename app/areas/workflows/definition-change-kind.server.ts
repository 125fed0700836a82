import { sql } from 'drizzle-orm'
import { DECIDED_BY_ADMINISTRATORS } from '~/areas/users/user-change-kinds.server'
import type { ChangeKind } from '~/platform/approvals/change-kind.server'
import { titleDay, titleWords } from '~/platform/approvals/change-title.server'
import { DomainError } from '~/platform/values/domain-error'
import { definitionChanges } from '~/platform/workflow/definition-changes'
import { definitionFaults } from '~/platform/workflow/definition-faults'
import { newestDefinition } from '~/platform/workflow/definition-versions.server'
import { makeDefinition } from '~/platform/workflow/make-definition.server'
import type { PresentDefinition, WantedDefinition } from './definition-draft'
import { DEFINITION_KINDS, rulesOf } from './definition-kinds'
import { judgedBy } from './judged.server'
import { dropDraft } from './stored-draft.server'

const KIND = titleWords(
  sql`change.target`,
  DEFINITION_KINDS.map(({ kind, one }) => [kind, one]),
)

/** How new versions of workflows wait for another administrator (product decisions, section 1) and take effect. */
export const definitionChangeKind: ChangeKind = {
  ...DECIDED_BY_ADMINISTRATORS,
  title: sql`concat('Workflow of ', ${KIND}, ', version ', change.after ->> 'version', ', valid from ', ${titleDay(sql`(change.after ->> 'validFrom')`)})`,
  words: (before, after) =>
    definitionChanges(
      (before as PresentDefinition | null)?.steps ?? [],
      (after as unknown as WantedDefinition).steps,
    ).join('; '),
  userName: () => null,
  async current(read, target) {
    const { version, steps } = await newestDefinition(read, target)
    return { version, steps }
  },
  async check(read, target, after) {
    const [fault] = definitionFaults((after as WantedDefinition).steps, await judgedBy(read, target))
    if (fault)
      throw new DomainError('refused', `${fault.sentence} Refuse this version, and request it again.`)
  },
  async apply(tx, target, after, { requestedBy, now, approvedOn }) {
    const { version, validFrom, comment, steps } = after as WantedDefinition
    await makeDefinition(tx, {
      ...{ kind: target, functionId: rulesOf(target).functionId, version, steps, comment },
      // Nothing begins under a version before somebody approved it.
      validFrom: approvedOn !== null && validFrom < approvedOn ? approvedOn : validFrom,
      madeBy: requestedBy,
      madeAt: now,
    })
    await dropDraft(tx, target, steps)
  },
}
