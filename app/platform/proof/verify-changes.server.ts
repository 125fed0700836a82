import { createHash } from 'node:crypto'
import type { Read } from 'db/database'
import { COVERED, type Cover } from 'db/evidence/covered'
import { NOTES } from 'db/evidence/seal'
import { changeSeal, dataChange } from 'db/schema/evidence'
import { workflowEvent } from 'db/schema/workflow'
import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { readContent } from '~/platform/files/read-content.server'
import type { PublicKey } from '~/platform/workflow/signing.server'
import { areFound, foundRows, imageHash } from './found-rows'
import { changesBySeal, isItsSeal, sealFault } from './its-seal.server'
import { sealedNotes } from './notes.server'
import { fieldsOf, keyOf, type Row, textHash } from './recorded-rows.server'
import { type Column, recordedColumns, rowImage } from './row-image.server'

/** Differences from the sealed changes: each finding is a sentence that names table, row, field and change. */
export interface ChangesReport {
  seals: number
  changes: number
  rows: number
  findings: string[]
}

interface Report extends ChangesReport {
  most: number
}

const PAGE = 500
const ROWS = 5_000

/** What a release recorded of itself when it brought the tables up to date. */
const Release = z.object({
  /** The newest migration. */
  release: z.string(),
  /** All tables whose changes were recorded from then on. */
  covers: z.array(z.string()),
  /** Those of which it recorded all rows, as their columns had changed or they were new. */
  recorded: z.array(z.string()),
})

interface ReleaseAct extends z.infer<typeof Release> {
  sealId: number
}

/** The newest recorded image of a row, by its SHA-256, and its change. */
interface Image {
  digest: string
  change: number
}

/** Does a part of the work; returns what the database refused in it, null if it refused nothing. */
type Part = (work: () => Promise<void>) => Promise<string | null>

const whole: Part = async (work) => {
  await work()
  return null
}

/**
 * Checks the seal of each transaction that changed business data, replays all sealed changes, and compares the resulting
 * rows with the tables, field by field; of files it hashes the bytes. Reads page by page, one table at a time, so that
 * `read` must see one moment while the site is in use (db/snapshot.ts).
 * @param most findings reported; with more there is a bigger problem
 * @param part keeps a table that cannot be read from ending the work on the others
 */
export async function verifyChanges(
  read: Read,
  keys: readonly PublicKey[],
  most = 50,
  part: Part = whole,
): Promise<ChangesReport> {
  const report: Report = { seals: 0, changes: 0, rows: 0, findings: [], most }
  await checkSeals(read, keys, report)
  const acts = await releaseActs(read)
  const releases = new Set(acts.map(({ sealId }) => sealId))
  const columns = await recordedColumns(read, Object.keys(COVERED))
  for (const [table, cover] of Object.entries(COVERED)) {
    if (report.findings.length >= report.most) break
    const refusal = await part(() =>
      checkTable(
        read,
        { table, cover, columns: columns.get(table) ?? [], listedIn: listedIn(acts, table), releases },
        report,
      ),
    )
    if (refusal !== null) report.findings.push(`${table}: its rows could not be compared: ${refusal}`)
  }
  await checkNotes(read, report)
  const refusal = await part(() => checkPersons(read, report))
  if (refusal !== null)
    report.findings.push(`workflow_event: its persons could not be compared with their requests: ${refusal}`)
  await checkContents(read, report)
  const { seals, changes, rows } = report
  return { seals, changes, rows, findings: report.findings.slice(0, most) }
}

