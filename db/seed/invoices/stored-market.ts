import { currency, expenseType, legalEntity, routineType } from 'db/schema/lookups'
import { inArray } from 'drizzle-orm'
import type { Transaction } from '../../database'
import { type Company, SETTLING_ENTITIES, SUPPLIERS, settlingEntity, supplier } from './companies'
import { CURRENCIES, EXPENSES, ROUTINES } from './expenses'

/** Suppliers, entities and types that invoices refer to: stored unless the site has those of the same name. */
export async function storeMarket(tx: Transaction) {
  await tx
    .insert(currency)
    .values(CURRENCIES.map(([code]) => ({ code, name: code })))
    .onConflictDoNothing()
  await tx
    .insert(expenseType)
    .values([...EXPENSES])
    .onConflictDoNothing()
  await tx
    .insert(routineType)
    .values(ROUTINES.map((name) => ({ name })))
    .onConflictDoNothing()
  const expenses = await tx
    .select({ id: expenseType.id, name: expenseType.name })
    .from(expenseType)
    .where(
      inArray(
        expenseType.name,
        EXPENSES.map(({ name }) => name),
      ),
    )
  const routines = await tx
    .select({ id: routineType.id, name: routineType.name })
    .from(routineType)
    .where(inArray(routineType.name, [...ROUTINES]))
  return {
    suppliers: await storeCompanies(
      tx,
      Array.from({ length: SUPPLIERS }, (_, number) => supplier(number)),
    ),
    entities: await storeCompanies(
      tx,
      Array.from({ length: SETTLING_ENTITIES }, (_, number) => settlingEntity(number)),
    ),
    expenseTypes: inOrder(
      EXPENSES.map(({ name }) => name),
      expenses,
    ),
    routineTypes: inOrder(ROUTINES, routines),
  }
}

async function storeCompanies(tx: Transaction, companies: readonly Company[]) {
  await tx
    .insert(legalEntity)
    .values([...companies])
    .onConflictDoNothing()
  const names = companies.map(({ name }) => name)
  const rows = await tx
    .select({ id: legalEntity.id, name: legalEntity.name, kind: legalEntity.kind })
    .from(legalEntity)
    .where(inArray(legalEntity.name, names))
  return inOrder(names, rows).map(({ id, kind }) => ({ id, isFund: kind === 'SUPPLIER FUND' }))
}

/** The rows in the order of their names here, so that the same number always means the same row. */
function inOrder<Row extends { name: string }>(names: readonly string[], rows: readonly Row[]): Row[] {
  const byName = new Map(rows.map((row) => [row.name, row]))
  return names.flatMap((name) => byName.get(name) ?? [])
}
