import type { SheetName } from '~/areas/lookups/sheets'
import { checkProcesses, type KnownProcesses } from '~/areas/processes/definitions/check-processes'
import { queuesOf } from '~/areas/users/import-users'
import type { Fault } from '~/platform/tables/fault'
import { isNobodysQueue, PRODUCT_QUEUES } from '~/platform/workflow/queues'
import { checkAccounts, type KnownAccounts } from './check-accounts'
import { checkMatrix, type KnownMatrix, validatorKey } from './check-matrix'
import { checkShareClasses, type KnownClass } from './check-share-classes'
import type { ReadReference } from './read-reference'
import type { ReadRow, ReadSheet } from './read-sheet'

/** What is stored already, as far as a workbook may refer to it. */
export interface Known {
  fundCodes: ReadonlySet<string>
  entityNames: ReadonlySet<string>
  /** Those that wait for a second person included. */
  userNames: ReadonlySet<string>
  functionIds: ReadonlySet<string>
  /** Queues that some workflow uses. */
  queues: ReadonlySet<string>
  classes: readonly KnownClass[]
  /** Keys of client validators: see validatorKey. */
  validators: ReadonlySet<string>
  matrix: KnownMatrix
  currencies: ReadonlySet<string>
  accounts: KnownAccounts
  processes: KnownProcesses
  /** Those that have holidays. */
  calendars: ReadonlySet<string>
}

/** Holds what rows refer to against the workbook's own rows and the database. */
export function checkReference(read: ReadReference, known: Known): { faults: Fault[]; notes: string[] } {
  const faults: Fault[] = []
  const notes: string[] = []
  const named = (sheet: SheetName, field: string, stored: ReadonlySet<string>) => {
    const rows = read.sheets.get(sheet)?.rows ?? []
    return new Set([
      ...stored,
      ...rows.map(({ values }) => values[field]).filter((name) => typeof name === 'string'),
    ])
  }
  const refers = (sheet: SheetName, field: string, to: ReadonlySet<string>, what: string) =>
    eachOf(read.sheets.get(sheet), field, (name, at) => {
      if (!to.has(name)) faults.push({ ...at, what: `"${name}" ${what}` })
    })

  const funds = named('Funds', 'code', known.fundCodes)
  const users = named('Users', 'userName', known.userNames)
  const noFund = 'is no fund code of the sheet Funds or of this site'
  const noUser = 'is no user of the sheet Users or of this site'
  refers('Share classes', 'fundCode', funds, noFund)
  refers('NAV calendar', 'fundCode', funds, noFund)
  refers('Funds', 'accountant', users, noUser)
  refers('Authorisations', 'userName', users, noUser)
  refers('Authorisations', 'functionId', known.functionIds, `is none of ${[...known.functionIds].join(', ')}`)
  const entities = named('Legal entities', 'name', known.entityNames)
  const noEntity = 'is no legal entity of the sheet Legal entities or of this site'
  refers('Client validators', 'legalEntity', entities, noEntity)
  refers('Authorisation matrix', 'legalEntity', entities, noEntity)
  refers('Bank accounts', 'legalEntity', entities, noEntity)
  refers('Legal entities', 'managementCompany', entities, noEntity)
  refers('Funds', 'legalEntity', entities, noEntity)
  refers('Entity processes', 'legalEntity', entities, noEntity)
  const calendars = named('Calendar holidays', 'calendar', known.calendars)
  const noCalendar = 'is no calendar of the sheet Calendar holidays or of this site'
  refers('Legal entities', 'calendar', calendars, noCalendar)
  refers('Funds', 'calendar', calendars, noCalendar)
  const events = named('Entity events', 'name', new Set(known.processes.events.keys()))
  const noEvent = 'is no event of the sheet Entity events or of this site'
  refers('Entity event days', 'event', events, noEvent)
  refers('Processes', 'event', events, noEvent)
  const processes = named('Processes', 'name', new Set(known.processes.processes.keys()))
  const noProcess = 'is no process of the sheet Processes or of this site'
  refers('Process tasks', 'process', processes, noProcess)
  refers('Entity processes', 'process', processes, noProcess)
  faults.push(...checkProcesses(read, known.processes, named('Users', 'userName', new Set())))
  const currencies = named('Currencies', 'code', known.currencies)
  const noCurrency = 'is no currency of the sheet Currencies or of this site'
  refers('Bank accounts', 'iso3Currency', currencies, noCurrency)
  eachOf(read.sheets.get('Users'), 'queues', (text, at) => {
    const queues = queuesOf(text)
    for (const queue of queues.filter(isNobodysQueue))
      faults.push({ ...at, what: `nobody can be a member of the queue ${queue}` })
    const used = (queue: string) => PRODUCT_QUEUES.includes(queue) || known.queues.has(queue)
    for (const queue of queues.filter((name) => !isNobodysQueue(name) && !used(name)))
      notes.push(`Sheet "${at.sheet}", row ${at.row}: no workflow uses the queue "${queue}".`)
  })
  const classes = read.sheets.get('Share classes')
  if (classes) {
    const checked = checkShareClasses(classes, known.classes)
    faults.push(...checked.faults)
    notes.push(...checked.notes)
  }
  const accounts = read.sheets.get('Bank accounts')
  if (accounts) {
    const checked = checkAccounts(accounts, known.accounts)
    faults.push(...checked.faults)
    notes.push(...checked.notes)
  }
  const matrix = read.sheets.get('Authorisation matrix')
  if (matrix) {
    const people = read.sheets.get('Client validators')?.rows ?? []
    const validators = people.map(({ values }) => validatorKey(values))
    faults.push(...checkMatrix(matrix, known.matrix, new Set([...known.validators, ...validators])))
  }
  return { faults, notes }
}

/** Calls for every filled, faultless cell of a text column. */
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
