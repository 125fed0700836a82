import type { Read, Transaction } from 'db/database'
import { workflowEvent } from 'db/schema/workflow'
import { and, desc, eq, sql } from 'drizzle-orm'
import { REFERENCE_OBJECT_ID } from '~/platform/workflow/audit-subjects'
import { canonicalJson } from '~/platform/workflow/event-hash'
import { recordAct } from '~/platform/workflow/record-act.server'
import type { Value } from './column'
import { changeLine } from './compare'
import type { EditableTable, RowWriter } from './editable-table.server'
import { type RowValues, sameValue, type TableRow, textOf, type Words } from './table-column'

const STATUS = {
  insert: ['ADDED', 'success'],
  update: ['CHANGED', 'success'],
  delete: ['DELETED', 'invalidated'],
} as const

/**
 * Writes what happened to a row of reference data to the chain of reference data, every field with what it was and is.
 * @param words what may be chosen now, by column: a choice is told by its label
 */
export async function recordRow(
  tx: Transaction,
  table: Pick<EditableTable, 'name' | 'title' | 'columns' | 'labelOf'>,
  { before, after }: { before: TableRow | null; after: TableRow | null },
  { actor, now }: RowWriter,
  words: Words = {},
): Promise<void> {
  const row = before ?? after
  if (!row) return
  const action = before === null ? 'insert' : after === null ? 'delete' : 'update'
  const [status, style] = STATUS[action]
  const fields = table.columns
    .filter(({ id }) => !sameValue(before?.[id], after?.[id]))
    .map(({ id, label, options }) => {
      // Ids say nothing to whoever reads the history; the data of the event keeps them.
      const worded = (value: Value | undefined) =>
        (words[id] ?? options)?.find((option) => option.value === textOf(value))?.label ?? value ?? null
      return { field: id, header: label, before: worded(before?.[id]), after: worded(after?.[id]) }
    })
  await recordAct(
    tx,
    'reference',
    {
      name: `${action} row`,
      status,
      class: style,
      log: changeLine({ sheet: table.title, key: table.labelOf(row, words), action, fields }),
      data: {
        table: table.name,
        key: row.key,
        before: canonicalJson(before),
        after: canonicalJson(after),
      },
    },
    { who: actor, now },
  )
}

/**
 * Who wrote what is stored of a row, or deleted it. Null where that is not the newest event of the row: an import
 * changed it since, which may be of a thousand rows.
 */
export async function rowWriter(
  read: Read,
  table: string,
  key: string,
  row: RowValues | null,
): Promise<string | null> {
  const [event] = await read
    .select({ who: workflowEvent.whoName, data: workflowEvent.data })
    .from(workflowEvent)
    .where(
      and(
        eq(workflowEvent.objectId, REFERENCE_OBJECT_ID),
        sql`${workflowEvent.data}->>'table' = ${table}`,
        sql`${workflowEvent.data}->>'key' = ${key}`,
      ),
    )
    .orderBy(desc(workflowEvent.seq))
    .limit(1)
  const { after } = (event?.data ?? {}) as { after?: string }
  return event && after === canonicalJson(row) ? event.who : null
}
