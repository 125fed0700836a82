import { ForeignChange } from '../failures'

/** Tables that triggers write, each with the tables whose changes make them do so. */
export const WRITTEN_BY_TRIGGERS: Readonly<Record<string, readonly string[]>> = {
  control_currency: ['fund_nav', 'workflow_instance'],
  entity_process_date: ['task', 'workflow_instance'],
  workflow_instance: ['draft', 'fund_nav', 'invoice', 'nav_error', 'task'],
}

/** Not "on conflict do update" and "for update". */
const WRITES =
  /\b(?:insert\s+into|merge\s+into|(?<!\b(?:do|for|key)\s+)update|delete\s+from|copy)\s+(?:only\s+)?(?:"?public"?\.)?"?([a-z_]\w*)/gi

/** A record that is not of rows, which the application adds as a statement of its transaction. */
const NOTES = /\brecord_note\('(\w+)'/g

/** The tables that the application wrote in a transaction, with the number of rows that the server reported. */
export class WrittenRows {
  #rows = new Map<string, number>()

  /** @param count rows that the statement wrote; undefined where the server does not report them */
  note(text: string, count: number | undefined): void {
    const tables = new Set(Array.from(text.matchAll(WRITES), ([, table = '']) => table.toLowerCase()))
    // The count of a statement that writes several tables is that of one of them.
    const rows = tables.size === 1 ? (count ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY
    for (const table of tables) this.#add(table, rows)
    for (const [, note = ''] of text.matchAll(NOTES)) this.#add(note, 1)
  }

  #add(table: string, rows: number): void {
    this.#rows.set(table, (this.#rows.get(table) ?? 0) + rows)
  }

  /** @throws ForeignChange for a change of a table that the application did not write, or of more rows */
  refuseOthers(changes: readonly { table: string; count: number }[]): void {
    const recorded = new Map<string, number>()
    for (const { table, count } of changes) recorded.set(table, (recorded.get(table) ?? 0) + count)
    for (const [table, count] of recorded) {
      const byTriggers = WRITTEN_BY_TRIGGERS[table]?.some(
        (cause) => recorded.has(cause) || this.#rows.has(cause),
      )
      if (table !== 'request' && !byTriggers && count > (this.#rows.get(table) ?? 0))
        throw new ForeignChange(table)
    }
  }
}
