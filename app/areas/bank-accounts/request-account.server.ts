import type { Transaction } from 'db/database'
import { decidesAlone } from '~/areas/access/second-person.server'
import { DELETED, isDeletion } from '~/platform/approvals/deletion'
import { requestChange } from '~/platform/approvals/pending-change-request.server'
import type { RowWriter } from '~/platform/tables/editable-table.server'
import { DomainError } from '~/platform/values/domain-error'
import {
  type Account,
  accountLabel,
  accountNumber,
  accountTarget,
  BANK_ACCOUNT,
  countryNote,
} from './account'
import { accountChangeKind } from './account-change-kind.server'
import { waitingChangesOf } from './changes-of-entity.server'
import { accountNumbered } from './stored-accounts.server'

export interface AccountWish {
  entityId: number
  /** As it is stored; null for a new one. */
  before: (Account & { id: number }) | null
  /** Null for a deletion. */
  after: Account | null
}

/**
 * Lets a change of an entity's bank account wait for a team leader; one that waits for the same account is superseded.
 * Where nobody could be the second person it takes effect at once: then null, else what became of it, in words.
 * @throws DomainError invalid beside the number, when another account of the entity has it or will have it
 */
export async function requestAccount(
  tx: Transaction,
  { entityId, before, after }: AccountWish,
  by: Omit<RowWriter, 'timeZone'>,
): Promise<string | null> {
  const named = before ?? after
  if (!named) throw new Error('A change of a bank account has an account before or after it')
  const target = accountTarget(entityId, before?.id ?? null, named)
  if (after) await requireFreeNumber(tx, { entityId, target, butFor: before?.id ?? null }, after)
  const change = {
    kind: BANK_ACCOUNT,
    target,
    before: before && accountIn(before),
    after: after ?? DELETED,
  } as const
  const waits = await requestChange(tx, change, by)
  if (await decidesAlone(tx, by.actor.id, accountChangeKind.queue)) return null
  const odd = after && countryNote(after)
  return odd ? `${waits}. Look again: ${odd}` : waits
}

/** Only what is compared and stored of it. */
const accountIn = ({ iso3Currency, bic, iban }: Account): Account => ({ iso3Currency, bic, iban })

async function requireFreeNumber(
  tx: Transaction,
  { entityId, target, butFor }: { entityId: number; target: string; butFor: number | null },
  wanted: Account,
): Promise<void> {
  const number = accountNumber(wanted)
  if (await accountNumbered(tx, entityId, wanted, butFor))
    throw taken(`There is an account ${accountLabel(wanted)} already: change that one.`)
  for (const waiting of await waitingChangesOf(tx, entityId)) {
    const { after, requester } = waiting
    if (waiting.target === target || isDeletion(after as object)) continue
    if (accountNumber(after as Account) !== number) continue
    throw taken(
      `An account ${accountLabel(wanted)} waits already, requested by ${requester}: have that change decided first.`,
    )
  }
}

const taken = (what: string) => new DomainError('invalid', what, { fields: { iban: what } })
