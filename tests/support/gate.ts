import type { Sql } from 'postgres'
import { vi } from 'vitest'

/** A promise resolved from outside. */
export function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** Waits until a transaction of this database waits for a lock of another. */
export async function someoneWaits(sql: Sql): Promise<void> {
  await vi.waitUntil(
    async () => {
      const [row] = await sql`select count(*)::int as waiting
        from pg_locks join pg_stat_activity using (pid) where datname = current_database() and not granted`
      return Number(row?.waiting) > 0
    },
    { timeout: 10_000, interval: 5 },
  )
}
