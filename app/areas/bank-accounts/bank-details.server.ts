import type { Read, Transaction } from 'db/database'
import { pendingChange } from 'db/schema/access'
import { bankAccount } from 'db/schema/bank-accounts'
import { legalEntity } from 'db/schema/lookups'
import { and, asc, eq, exists, isNull, like, sql } from 'drizzle-orm'
import { entityName } from '~/areas/reference-data/entities.server'
import { type WaitingOfKind, waitingOfKind } from '~/platform/approvals/pending-changes.server'
import { STEP_REFUSED } from '~/platform/objects/take-step.server'
import { namedColumns } from '~/platform/tables/column'
import type { Context, WriteContext } from '~/platform/values/context.server'
import { dayIn, daysBetween } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { showDay } from '~/platform/values/show'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { ACCOUNT_FIELDS, type Account, accountLabel, BANK_ACCOUNT, bankLabel, targetsOf } from './account'

/** The changes of an entity's bank accounts that wait for a second person, oldest first. */
export const waitingChangesOf = (read: Read, entityId: number): Promise<WaitingOfKind[]> =>
  waitingOfKind(read, BANK_ACCOUNT, targetsOf(entityId))

/** When changes of an entity's bank accounts were approved. */
async function approvalsOf(read: Read, entityId: number): Promise<Date[]> {
  const rows = await read
    .select({ at: pendingChange.decidedAt })
    .from(pendingChange)
    .where(
      and(
        eq(pendingChange.decision, 'approved'),
        eq(pendingChange.kind, BANK_ACCOUNT),
        like(pendingChange.target, `${targetsOf(entityId)}%`),
      ),
    )
  return rows.flatMap(({ at }) => at ?? [])
}

/** An account in force. */
export interface StoredAccount extends Account {
  id: number
}

/** The columns of an account in force. */
const STORED = { id: bankAccount.id, ...namedColumns(bankAccount, ACCOUNT_FIELDS) }

export interface BankDetails {
  /** By currency, then number. */
  accounts: StoredAccount[]
  /**
   * Days since the latest change took effect, for any of the accounts, deletions included; null when there was none
   * within a year. The first account that an entity ever had is not a change.
   */
  changedDaysAgo: number | null
  /** Since when a change waits for a second person; null when none does. */
  waitingSince: Date | null
}

/** How long the notice of a change is shown. */
const NOTICE_DAYS = 365

/** The stored accounts that an entity is paid to, and how recently they changed. `today` is a day of the time zone. */
export async function bankDetails(
  { read, timeZone, today }: Context,
  entityId: number,
): Promise<BankDetails> {
  const { iso3Currency, iban, creationDate, updateDate } = bankAccount
  const rows = await read
    .select({ ...STORED, creationDate, updateDate })
    .from(bankAccount)
    .where(eq(bankAccount.legalEntityId, entityId))
    .orderBy(asc(iso3Currency), asc(iban))
  const [latest, ...earlier] = await changeTimes(read, entityId, rows)
  const days =
    latest === undefined || earlier.length === 0
      ? null
      : Math.max(0, daysBetween(dayIn(new Date(latest), timeZone), today))
  const [waiting] = await waitingChangesOf(read, entityId)
  return {
    accounts: rows.map(
      ({ creationDate: _made, updateDate: _changed, ...account }) => account as StoredAccount,
    ),
    changedDaysAgo: days !== null && days <= NOTICE_DAYS ? days : null,
    waitingSince: waiting?.requestedAt ?? null,
  }
}

/**
 * When a change of an entity's accounts last took effect, the first account included; null when there never was one.
 */
export async function detailsChangedAt(read: Read, entityId: number): Promise<Date | null> {
  const { creationDate, updateDate, legalEntityId } = bankAccount
  const rows = await read
    .select({ creationDate, updateDate })
    .from(bankAccount)
    .where(eq(legalEntityId, entityId))
  const [latest] = await changeTimes(read, entityId, rows)
  return latest === undefined ? null : new Date(latest)
}

/**
 * When its changes took effect, latest first. A site without an approver makes changes at once: only the rows show
 * them.
 */
async function changeTimes(
  read: Read,
  entityId: number,
  rows: readonly { creationDate: Date; updateDate: Date }[],
): Promise<number[]> {
  const made = rows.flatMap((row) => [row.creationDate, row.updateDate])
  const times = [...(await approvalsOf(read, entityId)), ...made].map((at) => at.getTime())
  return [...new Set(times)].sort((a, b) => b - a)
}

/** The first number of our two-number locks; the second is the entity's id. */
const BANK_DETAILS = 1_650_552_427

/** Blocks payments to these entities until the transaction ends. */
export async function lockBankDetails(tx: Transaction, entityIds: Iterable<number>): Promise<void> {
  // In one order, so that two requests that change several entities cannot deadlock.
  for (const id of [...new Set(entityIds)].sort((a, b) => a - b))
    await tx.execute(sql`select pg_advisory_xact_lock(${BANK_DETAILS}::int, ${id}::int)`)
}

