import type { Database, Transaction } from 'db/database'
import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** The same database, noting the tables that its transactions select from. */
export function noting(database: Database, tables: string[]): Database {
  const notes = (tx: Transaction) =>
    new Proxy(tx, {
      get(of, name) {
        const found: unknown = Reflect.get(of, name)
        if (name !== 'select') return typeof found === 'function' ? found.bind(of) : found
        return (fields: never) => {
          const query = of.select(fields)
          return {
            from(table: PgTable) {
              tables.push(getTableName(table))
              return query.from(table)
            },
          }
        }
      },
    })
  return { ...database, transaction: (work) => database.transaction((tx) => work(notes(tx))) }
}
