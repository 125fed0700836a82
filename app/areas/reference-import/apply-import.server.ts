import { batches, upsert } from 'db/bulk'
import type { Transaction } from 'db/database'
import {
  accountPrefix,
  benchmarkLevel,
  calendarHoliday,
  clientValidator,
  currency,
  exchangeRate,
  expenseAccount,
  expenseType,
  fund,
  fundFee,
  legalEntity,
  routineType,
  shareClass,
  vendor,
} from 'db/schema/lookups'
import { inArray } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import type { UserWriteContext } from '~/areas/access/user-context'
import { PORTFOLIO, type RowOf, SHEET_NAMES, type SheetName } from '~/areas/lookups/sheets'
import { putCalendar } from '~/areas/navs/nav-calendar.server'
import { movedSentence, PROCESS_SHEETS } from '~/areas/processes/definitions/definition-columns'
import { DEFINITION_WRITERS } from '~/areas/processes/definitions/sheets.server'
import { generatedLine, generateProcesses } from '~/areas/processes/generate-processes.server'
import { moveForCalendar, moveForEntity } from '~/areas/processes/move-dates.server'
import { applyImmediately, type RequestedChange } from '~/platform/approvals/pending-change-event.server'
import { requestChanges } from '~/platform/approvals/pending-change-request.server'
import { changeLine } from '~/platform/tables/compare'
import { idIn, idsOf } from '~/platform/tables/options.server'
import { textOf } from '~/platform/tables/table-column'
import type { WriteContext } from '~/platform/values/context.server'
import { inAdministration, REFERENCE_DATA, recordAct } from '~/platform/workflow/record-act.server'
import { cashElsewhereChanges } from './cash-elsewhere.server'
import { asWaiting } from './plan-import.server'
import type { PlannedChange } from './read-reference'
import type { ImportPlan } from './report'
import { needsSecondPerson, type WaitingSheet } from './second-person'

type Writer<S extends SheetName> = (context: WriteContext, rows: RowOf<S>[]) => Promise<void>
/** The sheets that take effect at once; those that wait for a second person are handled separately. */
type OpenSheet = Exclude<SheetName, WaitingSheet>

/** Stores the new and changed rows of one sheet. */
async function writeRows(
  context: WriteContext,
  sheet: OpenSheet,
  changes: readonly PlannedChange[],
): Promise<void> {
  const write = WRITERS[sheet] as Writer<SheetName>
  if (changes.length > 0)
    await write(
      context,
      changes.map(({ after }) => after as RowOf<SheetName>),
    )
}

