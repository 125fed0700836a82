import { legalEntity } from 'db/schema/lookups'
import { ownDatabase } from './own-database'
import { ownName } from './own-name'

/** The name of a new legal entity, without bank accounts, budgets or invoices. */
export async function newEntity(about: string, kind: 'COMPANY' | 'FUND' = 'FUND'): Promise<string> {
  return (await storedEntity(about, kind)).name
}

/** The same with its id, for calls. */
export async function storedEntity(about: string, kind: 'COMPANY' | 'FUND' | 'SUPPLIER' = 'FUND') {
  const name = ownName(`${about} `)
  const database = ownDatabase()
  try {
    const [row] = await database.transaction((tx) =>
      tx
        .insert(legalEntity)
        .values({ name, kind, jurisdiction: 'Luxembourg' })
        .returning({ id: legalEntity.id }),
    )
    if (!row) throw new Error('no entity')
    return { id: row.id, name }
  } finally {
    await database.close()
  }
}
