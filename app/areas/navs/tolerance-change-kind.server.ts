import { sql } from 'drizzle-orm'
import { DECIDED_BY_ADMINISTRATORS } from '~/areas/users/user-change-kinds.server'
import type { ChangeKind } from '~/platform/approvals/change-kind.server'
import { changedField, titleDay, titleWords } from '~/platform/approvals/change-title.server'
import { fieldWords } from '~/platform/approvals/change-words'
import { isDeletion } from '~/platform/approvals/deletion'
import { DomainError } from '~/platform/values/domain-error'
import { TOLERANCES } from './rules/tolerances'
import { idInTarget, nameOf, type SetTolerance, toleranceFaults } from './set-tolerance'
import { butFor, fundCodes, storedTolerances } from './stored-tolerances.server'
import { deleteTolerance, writeTolerance } from './write-tolerance.server'

const LABELS = { value: 'Value', validFrom: 'Valid from', validTo: 'Valid to' }
const NAME = titleWords(
  changedField('tolerance'),
  TOLERANCES.map((each) => [each.key, nameOf(each)]),
)
const SCOPE = sql`concat_ws(' ', ${changedField('level')}, ${changedField('subject')})`
const from = changedField('validFrom')
const to = changedField('validTo')
const SPAN = sql`coalesce(nullif(concat_ws(' ', 'from ' || nullif(${titleDay(from)}, ''), 'to ' || nullif(${titleDay(to)}, '')), ''), 'without dates')`

/** How changes of rule tolerances wait for another administrator (product decisions, section 1) and take effect. */
export const toleranceChangeKind: ChangeKind = {
  ...DECIDED_BY_ADMINISTRATORS,
  // As `toleranceLabel` tells it.
  title: sql`concat('Tolerance ', ${NAME}, ', for ', ${SCOPE}, ', ', ${SPAN})`,
  words: (before, after) => fieldWords(LABELS, before, after),
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
