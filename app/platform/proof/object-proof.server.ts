import type { Read } from 'db/database'
import { COVERED, type Cover } from 'db/evidence/covered'
import { changeSeal, dataChange } from 'db/schema/evidence'
import { auditCheckpoint, workflowEvent } from 'db/schema/workflow'
import { and, asc, inArray, lte, or, sql } from 'drizzle-orm'
import { textArray } from '~/platform/lists/sql-columns.server'
import { groupedBy } from '~/platform/values/grouped'
import { eventFaults } from '~/platform/workflow/event-faults'
import { userObjectId } from '~/platform/workflow/record-act.server'
import type { PublicKey } from '~/platform/workflow/signing.server'
import { areFound, foundRows, imageHash } from './found-rows'
import { changesBySeal, isItsSeal, sealFault } from './its-seal.server'
import { fieldsOf, keyOf, type Row } from './recorded-rows.server'
import { recordedSince } from './recorded-since.server'
import { type Column, recordedColumns, rowImage } from './row-image.server'

const OF_EVERY_OBJECT = ['workflow_event', 'workflow_instance', 'document', 'kpi_comment_entry']

/** The tables whose rows make an object, by the column of each that has its number (db/evidence/covered.ts). */
const TABLES_OF = {
  nav: ['fund_nav', 'nav_control', 'sent_figure', 'nav_matching', 'nav_check', ...OF_EVERY_OBJECT],
  'nav error': [
    'nav_error',
    'nav_error_cause',
    'nav_error_correction',
    'nav_error_holder',
    'nav_error_payer',
    'nav_error_direct_payer',
    ...OF_EVERY_OBJECT,
  ],
  draft: [
    'draft',
    'cost_line',
    'totals_confirmation',
    'duplicate_confirmation',
    'allocation',
    ...OF_EVERY_OBJECT,
  ],
  /** Of a credit also what payments take off for it. */
  invoice: [
    'invoice',
    'invoice_row',
    'recoverable_vat',
    'booked_taxes',
    'payment_credit',
    ...OF_EVERY_OBJECT,
  ],
  'payment run': ['payment_run', 'payment', 'payment_file', ...OF_EVERY_OBJECT],
  'bank entry': ['bank_entry', 'bank_posting', ...OF_EVERY_OBJECT],
  budget: ['budget', 'budget_term', 'budget_override', ...OF_EVERY_OBJECT],
  user: ['app_user', 'authorisation', 'user_queue'],
  /** Those of a legal entity, each known by its own number. */
  'bank accounts': [],
}

/** What the page of a NAV shows of one control. The lines of its workbooks are left to the audit: there are thousands. */
const TABLES_OF_CONTROL = [
  'nav_line',
  'rule_result',
  'nav_bridge',
  'nav_bridge_driver',
  'nav_bridge_contributor',
  'control_currency',
]

export interface ProvenObject {
  kind: keyof typeof TABLES_OF
  id: number
  /** Of a NAV: the control that its page shows, null before there is one; missing: the current one. */
  controlId?: number | null
}

/** Tables with rows of an object, and the numbers that they have in their owner column. */
interface Part {
  tables: readonly string[]
  owners: readonly number[]
  /** Where the owners have rows of other objects too: a column, and the numbers in it of the rows that count. */
  only?: { column: string; values: readonly number[] }
}

async function partsOf(read: Read, { kind, id, ...shown }: ProvenObject): Promise<Part[]> {
  const { controlId = kind === 'nav' ? await currentControl(read, id) : null } = shown
  const parts = [
    { tables: TABLES_OF[kind], owners: [id] },
    ...(controlId ? [{ tables: TABLES_OF_CONTROL, owners: [controlId] }] : []),
    ...(kind === 'user' ? [{ tables: ['workflow_event'], owners: [userObjectId(id)] }] : []),
    ...(kind === 'bank accounts' ? [{ tables: ['bank_account'], owners: await accountsOf(read, id) }] : []),
    ...(kind === 'payment run' ? [await creditsOfRun(read, id)] : []),
    ...(kind === 'invoice' ? [await paymentsOf(read, id)] : []),
  ]
  return parts.filter(
    ({ tables, owners, only }) => tables.length > 0 && owners.length > 0 && only?.values.length !== 0,
  )
}

