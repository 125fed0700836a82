import type { ChangeKind } from '~/domain/access/change-kind.server'
import { DECIDED_BY_ADMINISTRATORS } from '~/domain/access/user-change-kinds.server'
import { dayIn } from '~/domain/values/day'
import { DomainError } from '~/domain/values/domain-error'
import { showDay } from '~/domain/values/show'
import { definitionFaults } from '~/domain/workflow/definition-faults'
import { newestDefinition } from '~/domain/workflow/definition-versions.server'
import { makeDefinition } from '~/domain/workflow/make-definition.server'
import type { WantedDefinition } from './definition-draft'
import { rulesOf } from './definition-kinds'
import { judgedBy } from './judged.server'
import { dropDraft } from './stored-draft.server'

/** How new versions of workflows wait for another administrator (product decisions, section 1) and take effect. */
export const definitionChangeKind: ChangeKind = {
  ...DECIDED_BY_ADMINISTRATORS,
  describe: async (_, changes) =>
    changes.map(({ target, after }) => {
      const { version, validFrom } = after as WantedDefinition
      return `Workflow of ${rulesOf(target).one}, version ${version}, valid from ${showDay(validFrom)}`
    }),
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
  async apply(tx, target, after, { requestedBy, now }) {
    const { version, validFrom, comment, steps } = after as WantedDefinition
    const today = dayIn(now, 'UTC')
    await makeDefinition(tx, {
      ...{ kind: target, functionId: rulesOf(target).functionId, version, steps, comment },
      // Nothing begins under a version before somebody approved it.
      validFrom: validFrom < today ? today : validFrom,
      madeBy: requestedBy,
      madeAt: now,
    })
    await dropDraft(tx, target, steps)
  },
}
