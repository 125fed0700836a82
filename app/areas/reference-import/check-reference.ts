import { MATRIX_SHEET, matrixRow, OWN_FIELDS } from '~/areas/authorisation-matrix/matrix-columns'
import {
  type Entry,
  entryFaults,
  entryTarget,
  type MatrixKind,
} from '~/areas/authorisation-matrix/matrix-entry'
import { accountFaults, countryNote } from '~/areas/bank-accounts/account'
import { isStoredSet, keyOf, SHARE_SHEETS, type SheetName, STORED_SETS } from '~/areas/lookups/sheets'
import type { StoredProcesses } from '~/areas/processes/definitions/event-rules'
import type { Fault } from '~/platform/tables/cell-text'
import type { Values } from '~/platform/tables/column'
import { isMemberlessQueue, PRODUCT_QUEUES, queuesOf } from '~/platform/workflow/kind-rules'
import { checkFormats } from './check-formats'
import { checkProcesses } from './check-processes'
import { checkShares, type StoredShares } from './check-shares'
import type { ReadReference, ReadRow, ReadSheet } from './read-reference'

/** Numbers of bank accounts, as `numberOf` names them, that a row must not have. */
interface StoredAccounts {
  numberOf(values: { legalEntity: string; iso3Currency: string; iban: string }): string
  /** Numbers from waiting changes of accounts that still have other numbers, by number. */
  taken: ReadonlySet<string>
  /** The clearing codes of stored accounts, by number: a sheet without the column leaves them as they are. */
  clearingOf: ReadonlyMap<string, string | null>
}

/**
 * The fields of a row go together, and no row has a number that a waiting change gives to another account; a bank of
 * another country is noted.
 */
function checkAccounts(
  sheet: ReadSheet,
  { numberOf, taken, clearingOf }: StoredAccounts,
): { faults: Fault[]; notes: string[] } {
  const faults: Fault[] = []
  const notes: string[] = []
  for (const { row, values } of sheet.rows) {
    const { legalEntity, iso3Currency, bic, iban } = values
    if (typeof iban !== 'string') continue // its faulty cell is reported already
    const isWhole = !sheet.columns.has('clearing') || values.clearing !== undefined
    if (typeof bic === 'string' && typeof legalEntity === 'string' && isWhole) {
      const number = numberOf({ legalEntity, iso3Currency: String(iso3Currency), iban })
      const clearing = values.clearing === undefined ? (clearingOf.get(number) ?? null) : values.clearing
      const wrong = accountFaults({ bic, iban, clearing: clearing === null ? null : String(clearing) })
      for (const [field, what] of Object.entries(wrong))
        faults.push({ sheet: sheet.name, row, column: sheet.columns.get(field) ?? 1, what })
    }
    if (typeof bic === 'string') {
      const note = countryNote({ bic, iban })
      if (note !== null) notes.push(`Sheet "${sheet.name}", row ${row}: please check, ${note}.`)
    }
    if (typeof legalEntity !== 'string' || typeof iso3Currency !== 'string') continue
    if (taken.has(numberOf({ legalEntity, iso3Currency, iban })))
      faults.push({
        sheet: sheet.name,
        row,
        column: sheet.columns.get('iban') ?? 1,
        what: `"${iban}" is already pending as the new number of another account of ${legalEntity}; have that change decided first`,
      })
  }
  return { faults, notes }
}

/** The matrix with its stored and waiting entries, by target. */
type StoredMatrix = Readonly<Record<MatrixKind, ReadonlyMap<string, Entry>>>

/** The key of a client validator among those that a workbook may name. */
export function validatorKey(row: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([row.legalEntity, row.firstName, row.lastName])
}

/**
 * Each row is a complete rule or signatory of a known client validator, and overlaps with no other row, stored or of
 * this sheet.
 */
