import { matrixRow } from '~/areas/authorisation-matrix/matrix-columns'
import { type Entry, entryTarget, type MatrixKind } from '~/areas/authorisation-matrix/matrix-entry'
import { SHARE_SHEETS, type SheetName } from '~/areas/lookups/sheets'
import { FILE_FORMAT, type RequestedFormat, requestedFormat } from '~/areas/navs/formats/requested-format'
import { authorisationTarget, type FunctionRights, type UserRights } from '~/areas/users/user'
import type { Fault } from '~/platform/tables/cell-text'
import type { Values } from '~/platform/tables/column'
import { queuesOf } from '~/platform/workflow/kind-rules'
import type { PlannedChange, ReadReference } from './read-reference'

const WAITING_SHEETS = [
  'Users',
  'Authorisations',
  'Authorisation matrix',
  'Bank accounts',
  'File formats',
  ...SHARE_SHEETS,
] as const
export type WaitingSheet = (typeof WAITING_SHEETS)[number]

/** The changes that wait for a second person (product: changes that need a second person). */
export function needsSecondPerson(sheet: SheetName): sheet is WaitingSheet {
  return WAITING_SHEETS.some((each) => each === sheet)
}

export interface WaitingChange {
  kind: 'user' | 'authorisation' | 'file format' | MatrixKind
  target: string
  before: UserRights | FunctionRights | Entry | RequestedFormat | null
  after: UserRights | FunctionRights | Entry | RequestedFormat
}

/** A row of these sheets as the change that waits. */
export function waitingChange({ sheet, before, after }: PlannedChange): WaitingChange {
  if (sheet === 'Authorisation matrix') {
    const { kind, entry } = matrixRow(after)
    return { kind, target: entryTarget(kind, entry), before: before && matrixRow(before).entry, after: entry }
  }
  if (sheet === 'File formats') {
    return {
      kind: FILE_FORMAT,
      target: String(after.code),
      before: before && requestedFormat(String(before.definition)),
      after: requestedFormat(String(after.definition)),
    }
  }
  if (sheet === 'Users')
    return {
      kind: 'user',
      target: String(after.userName),
      before: before && userRights(before),
      after: userRights(after),
    }
  return {
    kind: 'authorisation',
    target: authorisationTarget(String(after.userName), String(after.functionId)),
    before: before && functionRights(before),
    after: functionRights(after),
  }
}

function userRights(values: Values): UserRights {
  const text = (field: string) => String(values[field] ?? '')
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    role: text('role'),
    homepage: text('homepage'),
    queues: queuesOf(text('queues')),
  }
}

function functionRights(values: Values): FunctionRights {
  return { add: values.add === true, update: values.update === true, delete: values.delete === true }
}

const OWN_RIGHTS = new Set(['role', 'queues', 'add', 'update', 'delete'])

/** No one changes their own rights, not even with another user's approval. */
export function ownRights(changes: readonly PlannedChange[], read: ReadReference, userName: string): Fault[] {
  return changes.flatMap(({ sheet, row, fields, after }) => {
    if (!needsSecondPerson(sheet) || after.userName !== userName) return []
    const changed = fields.find(({ field }) => OWN_RIGHTS.has(field))
    const source = read.sheets.get(sheet)
    if (!changed || !source) return []
    const column = source.columns.get(changed.field) ?? 1
    const what = `you may not change your own rights (${changed.header} of ${userName}); another administrator may import this row`
    return [{ sheet: source.name, row, column, what }]
  })
}
