import { createHash } from 'node:crypto'
import type { Read } from 'db/database'
import { COVERED, type Cover } from 'db/evidence/covered'
import { sealHash } from 'db/evidence/seal'
import { changeSeal, dataChange } from 'db/schema/evidence'
import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { readContent } from '~/platform/files/read-content.server'
import { isSignedWith, type PublicKey } from '~/platform/workflow/signing.server'

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

/** The newest recorded image of a row, by its SHA-256, and its change. */
interface Image {
  digest: string
  change: number
}

/**
 * Checks the seal of each transaction that changed business data, replays all changes, and compares the resulting rows
 * with the tables, field by field; of files it hashes the bytes. Reads page by page, one table at a time. The site
 * should be idle meanwhile: changes between two pages would be reported.
 * @param most findings reported; with more there is a bigger problem
 */
export async function verifyChanges(
  read: Read,
  keys: readonly PublicKey[],
  most = 50,
): Promise<ChangesReport> {
  const report: Report = { seals: 0, changes: 0, rows: 0, findings: [], most }
  await checkSeals(read, keys, report)
  for (const [table, cover] of Object.entries(COVERED)) {
    if (report.findings.length >= report.most) break
    await checkTable(read, table, cover, report)
  }
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
    const changes = await sealedBy(read, ids)
    for (const seal of seals) {
      const own = changes.get(seal.id) ?? []
      const name = `the seal ${seal.id} (${seal.at.toISOString()})`
      if (!isSignedWith(keys, seal.hash, seal.signature))
        report.findings.push(`${name} is not signed by this site`)
      else if (own.length !== seal.changes)
        report.findings.push(
          `${name} signs ${seal.changes} changes, and ${own.length} are there${namesOf(own)}`,
        )
      else if (sealHash(seal.id, seal.at, own) !== seal.hash)
        report.findings.push(`${name} signs other changes than those that are there${namesOf(own)}`)
      report.seals += 1
      if (report.findings.length >= report.most) return
    }
    after = ids.at(-1) ?? after
    if (seals.length < PAGE) break
  }
  const found: unknown = await read.execute(sql`
    select c.id, c.table_name, c.rows from ${dataChange} c
    where not exists (select from ${changeSeal} s where s.id = c.seal_id) order by c.id limit ${report.most}`)
  for (const { id, table_name: table, rows } of found as { id: string; table_name: string; rows: string }[])
    report.findings.push(
      `${named(table, COVERED[table], rows.split('\n')[0] ?? '{}')}: change ${id} has no seal: it was not made by the application`,
    )
}

const namesOf = (changes: readonly { table: string; id: number }[]) =>
  changes.length === 0
    ? ''
    : ` (${changes
        .slice(0, 5)
        .map(({ table, id }) => `change ${id} of ${table}`)
        .join(', ')})`

async function sealedBy(read: Read, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never[]>()
  const rows = await read
    .select({
      id: dataChange.id,
      sealId: dataChange.sealId,
      table: dataChange.tableName,
      act: dataChange.act,
      hash: dataChange.hash,
    })
    .from(dataChange)
    .where(inArray(dataChange.sealId, [...ids]))
    .orderBy(asc(dataChange.id))
  const bySeal = new Map<number, typeof rows>()
  for (const row of rows) bySeal.set(row.sealId, [...(bySeal.get(row.sealId) ?? []), row])
  return bySeal
}

type Row = Record<string, unknown>

const keyOf = (cover: Cover, row: Row) => cover.key.map((column) => String(row[column])).join(' ')
const digestOf = (text: string) => createHash('sha256').update(text).digest('base64')

