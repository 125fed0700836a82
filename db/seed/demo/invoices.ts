import { insertRows } from 'db/bulk'
import { expenseType, legalEntity, routineType } from 'db/schema/lookups'
import { loadInvoices } from 'db/seed/invoices/load-invoices'
import { asc, isNull } from 'drizzle-orm'
import type { Transaction } from '../../database'
import { LAST_DAY } from './calendar'

const COUNT = 400
const FIRST_DATE = '2026-08-03'

/** Invoices of the demo's three months, from its suppliers to its funds and companies. */
export async function seedInvoices(tx: Transaction): Promise<void> {
  const entities = await tx
    .select({ id: legalEntity.id, kind: legalEntity.kind })
    .from(legalEntity)
    .where(isNull(legalEntity.deadDate))
    .orderBy(asc(legalEntity.id))
  const market = {
    suppliers: entities
      .filter(({ kind }) => kind.startsWith('SUPPLIER'))
      .map(({ id, kind }) => ({ id, isFund: kind === 'SUPPLIER FUND' })),
    entities: entities.filter(({ kind }) => !kind.startsWith('SUPPLIER')),
    expenseTypes: await tx.select({ id: expenseType.id }).from(expenseType).orderBy(asc(expenseType.id)),
    routineTypes: await tx.select({ id: routineType.id }).from(routineType).orderBy(asc(routineType.id)),
    from: FIRST_DATE,
    to: LAST_DAY,
  }
  await loadInvoices(
    { tx, copy: (table, rows) => insertRows(tx, table, [...rows]) },
    { count: COUNT, market, now: new Date(`${LAST_DAY}T18:00:00Z`), say: () => {} },
  )
}