/** Each seal signs its changes, and each change has a seal. */
async function checkSeals(read: Read, keys: readonly PublicKey[], report: Report): Promise<void> {
  for (let after = 0; ; ) {
    const seals = await read
      .select()
      .from(changeSeal)
      .where(gt(changeSeal.id, after))
      .orderBy(asc(changeSeal.id))
      .limit(PAGE)
    const ids = seals.map(({ id }) => id)
    const changes = await changesBySeal(read, ids)
    for (const seal of seals) {
      const fault = sealFault(keys, seal, changes.get(seal.id) ?? [])
      if (fault) report.findings.push(`the seal ${seal.id} (${seal.at.toISOString()}) ${fault}`)
      report.seals += 1
      if (report.findings.length >= report.most) return
    }
    after = ids.at(-1) ?? after
    if (seals.length < PAGE) break
  }
  const found: unknown = await read.execute(sql`
    select c.id, c.table_name, c.rows from ${dataChange} c
    where not exists (
      select from ${changeSeal} s where s.id = c.seal_id and s.xact is not distinct from c.xact) order by c.id limit ${report.most}`)
  for (const { id, table_name: table, rows } of found as { id: string; table_name: string; rows: string }[])
    report.findings.push(
      `${named(table, COVERED[table], rows.split('\n')[0] ?? '{}')}: change ${id} has no seal: it was not made by the application`,
    )
}

/** The acts of releases, oldest first. */
export async function releaseActs(read: Read): Promise<ReleaseAct[]> {
  const notes = await sealedNotes(read, 'release', Release)
  return notes.map(({ sealId, content }) => ({ sealId, ...content }))
}

/** The seal of the first release that recorded the changes of a table. */
const listedIn = (acts: readonly ReleaseAct[], table: string) =>
  acts.find(({ covers }) => covers.includes(table))?.sealId ?? Number.POSITIVE_INFINITY

interface Checked {
  table: string
  cover: Cover
  /** Its recorded columns; none if it was removed. */
  columns: readonly Column[]
  /** The seal from which on each of its rows has a change that added it. */
  listedIn: number
  /** The seals of releases. */
  releases: ReadonlySet<number>
}

/**
 * Replays the changes of one table, and compares its rows with the result. They are read by the index of their key; where
 * it leads to other rows than the table has, all are read once more without it.
 */
async function checkTable(
  read: Read,
  checked: Checked,
  report: Report,
  { byIndex } = { byIndex: true },
): Promise<void> {
  const { table, cover, columns } = checked
  const at = { findings: report.findings.length, changes: report.changes, rows: report.rows }
  const missing = cover.key.filter((name) => !columns.some((column) => column.name === name))
  if (missing.length > 0) {
    const removed = columns.length === 0 ? 'it was removed' : `${missing.join(' and ')} was removed`
    report.findings.push(`${table}: ${removed}, so that its rows are not compared`)
    return
  }
  const recorded = await replay(read, checked, report)
  const texts = sql.join(
    columns.map(({ name }) => sql`r.${sql.identifier(name)}::text as ${sql.identifier(name)}`),
    sql`, `,
  )
  const keys = sql.join(
    cover.key.map((column) => sql`r.${sql.identifier(column)}`),
    sql`, `,
  )
  const place = byIndex ? keys : sql`row(${keys})::text`
  let seen = 0
  for (let last: string | null = null; ; ) {
    const after: SQL =
      last === null
        ? sql`true`
        : sql`(${place}) > (select ${place} from jsonb_populate_record(null::${sql.identifier(table)}, ${last}::jsonb) r)`
    const found: unknown = await read.execute(sql`
      select ${texts} from ${sql.identifier(table)} r
      where ${after} order by ${place} limit ${ROWS}`)
    const rows = found as Record<string, string | null>[]
    seen += rows.length
    for (const values of rows) {
      const text = rowImage(columns, values, cover)
      const row = fieldsOf(text)
      const key = keyOf(cover, row)
      const before = recorded.get(key)
      recorded.delete(key)
      report.rows += 1
      if (!before)
        report.findings.push(`${named(table, cover, text)}: no change tells of it: it was inserted`)
      else if (before.digest !== imageHash(text))
        await diffFields(read, { table, cover, row, text, before }, report)
      if (report.findings.length >= report.most) return
    }
    const end = rows.at(-1)
    last = end ? JSON.stringify(Object.fromEntries(cover.key.map((column) => [column, end[column]]))) : null
    if (rows.length < ROWS) break
  }
  const there = byIndex ? await rowsIn(read, table) : seen
  if (there !== seen) {
    Object.assign(report, { changes: at.changes, rows: at.rows })
    report.findings.length = at.findings
    report.findings.push(`${table}: the index of its key leads to ${seen} of its ${there} rows`)
    return checkTable(read, checked, report, { byIndex: false })
  }
  for (const [key, { change }] of recorded) {
    report.findings.push(`${table} ${key}: it was removed, and change ${change} says that it is there`)
    if (report.findings.length >= report.most) return
  }
}

