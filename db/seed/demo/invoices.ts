import { insertRows } from 'db/bulk'
import { expenseType, legalEntity, routineType } from 'db/schema/lookups'
import { loadInvoices } from 'db/seed/invoices/load-invoices'
import { asc, isNull } from 'drizzle-orm'
import type { Transaction } from '../../database'
import { LAST_DAY } from './calendar'

/** Supplier → what it bills; the funds among them charge on what they paid for others. */
const BILLS: Record<string, string[]> = {
  'Sûre Custody Bank Luxembourg SCA': ['Depositary fee'],
  'Fontaine & Weis, réviseurs d’entreprises agréés': ['Audit fee', 'Tax advice'],
  'Kellermann Steiner Avocats à la Cour': ['Legal fee', 'Tax advice'],
  'Index Data House Ltd': ['Index licence', 'Market data'],
  'Pricewell Market Data GmbH': ['Market data'],
  'Domus Domiciliation Services SA': ['Domiciliation fee', 'Directors’ fee'],
  'Lindenhof Umbrella Fund': ['Translation and publication', 'Legal fee'],
  'Pinecrest Funds ICAV': ['Translation and publication', 'Legal fee'],
}

const COMMENTS = [
  'Fees as agreed in the service agreement',
  'Split over all sub-funds by net assets',
  'Check the VAT number',
  'Second half; the first one came in spring',
]

const COUNT = 400
const FIRST_DATE = '2026-08-03'

/** Invoices of the demo's three months, from its suppliers to its funds and companies. */
export async function seedInvoices(tx: Transaction): Promise<void> {
  const entities = await tx
    .select({ id: legalEntity.id, kind: legalEntity.kind, name: legalEntity.name })
    .from(legalEntity)
    .where(isNull(legalEntity.deadDate))
    .orderBy(asc(legalEntity.id))
  const expenseTypes = await tx
    .select({ id: expenseType.id, name: expenseType.name })
    .from(expenseType)
    .orderBy(asc(expenseType.id))
  const market = {
    suppliers: entities
      .filter(({ kind }) => kind.startsWith('SUPPLIER'))
      .map(({ id, kind, name: supplier }) => ({
        ...{ id, isFund: kind === 'SUPPLIER FUND' },
        expenseTypes: expenseTypes.filter(({ name }) => BILLS[supplier]?.includes(name)),
      })),
    // The budgets of the companies count what their own stories tell.
    entities: entities
      .filter(({ kind }) => !kind.startsWith('SUPPLIER'))
      .map(({ id, kind }) => ({ id, withoutRoutine: kind === 'COMPANY' })),
    expenseTypes,
    comments: COMMENTS,
    routineTypes: await tx.select({ id: routineType.id }).from(routineType).orderBy(asc(routineType.id)),
    from: FIRST_DATE,
    to: LAST_DAY,
  }
  await loadInvoices(
    { tx, copy: (table, rows) => insertRows(tx, table, [...rows]) },
    { count: COUNT, market, now: new Date(`${LAST_DAY}T18:00:00Z`), say: () => {} },
  )
}
