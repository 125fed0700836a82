import { COVERED } from 'db/evidence/covered'
import { livedIn } from './lived-in'
import { type SealedSite, sealStart } from './sealed-site'

/** A value of each column type, different from those in existing rows. */
const VALUE: Record<string, (row: number) => string> = {
  text: (row) => `'made ${row}'`,
  integer: (row) => `${7_000_000 + row}`,
  bigint: (row) => `${7_000_000 + row}`,
  numeric: (row) => `${row}.25`,
  boolean: (row) => `${row % 2 === 0}`,
  date: (row) => `date '2026-01-01' + ${row}`,
  'timestamp with time zone': (row) => `timestamptz '2026-01-01' + interval '${row} hours'`,
  jsonb: (row) => `'{"made": ${row}}'`,
  'text[]': (row) => `array['made ${row}']`,
}

const ROWS = 30

/**
 * Gives a site data in every covered table: tables left (nearly) empty by its story get rows inserted directly, present when
 * the tables were first recorded.
 */
export async function livedInWithAllTables(site: SealedSite) {
  await livedIn(site)
  for (const table of Object.keys(COVERED)) {
    // Sum triggers would write to the inserted rows.
    const others = await site.admin<{ name: string }[]>`
      select tgname as name from pg_trigger
      where tgrelid = ${table}::regclass and not tgisinternal and tgfoid <> 'record_change'::regproc`
    for (const { name } of others) await site.admin.unsafe(`alter table ${table} disable trigger "${name}"`)
    const [row] = await site.admin.unsafe(`select count(*)::int as count from ${table}`)
    // Its key is a content hash, and the story has some rows.
    if (Number(row?.count) >= ROWS || table === 'document_content') continue
    const columns = await site.admin<{ name: string; type: string }[]>`
      select attname as name, format_type(atttypid, null) as type from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`
    // The meaning of the rows does not matter here.
    const checks = await site.admin<{ name: string }[]>`
      select conname as name from pg_constraint where conrelid = ${table}::regclass and contype = 'c'`
    for (const { name } of checks) await site.admin.unsafe(`alter table ${table} drop constraint "${name}"`)
    const names = columns.map(({ name }) => `"${name}"`).join(', ')
    const rows = Array.from({ length: ROWS }, (_, at) => {
      const values = columns.map(({ type }) => VALUE[type]?.(at) ?? (type.endsWith('[]') ? "'{}'" : 'null'))
      return `insert into ${table} (${names}) overriding system value values (${values.join(', ')})`
    })
    await site.untold(...rows)
  }
  // Rows that are there before any record are not taken for inserted ones.
  await site.untold('delete from data_change', 'delete from change_seal', 'delete from audit_checkpoint')
  await sealStart(site.untold, site.ownerUrl, site.signing)
}
