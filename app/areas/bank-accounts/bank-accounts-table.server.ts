import type { Read } from 'db/database'
import { appUser, pendingChange } from 'db/schema/access'
import { bankAccount } from 'db/schema/bank-accounts'
import { and, asc, eq, like } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { UserWriteContext } from '~/areas/access/user-context'
import { fullNameOf } from '~/areas/access/users.server'
import { isDeletion } from '~/platform/approvals/change-kind.server'
import { waitingNote } from '~/platform/approvals/pending-changes.server'
import { namedColumns } from '~/platform/tables/column'
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
  wrongFields,
} from '~/platform/tables/table-column'
import type { Context } from '~/platform/values/context.server'
import {
  ACCOUNT_FIELDS,
  type Account,
  accountFaults,
  accountLabel,
  accountNumber,
  accountTarget,
  BANK_ACCOUNT,
  CHARGE_BEARERS,
  targetsOf,
} from './account'
import { waitingChangesOf } from './bank-details.server'
import { requestAccount } from './request-account.server'

const updater = alias(appUser, 'updater')

/**
 * The accounts of an entity in force, who made their latest change and when, and the changes that wait; the currencies
 * of an account together.
 */
async function accountsOf(
  { read, timeZone }: Pick<Context, 'read' | 'timeZone'>,
  entityId: number,
): Promise<TableRow[]> {
  const { id, iso3Currency, iban, creationDate, updateDate, updatedBy } = bankAccount
  const rows = await read
    .select({
      ...namedColumns(bankAccount, ACCOUNT_FIELDS),
      id,
      creationDate,
      updateDate,
      updatedBy: fullNameOf(updater),
    })
    .from(bankAccount)
    .leftJoin(updater, eq(updater.id, updatedBy))
    .where(eq(bankAccount.legalEntityId, entityId))
    .orderBy(asc(iban), asc(iso3Currency))
  const approved = await approvedChangesOf(read, entityId)
  const waiting = await waitingChangesOf(read, entityId)
  return rows.map((row) => {
    const creation = changeAt(
      row.creationDate,
      row,
      approved.filter(({ before }) => before === null),
    )
    const latest = changeAt(row.updateDate, row, approved)
    return {
      ...row,
      key: String(row.id),
      entityId,
      creationDate: row.creationDate.toISOString(),
      createdBy: creation?.requester ?? null,
      updateDate: row.updateDate.toISOString(),
      approvedBy: latest?.decider ?? null,
      waits: waitingNote(
        waiting.find(({ target }) => target === accountTarget(entityId, row.id, row)),
        timeZone,
      ),
    }
  })

  /** The change that took effect at an instant: a change and its decision have the same one. */
  function changeAt(at: Date, row: (typeof rows)[number], changes: readonly ApprovedChange[]) {
    const then = changes.filter(({ decidedAt }) => decidedAt?.getTime() === at.getTime())
    const isIts = ({ target, after }: ApprovedChange) =>
      target === accountTarget(entityId, row.id, row) ||
      (!isDeletion(after as object) && accountNumber(after as Account) === accountNumber(row))
    // Of accounts that were approved together each has its own; an account that got another number later has the first.
    return then.find(isIts) ?? then[0]
  }
}

const requester = alias(appUser, 'requester')
const decider = alias(appUser, 'decider')

type ApprovedChange = Awaited<ReturnType<typeof approvedChangesOf>>[number]

/** The changes of an entity's accounts that took effect. */
function approvedChangesOf(read: Read, entityId: number) {
  const { target, before, after, decidedAt, decision, kind, requestedBy, decidedBy } = pendingChange
  return read
    .select({
      target,
      before,
      after,
      decidedAt,
      requester: fullNameOf(requester),
      decider: fullNameOf(decider),
    })
    .from(pendingChange)
    .leftJoin(requester, eq(requester.id, requestedBy))
    .leftJoin(decider, eq(decider.id, decidedBy))
    .where(and(eq(decision, 'approved'), eq(kind, BANK_ACCOUNT), like(target, `${targetsOf(entityId)}%`)))
    .orderBy(asc(pendingChange.id))
}

const COLUMNS: TableColumn[] = [
  ...tableColumns(ACCOUNT_FIELDS, {
    iso3Currency: { kind: 'choice', width: 90 },
    bic: {
      hint: '8 or 11 letters and digits, as the bank writes it; accounts that SEPA reaches need none.',
      longest: 30,
      width: 130,
    },
    iban: {
      hint: 'With or without blanks. Where the country has no IBANs: the account number.',
      grouped: true,
      longest: 60,
      width: 300,
    },
    clearing: {
      hint: 'Without IBAN: the clearing system and the bank’s number in it, such as USABA 021000021.',
      longest: 40,
      width: 150,
    },
    anyCurrency: { hint: 'It takes payments in any currency, not only in its own.', width: 110 },
    chargeBearer: {
      hint: 'Outside SEPA: DEBT, the payer pays all charges; CRED, the payee; SHAR or blank, each their own bank’s.',
      width: 90,
    },
  }),
  shownColumn('waits', 'Pending', 180),
  shownColumn('creationDate', 'Created', 130, 'instant'),
  shownColumn('createdBy', 'Created by', 130),
  shownColumn('updateDate', 'Updated', 130, 'instant'),
  shownColumn('updatedBy', 'Updated by', 130),
  shownColumn('approvedBy', 'Approved by', 130),
]

/**
 * The bank accounts of a legal entity. A change through its calls waits for a team leader, and the row stays as it is
 * until then; payments to the entity are held meanwhile.
 */
export function bankAccountsTable(entityId: number): EditableTable {
  /** What the calls return: the row as it is now, including a change that took effect at once. */
  async function requested(context: UserWriteContext, { before, after, comment }: RowWish): Promise<Written> {
    const change = {
      entityId,
      before: before && storedIn(before),
      after: after && accountIn(after),
      comment,
    }
    if (change.after) wrongFields(accountFaults(change.after))
    const note = await requestAccount(context, change)
    if (note !== null) return { row: before ?? { ...after, entityId, key: '' }, note }
    const isSame = (row: TableRow) =>
      before
        ? row.key === before.key
        : after !== null && accountLabel(accountIn(row)) === accountLabel(accountIn(after))
    return {
      row: (await accountsOf(context, entityId)).find(isSame) ?? before ?? { ...after, key: '' },
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
    ...requestedRows((context) => accountsOf(context, entityId), requested),
    order: [
      { column: 'iban', descending: false },
      { column: 'iso3Currency', descending: false },
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
  clearing: textOf(row.clearing) || null,
  anyCurrency: row.anyCurrency === true,
  chargeBearer: CHARGE_BEARERS.find((bearer) => bearer === row.chargeBearer) ?? null,
})
const storedIn = (row: TableRow) => ({ ...accountIn(row), id: Number(row.key) })
