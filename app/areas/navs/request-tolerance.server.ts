import type { Transaction } from 'db/database'
import { decidesAlone } from '~/areas/access/second-person.server'
import { ADMINISTRATION } from '~/areas/users/user-change-kinds.server'
import { DELETED } from '~/platform/approvals/deletion'
import { requestChange } from '~/platform/approvals/pending-change-request.server'
import type { RowWriter } from '~/platform/tables/editable-table.server'
import { DomainError } from '~/platform/values/domain-error'
import { RULE_TOLERANCE, type SetTolerance, toleranceFaults, toleranceTarget } from './set-tolerance'
import { butFor, fundCodes, wishedTolerances } from './stored-tolerances.server'

export interface ToleranceWish {
  /** As it is stored; null for a new value. */
  before: (SetTolerance & { id: number }) | null
  /** Null for a deletion. */
  after: SetTolerance | null
}

/**
 * Lets a change of a rule tolerance wait for another administrator; one that waits for the same value is superseded.
 * Where nobody could be the second person it takes effect at once: then null, else what became of it, in words.
 * @throws DomainError invalid, with a sentence for each field, held against all that is stored and waits
 */
export async function requestTolerance(
  tx: Transaction,
  { before, after }: ToleranceWish,
  by: RowWriter,
): Promise<string | null> {
  const named = before ?? after
  if (!named) throw new Error('A change of a tolerance has a value before or after it')
  const target = toleranceTarget(before?.id ?? null, named)
  if (after) {
    const faults = toleranceFaults(after, butFor(await wishedTolerances(tx), target), await fundCodes(tx))
    if (faults.length > 0)
      throw new DomainError('invalid', faults.map(({ sentence }) => sentence).join(' '), {
        fields: Object.fromEntries(faults.map(({ field, sentence }) => [field, sentence])),
      })
  }
  const change = {
    kind: RULE_TOLERANCE,
    target,
    before: before && valueIn(before),
    after: after ? valueIn(after) : DELETED,
  } as const
  const becomes = await requestChange(tx, change, by)
  return (await decidesAlone(tx, by.actor.id, ADMINISTRATION)) ? null : becomes
}

/** Only what is compared and stored of it. */
function valueIn({ tolerance, level, subject, value, validFrom, validTo }: SetTolerance): SetTolerance {
  return { tolerance, level, subject, value, validFrom, validTo }
}