const WRITERS: { [S in OpenSheet]: Writer<S> } = {
  Currencies: ({ tx }, rows) => upsert(tx, currency, [currency.code], rows),
  async 'Legal entities'({ tx }, rows) {
    const bare = rows.map(({ managementCompany: _named, ...row }) => row)
    await upsert(tx, legalEntity, [legalEntity.name], bare)
    // Companies of the same sheet exist by now.
    const ids = await idsOf(
      tx,
      legalEntity,
      legalEntity.name,
      rows,
      ({ managementCompany }) => managementCompany,
    )
    const managed = rows.map(({ managementCompany, ...row }) => ({
      ...row,
      managementCompanyId: managementCompany === null ? null : idIn(ids, managementCompany),
    }))
    await upsert(tx, legalEntity, [legalEntity.name], managed)
  },
  async Funds({ tx }, rows) {
    const ids = await idsOf(tx, legalEntity, legalEntity.name, rows, (row) => row.legalEntity)
    const funds = rows.map(({ legalEntity: name, cashElsewhere: _waiting, ...row }) => ({
      ...row,
      legalEntityId: name === null ? null : idIn(ids, name),
    }))
    await upsert(tx, fund, [fund.code], funds)
  },
  async 'Share classes'({ tx }, rows) {
    const ids = await fundIds(tx, rows)
    const classes = rows.map(({ fundCode, hedged, ...row }) => ({
      ...row,
      fundId: idIn(ids, fundCode),
      hedged: hedged === true,
      portfolioHedged: hedged === PORTFOLIO,
    }))
    await upsert(tx, shareClass, [shareClass.code], classes)
  },
  async 'Fee schedule'({ tx }, rows) {
    const ids = await fundIds(tx, rows)
    const fees = rows.map(({ fundCode, ...row }) => ({ ...row, fundId: idIn(ids, fundCode) }))
    await upsert(tx, fundFee, [fundFee.fundId, fundFee.accountPrefix, fundFee.validFrom], fees)
  },
  async 'NAV calendar'(context, rows) {
    const ids = await fundIds(context.tx, rows)
    await putCalendar(
      context,
      rows.map(({ fundCode, ...row }) => ({ ...row, fundId: idIn(ids, fundCode) })),
    )
  },
  Benchmarks: ({ tx }, rows) =>
    upsert(tx, benchmarkLevel, [benchmarkLevel.benchmark, benchmarkLevel.date], rows),
  'Account plan': ({ tx }, rows) => upsert(tx, accountPrefix, [accountPrefix.prefix], rows),
  Vendors: ({ tx }, rows) => upsert(tx, vendor, [vendor.sender], rows),
  'Exchange rates': ({ tx }, rows) =>
    upsert(tx, exchangeRate, [exchangeRate.currency, exchangeRate.date], rows),
  'Expense types': ({ tx }, rows) => upsert(tx, expenseType, [expenseType.name], rows),
  async 'Expense accounts'({ tx }, rows) {
    const types = await idsOf(tx, expenseType, expenseType.name, rows, (row) => row.expenseType)
    const entities = await idsOf(tx, legalEntity, legalEntity.name, rows, (row) => row.legalEntity)
    const funds = await idsOf(tx, fund, fund.code, rows, (row) => row.fundCode)
    const { expenseTypeId, holds, accountPrefix, legalEntityId, fundId } = expenseAccount
    await upsert(
      tx,
      expenseAccount,
      [expenseTypeId, holds, accountPrefix, legalEntityId, fundId],
      rows.map(({ expenseType: type, legalEntity: entity, fundCode, ...row }) => ({
        ...row,
        expenseTypeId: idIn(types, type),
        legalEntityId: entity === null ? null : idIn(entities, entity),
        fundId: fundCode === null ? null : idIn(funds, fundCode),
      })),
    )
  },
  'Routine types': ({ tx }, rows) => upsert(tx, routineType, [routineType.name], rows),
  async 'Client validators'({ tx }, rows) {
    const ids = await idsOf(tx, legalEntity, legalEntity.name, rows, (row) => row.legalEntity)
    const { legalEntityId, firstName, lastName } = clientValidator
    const validators = rows.map(({ legalEntity: name, ...row }) => ({
      ...row,
      legalEntityId: idIn(ids, name),
    }))
    await upsert(tx, clientValidator, [legalEntityId, firstName, lastName], validators)
  },
  ...DEFINITION_WRITERS,
  'Calendar holidays': ({ tx }, rows) =>
    upsert(tx, calendarHoliday, [calendarHoliday.calendar, calendarHoliday.date], rows),
}

const fundIds = (tx: Transaction, rows: readonly { fundCode: string }[]) =>
  idsOf(tx, fund, fund.code, rows, ({ fundCode }) => fundCode)

/** The sheets from which process dates are created. */
const SOURCES: readonly string[] = ['Legal entities', 'Funds', 'NAV calendar', ...Object.keys(PROCESS_SHEETS)]

/**
 * The consequences of the rows that an import stored, in its transaction: future dates move with new holidays, and
 * missing process dates are created. Returns sentences.
 */
