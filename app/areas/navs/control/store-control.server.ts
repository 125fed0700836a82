import type { Read, Transaction } from 'db/database'
import { balanceLine, inventoryLine, navLine } from 'db/schema/nav-figures'
import { fundNav, navControl, navControlFile, navControlInput, ruleResult } from 'db/schema/navs'
import { eq, sql } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { storeDocuments } from '~/platform/files/read-content.server'
import { CONTROL_SETS, countsOf } from '../nav'
import { ENGINE_VERSION } from '../rules/catalogue'
import type { Evaluation, RuleOutcome } from '../rules/contract'
import { type ControlTables, tablesOf } from '../workbooks/read-control'
import { storeBridge } from './bridge.server'
import type { ControlUpload } from './control-upload'
import type { ControlRow } from './controls-of.server'
import type { FundRead } from './read-upload.server'
import type { ControlWithResults, RuleResultRow } from './rule-results.server'
import { linesByColumn, storeLines } from './stored-lines.server'

/** Stores the tables of a control. */
async function storeFigures(tx: Transaction, controlId: number, tables: ControlTables): Promise<void> {
  const { nav, balance, inventory } = tables
  const sources = tablesOf(tables).map(({ source }) => source)
  await tx.execute(sql`
    insert into nav_control_table (control_id, kind, source)
    select ${controlId}::bigint, source ->> 'kind', source from json_array_elements(${JSON.stringify(sources)}::json) source`)
  await storeLines(tx, navLine, controlId, nav.lines)
  await storeLines(tx, balanceLine, controlId, balance.lines)
  if (inventory) await storeLines(tx, inventoryLine, controlId, inventory.lines)
}

/** The stored tables of a control as JSON (`StoredFigures`), built by PostgreSQL; null when there are none. */
export async function figuresJson(read: Read, controlId: number): Promise<string | null> {
  return (await figuresJsonOf(read, [controlId])).get(controlId) ?? null
}

/**
 * The same of many controls at once, by id; those without tables are left out.
 * @param lines false leaves the lines of inventories out, which are most of the figures
 */
export async function figuresJsonOf(
  read: Read,
  controlIds: readonly number[],
  lines = true,
): Promise<Map<number, string>> {
  const inventory = lines
    ? sql`json_build_object('source', source.inventory, 'lines', coalesce(inventory.lines, '{}'))`
    : sql`json_build_object('source', source.inventory)`
  const rows = await read.execute<{ id: string; json: string }>(sql`
    with wanted as (
      select id::bigint as control_id from json_array_elements_text(${JSON.stringify(controlIds)}::json) id),
    source as (
      select control_id, (json_agg(source) filter (where kind = 'NAV')) -> 0 as nav,
        (json_agg(source) filter (where kind = 'Balance')) -> 0 as balance,
        (json_agg(source) filter (where kind = 'Inventory')) -> 0 as inventory
      from wanted join nav_control_table using (control_id) group by control_id),
    nav as (
      select control_id, ${linesByColumn(navLine)} as lines
      from wanted join ${navLine} using (control_id) group by control_id),
    balance as (
      select control_id, ${linesByColumn(balanceLine)} as lines
      from wanted join ${balanceLine} using (control_id) group by control_id),
    inventory as (
      select control_id, ${linesByColumn(inventoryLine)} as lines
      from wanted join ${inventoryLine} using (control_id) where ${lines} group by control_id)
    select source.control_id as id, json_build_object(
      'fundCode', source.nav -> 'preamble' -> 'fundCode' ->> 'value',
      'navDate', source.nav -> 'preamble' -> 'navDate' ->> 'value',
      'nav', case when source.nav is not null
        then json_build_object('source', source.nav, 'lines', coalesce(nav.lines, '{}')) end,
      'balance', case when source.balance is not null
        then json_build_object('source', source.balance, 'lines', coalesce(balance.lines, '{}')) end,
      'inventory', case when source.inventory is not null then ${inventory} end
    )::text as json
    from source left join nav using (control_id) left join balance using (control_id)
      left join inventory using (control_id)`)
  return new Map(rows.map(({ id, json }) => [Number(id), json]))
}

export interface ControlToStore {
  fundNavId: number
  round: number
  upload: ControlUpload
  tables: ControlTables
  /** What read them; null for FUNDESK. */
  format: FundRead['format']
  /** The rules run while files and figures are stored. */
  evaluation: Promise<Evaluation>
  /** What they read in addition to the figures, a `StoredReference`: stored, so that they can run again over it. */
  inputJson: string
  previousControlId: number | null
  /** The NAV error whose corrected files these are; null for a control of the NAV itself. */
  navErrorId: number | null
  sameFilesAs: ControlRow['sameFilesAs']
  /** Of the upload's reason, as shown to people. */
  reasonDisplay: string
}

/**
 * Stores a control with its files, figures and rule results, and makes it the NAV's current one, unless it is one of
 * corrected files: those are kept beside it.
 */
