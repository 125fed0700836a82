import type { Transaction } from 'db/database'
import { appUser, pendingChange } from 'db/schema/access'
import { bankAccount } from 'db/schema/bank-accounts'
import { and, asc, eq, isNull, like, type SQL } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { fullNameOf } from '~/areas/access/users.server'
import { waitingNote } from '~/platform/approvals/pending-changes.server'
import {
  type EditableTable,
  type RowWish,
  requestedRows,
  rowSchema,
  tableColumns,
  type Written,
} from '~/platform/tables/editable-table.server'
import { currencyOptions } from '~/platform/tables/options.server'
import {
  type RowValues,
  shownColumn,
  type TableColumn,
  type TableRow,
  textOf,
} from '~/platform/tables/table-column'
import type { Context } from '~/platform/values/context.server'
import { ACCOUNT_FIELDS, type Account, accountLabel, accountTarget, BANK_ACCOUNT, targetsOf } from './account'
import { waitingChangesOf } from './bank-details.server'
import { requestAccount } from './request-account.server'

const updater = alias(appUser, 'updater')
const approver = alias(appUser, 'approver')
const creator = alias(appUser, 'creator')
const creation = alias(pendingChange, 'creation')
const latest = alias(pendingChange, 'latest')

/**
 * The accounts of an entity in force, who made their latest change and when, and the changes that wait; by currency,
 * then number.
 */
async function accountsOf(
  { read, timeZone }: Pick<Context, 'read' | 'timeZone'>,
  entityId: number,
): Promise<TableRow[]> {
  const { id, iso3Currency, bic, iban, creationDate, updateDate, updatedBy } = bankAccount
  const rows = await read
    .select({
      id,
      iso3Currency,
      bic,
      iban,
      creationDate,
      updateDate,
      createdBy: fullNameOf(creator),
      updatedBy: fullNameOf(updater),
      approvedBy: fullNameOf(approver),
    })
    .from(bankAccount)
    .leftJoin(creation, and(decidedAs(creation, creationDate, entityId), isNull(creation.before)))
    .leftJoin(creator, eq(creator.id, creation.requestedBy))
    .leftJoin(updater, eq(updater.id, updatedBy))
    .leftJoin(latest, decidedAs(latest, updateDate, entityId))
    .leftJoin(approver, eq(approver.id, latest.decidedBy))
    .where(eq(bankAccount.legalEntityId, entityId))
    .orderBy(asc(iso3Currency), asc(iban))
  const waiting = await waitingChangesOf(read, entityId)
  return rows.map((row) => ({
    ...row,
    key: String(row.id),
    entityId,
    creationDate: row.creationDate.toISOString(),
    updateDate: row.updateDate.toISOString(),
    waits: waitingNote(
      waiting.find(({ target }) => target === accountTarget(entityId, row.id, row)),
      timeZone,
    ),
  }))
}

/** The changes that took effect at an instant: a change and its decision have the same one. */
function decidedAs(
  change: Record<'decidedAt' | 'decision' | 'kind' | 'target', PgColumn>,
  at: PgColumn,
  entityId: number,
): SQL | undefined {
  return and(
    eq(change.decidedAt, at),
    eq(change.decision, 'approved'),
    eq(change.kind, BANK_ACCOUNT),
    like(change.target, `${targetsOf(entityId)}%`),
  )
}

const COLUMNS: TableColumn[] = [
  ...tableColumns(ACCOUNT_FIELDS, {
    iso3Currency: { kind: 'choice', width: 75 },
    bic: { hint: '8 or 11 letters and digits, as the bank writes it.', longest: 30, width: 130 },
    iban: { hint: 'With or without blanks.', grouped: true, longest: 60, width: 300 },
  }),
  shownColumn('waits', 'Pending', 250),
  shownColumn('creationDate', 'Created', 130, 'instant'),
  shownColumn('createdBy', 'Created by', 130),
  shownColumn('updateDate', 'Updated', 130, 'instant'),
  shownColumn('updatedBy', 'Updated by', 130),
  shownColumn('approvedBy', 'Approved by', 130),
]

/**
 * The bank accounts of a legal entity. A change through its calls waits for a team leader, and the row stays as it is
 * until then; payments to the entity are held meanwhile.
 * @param timeZone the site's, for the day since when a change waits
 */
export function bankAccountsTable(entityId: number, timeZone: string): EditableTable {
  /** What the calls return: the row as it is now, including a change that took effect at once. */
  async function requested(tx: Transaction, { before, after, by }: RowWish): Promise<Written> {
    const change = { entityId, before: before && storedIn(before), after: after && accountIn(after) }
    const note = await requestAccount(tx, change, by)
    if (note !== null) return { row: before ?? { ...after, entityId, key: '' }, note }
    const isSame = (row: TableRow) =>
      before
        ? row.key === before.key
        : after !== null && accountLabel(accountIn(row)) === accountLabel(accountIn(after))
    return {
      row: (await accountsOf({ read: tx, timeZone }, entityId)).find(isSame) ??
        before ?? { ...after, key: '' },
    }
  }

  return {
    name: 'bank-accounts',
    title: 'Bank accounts',
    one: 'bank account',
    about: 'Where legal entities are paid; every change needs a team leader’s approval',
    path: '/bank-accounts',
    functionId: 'bankaccounts',
    columns: COLUMNS,
    ...requestedRows((read) => accountsOf({ read, timeZone }, entityId), requested),
    order: [
      { column: 'iso3Currency', descending: false },
      { column: 'iban', descending: false },
    ],
    schema: rowSchema(ACCOUNT_FIELDS),
    labelOf: (row) => accountLabel(accountIn(row)),
    keyIn: ({ id }) => (/^[1-9]\d{0,9}$/.test(textOf(id)) ? textOf(id) : null),
    options: { iso3Currency: currencyOptions },
    count: (read) => read.$count(bankAccount, eq(bankAccount.legalEntityId, entityId)),
    writerOf: async (_, __, row) => (row === null ? null : textOf(row.updatedBy) || null),
  }
}

const accountIn = (row: RowValues): Account => ({
  iso3Currency: textOf(row.iso3Currency),
  bic: textOf(row.bic),
  iban: textOf(row.iban),
})
const storedIn = (row: TableRow) => ({ ...accountIn(row), id: Number(row.key) })