/** The accounts that an entity has. One that was removed is left to the audit, as nothing is paid to it. */
async function accountsOf(read: Read, entityId: number): Promise<number[]> {
  const found: unknown = await read.execute(
    sql`select id from bank_account where legal_entity_id = ${entityId} order by id`,
  )
  return (found as { id: number }[]).map(({ id }) => id)
}

/**
 * What the payments of a run take off for credits. Its changes are found by the credit, also one that was removed since: it
 * was written with its payment.
 */
async function creditsOfRun(read: Read, runId: number): Promise<Part> {
  const found: unknown = await read.execute(sql`
    select array_to_json(array(select id from payment where run_id = ${runId} order by id)) as payments,
      array_to_json(array(select credit_id from payment_credit
          where payment_id in (select id from payment where run_id = ${runId})
        union
        select unnest(credit.owners)::bigint from ${dataChange} made
          join ${dataChange} credit on credit.seal_id = made.seal_id and credit.table_name = 'payment_credit'
          where made.owners && array[${String(runId)}] and made.table_name = 'payment')) as credits`)
  const [{ payments = [], credits = [] } = {}] = found as { payments?: number[]; credits?: number[] }[]
  return { tables: ['payment_credit'], owners: credits, only: { column: 'payment_id', values: payments } }
}

/**
 * The payments of an invoice, and those that it is taken off as a credit. One that was removed is left to the page of its
 * run and to the audit.
 */
async function paymentsOf(read: Read, invoiceId: number): Promise<Part> {
  const found: unknown = await read.execute(sql`
    select id, run_id as run from payment where invoice_id = ${invoiceId}
      or id in (select payment_id from payment_credit where credit_id = ${invoiceId}) order by id`)
  const payments = found as { id: number; run: string }[]
  return {
    tables: ['payment'],
    owners: [...new Set(payments.map(({ run }) => Number(run)))],
    only: { column: 'id', values: payments.map(({ id }) => id) },
  }
}

async function currentControl(read: Read, fundNavId: number): Promise<number | null> {
  const found: unknown = await read.execute(
    sql`select current_control_id as control from fund_nav where id = ${fundNavId}`,
  )
  const control = (found as { control: string | null }[])[0]?.control ?? null
  return control === null ? null : Number(control)
}

/** Somebody may change the object between two reads. */
const MAX_READS = 3

/**
 * The tables in which the rows of an object are not what the newest signed changes made them; none while all are.
 * On a site that never sealed anything, nothing is compared.
 * @param read the present, or the state of an instant
 * @param asOf that instant; null for the present
 */
export async function unprovenTables(
  read: Read,
  keys: readonly PublicKey[],
  object: ProvenObject,
  asOf: Date | null,
): Promise<string[]> {
  for (let time = 1; ; time += 1) {
    const unproven = await compareOnce(read, keys, object, asOf)
    if (unproven.length === 0 || time === MAX_READS) return unproven
  }
}

