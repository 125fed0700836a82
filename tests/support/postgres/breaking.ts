import type { Database } from 'db/database'

/** A database that breaks after this many transactions, as when the app is killed. */
export function breaking(database: Database, after: number): Database {
  let left = after
  return {
    ...database,
    transaction: (work) => {
      left -= 1
      return left < 0 ? Promise.reject(new Error('killed')) : database.transaction(work)
    },
  }
}
