import {
  authorisationTarget,
  type FunctionRights,
  queuesOf,
  type UserRights,
} from '~/domain/access/import-users'
import type { PlannedChange } from './compare'
import type { Fault } from './fault'
import type { ReadReference } from './read-reference'
import type { SheetName, Values } from './sheets'

/** Users and authorisations wait for a second person (product: changes that need a second person). */
export function needsSecondPerson(sheet: SheetName): boolean {
  return sheet === 'Users' || sheet === 'Authorisations'
}

export interface RightsChange {
  kind: 'user' | 'authorisation'
  target: string
  before: UserRights | FunctionRights | null
  after: UserRights | FunctionRights
}

/** A row of the sheets Users and Authorisations as the change that waits. */
export function rightsChange({ sheet, before, after }: PlannedChange): RightsChange {
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

/** Nobody changes their own rights, not even with another's approval. */
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
