import type { Doors } from 'db/database'
import { sql } from 'drizzle-orm'

/** How long the database takes to answer, in milliseconds; null where it does not. */
export interface DatabaseAnswers {
  readMs: number | null
  writeMs: number | null
}

/** Asks both doors for a sign of life, one after the other. */
export async function databaseAnswers(
  { read, transaction }: Pick<Doors, 'read' | 'transaction'>,
  clock: () => Date,
): Promise<DatabaseAnswers> {
  const timed = async (ask: () => Promise<unknown>) => {
    const from = clock().getTime()
    try {
      await ask()
      return clock().getTime() - from
    } catch {
      return null
    }
  }
  return {
    readMs: await timed(() => read.execute(sql`select 1`)),
    writeMs: await timed(() => transaction((tx) => tx.execute(sql`select 1`))),
  }
}