function checkMatrix(sheet: ReadSheet, stored: StoredMatrix, validators: ReadonlySet<string>): Fault[] {
  const faults: Fault[] = []
  const seen: Record<MatrixKind, Map<string, Entry>> = {
    'authorisation rule': new Map(stored['authorisation rule']),
    signatory: new Map(stored.signatory),
  }
  // The sheet's version of an entry replaces the stored one, wherever it is in the sheet.
  for (const { values } of sheet.rows) {
    const { kind, entry } = matrixRow(values)
    seen[kind].delete(entryTarget(kind, entry))
  }
  for (const each of sheet.rows) {
    // A faulty cell is reported already, and the row's value is unknown.
    if ([...sheet.columns.keys()].some((field) => !(field in each.values))) continue
    const at = (field: string, what: string) =>
      faults.push({ sheet: sheet.name, row: each.row, column: sheet.columns.get(field) ?? 1, what })
    const { kind, entry } = matrixRow(each.values)
    const wrong = wrongField(each, kind)
    if (wrong) {
      at(wrong.field, wrong.what)
      continue
    }
    if (kind === 'signatory' && !validators.has(validatorKey(entry)))
      at(
        'lastName',
        `"${entry.firstName} ${entry.lastName}" is not a client validator of ${entry.legalEntity} in the sheet Client validators or on this site`,
      )
    for (const { field, what } of entryFaults(kind, entry, seen[kind].values())) at(field, what)
    seen[kind].set(entryTarget(kind, entry), entry)
  }
  return faults
}

/** A field that such a row must fill, or must leave blank. */
function wrongField({ values }: ReadRow, kind: MatrixKind): { field: string; what: string } | null {
  const other = kind === 'signatory' ? 'authorisation rule' : 'signatory'
  const filled = (field: string) => (values[field] ?? null) !== null
  const word = kind === 'signatory' ? 'a signatory' : 'a rule'
  for (const field of OWN_FIELDS[kind])
    if (field !== 'amountTo' && !filled(field))
      return { field, what: `${MATRIX_SHEET[field].header} is blank: the row is ${word}` }
  for (const field of OWN_FIELDS[other])
    if (filled(field))
      return { field, what: `${MATRIX_SHEET[field].header} must be blank: the row is ${word}` }
  return null
}

interface StoredClass {
  code: string
  fundCode: string
  reference: boolean
}

/** Dates in their order, and one reference class for each fund, together with the classes in the database. */
function checkShareClasses(
  sheet: ReadSheet,
  stored: readonly StoredClass[],
): { faults: Fault[]; notes: string[] } {
  const faults: Fault[] = []
  const inSheet = new Set(sheet.rows.map(({ values }) => values.code))
  const references = new Map<string, string>()
  const funds = new Set<string>()
  for (const { code, fundCode, reference } of stored) {
    if (inSheet.has(code)) continue
    if (reference) references.set(fundCode, `class ${code} of this site`)
  }
  for (const { row, values } of sheet.rows) {
    const { activeFrom, activeTo, fundCode, reference } = values
    if (typeof activeFrom === 'string' && typeof activeTo === 'string' && activeTo < activeFrom)
      faults.push({
        sheet: sheet.name,
        row,
        column: sheet.columns.get('activeTo') ?? 1,
        what: `active to ${activeTo} is before active from ${activeFrom}`,
      })
    if (typeof fundCode !== 'string') continue
    funds.add(fundCode)
    if (reference !== true) continue
    const other = references.get(fundCode)
    if (other === undefined) references.set(fundCode, `row ${row}`)
    else
      faults.push({
        sheet: sheet.name,
        row,
        column: sheet.columns.get('reference') ?? 1,
        what: `fund ${fundCode} already has a reference class (${other}); it may have only one`,
      })
  }
  const without = [...funds].filter((fund) => !references.has(fund))
  return {
    faults,
    notes: without.map(
      (fund) => `Fund ${fund} has no reference class: its benchmark is not compared (rule N10).`,
    ),
  }
}

/** A fee has a rate, an amount or neither, and ends after it begins; what the sheet leaves out stays as it is stored. */
function checkFees(sheet: ReadSheet, stored: ReadonlyMap<string, Values>): Fault[] {
  return sheet.rows.flatMap(({ row, values }) => {
    const { validFrom, validTo, rate, amount } = { ...stored.get(keyOf('Fee schedule', values)), ...values }
    const at = (field: string, what: string): Fault[] => {
      return [{ sheet: sheet.name, row, column: sheet.columns.get(field) ?? 1, what }]
    }
    const ends = typeof validFrom === 'string' && typeof validTo === 'string' && validTo < validFrom
    const both = typeof rate === 'string' && typeof amount === 'string'
    return [
      ...(ends ? at('validTo', `to ${validTo} is before from ${validFrom}`) : []),
      ...(both
        ? at(
            sheet.columns.has('amount') ? 'amount' : 'rate',
            'a fee has a rate or an amount, not both: leave one of them blank',
          )
        : []),
    ]
  })
}