/** Replays the changes of one table, and compares its rows with the result. */
async function checkTable(read: Read, table: string, cover: Cover, report: Report): Promise<void> {
  const recorded = await replay(read, table, cover, report)
  const image = sql`recorded_row(to_jsonb(r), ${list(cover.only)}, ${list(cover.hidden)})`
  const keys = sql.join(
    cover.key.map((column) => sql`r.${sql.identifier(column)}`),
    sql`, `,
  )
  for (let last: string | null = null; ; ) {
    const after: SQL =
      last === null
        ? sql`true`
        : sql`(${keys}) > (select ${keys} from jsonb_populate_record(null::${sql.identifier(table)}, ${last}::jsonb) r)`
    const found: unknown = await read.execute(sql`
      select ${image}::text as image, (${onlyKeys(cover)})::text as key from ${sql.identifier(table)} r
      where ${after} order by ${keys} limit ${ROWS}`)
    const rows = found as { image: string; key: string }[]
    for (const { image: text } of rows) {
      const row = JSON.parse(text) as Row
      const key = keyOf(cover, row)
      const before = recorded.get(key)
      recorded.delete(key)
      report.rows += 1
      if (!before)
        report.findings.push(`${named(table, cover, text)}: no change tells of it: it was inserted`)
      else if (before.digest !== digestOf(text))
        await diffFields(read, { table, cover, row, text, before }, report)
      if (report.findings.length >= report.most) return
    }
    last = rows.at(-1)?.key ?? null
    if (rows.length < ROWS) break
  }
  for (const [key, { change }] of recorded) {
    report.findings.push(`${table} ${key}: it was removed, and change ${change} says that it is there`)
    if (report.findings.length >= report.most) return
  }
}

const list = (names: readonly string[] = []) =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(names)}::jsonb))`

const onlyKeys = ({ key }: Cover) =>
  sql`jsonb_build_object(${sql.join(
    key.flatMap((column) => [sql`${column}::text`, sql`r.${sql.identifier(column)}`]),
    sql`, `,
  )})`

/** The rows that result from the changes of a table, by key. */
async function replay(read: Read, table: string, cover: Cover, report: Report): Promise<Map<string, Image>> {
  const recorded = new Map<string, Image>()
  for (let after = 0; ; ) {
    const changes = await read
      .select({ id: dataChange.id, act: dataChange.act, rows: dataChange.rows, hash: dataChange.hash })
      .from(dataChange)
      .where(and(eq(dataChange.tableName, table), gt(dataChange.id, after)))
      .orderBy(asc(dataChange.id))
      .limit(PAGE)
    for (const { id, act, rows, hash } of changes) {
      const lines = rows.split('\n')
      if (createHash('sha256').update(rows).digest('hex') !== hash)
        report.findings.push(
          `${named(table, cover, lines[0] ?? '{}')}: change ${id} was changed: its rows do not match its hash`,
        )
      for (const line of lines) {
        const key = keyOf(cover, JSON.parse(line) as Row)
        if (act === '-') recorded.delete(key)
        else {
          const before = recorded.get(key)
          if (act === '=' && before && before.digest !== digestOf(line))
            await diffFields(read, { table, cover, row: JSON.parse(line) as Row, text: line, before }, report)
          recorded.set(key, { digest: digestOf(line), change: id })
        }
      }
      report.changes += 1
      if (report.findings.length >= report.most) return recorded
    }
    after = changes.at(-1)?.id ?? after
    if (changes.length < PAGE) return recorded
  }
}

interface Differing {
  table: string
  cover: Cover
  row: Row
  text: string
  before: Image
}

/** Reports each field that differs from its newest change; columns of later versions have no earlier value. */
async function diffFields(read: Read, { table, cover, row, text, before }: Differing, report: Report) {
  const [change] = await read
    .select({ rows: dataChange.rows, sealId: dataChange.sealId })
    .from(dataChange)
    .where(eq(dataChange.id, before.change))
  const key = keyOf(cover, row)
  const lines = change?.rows.split('\n') ?? []
  const then = lines.map((line) => JSON.parse(line) as Row).find((each) => keyOf(cover, each) === key) ?? {}
  const fields = Object.keys(then).filter(
    (name) => name in row && JSON.stringify(then[name]) !== JSON.stringify(row[name]),
  )
  for (const field of fields.length > 0 ? fields : sameNumbers(then, row))
    report.findings.push(
      `${named(table, cover, text)}, field ${field}: it is ${shown(row[field])}, and change ${before.change} (seal ${change?.sealId}) made it ${shown(then[field])}`,
    )
}

/** Values that differ only as texts, such as numbers too precise for JavaScript. */
const sameNumbers = (then: Row, row: Row) =>
  Object.keys(row).every((name) => name in then) ? ['(beyond the precision of numbers)'] : []

const shown = (value: unknown) => {
  const text = JSON.stringify(value) ?? 'missing'
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

/** Identifies a row for users: its table, its key, and the object that it belongs to. */
function named(table: string, cover: Cover | undefined, line: string): string {
  if (!cover) return table
  const row = JSON.parse(line) as Row
  const owner = cover.owner ? ` (${cover.owner} ${String(row[cover.owner])})` : ''
  return `${table} ${keyOf(cover, row)}${owner}`
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