/** Blocks requests for changes of this entity's accounts until the transaction ends; payments may run in parallel. */
export async function holdBankDetails(tx: Transaction, entityId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${BANK_DETAILS}::int, ${entityId}::int)`)
}

/**
 * Why nothing is paid to an entity now: a change of its bank accounts waits; who requested it, since when, and who
 * decides. Null while none waits.
 */
export async function paymentHold(
  { read, timeZone }: Pick<Context, 'read' | 'timeZone'>,
  entityId: number,
): Promise<string | null> {
  const [waiting, ...more] = await waitingChangesOf(read, entityId)
  if (!waiting) return null
  const { requester, requestedAt } = waiting
  const what = more.length === 0 ? 'A change' : `${more.length + 1} changes`
  const details = `since ${showDay(dayIn(requestedAt, timeZone))}, requested by ${requester}`
  return `${what} of the bank details of ${await entityName(read, entityId)} ${more.length === 0 ? 'is' : 'are'} pending ${details}. Payments are held until another member of TEAM LEADER decides on the page Bank Accounts.`
}

/** Names of the entities to which nothing is paid now because a change of their bank accounts waits. */
export async function entitiesOnHold(read: Read): Promise<string[]> {
  const { kind, target, decision } = pendingChange
  const waits = read
    .select({ one: sql`1` })
    .from(pendingChange)
    .where(
      and(
        isNull(decision),
        eq(kind, BANK_ACCOUNT),
        eq(sql`split_part(${target}, '/', 1)`, sql`${legalEntity.id}::text`),
      ),
    )
  const rows = await read
    .select({ name: legalEntity.name })
    .from(legalEntity)
    .where(exists(waits))
    .orderBy(asc(legalEntity.name))
  return rows.map(({ name }) => name)
}

/**
 * Nothing is paid to an entity while a change of its bank accounts waits; none can be requested until the transaction
 * ends.
 * @throws DomainError refused, with who requested it, since when, and who decides
 */
export async function bankDetailsSettled(
  { tx, timeZone }: Pick<WriteContext, 'tx' | 'timeZone'>,
  entityId: number,
): Promise<void> {
  await holdBankDetails(tx, entityId)
  const held = await paymentHold({ read: tx, timeZone }, entityId)
  if (held !== null) throw new DomainError('refused', held, { title: STEP_REFUSED })
}

/** Where a payment goes. */
export interface PaidAccount {
  /** The name of the entity. */
  holder: string
  /** Those for the currency of the payment, or for any; all of the entity's where it has none of these. */
  accounts: StoredAccount[]
  /** These accounts are for other currencies than that of the payment. */
  isOtherCurrency: boolean
  /** SHA-256 of number, bank and holder of these accounts, in hex: it differs for any other account. */
  hash: string
}

/**
 * The account that an entity is paid to in a currency: approvers see it, and an approval holds for that account only.
 * @throws DomainError not-found when there is no such entity
 */
export async function paidAccount(read: Read, entityId: number, currency: string): Promise<PaidAccount> {
  const { iso3Currency, iban, legalEntityId } = bankAccount
  const all = (await read
    .select(STORED)
    .from(bankAccount)
    .where(eq(legalEntityId, entityId))
    .orderBy(asc(iso3Currency), asc(iban))) as StoredAccount[]
  const own = accountsFor(currency, all)
  const accounts = onceEach(own.length > 0 ? own : all)
  const holder = await entityName(read, entityId)
  const numbers = [...new Set(accounts.map(payeeNumber))].sort()
  return {
    holder,
    accounts,
    isOtherCurrency: own.length === 0 && all.length > 0,
    hash: sha256(canonicalJson({ holder, numbers })),
  }
}

/** The accounts that are for a currency: for it alone, then those for any. */
export function accountsFor<One extends Pick<Account, 'iso3Currency' | 'anyCurrency'>>(
  currency: string,
  accounts: readonly One[],
): One[] {
  const own = accounts.filter(({ iso3Currency }) => iso3Currency === currency)
  return [
    ...own,
    ...accounts.filter(({ iso3Currency, anyCurrency }) => anyCurrency && iso3Currency !== currency),
  ]
}

/** What a payment names of an account: its number and its bank. The hash of approvals is made from it. */
function payeeNumber({ iban, bic, clearing }: Pick<Account, 'iban' | 'bic' | 'clearing'>): string {
  return clearing === null ? `${iban} ${bic}` : `${iban} ${bic} ${clearing}`
}

/** An account that is entered for several currencies is one place to pay to: its first entry counts. */
function onceEach(accounts: readonly StoredAccount[]): StoredAccount[] {
  const seen = new Set<string>()
  return accounts.filter((account) => {
    const number = payeeNumber(account)
    if (seen.has(number)) return false
    seen.add(number)
    return true
  })
}

/** Each account as text, for later readers of an event. */
export function paidAccountLabels({ accounts, holder }: PaidAccount): string[] {
  return accounts.map((account) => `${accountLabel(account)}, ${bankLabel(account)}, ${holder}`)
}