/** The accounts of an expense type are those of a fund or of an entity, not of both. */
function checkExpenseAccounts(sheet: ReadSheet | undefined): Fault[] {
  return (sheet?.rows ?? []).flatMap(({ row, values: { legalEntity, fundCode } }) =>
    sheet && typeof legalEntity === 'string' && typeof fundCode === 'string'
      ? [
          {
            sheet: sheet.name,
            row,
            column: sheet.columns.get('fundCode') ?? 1,
            what: 'give a fund or a legal entity, not both: leave one of them blank',
          },
        ]
      : [],
  )
}

/** A set that the provider of the fund does not send, to be looked at. */
function unusualSets(sheet: ReadSheet): string[] {
  return sheet.rows.flatMap(({ row, values: { controlSet, provider } }) =>
    isStoredSet(controlSet) && STORED_SETS[controlSet] !== provider
      ? [`Sheet "${sheet.name}", row ${row}: please check, ${controlSet} is not a set of ${provider} funds.`]
      : [],
  )
}

/** The stored data that a workbook may refer to. */
export interface StoredReference {
  fundCodes: ReadonlySet<string>
  entityNames: ReadonlySet<string>
  expenseTypes: ReadonlySet<string>
  /** Includes those that wait for a second person. */
  userNames: ReadonlySet<string>
  functionIds: ReadonlySet<string>
  /** Queues that some workflow uses. */
  queues: ReadonlySet<string>
  classes: readonly StoredClass[]
  /** The fee schedule by the key of its rows. */
  fees: ReadonlyMap<string, Values>
  /** Those that have levels. */
  benchmarks: ReadonlySet<string>
  /** Keys of client validators: see validatorKey. */
  validators: ReadonlySet<string>
  matrix: StoredMatrix
  currencies: ReadonlySet<string>
  accounts: StoredAccounts
  processes: StoredProcesses
  /** Those that have holidays. */
  calendars: ReadonlySet<string>
  shares: StoredShares
}

/** The names that rows may refer to. */
interface Names {
  names: ReadonlySet<string>
  /** Not where the workbook has their sheet and it could not be read. */
  isKnown: boolean
}

