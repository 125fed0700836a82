import type { Read } from 'db/database'
import { appUser, pendingChange } from 'db/schema/access'
import { bankAccount } from 'db/schema/bank-accounts'
import { and, asc, eq, isNull, like, type SQL } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { fullNameOf } from '~/areas/access/full-name.server'
import { waitingWords } from '~/platform/approvals/waiting-of-kind.server'
import type { TableRow } from '~/platform/tables/table-column'
import { accountTarget, BANK_ACCOUNT, targetsOf } from './account'
import { waitingChangesOf } from './changes-of-entity.server'

const updater = alias(appUser, 'updater')
const approver = alias(appUser, 'approver')
const creator = alias(appUser, 'creator')
const creation = alias(pendingChange, 'creation')
const latest = alias(pendingChange, 'latest')

/** The accounts of an entity as they are in force, who made them so and when, and what waits; by currency, then number. */
export async function accountsOf(read: Read, entityId: number, timeZone: string): Promise<TableRow[]> {
  const { id, iso3Currency, bic, iban, creationDate, updateDate, updatedBy } = bankAccount
  const rows = await read
    .select({
      ...{ id, iso3Currency, bic, iban, creationDate, updateDate },
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
    waits: waitingWords(
      waiting.find(({ target }) => target === accountTarget(entityId, row.id, row)),
      timeZone,
    ),
  }))
}

/** What took effect at an instant: a change and its decision have the same one. */
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