async function compareOnce(
  read: Read,
  keys: readonly PublicKey[],
  object: ProvenObject,
  asOf: Date | null,
): Promise<string[]> {
  const parts = await partsOf(read, object)
  if (parts.length === 0) return []
  const changes = await read
    .select({
      id: dataChange.id,
      table: dataChange.tableName,
      act: dataChange.act,
      lines: ownLines(parts),
      hash: dataChange.hash,
      isItsHash: sql<boolean>`${dataChange.hash} = encode(sha256(convert_to(${dataChange.rows}, 'UTF8')), 'hex')`,
      seal: changeSeal,
    })
    .from(dataChange)
    .innerJoin(changeSeal, isItsSeal)
    .where(and(or(...parts.map(ofPart)), asOf ? until(asOf) : undefined))
    .orderBy(asc(dataChange.id))
  if (changes.length === 0 && !(await wasSealed(read))) return []
  const byTable = groupedBy(changes, ({ table }) => table)
  const rows = await rowsOf(read, parts)
  const newest = new Map<number, (typeof changes)[number]>()
  const unproven: string[] = []
  for (const part of parts) {
    const { tables, owners } = part
    for (const table of tables) {
      const { column, values } = ownRows(part, table)
      const own = new Set(values.map(String))
      const cover = COVERED[table] ?? { key: [] }
      const recorded = new Map<string, { line: string; change: (typeof changes)[number] }>()
      let isAsLeft = true
      for (const change of byTable.get(table) ?? [])
        for (const line of change.lines.split('\n')) {
          const row = fieldsOf(line)
          if (!own.has(String(row[column]))) continue
          if (asOf && cover.dated && new Date(String(row[cover.dated])) > asOf) continue
          const key = keyOf(cover, row)
          const before = recorded.get(key)
          if (before && foundOther(change.act, { line: before.line, row })) isAsLeft = false
          if (change.act === '-') recorded.delete(key)
          else recorded.set(key, { line, change })
        }
      // Each event names the hash of the one before: the seal of the last one proves them all.
      const isChain = table === 'workflow_event'
      for (const { change } of isChain ? [...recorded.values()].slice(-1) : recorded.values())
        newest.set(change.id, change)
      const isProven =
        isAsLeft &&
        areRecorded(rows.get(table) ?? [], { table, asOf }, recorded) &&
        (!isChain || (await areWholeChains(read, owners)))
      if (!isProven) unproven.push(table)
    }
  }
  const wrong = await unsignedChanges(read, keys, [...newest.values()])
  for (const { table } of wrong) if (!unproven.includes(table)) unproven.push(table)
  return unproven
}

/**
 * Whether a statement found a row otherwise than the change before left it. One of several rows is left to the audit, as they
 * may be of other objects, and one with the new columns of a release.
 */
function foundOther(act: string, { line, row }: { line: string; row: Row }): boolean {
  const found = foundRows(act)
  if (found?.count !== 1 || Object.keys(fieldsOf(line)).length !== Object.keys(row).length) return false
  return !areFound(found, [imageHash(line)])
}

/** Whether there are seals, or were: a checkpoint says up to which. */
async function wasSealed(read: Read): Promise<boolean> {
  const upToSeals = sql`(${auditCheckpoint.seals} ->> 'last')::bigint > 0`
  return (await recordedSince(read)) !== null || (await read.$count(auditCheckpoint, upToSeals)) > 0
}

const ofPart = ({ tables, owners }: Part) =>
  and(
    sql`${dataChange.owners} && ${textArray(owners.map(String))}`,
    inArray(dataChange.tableName, [...tables]),
  )

const DATED = Object.keys(COVERED).filter((table) => COVERED[table]?.dated)

/** Changes up to an instant; rows with an instant of their own count from that. */
const until = (asOf: Date) => or(lte(changeSeal.at, asOf), inArray(dataChange.tableName, DATED))

/** The lines of a change with rows of the object: a load may have recorded a thousand objects in one. */
function ownLines(parts: readonly Part[]) {
  const fields = parts.flatMap((part) =>
    part.tables.map((table) => {
      const { column, values } = ownRows(part, table)
      return [table, values.map((value) => `"${column}": ${value}`)]
    }),
  )
  const ofTable = sql`(${JSON.stringify(Object.fromEntries(fields))}::jsonb -> ${dataChange.tableName})`
  return sql<string>`array_to_string(array(
    select line from unnest(string_to_array(${dataChange.rows}, E'\n')) line
    where exists (
      select from jsonb_array_elements_text(${ofTable}) field
      where strpos(line, field || ',') > 0 or strpos(line, field || '}') > 0)), E'\n')`
}

/** Whether each event of objects is the one that its hash names, and follows the one before. */
async function areWholeChains(read: Read, objectIds: readonly number[]): Promise<boolean> {
  const events = await read
    .select()
    .from(workflowEvent)
    .where(inArray(workflowEvent.objectId, [...objectIds]))
    .orderBy(asc(workflowEvent.objectId), asc(workflowEvent.seq))
  return events.every((event, at) => {
    const before = events[at - 1]
    return eventFaults(event, before?.objectId === event.objectId ? before : null).length === 0
  })
}