/** How many rows a table has. No index has their places, so that they are counted in the table itself. */
async function rowsIn(read: Read, table: string): Promise<number> {
  const found: unknown = await read.execute(sql`select count(ctid) from ${sql.identifier(table)}`)
  return Number((found as { count: string }[])[0]?.count)
}

/** The rows that result from the sealed changes of a table, by key. */
async function replay(read: Read, checked: Checked, report: Report): Promise<Map<string, Image>> {
  const { table, cover, releases } = checked
  const recorded = new Map<string, Image>()
  const statements = new Statements()
  for (let after = 0; ; ) {
    const changes = await read
      .select({
        id: dataChange.id,
        sealId: dataChange.sealId,
        act: dataChange.act,
        owners: sql<string>`to_jsonb(${dataChange.owners})::text`,
        rows: dataChange.rows,
        hash: dataChange.hash,
      })
      .from(dataChange)
      .innerJoin(changeSeal, isItsSeal)
      .where(and(eq(dataChange.tableName, table), gt(dataChange.id, after)))
      .orderBy(asc(dataChange.id))
      .limit(PAGE)
    for (const { owners, rows, hash, ...change } of changes) {
      const { id, sealId } = change
      const lines = rows.split('\n')
      const fields = lines.map(fieldsOf)
      const first = named(table, cover, lines[0] ?? '{}')
      if (textHash(rows) !== hash)
        report.findings.push(`${first}: change ${id} was changed: its rows do not match its hash`)
      else if (listed(JSON.parse(owners)) !== listed(ownersOf(cover, fields)))
        report.findings.push(
          `${first}: change ${id} was changed: it is listed under other objects than those of its rows`,
        )
      const earlier: (Image | undefined)[] = []
      for (const [at, line] of lines.entries())
        earlier.push(
          await replayRow(read, checked, { change, line, row: fields[at] ?? {} }, recorded, report),
        )
      // The columns of a release's rows may be others than before.
      const other = releases.has(sealId) ? null : statements.foundOther(change, earlier)
      if (other) report.findings.push(`${first}: ${other}`)
      report.changes += 1
      if (report.findings.length >= report.most) return recorded
    }
    after = changes.at(-1)?.id ?? after
    if (changes.length < PAGE) return recorded
  }
}

interface Change {
  id: number
  sealId: number
  act: string
}

interface ChangedRow {
  change: Change
  line: string
  row: Row
}

/** What a change does with a row, to users. */
const DOES: Readonly<Record<string, string>> = { '=': 'recorded', '~': 'changed', '-': 'removed' }

/** Replays a change of one row. Returns the image that the row had before, if changes tell of one. */
async function replayRow(
  read: Read,
  { table, cover, listedIn, columns }: Checked,
  { change: { id, sealId, act }, line, row }: ChangedRow,
  recorded: Map<string, Image>,
  report: Report,
): Promise<Image | undefined> {
  const key = keyOf(cover, row)
  const before = recorded.get(key)
  const digest = imageHash(line)
  const [kind = ''] = act
  if (before && kind === '+')
    report.findings.push(
      `${named(table, cover, line)}: change ${before.change} says that it is there, and change ${id} added it: it was removed in between`,
    )
  else if (before && kind !== '~' && before.digest !== digest)
    await diffFields(read, { table, cover, row, text: line, before, columns }, report)
  else if (!before && kind !== '+' && sealId > listedIn)
    report.findings.push(
      `${named(table, cover, line)}: no change tells of it, and change ${id} ${DOES[kind]} it later: it was inserted`,
    )
  if (kind === '-') recorded.delete(key)
  else recorded.set(key, { digest, change: id })
  return before
}

/** What statements found before they changed rows; one of more than a thousand rows is several changes. */
class Statements {
  #begun = new Map<string, (Image | undefined)[]>()

