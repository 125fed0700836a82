import type { ChangeKind } from '~/domain/access/change-kind.server'
import { isDeletion } from '~/domain/access/deletion'
import { DECIDED_BY_ADMINISTRATORS } from '~/domain/access/user-change-kinds.server'
import { DomainError } from '~/domain/values/domain-error'
import { idInTarget, type SetTolerance, toleranceFaults, toleranceLabel } from './set-tolerance'
import { butFor, fundCodes, storedTolerances } from './stored-tolerances.server'
import { deleteTolerance, writeTolerance } from './write-tolerance.server'

/** How changes of rule tolerances wait for another administrator (product decisions, section 1) and take effect. */
export const toleranceChangeKind: ChangeKind = {
  ...DECIDED_BY_ADMINISTRATORS,
  describe: async (_, changes) =>
    changes.map(({ before, after }) => `Tolerance ${toleranceLabel((before ?? after) as SetTolerance)}`),
  userName: () => null,
  current: async (read, target) => (await storedTolerances(read)).get(target) ?? null,
  async check(read, target, after) {
    if (isDeletion(after)) return
    const others = butFor(await storedTolerances(read), target)
    const [fault] = toleranceFaults(after as SetTolerance, others, await fundCodes(read))
    if (fault)
      throw new DomainError(
        'refused',
        `${fault.sentence} Decide the change of that one first, or refuse this one.`,
      )
  },
  async apply(tx, target, after) {
    const id = idInTarget(target)
    if (!isDeletion(after)) await writeTolerance(tx, id, after as SetTolerance)
    else if (id !== null) await deleteTolerance(tx, id)
  },
}
