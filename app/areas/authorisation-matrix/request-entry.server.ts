import type { Transaction } from 'db/database'
import { DELETED } from '~/platform/approvals/deletion'
import { requestChange } from '~/platform/approvals/pending-change-request.server'
import { DomainError } from '~/platform/values/domain-error'
import { storedEntries, wishedEntries } from './matrix-entries.server'
import {
  describeTarget,
  type Entry,
  type EntryFault,
  entryFaults,
  entryTarget,
  type MatrixKind,
} from './matrix-entry'

export interface EntryWish {
  verb: 'add' | 'change' | 'delete'
  entry: Entry
}

const ENDS: Readonly<Record<string, string>> = { amountFrom: 'amountTo', validFrom: 'validTo' }

/**
 * Holds a wish for the matrix against all that is stored and waits.
 * @throws DomainError invalid, with a sentence for each field
 */
export async function checkEntry(
  tx: Transaction,
  kind: MatrixKind,
  { verb, entry }: EntryWish,
): Promise<void> {
  if (verb === 'delete') return
  const target = entryTarget(kind, entry)
  if (verb === 'add' && (await storedEntries(tx, kind)).has(target)) {
    const what = 'is there already: change that one'
    throw refusal(kind, target, [{ field: 'validFrom', what }])
  }
  const found = entryFaults(kind, entry, (await wishedEntries(tx, kind)).values())
  // What names an entry is no field of a form that changes it.
  const faults =
    verb === 'add' ? found : found.map((fault) => ({ ...fault, field: ENDS[fault.field] ?? fault.field }))
  if (faults.length > 0) throw refusal(kind, target, faults)
}

/**
 * Lets a checked wish wait for a team leader; one that waits for the same entry is superseded. Answers what became of
 * it, in words.
 */
export async function requestEntry(
  tx: Transaction,
  kind: MatrixKind,
  { verb, entry }: EntryWish,
  by: { actor: { id: number; fullName: string }; now: Date; comment?: string },
): Promise<string> {
  const target = entryTarget(kind, entry)
  const before = (await storedEntries(tx, kind)).get(target) ?? null
  const after = verb === 'delete' ? DELETED : entry
  return requestChange(tx, { kind, target, before, after }, by)
}

function refusal(kind: MatrixKind, target: string, faults: readonly EntryFault[]): DomainError {
  const name = describeTarget(kind, target)
  const sentence = (what: string) => `${what.charAt(0).toUpperCase()}${what.slice(1)}.`
  return new DomainError('invalid', faults.map(({ what }) => `${name}: ${what}.`).join(' '), {
    fields: Object.fromEntries(faults.map(({ field, what }) => [field, sentence(what)])),
  })
}