  /** How a statement found its rows otherwise than earlier changes left them, once all its changes are there; or null. */
  foundOther({ id, sealId, act }: Change, earlier: readonly (Image | undefined)[]): string | null {
    const found = foundRows(act)
    if (!found) return null
    const name = `${sealId} ${act}`
    const all = [...(this.#begun.get(name) ?? []), ...earlier]
    this.#begun.set(name, all)
    if (all.length < found.count) return null
    this.#begun.delete(name)
    const known = all.flatMap((image) => image ?? [])
    const isAsLeft =
      known.length < all.length ||
      areFound(
        found,
        known.map(({ digest }) => digest),
      )
    if (isAsLeft) return null
    return found.count === 1
      ? `change ${id} found it otherwise than change ${known[0]?.change} left it: it was changed in between`
      : `change ${id} found it, or another of its ${found.count} rows, otherwise than earlier changes left them: it was changed in between`
  }
}

/** The objects that rows belong to, as their triggers list them. */
const ownersOf = (cover: Cover, rows: readonly Row[]) =>
  rows.map((row) => {
    const owner = row[cover.owner ?? cover.key[0] ?? '']
    return owner == null ? null : String(owner)
  })

const listed = (owners: readonly (string | null)[]) => JSON.stringify([...new Set(owners)].sort())

interface Differing {
  table: string
  cover: Cover
  row: Row
  text: string
  before: Image
  /** Of rows that were recorded again: the columns of the table now, which must be in both records. */
  columns?: readonly Column[]
}

/** Reports each field that differs from its newest change; columns of later versions have no earlier value. */
async function diffFields(read: Read, differing: Differing, report: Report) {
  const { table, cover, row, text, before, columns = [] } = differing
  const [change] = await read
    .select({ rows: dataChange.rows, sealId: dataChange.sealId })
    .from(dataChange)
    .where(eq(dataChange.id, before.change))
  const key = keyOf(cover, row)
  const lines = change?.rows.split('\n') ?? []
  const then = lines.map(fieldsOf).find((each) => keyOf(cover, each) === key) ?? {}
  const fields = Object.keys(then).filter(
    (name) =>
      (name in row || columns.some((column) => column.name === name)) &&
      JSON.stringify(then[name]) !== JSON.stringify(row[name]),
  )
  for (const field of fields.length > 0 ? fields : sameNumbers(then, row))
    report.findings.push(
      `${named(table, cover, text)}, field ${field}: it is ${shown(row[field])}, and change ${before.change} (seal ${change?.sealId}) made it ${shown(then[field])}`,
    )
}

/**
 * Values that differ only as texts, such as numbers too precise for JavaScript. A column that only one of the two rows has
 * is no finding here: the check of the structure reports it.
 */
const sameNumbers = (then: Row, row: Row) =>
  Object.keys(row).sort().join() === Object.keys(then).sort().join()
    ? ['(beyond the precision of numbers)']
    : []

const shown = (value: unknown) => {
  const text = JSON.stringify(value) ?? 'missing'
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

/** Identifies a row for users: its table, its key, and the object that it belongs to. */
function named(table: string, cover: Cover | undefined, line: string): string {
  if (!cover) return table
  const row = fieldsOf(line)
  const owner = cover.owner ? ` (${cover.owner} ${String(row[cover.owner])})` : ''
  return `${table} ${keyOf(cover, row)}${owner}`
}

/** Each request and each act of a release has the hash that is sealed. */
async function checkNotes(read: Read, report: Report): Promise<void> {
  const found = await read
    .select({ id: dataChange.id, table: dataChange.tableName })
    .from(dataChange)
    .where(
      and(
        inArray(dataChange.tableName, [...NOTES]),
        sql`${dataChange.hash} <> encode(sha256(convert_to(${dataChange.rows}, 'UTF8')), 'hex')`,
      ),
    )
    .orderBy(asc(dataChange.id))
    .limit(report.most)
  for (const { id, table } of found)
    report.findings.push(`${table} ${id}: it was changed: its text does not match its hash`)
}

/**
 * An event names the user whose request its seal signs. What a reset of a user's access does is in the name of who requested
 * it, under the request of who approved it, and the sealed change says so. SYSTEM, jobs, commands and the demo's story have
 * no request, nor have events before requests were sealed: they are not compared.
 */
async function checkPersons(read: Read, report: Report): Promise<void> {
  const nameOf = (id: SQL) =>
    sql`(select trim(concat(first_name, ' ', last_name)) from app_user where app_user.id = ${id})`
  const found: unknown = await read.execute(sql`
    select e.id, e.object_kind, e.object_id, e.name, e.who_name, e.user_id, r.seal_id, r.user_id as sender,
      ${nameOf(sql`r.user_id`)} as sender_name
    from (
        select seal_id, xact, substring(rows from '^\{"user":([0-9]{1,9})[,}]')::integer as user_id
        from ${dataChange} where table_name = 'request') r
      join ${dataChange} c on c.seal_id = r.seal_id and c.xact is not distinct from r.xact
        and c.table_name = 'workflow_event'
      cross join lateral regexp_matches(c.rows, '"id": ([0-9]{1,15})[,}]', 'g') line
      join ${workflowEvent} e on e.id = line[1]::bigint and e.user_id <> r.user_id
    where not (e.object_kind = 'user' and exists (
      select from ${dataChange} d cross join lateral string_to_table(d.rows, E'\n') decided
      where d.seal_id = r.seal_id and d.xact is not distinct from r.xact and d.table_name = 'pending_change'
        and decided::jsonb ->> 'decision' = 'approved'
        and decided::jsonb ->> 'requested_by' = e.user_id::text
        and decided::jsonb ->> 'decided_by' = r.user_id::text))
    order by e.id limit ${report.most}`)
  for (const event of found as EventOfOther[])
    report.findings.push(
      `workflow_event ${event.id} (${event.object_kind} ${event.object_id}): "${event.name}" is in the name of ${event.who_name} (user ${event.user_id}), and the request that its seal ${event.seal_id} signs is of ${event.sender_name ?? 'a removed user'} (user ${event.sender})`,
    )
}

interface EventOfOther {
  id: string
  object_kind: string
  object_id: string
  name: string
  who_name: string
  user_id: number
  seal_id: string
  sender: number
  /** Null for a user who was removed. */
  sender_name: string | null
}

/** Checks that the bytes of each file, in the tables or in the content store, match their SHA-256. */
async function checkContents(read: Read, report: Report): Promise<void> {
  for (let after = ''; ; ) {
    const found: unknown = await read.execute(sql`
      select c.sha256, c.size, d.chunks, d.length, d.hash,
        (select min(id) from document where document.sha256 = c.sha256) as document
      from (select sha256, size from document_content where sha256 > ${after} order by sha256 limit 20) c
      cross join lateral (select count(*) as chunks, coalesce(sum(length(bytes)), 0) as length,
        encode(sha256(coalesce(string_agg(bytes, ''::bytea order by seq), ''::bytea)), 'hex') as hash
        from document_chunk k where k.sha256 = c.sha256) d
      order by c.sha256`)
    const rows = found as StoredContent[]
    for (const row of rows) {
      const { sha256, size, document } = row
      const name = `document ${document ?? '(none)'}: the bytes of its file (${sha256})`
      const stored = Number(row.chunks) > 0 || size === 0 ? row : await outsideContent(read, row)
      if ('missing' in stored) report.findings.push(`${name} are missing: ${stored.missing}`)
      else if (stored.hash !== sha256 || Number(stored.length) !== size)
        report.findings.push(`${name} were changed: they are ${stored.hash}, of ${stored.length} bytes`)
    }
    after = rows.at(-1)?.sha256 ?? after
    if (rows.length < 20 || report.findings.length >= report.most) return
  }
}

interface StoredContent {
  sha256: string
  size: number
  chunks: string
  length: string
  hash: string
  document: string | null
}

/** Content that is not in the tables: its bytes are in the content store, or missing. */
async function outsideContent(read: Read, content: StoredContent) {
  const hash = createHash('sha256')
  let length = 0
  try {
    for await (const piece of readContent(read, content)) {
      hash.update(piece)
      length += piece.byteLength
    }
    return { hash: hash.digest('hex'), length }
  } catch (error) {
    return { missing: (error as Error).message }
  }
}