export async function storeControl(
  context: UserWriteContext,
  given: ControlToStore,
): Promise<ControlWithResults> {
  const { tx, actor, now } = context
  const { fundNavId, round, upload, previousControlId, navErrorId } = given
  const { uploadType } = CONTROL_SETS[upload.set]
  const definition = definitionOf(given)
  const submission = { reasonCode: upload.reasonCode, comment: upload.comment.trim() }
  const [row] = await tx
    .insert(navControl)
    .values({
      fundNavId,
      round,
      uploadType,
      definition,
      ...submission,
      userId: actor.id,
      submittedAt: now,
      // The counts follow with the results.
      previousControlId,
      navErrorId,
      ...countsOf([]),
      engineVersion: ENGINE_VERSION,
      ...formatColumns(given.format),
    })
    .returning({ id: navControl.id })
  if (!row) throw new Error('The control was not stored')
  const files = await storeFiles(context, row.id, given)
  await storeFigures(tx, row.id, given.tables)
  await tx.insert(navControlInput).values({ controlId: row.id, input: sql`${given.inputJson}::jsonb` })
  // Before the results: its trigger moves the prices across funds while the rules run.
  if (navErrorId === null)
    await tx.update(fundNav).set({ currentControlId: row.id }).where(eq(fundNav.id, fundNavId))
  const { outcomes, bridge } = await given.evaluation
  const counts = countsOf(outcomes)
  await tx.update(navControl).set(counts).where(eq(navControl.id, row.id))
  const results = await storeOutcomes(tx, row.id, outcomes)
  if (bridge && previousControlId !== null) await storeBridge(tx, row.id, previousControlId, bridge)
  const control = {
    id: row.id,
    fundNavId,
    round,
    uploadType,
    definition,
    submissionDate: now,
    submissionComment: submission.comment,
    reasonCode: submission.reasonCode,
    reasonDisplay: given.reasonDisplay,
    userName: actor.userName,
    fullName: actor.fullName || null,
    ...counts,
    engineVersion: ENGINE_VERSION,
    ...formatColumns(given.format),
    previousControlId,
    hasReport: counts.nokCount > 0,
    files,
    sameFilesAs: given.sameFilesAs,
  }
  return { control, results }
}

/** "FIA 3 files"; a set of a file format may have another number of files. */
function definitionOf({ upload: { set, files }, format }: ControlToStore): string {
  const { uploadType, definition } = CONTROL_SETS[set]
  if (format === null) return definition
  return `${uploadType} ${files.length} ${files.length === 1 ? 'file' : 'files'}`
}

const formatColumns = (format: FundRead['format']) => ({
  formatCode: format?.code ?? null,
  formatVersion: format?.version ?? null,
})

async function storeFiles(
  { tx, actor, now }: UserWriteContext,
  controlId: number,
  { fundNavId, navErrorId, upload, tables }: ControlToStore,
): Promise<ControlRow['files']> {
  const typed = upload.files.map((file, at) => ({ ...file, fileType: kindsIn(tables, at) }))
  const ids = await storeDocuments(
    tx,
    typed.map(({ fileName, bytes, scannedBy, fileType }) => ({
      ...(navErrorId === null
        ? { objectKind: 'nav', objectId: fundNavId }
        : { objectKind: 'NAV error', objectId: navErrorId }),
      createdBy: actor.id,
      now,
      fileType,
      fileName,
      bytes,
      scannedBy,
    })),
  )
  const files = ids.map((id, at) => {
    const { fileName = '', fileType = '' } = typed[at] ?? {}
    return { id, fileName, file_type: fileType }
  })
  await tx.insert(navControlFile).values(
    files.map(({ id, file_type }, fileIndex) => {
      return { controlId, fileIndex, documentId: id, fileType: file_type }
    }),
  )
  return files
}

/** What was found in a file of an upload: "NAV", or "NAV, Inventory". */
function kindsIn(tables: ControlTables, fileIndex: number): string {
  return tablesOf(tables)
    .flatMap(({ source }) => (source.fileIndex === fileIndex ? [source.kind] : []))
    .join(', ')
}

async function storeOutcomes(
  tx: Transaction,
  controlId: number,
  outcomes: readonly RuleOutcome[],
): Promise<RuleResultRow[]> {
  const stored = await tx
    .insert(ruleResult)
    .values(
      outcomes.map(
        ({ id, sortingOrder, name, severity, result, impact, comment, breachCount, ...evidence }) => ({
          controlId,
          ruleId: id,
          sortingOrder,
          name,
          severity,
          impact,
          result,
          comment,
          evidence: { ...evidence, computedResult: result, computedComment: comment },
          breachCount,
        }),
      ),
    )
    .returning({ id: ruleResult.id, ruleId: ruleResult.ruleId })
  const ids = new Map(stored.map(({ id, ruleId }) => [ruleId, id]))
  return outcomes
    .toSorted((a, b) => a.sortingOrder - b.sortingOrder)
    .map(({ id: ruleId, sortingOrder, name, severity, result, impact, comment, breachCount }) => ({
      id: ids.get(ruleId) ?? 0,
      controlId,
      ruleId,
      sortingOrder,
      name,
      severity,
      impact,
      explained: false,
      result,
      comment,
      when: null,
      who: null,
      whoName: null,
      was: null,
      breachCount,
    }))
}
