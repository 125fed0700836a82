import { type SQL, sql } from 'drizzle-orm'
import { isAllowed, isTeamLeader } from '~/areas/access/actor'
import type { ChangeKind } from '~/platform/approvals/change-kind.server'
import { titleAmount, titleDay } from '~/platform/approvals/change-title.server'
import { fieldWords } from '~/platform/approvals/change-words'
import { isDeletion } from '~/platform/approvals/deletion'
import { DomainError } from '~/platform/values/domain-error'
import { storedEntries } from './matrix-entries.server'
import { describeTarget, type Entry, entryFaults, type MatrixKind } from './matrix-entry'
import { deleteEntry, writeEntry } from './write-entry.server'

/** A part of the key of an entry. */
const key = (at: number): SQL => sql`(change.target::jsonb ->> ${at}::int)`
/** As `describeTarget` tells them. */
const TITLES: Readonly<Record<MatrixKind, SQL>> = {
  signatory: sql`concat('Signatory ', ${key(1)}, ' ', ${key(2)}, ' of ', ${key(0)}, ', valid from ', ${titleDay(key(3))})`,
  'authorisation rule': sql`concat('Authorisation rule of ', ${key(0)}, ', ', ${key(1)}, ' from ', ${titleAmount(key(3))}, ', valid from ', ${titleDay(key(2))})`,
}
/** Fields that name an entry are told with it. */
const LABELS = { amountTo: 'Amount to', rule: 'Rule', signatoryClass: 'Class', validTo: 'Valid to' }

/** How changes of the matrix wait for a team leader (product decisions, section 1) and take effect. */
export function matrixChangeKind(kind: MatrixKind): ChangeKind {
  return {
    title: TITLES[kind],
    words: (before, after) => fieldWords(LABELS, before, after),
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