async function afterImport(context: WriteContext, changes: readonly PlannedChange[]): Promise<string[]> {
  let moved = 0
  for (const [calendar, added] of newHolidays(changes))
    moved += (await moveForCalendar(context, calendar, { added, removed: [] })).moved
  for (const { id, ...calendars } of await newCalendars(context.tx, changes))
    moved += (await moveForEntity(context, id, calendars)).moved
  const made = changes.some(({ sheet }) => SOURCES.includes(sheet))
    ? generatedLine(await generateProcesses(context))
    : undefined
  return [movedSentence(moved), made].filter((each) => each !== undefined)
}

/** The new holidays of each calendar. */
function newHolidays(changes: readonly PlannedChange[]): Map<string, string[]> {
  const days = new Map<string, string[]>()
  for (const { sheet, action, after } of changes) {
    if (sheet !== 'Calendar holidays' || action !== 'insert') continue
    const calendar = textOf(after.calendar)
    days.set(calendar, [...(days.get(calendar) ?? []), textOf(after.date)])
  }
  return days
}

/** The entities that changed their calendar. */
async function newCalendars(tx: Transaction, changes: readonly PlannedChange[]) {
  const changed = changes.filter(
    ({ sheet, action, fields }) =>
      sheet === 'Legal entities' && action === 'update' && fields.some(({ field }) => field === 'calendar'),
  )
  if (changed.length === 0) return []
  const { id, name } = legalEntity
  const names = changed.map(({ after }) => textOf(after.name))
  const rows = await tx.select({ id, name }).from(legalEntity).where(inArray(name, names))
  const calendarOf = (values: PlannedChange['before']) => textOf(values?.calendar) || null
  return rows.flatMap((row) => {
    const change = changed.find(({ after }) => after.name === row.name)
    return change ? [{ id: row.id, before: calendarOf(change.before), after: calendarOf(change.after) }] : []
  })
}

export interface ImportedFile {
  file: string
  /** SHA-256 of the workbook. */
  sha256: string
}

const CHANGES_AN_EVENT = 1_000

/**
 * Stores a plan and its events; the plan must have been made in this transaction. Returns the consequences as
 * sentences.
 */
export async function applyImport(
  context: UserWriteContext<Actor | null>,
  plan: ImportPlan,
  imported: ImportedFile,
): Promise<string[]> {
  const { tx, actor } = context
  await recordImport(context, plan, imported)
  const request = async (batch: readonly RequestedChange[]) => {
    if (plan.rightsAtOnce) for (const each of batch) await applyImmediately(context, each, actor)
    else if (batch.length > 0) await requestChanges(context, batch, actor)
  }
  for (const sheet of SHEET_NAMES) {
    const changes = plan.changes.filter((change) => change.sheet === sheet)
    if (!needsSecondPerson(sheet)) {
      await writeRows(context, sheet, changes)
      await request(cashElsewhereChanges(changes))
      continue
    }
    // Entities that the workbook adds exist by now: their sheet comes first.
    const waiting = await asWaiting(tx)
    await request(changes.flatMap((change) => waiting(change) ?? []))
  }
  return afterImport(context, plan.changes)
}

/** Every changed field goes into the history: one event, or several for a workbook of thousands of changes. */
async function recordImport(
  { tx, actor, now }: UserWriteContext<Actor | null>,
  plan: ImportPlan,
  { file, sha256 }: ImportedFile,
): Promise<void> {
  const parts = plan.changes.length === 0 ? [[]] : batches(plan.changes, CHANGES_AN_EVENT)
  for (const [index, changes] of parts.entries())
    await recordAct(tx, REFERENCE_DATA, {
      name: 'import',
      to: inAdministration('IMPORTED', 'success'),
      log: `Imported ${file}: ${plan.changes.length} changes${actor ? '' : ' (command line)'}`,
      data: {
        file,
        sha256,
        part: index + 1,
        parts: parts.length,
        changes: changes.map(changeLine),
      },
      who: actor,
      now,
    })
}