const ownerOf = ({ owner, key }: Cover) => owner ?? key[0] ?? ''

/** By what the rows of a part are known in one of its tables: a column, and the numbers in it. */
const ownRows = ({ owners, only }: Part, table: string) =>
  only ?? { column: ownerOf(COVERED[table] ?? { key: [] }), values: owners }

/** A row as texts by its columns. */
interface RowTexts {
  columns: readonly Column[]
  values: Record<string, string | null>
}

/** All rows of an object, by table: one statement, as each costs a page more than its rows. */
async function rowsOf(read: Read, parts: readonly Part[]): Promise<Map<string, RowTexts[]>> {
  const columns = await recordedColumns(
    read,
    parts.flatMap(({ tables }) => tables),
  )
  const selects = parts.flatMap((part) =>
    part.tables.map((table) => {
      const texts = (columns.get(table) ?? []).map(({ name }) => sql`r.${sql.identifier(name)}::text`)
      const { column, values } = ownRows(part, table)
      const isOwn = inArray(sql`r.${sql.identifier(column)}`, [...values])
      return sql`select ${table}::text as name, array_to_json(array[${sql.join(texts, sql`, `)}]) as texts
        from ${sql.identifier(table)} r where ${isOwn}`
    }),
  )
  const found: unknown = await read.execute(sql.join(selects, sql` union all `))
  const rows = (found as { name: string; texts: (string | null)[] }[]).map(({ name, texts }) => {
    const own = columns.get(name) ?? []
    const values = Object.fromEntries(own.map((column, at) => [column.name, texts[at] ?? null]))
    return { name, columns: own, values }
  })
  return groupedBy(rows, ({ name }) => name)
}

interface OfTable {
  table: string
  asOf: Date | null
}

/** Whether the rows of an object in a table are the recorded ones. */
function areRecorded(
  rows: readonly RowTexts[],
  { table, asOf }: OfTable,
  recorded: ReadonlyMap<string, { line: string }>,
): boolean {
  const cover = COVERED[table] ?? { key: [] }
  const missing = new Map(recorded)
  for (const { columns, values } of rows) {
    const line = rowImage(columns, values, cover)
    const key = keyOf(cover, fieldsOf(line))
    const signed = missing.get(key)
    const isRecorded =
      signed &&
      (isSame(signed.line, line) ||
        // A row of the past may be read from its record, in which secrets are hashes already.
        (asOf && isSame(signed.line, rowImage(columns, values, { ...cover, hidden: [] }))))
    if (!isRecorded) return false
    missing.delete(key)
  }
  return missing.size === 0
}

/** Whether a row is the recorded one, in the columns that the record has. */
function isSame(recorded: string, line: string): boolean {
  if (recorded === line) return true
  const [then, now] = [fieldsOf(recorded), fieldsOf(line)]
  const shared = Object.keys(then).filter((name) => name in now)
  return shared.length < Object.keys(now).length && shared.every((name) => isEqual(then, now, name))
}

const isEqual = (then: Row, now: Row, name: string) =>
  JSON.stringify(then[name]) === JSON.stringify(now[name])

interface SealedRows {
  isItsHash: boolean
  seal: typeof changeSeal.$inferSelect
}

/** Those changes whose text is not what a seal of this site signs. */
async function unsignedChanges<Change extends SealedRows>(
  read: Read,
  keys: readonly PublicKey[],
  changes: readonly Change[],
): Promise<Change[]> {
  const seals = new Map(changes.map(({ seal }) => [seal.id, seal]))
  const bySeal = await changesBySeal(read, [...seals.keys()])
  const signed = new Set(
    [...seals.values()]
      .filter((seal) => sealFault(keys, seal, bySeal.get(seal.id) ?? []) === null)
      .map(({ id }) => id),
  )
  return changes.filter(({ isItsHash, seal }) => !isItsHash || !signed.has(seal.id))
}
