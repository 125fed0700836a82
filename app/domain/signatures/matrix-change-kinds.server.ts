import { isAllowed, isTeamLeader } from '~/domain/access/actor'
import type { ChangeKind } from '~/domain/access/change-kind.server'
import { isDeletion } from '~/domain/access/deletion'
import { DomainError } from '~/domain/values/domain-error'
import { storedEntries } from './matrix-entries.server'
import { describeTarget, type Entry, entryFaults, type MatrixKind } from './matrix-entry'
import { deleteEntry, writeEntry } from './write-entry.server'

/** How changes of the matrix wait for a team leader (product decisions, section 1) and take effect. */
export function matrixChangeKind(kind: MatrixKind): ChangeKind {
  return {
    describe: async (_, changes) => changes.map(({ target }) => describeTarget(kind, target)),
    mayDecide: (actor) => isTeamLeader(actor) && isAllowed(actor, 'draftsdashboard', 'update'),
    decidedBy: 'A member of TEAM LEADER who may update Drafted Expenses decides this change.',
    queue: 'TEAM LEADER',
    userName: () => null,
    current: async (read, target) => (await storedEntries(read, kind)).get(target) ?? null,
    async check(read, target, after) {
      if (isDeletion(after)) return
      const stored = await storedEntries(read, kind)
      const [fault] = entryFaults(kind, after as Entry, stored.values())
      if (fault)
        throw new DomainError(
          'refused',
          `${describeTarget(kind, target)} ${fault.what}. Decide the change of that one first, or refuse this one.`,
        )
    },
    async apply(tx, target, after) {
      const stored = (await storedEntries(tx, kind)).get(target)
      if (!isDeletion(after)) await writeEntry(tx, kind, after as Entry)
      else if (stored) await deleteEntry(tx, kind, stored)
    },
  }
}
