import type { Read, Transaction } from 'db/database'
import { clientValidator, legalEntity } from 'db/schema/lookups'
import { authorisationRule, signatory } from 'db/schema/signatures'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { isAllowed, isTeamLeader } from '~/areas/access/actor'
import type { UserWriteContext } from '~/areas/access/user-context'
import {
  type ChangeKind,
  DELETED,
  fieldChangesText,
  isDeletion,
  titleAmount,
  titleDay,
} from '~/platform/approvals/change-kind.server'
import { requestChange } from '~/platform/approvals/pending-change-request.server'
import { DomainError } from '~/platform/values/domain-error'
import { capitalised } from '~/platform/values/show'
import { storedEntries, wishedEntries } from './matrix.server'
import {
  describeTarget,
  type Entry,
  type EntryFault,
  entryFaults,
  entryTarget,
  type MatrixKind,
} from './matrix-entry'

/**
 * Stores an entry of the matrix, new or changed. @throws DomainError refused, when a person or entity that it names is
 * missing
 */
async function writeEntry(tx: Transaction, kind: MatrixKind, entry: Entry): Promise<void> {
  const text = (field: string) => entry[field] ?? ''
  if (kind === 'signatory') {
    const { validatorId, validFrom } = signatory
    const set = { signatoryClass: text('signatoryClass'), validTo: entry.validTo ?? null }
    await tx
      .insert(signatory)
      .values({ validatorId: await idOfValidator(tx, entry), validFrom: text('validFrom'), ...set })
      .onConflictDoUpdate({ target: [validatorId, validFrom], set })
    return
  }
  const { legalEntityId, currency, validFrom, amountFrom } = authorisationRule
  const set = { validTo: entry.validTo ?? null, amountTo: entry.amountTo ?? null, rule: text('rule') }
  await tx
    .insert(authorisationRule)
    .values({
      legalEntityId: await idOfEntity(tx, entry),
      currency: text('currency'),
      validFrom: text('validFrom'),
      amountFrom: text('amountFrom'),
      ...set,
    })
    .onConflictDoUpdate({ target: [legalEntityId, currency, validFrom, amountFrom], set })
}

/** Deletes an entry of the matrix. @throws DomainError refused, when a person or entity that it names is missing */
async function deleteEntry(tx: Transaction, kind: MatrixKind, entry: Entry): Promise<void> {
  const text = (field: string) => entry[field] ?? ''
  if (kind === 'signatory') {
    const { validatorId, validFrom } = signatory
    const id = await idOfValidator(tx, entry)
    await tx.delete(signatory).where(and(eq(validatorId, id), eq(validFrom, text('validFrom'))))
    return
  }
  const { legalEntityId, currency, validFrom, amountFrom } = authorisationRule
  await tx
    .delete(authorisationRule)
    .where(
      and(
        eq(legalEntityId, await idOfEntity(tx, entry)),
        eq(currency, text('currency')),
        eq(validFrom, text('validFrom')),
        eq(amountFrom, text('amountFrom')),
      ),
    )
}

async function idOfEntity(read: Read, entry: Entry): Promise<number> {
  const [found] = await read
    .select({ id: legalEntity.id })
    .from(legalEntity)
    .where(eq(legalEntity.name, entry.legalEntity ?? ''))
  if (!found) throw gone(`legal entity ${entry.legalEntity}`)
  return found.id
}

async function idOfValidator(read: Read, entry: Entry): Promise<number> {
  const [found] = await read
    .select({ id: clientValidator.id })
    .from(clientValidator)
    .where(
      and(
        eq(clientValidator.legalEntityId, await idOfEntity(read, entry)),
        eq(clientValidator.firstName, entry.firstName ?? ''),
        eq(clientValidator.lastName, entry.lastName ?? ''),
      ),
    )
  if (!found) throw gone(`client validator ${entry.firstName} ${entry.lastName} of ${entry.legalEntity}`)
  return found.id
}

const gone = (what: string) =>
  new DomainError('refused', `There is no longer a ${what}. Refuse this change, and request it again.`)

/** A part of the key of an entry. */
const key = (at: number): SQL => sql`(change.target::jsonb ->> ${at}::int)`
/** Worded as by `describeTarget`. */
const TITLES: Readonly<Record<MatrixKind, SQL>> = {
  signatory: sql`concat('Signatory ', ${key(1)}, ' ', ${key(2)}, ' of ', ${key(0)}, ', valid from ', ${titleDay(key(3))})`,
  'authorisation rule': sql`concat('Authorisation rule of ', ${key(0)}, ', ', ${key(1)}, ' from ', ${titleAmount(key(3))}, ', valid from ', ${titleDay(key(2))})`,
}
/** Fields that name an entry are shown with it. */
const LABELS = { amountTo: 'Amount to', rule: 'Rule', signatoryClass: 'Class', validTo: 'Valid to' }

/** How changes of the matrix wait for a team leader (product decisions, section 1) and take effect. */
export function matrixChangeKind(kind: MatrixKind): ChangeKind {
  return {
    title: TITLES[kind],
    describe: (before, after) => fieldChangesText(LABELS, before, after),
    mayDecide: (actor) => isTeamLeader(actor) && isAllowed(actor, 'draftsdashboard', 'update'),
    decidedBy: 'Only members of TEAM LEADER who may update Drafted Expenses can decide this change.',
    shownIn: ['draftsdashboard', 'administration'],
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
          `${describeTarget(kind, target)} ${fault.what}. Decide that change first, or refuse this one.`,
        )
    },
    async apply({ tx }, target, after) {
      const stored = (await storedEntries(tx, kind)).get(target)
      if (!isDeletion(after)) await writeEntry(tx, kind, after as Entry)
      else if (stored) await deleteEntry(tx, kind, stored)
    },
  }
}

export interface EntryWish {
  verb: 'add' | 'change' | 'delete'
  entry: Entry
}

const ENDS: Readonly<Record<string, string>> = { amountFrom: 'amountTo', validFrom: 'validTo' }

/**
 * Compares a requested change of the matrix with all that is stored and waits.
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
    const what = 'already exists: change that one'
    throw refusal(kind, target, [{ field: 'validFrom', what }])
  }
  const found = entryFaults(kind, entry, (await wishedEntries(tx, kind)).values())
  // The form that changes an entry has no fields for its key.
  const faults =
    verb === 'add' ? found : found.map((fault) => ({ ...fault, field: ENDS[fault.field] ?? fault.field }))
  if (faults.length > 0) throw refusal(kind, target, faults)
}

/**
 * Submits a checked change to a team leader; a waiting change of the same entry is superseded. Returns the outcome as a
 * sentence.
 */
export async function requestEntry(
  context: UserWriteContext,
  kind: MatrixKind,
  { verb, entry }: EntryWish,
  comment?: string,
): Promise<string> {
  const target = entryTarget(kind, entry)
  const before = (await storedEntries(context.tx, kind)).get(target) ?? null
  const after = verb === 'delete' ? DELETED : entry
  return requestChange(context, { kind, target, before, after, comment })
}

function refusal(kind: MatrixKind, target: string, faults: readonly EntryFault[]): DomainError {
  const name = describeTarget(kind, target)
  const sentence = (what: string) => `${capitalised(what)}.`
  return new DomainError('invalid', faults.map(({ what }) => `${name}: ${what}.`).join(' '), {
    fields: Object.fromEntries(faults.map(({ field, what }) => [field, sentence(what)])),
  })
}
