import type { Read } from 'db/database'
import { DomainError } from '~/platform/values/domain-error'
import { valueText } from './compare'
import type { EditableTable } from './editable-table.server'
import type { RowVersions } from './row-versions'
import { enteredValues, type RowValues, sameValue, type TableRow } from './table-column'

/** Did somebody change a row since it was seen? Only what was seen is compared. */
export function differs(table: EditableTable, seen: RowValues, stored: TableRow): boolean {
  return Object.entries(enteredValues(table.columns, stored)).some(
    ([id, value]) => Object.hasOwn(seen, id) && !sameValue(seen[id], value),
  )
}

/** The refusal of a write to a row that was changed or deleted since it was seen, with its versions as details. */
export async function rowConflict(
  read: Read,
  table: EditableTable,
  versions: { key: string; label: string; seen: RowValues; stored: TableRow | null; yours: RowValues | null },
  title?: string,
): Promise<DomainError> {
  const { key, label, seen, stored, yours } = versions
  const by = await table.writerOf?.(read, key, stored)
  const what = `${table.one} ${label} was ${stored ? 'changed' : 'deleted'}${by ? ` by ${by}` : ''} after you opened it`
  const fields = table.columns.flatMap(({ id }) =>
    stored && Object.hasOwn(seen, id) && !sameValue(seen[id], stored[id])
      ? [
          [
            id,
            `Stored now: "${valueText(stored[id] ?? null)}". When you opened it: "${valueText(seen[id] ?? null)}".`,
          ],
        ]
      : [],
  )
  const details: RowVersions = {
    opened: enteredValues(table.columns, seen),
    stored: stored && enteredValues(table.columns, stored),
    yours,
  }
  return new DomainError('conflict', `${capital(what)}. ${wayOn(stored, yours)}`, {
    ...(title ? { title } : {}),
    fields: Object.fromEntries(fields),
    details: { ...details },
  })
}

function wayOn(stored: TableRow | null, yours: RowValues | null): string {
  if (!stored) return 'Add it again, or leave it deleted.'
  return yours
    ? 'Compare the versions: save yours over it, or take the stored one.'
    : 'Look at what is stored now before you delete it.'
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
