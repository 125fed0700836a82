import type { Read } from 'db/database'
import { appUser, pendingChange, uxFunction } from 'db/schema/access'
import {
  accountPrefix,
  benchmarkLevel,
  calendarHoliday,
  clientValidator,
  currency,
  exchangeRate,
  expenseType,
  fund,
  fundFee,
  legalEntity,
  routineType,
  shareClass,
  vendor,
} from 'db/schema/lookups'
import { fundNav } from 'db/schema/navs'
import { workflowStep } from 'db/schema/workflow'
import { and, asc, between, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { Actor } from '~/areas/access/actor'
import { isBeingSetUp } from '~/areas/access/second-person.server'
import type { UserContext, UserWork } from '~/areas/access/user-context'
import { storedEntries, wishedEntries } from '~/areas/authorisation-matrix/matrix.server'
import { BANK_ACCOUNT, recordedAccount } from '~/areas/bank-accounts/account'
import {
  accountTargets,
  pendingAccountNumbers,
  type SheetAccount,
  sheetAccounts,
  sheetNumber,
} from '~/areas/bank-accounts/sheet-accounts.server'
import { storedExpenseAccounts } from '~/areas/lookups/account-tables.server'
import { shareWishes, sheetShares } from '~/areas/lookups/share-sheets.server'
import { isShareSheet, keyOf, PORTFOLIO, SHEET_NAMES, SHEETS, type SheetName } from '~/areas/lookups/sheets'
import { formatFields, isSameFormat } from '~/areas/navs/formats/format-sheet'
import { formatVersions } from '~/areas/navs/formats/formats.server'
import { cleanHtml } from '~/areas/processes/clean-html.server'
import { removedHtml } from '~/areas/processes/definitions/definition-columns'
import { STORED_DEFINITIONS, storedProcesses } from '~/areas/processes/definitions/sheets.server'
import { readAuthorisations, readUsers } from '~/areas/users/import-users.server'
import { readAuthorisationTarget } from '~/areas/users/user'
import type { RequestedChange } from '~/platform/approvals/pending-change-event.server'
import { waitingChanges } from '~/platform/approvals/pending-change-request.server'
import { type Fault, faultText, inOrderOfCells } from '~/platform/tables/cell-text'
import { namedColumns, type Values } from '~/platform/tables/column'
import { benchmarkOptions, calendarOptions } from '~/platform/tables/options.server'
import { Big, plain } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { canonicalJson } from '~/platform/workflow/event-hash'
import { cashElsewhereChanges } from './cash-elsewhere.server'
import { checkReference, type StoredReference, validatorKey } from './check-reference'
import { withFundCodes } from './check-shares'
import { changesOf, type PlannedChange, type ReadReference, type ReadSheet } from './read-reference'
import type { ImportPlan } from './report'
import { needsSecondPerson, ownRights, waitingChange } from './second-person'

/** The workbook with only clean HTML, and a note for each row from which something was left out. */
function withCleanHtml(reference: ReadReference): ReadReference {
  const tasks = reference.sheets.get('Process tasks')
  if (!tasks) return reference
  const notes: string[] = []
  const rows = tasks.rows.map((each) => {
    const html = each.values.descriptionHtml
    if (typeof html !== 'string') return each
    const descriptionHtml = cleanHtml(html)
    const leftOut = removedHtml(html, descriptionHtml)
    if (leftOut !== undefined) notes.push(`Sheet "${tasks.name}", row ${each.row}: ${leftOut}`)
    return { ...each, values: { ...each.values, descriptionHtml } }
  })
  const sheets = new Map(reference.sheets).set('Process tasks', { ...tasks, rows })
  return { ...reference, sheets, notes: [...reference.notes, ...notes] }
}

/** The distinct texts of a field. */
const texts = (rows: readonly Values[], field: string) => [...new Set(rows.map((row) => String(row[field])))]

/** Long series are compared within the names and days of the workbook only. */
function within(
  name: PgColumn,
  names: string[],
  date: PgColumn,
  rows: readonly Values[],
  field: string,
): SQL | undefined {
  const days = texts(rows, field).sort()
  return and(inArray(name, names), between(date, days[0], days.at(-1)))
}

/** The stored rows that the rows of a sheet may refer to: all of them, or those of the same names and days. */
async function storedRows(read: Read, sheet: SheetName, rows: readonly Values[]): Promise<Values[]> {
  if (rows.length === 0) return []
  return READERS[sheet](read, rows)
}

/** The rows of a sheet that would change. */
async function plannedChanges(read: Read, sheet: SheetName, source: ReadSheet): Promise<PlannedChange[]> {
  const values = source.rows.map((row) => row.values)
  const changes = changesOf(sheet, source, await storedRows(read, sheet, values))
  if (sheet !== 'File formats') return changes
  return changes.map((change) => ({ ...change, fields: formatFields(change.before, change.after) }))
}

/** The fees of these funds, or of all, as a sheet holds them. */
async function storedFees(read: Read, codes?: string[]) {
  const fees = await read
    .select({ ...namedColumns(fundFee, SHEETS['Fee schedule']), fundCode: fund.code })
    .from(fundFee)
    .innerJoin(fund, eq(fund.id, fundFee.fundId))
    .where(codes && inArray(fund.code, codes))
  const exact = (text: string | null) => (text === null ? null : plain(new Big(text)))
  return fees.map(({ rate, amount, ...row }) => ({ ...row, rate: exact(rate), amount: exact(amount) }))
}

type Reader = (read: Read, rows: readonly Values[]) => Promise<Values[]>

/** The management companies of legal entities. */
const company = alias(legalEntity, 'company')

const READERS: Record<SheetName, Reader> = {
  Currencies: (read) => read.select().from(currency),
  'Legal entities': (read) =>
    read
      .select({ ...namedColumns(legalEntity, SHEETS['Legal entities']), managementCompany: company.name })
      .from(legalEntity)
      .leftJoin(company, eq(company.id, legalEntity.managementCompanyId)),
  async Users(read, rows) {
    const users = await readUsers(read, texts(rows, 'userName'))
    return [...users].map(([userName, { queues, ...rights }]) => ({
      userName,
      ...rights,
      queues: queues.join(', '),
    }))
  },
  async Authorisations(read, rows) {
    const held = await readAuthorisations(read, texts(rows, 'userName'))
    return [...held].map(([target, rights]) => ({ ...readAuthorisationTarget(target), ...rights }))
  },
  Funds: (read) =>
    read
      .select({ ...namedColumns(fund, SHEETS.Funds), legalEntity: legalEntity.name })
      .from(fund)
      .leftJoin(legalEntity, eq(legalEntity.id, fund.legalEntityId)),
  async 'Share classes'(read) {
    const classes = await read
      .select({
        ...namedColumns(shareClass, SHEETS['Share classes']),
        portfolioHedged: shareClass.portfolioHedged,
        fundCode: fund.code,
      })
      .from(shareClass)
      .innerJoin(fund, eq(fund.id, shareClass.fundId))
    return classes.map(({ managementFee, portfolioHedged, ...row }) => ({
      ...row,
      hedged: portfolioHedged ? PORTFOLIO : row.hedged,
      managementFee: plain(new Big(managementFee)),
    }))
  },
  'Fee schedule': (read, rows) => storedFees(read, texts(rows, 'fundCode')),
  'NAV calendar': (read, rows) =>
    read
      .select({ ...namedColumns(fundNav, SHEETS['NAV calendar']), fundCode: fund.code })
      .from(fundNav)
      .innerJoin(fund, eq(fund.id, fundNav.fundId))
      .where(within(fund.code, texts(rows, 'fundCode'), fundNav.navDate, rows, 'navDate')),
  async Benchmarks(read, rows) {
    const { benchmark, date } = benchmarkLevel
    const where = within(benchmark, texts(rows, 'benchmark'), date, rows, 'date')
    const levels = await read.select().from(benchmarkLevel).where(where)
    return levels.map(({ level, ...row }) => ({ ...row, level: plain(new Big(level)) }))
  },
  'Account plan': (read) => read.select().from(accountPrefix),
  Vendors: (read) => read.select().from(vendor),
  async 'Exchange rates'(read, rows) {
    const where = within(exchangeRate.currency, texts(rows, 'currency'), exchangeRate.date, rows, 'date')
    const rates = await read.select().from(exchangeRate).where(where)
    return rates.map(({ rate, ...row }) => ({ ...row, rate: plain(new Big(rate)) }))
  },
  'Expense types': (read) =>
    read.select(namedColumns(expenseType, SHEETS['Expense types'])).from(expenseType),
  'Expense accounts': (read, rows) => storedExpenseAccounts(read, texts(rows, 'expenseType')),
  'Routine types': (read) =>
    read.select(namedColumns(routineType, SHEETS['Routine types'])).from(routineType),
  'Client validators': (read) =>
    read
      .select({
        ...namedColumns(clientValidator, SHEETS['Client validators']),
        legalEntity: legalEntity.name,
      })
      .from(clientValidator)
      .innerJoin(legalEntity, eq(legalEntity.id, clientValidator.legalEntityId)),
  async 'Authorisation matrix'(read) {
    const rules = await storedEntries(read, 'authorisation rule')
    return [...rules.values(), ...(await storedEntries(read, 'signatory')).values()]
  },
  'Bank accounts': async (read) => (await sheetAccounts(read)).map((account) => ({ ...account })),
  'Recoverable VAT': (read) => sheetShares(read, 'Recoverable VAT'),
  'Allocation keys': (read) => sheetShares(read, 'Allocation keys'),
  ...STORED_DEFINITIONS,
  'File formats': newestFormats,
  'Calendar holidays': (read) => read.select().from(calendarHoliday),
}

/** The newest version of each file format. */
async function newestFormats(read: Read): Promise<{ code: string; definition: string }[]> {
  const newest = new Map((await formatVersions(read)).map((version) => [version.code, version]))
  return [...newest.values()].map(({ code, definition }) => ({ code, definition }))
}

/** The workbook with the stored texts of formats that differ from these in blanks and line breaks only. */
async function withStoredFormats(read: Read, reference: ReadReference): Promise<ReadReference> {
  const formats = reference.sheets.get('File formats')
  if (!formats) return reference
  const stored = new Map((await newestFormats(read)).map(({ code, definition }) => [code, definition]))
  const rows = formats.rows.map((each) => {
    const known = stored.get(String(each.values.code))
    const isSame = known !== undefined && isSameFormat(String(each.values.definition), known)
    return isSame ? { ...each, values: { ...each.values, definition: known } } : each
  })
  return { ...reference, sheets: new Map(reference.sheets).set('File formats', { ...formats, rows }) }
}

/** The stored data that rows of a workbook may refer to. */
async function knownReference(read: Read): Promise<StoredReference> {
  const [funds, entities, types, users, waiting, functions, steps, classes] = await Promise.all([
    read
      .select({ code: fund.code, entity: legalEntity.name })
      .from(fund)
      .leftJoin(legalEntity, eq(legalEntity.id, fund.legalEntityId)),
    read.select({ name: legalEntity.name }).from(legalEntity),
    read.select({ name: expenseType.name }).from(expenseType),
    read.select({ name: appUser.userName }).from(appUser),
    read
      .select({ name: pendingChange.target })
      .from(pendingChange)
      .where(and(isNull(pendingChange.decision), eq(pendingChange.kind, 'user'))),
    read.select({ id: uxFunction.id }).from(uxFunction).orderBy(asc(uxFunction.uxSortOrder)),
    read
      .select({ from: workflowStep.fromQueue, to: workflowStep.toQueue, acting: workflowStep.actingQueue })
      .from(workflowStep),
    read
      .select({ code: shareClass.code, fundCode: fund.code, reference: shareClass.reference })
      .from(shareClass)
      .innerJoin(fund, eq(fund.id, shareClass.fundId)),
  ])
  const { firstName, lastName } = clientValidator
  const validators = await read
    .select({ legalEntity: legalEntity.name, firstName, lastName })
    .from(clientValidator)
    .innerJoin(legalEntity, eq(legalEntity.id, clientValidator.legalEntityId))
  return {
    fundCodes: new Set(funds.map(({ code }) => code)),
    entityNames: new Set(entities.map(({ name }) => name)),
    expenseTypes: new Set(types.map(({ name }) => name)),
    userNames: new Set([...users, ...waiting].map(({ name }) => name)),
    functionIds: new Set(functions.map(({ id }) => id)),
    queues: new Set(
      steps.flatMap(({ from, to, acting }) => (from === null ? [to, acting] : [from, to, acting])),
    ),
    classes,
    fees: new Map((await storedFees(read)).map((fee) => [keyOf('Fee schedule', fee), fee])),
    benchmarks: new Set((await benchmarkOptions(read)).map(({ value }) => value)),
    validators: new Set(validators.map(validatorKey)),
    currencies: new Set((await read.select({ code: currency.code }).from(currency)).map(({ code }) => code)),
    processes: await storedProcesses(read),
    shares: {
      shares: {
        'Recoverable VAT': await sheetShares(read, 'Recoverable VAT', 'wished'),
        'Allocation keys': await sheetShares(read, 'Allocation keys', 'wished'),
      },
      entityOf: new Map(funds.map(({ code, entity }) => [code, entity])),
    },
    calendars: new Set((await calendarOptions(read)).map(({ value }) => value)),
    accounts: {
      numberOf: sheetNumber,
      taken: await pendingAccountNumbers(read),
      clearingOf: new Map(
        (await sheetAccounts(read)).map((account) => [sheetNumber(account), account.clearing]),
      ),
    },
    matrix: {
      'authorisation rule': await wishedEntries(read, 'authorisation rule'),
      signatory: await wishedEntries(read, 'signatory'),
    },
  }
}

/**
 * The workbook without the assignments of processes to users that it creates itself: these users wait for a second
 * person, and nothing is given to a user who does not exist yet. Stored assignments stay as they are.
 * @param users who may open Processes already
 */
function withoutWaitingUsers(reference: ReadReference, users: ReadonlySet<string>): ReadReference {
  const runs = reference.sheets.get('Entity processes')
  if (!runs) return reference
  const brought = new Set(reference.sheets.get('Users')?.rows.map(({ values }) => values.userName))
  const notes: string[] = []
  const rows = runs.rows.map((each) => {
    const { userName, ...values } = each.values
    if (typeof userName !== 'string' || users.has(userName) || !brought.has(userName)) return each
    notes.push(
      `Sheet "${runs.name}", row ${each.row}: ${userName} is pending second approval; import the row again afterwards to assign it.`,
    )
    return { ...each, values }
  })
  const sheets = new Map(reference.sheets).set('Entity processes', { ...runs, rows })
  return { ...reference, sheets, notes: [...reference.notes, ...notes] }
}

/** Rows that wait for a second person as changes; null for rows that cannot wait yet, as their entity is new too. */
export async function asWaiting(read: Read): Promise<(change: PlannedChange) => RequestedChange | null> {
  const targetOf = await accountTargets(read)
  const shareChange = await shareWishes(read)
  return (change) => {
    if (isShareSheet(change.sheet)) return shareChange(change.sheet, change.after)
    if (change.sheet !== 'Bank accounts') return waitingChange(change)
    const after = change.after as unknown as SheetAccount
    const target = targetOf(after)
    const before = change.before as unknown as SheetAccount | null
    return target === null
      ? null
      : {
          kind: BANK_ACCOUNT,
          target,
          before: before && recordedAccount(before),
          after: recordedAccount(after),
        }
  }
}

const LISTED = 200

/**
 * Checks a read workbook against the database.
 * @throws DomainError invalid, with every fault as `sheet!cell: what` (the first 200, then a count)
 */
export async function planImport(
  { read, actor }: Pick<UserWork<Actor | null>, 'read' | 'actor'>,
  workbook: ReadReference,
): Promise<ImportPlan> {
  const known = await knownReference(read)
  const clean = withFundCodes(withCleanHtml(workbook), known.fundCodes)
  const checked = checkReference(clean, known)
  const rightsAtOnce = await isBeingSetUp(read)
  const own = actor && !rightsAtOnce ? await changedOwnRights({ read, actor }, clean) : []
  refuse([...clean.faults, ...checked.faults, ...own], clean)
  const assigned = rightsAtOnce ? clean : withoutWaitingUsers(clean, known.processes.users)
  const reference = await withStoredFormats(read, assigned)
  const waiting = await waitingChanges(read)
  const asRequest = await asWaiting(read)
  const changes: PlannedChange[] = []
  const rows = new Map<SheetName, number>()
  const waitingAlready = new Map<SheetName, number>()
  for (const sheet of SHEET_NAMES) {
    const source = reference.sheets.get(sheet)
    if (!source) continue
    rows.set(sheet, source.rows.length)
    const planned = await plannedChanges(read, sheet, source)
    if (!needsSecondPerson(sheet) || rightsAtOnce) changes.push(...planned)
    else {
      const fresh = planned.filter((change) => {
        const wanted = asRequest(change)
        return wanted === null || waiting(wanted) !== canonicalJson(wanted.after)
      })
      waitingAlready.set(sheet, planned.length - fresh.length)
      changes.push(...fresh)
    }
  }
  const notes = [...reference.notes, ...checked.notes, ...(rightsAtOnce ? [] : cashNotes(changes))]
  return { changes, rows, waitingAlready, rightsAtOnce, notes }
}

/** The cash of these funds that no second source shows waits for a second person; the rest of their rows does not. */
const cashNotes = (changes: readonly PlannedChange[]): string[] =>
  cashElsewhereChanges(changes).map(
    ({ target }) => `Fund ${target}: Cash elsewhere takes effect once another administrator approves it.`,
  )

/** Rows that would change the rights of the user who imports them. */
async function changedOwnRights(
  { read, actor }: Pick<UserContext, 'read' | 'actor'>,
  reference: ReadReference,
): Promise<Fault[]> {
  const changes: PlannedChange[] = []
  for (const sheet of ['Users', 'Authorisations'] as const) {
    const source = reference.sheets.get(sheet)
    if (source) changes.push(...(await plannedChanges(read, sheet, source)))
  }
  return ownRights(changes, reference, actor.userName)
}

function refuse(faults: Fault[], { order }: ReadReference): void {
  if (faults.length === 0) return
  const list = inOrderOfCells(faults, order).slice(0, LISTED).map(faultText)
  if (faults.length > LISTED) list.push(`and ${faults.length - LISTED} more`)
  const [count, them] =
    faults.length === 1 ? ['one error was', 'it'] : [`${faults.length} errors were`, 'them']
  throw new DomainError(
    'invalid',
    `Nothing was imported: ${count} found. Correct ${them} and import the workbook again.`,
    {
      title: 'Import',
      list,
    },
  )
}