/** Checks the references of rows against the workbook's own rows and the database. */
export function checkReference(
  read: ReadReference,
  stored: StoredReference,
): { faults: Fault[]; notes: string[] } {
  const faults: Fault[] = []
  const notes: string[] = []
  const named = (sheet: SheetName, field: string, stored: ReadonlySet<string>): Names => {
    const rows = read.sheets.get(sheet)?.rows ?? []
    return {
      names: new Set([
        ...stored,
        ...rows.map(({ values }) => values[field]).filter((name) => typeof name === 'string'),
      ]),
      isKnown: !read.unread.has(sheet),
    }
  }
  const refers = (sheet: SheetName, field: string, { names, isKnown }: Names, what: string) => {
    if (!isKnown) return
    eachOf(read.sheets.get(sheet), field, (name, at) => {
      if (!names.has(name)) faults.push({ ...at, what: `"${name}" ${what}` })
    })
  }

  const funds = named('Funds', 'code', stored.fundCodes)
  const users = named('Users', 'userName', stored.userNames)
  const noFund = 'is not a fund code in the sheet Funds or on this site'
  const noUser = 'is not a user in the sheet Users or on this site'
  refers('Share classes', 'fundCode', funds, noFund)
  refers('Fee schedule', 'fundCode', funds, noFund)
  refers('NAV calendar', 'fundCode', funds, noFund)
  const benchmarks = named('Benchmarks', 'benchmark', stored.benchmarks)
  refers('Funds', 'benchmark', benchmarks, 'is not a benchmark in the sheet Benchmarks or on this site')
  refers('Funds', 'accountant', users, noUser)
  refers('Authorisations', 'userName', users, noUser)
  refers(
    'Authorisations',
    'functionId',
    { names: stored.functionIds, isKnown: true },
    `is not one of ${[...stored.functionIds].join(', ')}`,
  )
  const entities = named('Legal entities', 'name', stored.entityNames)
  const noEntity = 'is not a legal entity in the sheet Legal entities or on this site'
  refers('Client validators', 'legalEntity', entities, noEntity)
  refers('Authorisation matrix', 'legalEntity', entities, noEntity)
  refers('Bank accounts', 'legalEntity', entities, noEntity)
  refers('Legal entities', 'managementCompany', entities, noEntity)
  refers('Funds', 'legalEntity', entities, noEntity)
  refers('Entity processes', 'legalEntity', entities, noEntity)
  const types = named('Expense types', 'name', stored.expenseTypes)
  const noType = 'is not an expense type in the sheet Expense types or on this site'
  refers('Expense accounts', 'expenseType', types, noType)
  refers('Expense accounts', 'legalEntity', entities, noEntity)
  refers('Expense accounts', 'fundCode', funds, noFund)
  for (const sheet of SHARE_SHEETS) {
    refers(sheet, 'legalEntity', entities, noEntity)
    refers(sheet, 'fundCode', funds, noFund)
    faults.push(...checkShares(sheet, read.sheets.get(sheet), stored.shares, read.sheets.get('Funds')))
  }
  const calendars = named('Calendar holidays', 'calendar', stored.calendars)
  const noCalendar = 'is not a calendar in the sheet Calendar holidays or on this site'
  refers('Legal entities', 'calendar', calendars, noCalendar)
  refers('Funds', 'calendar', calendars, noCalendar)
  const events = named('Entity events', 'name', new Set(stored.processes.events.keys()))
  const noEvent = 'is not an event in the sheet Entity events or on this site'
  refers('Entity event days', 'event', events, noEvent)
  refers('Processes', 'event', events, noEvent)
  const processes = named('Processes', 'name', new Set(stored.processes.processes.keys()))
  const noProcess = 'is not a process in the sheet Processes or on this site'
  refers('Process tasks', 'process', processes, noProcess)
  refers('Entity processes', 'process', processes, noProcess)
  faults.push(...checkProcesses(read, stored.processes, named('Users', 'userName', new Set()).names))
  const currencies = named('Currencies', 'code', stored.currencies)
  const noCurrency = 'is not a currency in the sheet Currencies or on this site'
  refers('Bank accounts', 'iso3Currency', currencies, noCurrency)
  eachOf(read.sheets.get('Users'), 'queues', (text, at) => {
    const queues = queuesOf(text)
    for (const queue of queues.filter(isMemberlessQueue))
      faults.push({ ...at, what: `the queue ${queue} cannot have members` })
    const used = (queue: string) => PRODUCT_QUEUES.includes(queue) || stored.queues.has(queue)
    for (const queue of queues.filter((name) => !isMemberlessQueue(name) && !used(name)))
      notes.push(`Sheet "${at.sheet}", row ${at.row}: no workflow uses the queue "${queue}".`)
  })
  const classes = read.sheets.get('Share classes')
  if (classes) {
    const checked = checkShareClasses(classes, stored.classes)
    faults.push(...checked.faults)
    notes.push(...checked.notes)
  }
  const ownFunds = read.sheets.get('Funds')
  if (ownFunds) notes.push(...unusualSets(ownFunds))
  const fees = read.sheets.get('Fee schedule')
  if (fees) faults.push(...checkFees(fees, stored.fees))
  faults.push(...checkExpenseAccounts(read.sheets.get('Expense accounts')))
  faults.push(...checkFormats(read.sheets.get('File formats')))
  const accounts = read.sheets.get('Bank accounts')
  if (accounts) {
    const checked = checkAccounts(accounts, stored.accounts)
    faults.push(...checked.faults)
    notes.push(...checked.notes)
  }
  const matrix = read.sheets.get('Authorisation matrix')
  if (matrix) {
    const people = read.sheets.get('Client validators')?.rows ?? []
    const validators = people.map(({ values }) => validatorKey(values))
    faults.push(...checkMatrix(matrix, stored.matrix, new Set([...stored.validators, ...validators])))
  }
  return { faults, notes }
}

/** Calls a function for every filled, faultless cell of a text column. */
function eachOf(
  sheet: ReadSheet | undefined,
  field: string,
  call: (text: string, at: { sheet: string; row: number; column: number }) => void,
): void {
  const column = sheet?.columns.get(field)
  if (!sheet || column === undefined) return
  sheet.rows.forEach(({ row, values }: ReadRow) => {
    const value = values[field]
    if (typeof value === 'string' && value !== '') call(value, { sheet: sheet.name, row, column })
  })
}
