import type { Read, Transaction } from 'db/database'
import { bankAccount } from 'db/schema/bank-accounts'
import { legalEntity } from 'db/schema/lookups'
import { and, eq, ne, sql } from 'drizzle-orm'
import { isAllowed, isTeamLeader } from '~/areas/access/actor'
import { decidesAlone } from '~/areas/access/second-person.server'
import type { UserWriteContext } from '~/areas/access/user-context'
import { entityName } from '~/areas/reference-data/entities.server'
import {
  type ChangeFields,
  type ChangeKind,
  changedField,
  DELETED,
  fieldChangesText,
  isDeletion,
  titleIban,
} from '~/platform/approvals/change-kind.server'
import { requestChange } from '~/platform/approvals/pending-change-request.server'
import type { TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { showIban } from '~/platform/values/show'
import {
  type Account,
  type AccountTarget,
  accountLabel,
  accountNumber,
  accountTarget,
  BANK_ACCOUNT,
  bankLabel,
  countryNote,
  type RecordedAccount,
  readAccountTarget,
  recordedAccount,
  wholeAccount,
} from './account'
import { lockBankDetails, waitingChangesOf } from './bank-details.server'

const { id, iso3Currency, bic, iban, clearing, anyCurrency, chargeBearer, legalEntityId } = bankAccount
const ACCOUNT = { iso3Currency, bic, iban, clearing, anyCurrency, chargeBearer }

/** An account of an entity by its id; null when it is gone, or belongs to another entity. */
async function accountOf(read: Read, entityId: number, accountId: number): Promise<RecordedAccount | null> {
  const [found] = await read
    .select(ACCOUNT)
    .from(bankAccount)
    .where(and(eq(id, accountId), eq(legalEntityId, entityId)))
  return found ? recordedAccount(found as Account) : null
}

/** The account of an entity with this currency and number, excluding one of its accounts; null when there is none. */
export async function accountNumbered(
  read: Read,
  entityId: number,
  account: Pick<Account, 'iso3Currency' | 'iban'>,
  butFor: number | null = null,
): Promise<(Account & { id: number }) | null> {
  const [found] = await read
    .select({ id, ...ACCOUNT })
    .from(bankAccount)
    .where(
      and(
        eq(legalEntityId, entityId),
        eq(iso3Currency, account.iso3Currency),
        eq(iban, account.iban),
        butFor === null ? undefined : ne(id, butFor),
      ),
    )
  return found ? (found as Account & { id: number }) : null
}

/** The owner of an account; null for an account that is gone. */
export async function entityOfAccount(read: Read, accountId: number): Promise<number | null> {
  const [found] = await read.select({ entityId: legalEntityId }).from(bankAccount).where(eq(id, accountId))
  return found?.entityId ?? null
}

/** Stores an account of an entity, new or changed. */
async function writeAccount(
  { tx, now }: TransactionAt,
  { entityId, accountId }: AccountTarget,
  account: RecordedAccount,
  requestedBy: number | null,
): Promise<void> {
  const set = { ...wholeAccount(account), updatedBy: requestedBy, updateDate: now }
  if (accountId === null)
    await tx.insert(bankAccount).values({ ...set, legalEntityId: entityId, creationDate: now })
  else await tx.update(bankAccount).set(set).where(whereIs({ entityId, accountId }))
}

/** Deletes an account of an entity. */
async function deleteAccount(
  tx: Transaction,
  { entityId, accountId }: { entityId: number; accountId: number },
): Promise<void> {
  await tx.delete(bankAccount).where(whereIs({ entityId, accountId }))
}

const whereIs = ({ entityId, accountId }: { entityId: number; accountId: number }) =>
  and(eq(bankAccount.id, accountId), eq(bankAccount.legalEntityId, entityId))

const LABELS = {
  iso3Currency: 'Ccy',
  bic: 'Bic',
  iban: 'IBAN',
  clearing: 'Clearing code',
  anyCurrency: 'Any currency',
  chargeBearer: 'Charges',
}

/** The name of the entity that owns the account. */
const OWNER = sql`coalesce(
  (select owner.name from ${legalEntity} owner where owner.id = split_part(change.target, '/', 1)::int),
  'a legal entity that is gone')`

function accountWords(before: ChangeFields | null, after: ChangeFields): string {
  // What an account has no longer is in the change before only.
  const gone = Object.keys(before ?? {}).filter((field) => !isDeletion(after) && !(field in after))
  const all = { ...after, ...Object.fromEntries(gone.map((field) => [field, null])) }
  return fieldChangesText(LABELS, before, all, (field, text) => (field === 'iban' ? showIban(text) : text))
}

/** The effect of a change of an account, field by field, and what to check again. */
export function describeAccountChange(before: ChangeFields | null, after: ChangeFields): string {
  const words = accountWords(before, after)
  const note = isDeletion(after) ? null : countryNote(after as unknown as Account)
  return note === null ? words : `${words} (please check: ${note})`
}

/** The outcome for an account, after its currency and number: "was added, BIC BGLLLULL", "was deleted", "is now …". */
function changeWords(before: RecordedAccount | null, after: object): string {
  if (isDeletion(after)) return 'was deleted'
  const bank = bankLabel(after as RecordedAccount)
  return before === null ? `was added, ${bank}` : `is now ${accountLabel(after as RecordedAccount)}, ${bank}`
}

/** The name under which changes of bank accounts are recorded. */
const DECIDED_IN = 'TEAM LEADER'

/**
 * The consequences of changed bank details, in the same transaction. @param why they changed, as the middle of a
 * sentence
 */
type WhenChanged = (context: TransactionAt, entityId: number, why: string) => Promise<unknown>

/**
 * How changes of bank accounts wait for a team leader (product decisions, sections 1 and 5) and take effect.
 * @param whenChanged the reaction of payments
 */
export const accountChangeKind = (whenChanged: WhenChanged): ChangeKind => ({
  title: sql`concat('Bank account ', ${changedField('iso3Currency')}, ' ', ${titleIban(changedField('iban'))}, ' of ', ${OWNER})`,
  mailTitle: sql`concat('Bank account ', ${changedField('iso3Currency')}, ' of ', ${OWNER})`,
  describe: describeAccountChange,
  found: titleIban(sql`(change.after ->> 'iban')`),
  mayDecide: (actor) => isTeamLeader(actor) && isAllowed(actor, 'bankaccounts', 'update'),
  decidedBy: 'Only members of TEAM LEADER who may update Bank Accounts can decide this change.',
  shownIn: ['bankaccounts', 'administration'],
  queue: DECIDED_IN,
  isMoney: true,
  userName: () => null,
  async current(read, target) {
    const { entityId, accountId } = readAccountTarget(target)
    return accountId === null ? null : accountOf(read, entityId, accountId)
  },
  async check(read, target, after) {
    const { entityId, accountId } = readAccountTarget(target)
    const [owner] = await read
      .select({ name: legalEntity.name })
      .from(legalEntity)
      .where(eq(legalEntity.id, entityId))
    if (!owner) throw new DomainError('refused', 'This legal entity no longer exists. Refuse this change.')
    if (isDeletion(after)) return
    const other = await accountNumbered(read, entityId, after as Account, accountId)
    if (other)
      throw new DomainError(
        'refused',
        `${owner.name} already has an account ${accountLabel(other)}. Refuse this change, or first decide the one that deletes that account.`,
      )
  },
  async apply(context, target, after, { requestedBy }) {
    const { tx } = context
    const { entityId, accountId } = readAccountTarget(target)
    await lockBankDetails(tx, [entityId])
    const before = accountId === null ? null : await accountOf(tx, entityId, accountId)
    if (!isDeletion(after))
      await writeAccount(context, { entityId, accountId }, after as RecordedAccount, requestedBy)
    else if (accountId !== null) await deleteAccount(tx, { entityId, accountId })
    const what = `${accountLabel(before ?? (after as Account))} ${changeWords(before, after)}`
    const why = `the bank details of ${await entityName(tx, entityId)} changed (${what})`
    await whenChanged(context, entityId, why)
  },
  lock: (tx, targets) =>
    lockBankDetails(
      tx,
      targets.map((target) => readAccountTarget(target).entityId),
    ),
})

export interface AccountWish {
  entityId: number
  /** The stored account; null for a new one. */
  before: (RecordedAccount & { id: number }) | null
  /** Null for a deletion. */
  after: RecordedAccount | null
  /** The reason, for the team leader who decides. */
  comment?: string
}

/**
 * Submits a change of an entity's bank account to a team leader; a waiting change of the same account is superseded.
 * Where no other user could be the second person, it takes effect at once and the result is null; otherwise the outcome
 * as a sentence.
 * @throws DomainError invalid for the number, when another account of the entity has it or will have it
 */
export async function requestAccount(
  context: UserWriteContext,
  { entityId, before, after, comment }: AccountWish,
): Promise<string | null> {
  const { tx, actor } = context
  const named = before ?? after
  if (!named) throw new Error('A change of a bank account has an account before or after it')
  const target = accountTarget(entityId, before?.id ?? null, named)
  if (after) await requireFreeNumber(tx, { entityId, target, butFor: before?.id ?? null }, after)
  const change = {
    kind: BANK_ACCOUNT,
    target,
    before: before && recordedAccount(before),
    after: after === null ? DELETED : recordedAccount(after),
    comment,
  } as const
  const waits = await requestChange(context, change)
  if (await decidesAlone(tx, actor.id, DECIDED_IN)) return null
  const warning = after && countryNote(after)
  return warning ? `${waits}. Please check: ${warning}` : waits
}

async function requireFreeNumber(
  tx: Transaction,
  { entityId, target, butFor }: { entityId: number; target: string; butFor: number | null },
  wanted: RecordedAccount,
): Promise<void> {
  const number = accountNumber(wanted)
  if (await accountNumbered(tx, entityId, wanted, butFor))
    throw taken(`There is already an account ${accountLabel(wanted)}: change that one.`)
  for (const waiting of await waitingChangesOf(tx, entityId)) {
    const { after, requester } = waiting
    if (waiting.target === target || isDeletion(after as object)) continue
    if (accountNumber(after as Account) !== number) continue
    throw taken(
      `An account ${accountLabel(wanted)} is already pending, requested by ${requester}: have that change decided first.`,
    )
  }
}

const taken = (what: string) => new DomainError('invalid', what, { fields: { iban: what } })
