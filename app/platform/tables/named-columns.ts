/**
 * The columns of a table that are named as fields of a sheet are: a field that a sheet gets is read with the others.
 * Fields that the table knows by an id, or not at all, are left to whoever joins them.
 */
export function namedColumns<Table extends object, Fields extends object>(
  table: Table,
  fields: Fields,
): Pick<Table, keyof Table & keyof Fields> {
  const named = Object.keys(fields).filter((field) => field in table) as (keyof Table & keyof Fields)[]
  return Object.fromEntries(named.map((field) => [field, table[field]])) as Pick<
    Table,
    keyof Table & keyof Fields
  >
}
