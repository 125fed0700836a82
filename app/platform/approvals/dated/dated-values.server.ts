import type { Read, Transaction } from 'db/database'
import { appUser, pendingChange } from 'db/schema/access'
import { and, desc, eq, type SQL } from 'drizzle-orm'
import { ADMINISTRATION, decidesAlone } from '~/areas/access/second-person.server'
import type { UserWriteContext } from '~/areas/access/user-context'
import { fullName } from '~/areas/access/users.server'
import {
  type EditableTable,
  type RowWish,
  requestedRows,
  type Written,
} from '~/platform/tables/editable-table.server'
import { type RowValues, type TableRow, textOf } from '~/platform/tables/table-column'
import type { Context } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { type ChangeKind, DECIDED_BY_ADMINISTRATORS, DELETED, isDeletion } from '../change-kind.server'
import type { ChangeKindName } from '../pending-change-kinds.server'
import { requestChange } from '../pending-change-request.server'
import { type WaitingOfKind, waitingOfKind } from '../pending-changes.server'
import { type FieldFault, idInKey, type ValidDays } from './valid-days'

/** Values of one kind, of which only one for the same applies on a day. */
export interface DatedValues<Row extends ValidDays> {
  kind: ChangeKindName
  /** Title of a change. */
  title: SQL
  /** What a change does, field by field. */
  describe: ChangeKind['describe']
  /** The stored values, by the key of their row: the id. */
  stored(read: Read): Promise<Map<string, Row>>
  /** The value of a row of the table: only the fields that are compared and stored. */
  rowIn(row: RowValues): Row
  /** The key of a new value among waiting changes: the fields that name it. */
  keyOf(row: Row): string
  /** What is wrong with a value, compared with the others. */
  faults(read: Read, row: Row, others: readonly Row[]): Promise<readonly FieldFault[]>
  insert(tx: Transaction, row: Row): Promise<unknown>
  update(tx: Transaction, id: number, row: Row): Promise<unknown>
  delete(tx: Transaction, id: number): Promise<unknown>
}

/** A wanted change of a value. */
interface DatedWish<Row> {
  /** Of the stored value; null for a new one. */
  key: string | null
  /** The stored value; null for a new one. */
  before: Row | null
  /** Null for a deletion. */
  after: Row | null
  /** The reason, for the administrator who decides. */
  comment?: string
}

/** The part of a table of dated values that each kind has for itself. */
export type DatedTable = Pick<
  EditableTable,
  | 'name'
  | 'title'
  | 'one'
  | 'about'
  | 'path'
  | 'columns'
  | 'order'
  | 'schema'
  | 'labelOf'
  | 'options'
  | 'count'
>

/** Values of one kind whose every change waits for another administrator. */
export interface DatedChanges<Row extends ValidDays> extends Pick<DatedValues<Row>, 'stored' | 'keyOf'> {
  /** How their changes wait and take effect. */
  kind: ChangeKind
  /** The values as they will be when all waiting changes are approved, by key. */
  planned(read: Read): Promise<Map<string, Row>>
  /**
   * Submits a change to another administrator; a waiting change of the same value is superseded. Where no other user
   * could be the second person, it takes effect at once and the result is null; otherwise the outcome as a sentence.
   * @throws DomainError invalid, with a sentence for each field, compared with all that is stored and waits
   */
  request(context: UserWriteContext, wish: DatedWish<Row>): Promise<string | null>
  /**
   * The table in which they are edited: until a change is decided, its row stays as it is.
   * @param rows in the order of the table, each with what waits for it by its key
   */
  table(
    own: DatedTable,
    rows: (context: Context, waiting: ReadonlyMap<string, WaitingOfKind>) => Promise<TableRow[]>,
  ): EditableTable
}

/** Values from one day to another, compared with what is stored and what waits. */
export function datedValues<Row extends ValidDays>(of: DatedValues<Row>): DatedChanges<Row> {
  const { stored, keyOf } = of

  function faultsOf(read: Read, row: Row, values: ReadonlyMap<string, Row>, key: string) {
    const others = [...values].flatMap(([each, value]) => (each === key ? [] : [value]))
    return of.faults(read, row, others)
  }

  const kind: ChangeKind = {
    ...DECIDED_BY_ADMINISTRATORS,
    title: of.title,
    describe: of.describe,
    userName: () => null,
    current: async (read, target) => (await stored(read)).get(target) ?? null,
    async check(read, target, after) {
      if (isDeletion(after)) return
      const [fault] = await faultsOf(read, after as Row, await stored(read), target)
      if (fault)
        throw new DomainError('refused', `${fault.sentence} Decide that change first, or refuse this one.`)
    },
    async apply({ tx }, target, after) {
      const id = idInKey(target)
      if (isDeletion(after)) {
        if (id !== null) await of.delete(tx, id)
      } else if (id === null) await of.insert(tx, after as Row)
      else await of.update(tx, id, after as Row)
    },
  }

  async function planned(read: Read): Promise<Map<string, Row>> {
    const values = await stored(read)
    for (const { target, after } of await waitingOfKind(read, of.kind))
      if (isDeletion(after)) values.delete(target)
      else values.set(target, after as Row)
    return values
  }

  async function request(
    context: UserWriteContext,
    { key, before, after, comment }: DatedWish<Row>,
  ): Promise<string | null> {
    const { tx, actor } = context
    const named = before ?? after
    if (!named) throw new Error(`A change of the kind "${of.kind}" has a value before or after it`)
    const target = key ?? keyOf(named)
    if (after) {
      const faults = await faultsOf(tx, after, await planned(tx), target)
      if (faults.length > 0)
        throw new DomainError('invalid', faults.map(({ sentence }) => sentence).join(' '), {
          fields: Object.fromEntries(faults.map(({ field, sentence }) => [field, sentence])),
        })
    }
    const change = { kind: of.kind, target, before, after: after ?? DELETED, comment } as const
    const becomes = await requestChange(context, change)
    return (await decidesAlone(tx, actor.id, ADMINISTRATION)) ? null : becomes
  }

  function table(own: DatedTable, rows: Parameters<DatedChanges<Row>['table']>[1]): EditableTable {
    async function load(context: Context): Promise<TableRow[]> {
      const waiting = await waitingOfKind(context.read, of.kind)
      return rows(context, new Map(waiting.map((change) => [change.target, change])))
    }

    async function requested(
      context: UserWriteContext,
      { before, after, comment }: RowWish,
    ): Promise<Written> {
      const wanted = after && of.rowIn(after)
      const key = before?.key ?? null
      const note = await request(context, { key, before: before && of.rowIn(before), after: wanted, comment })
      if (note !== null) return { row: before ?? { ...after, key: '' }, note }
      const isWritten = (row: TableRow) =>
        key === null ? wanted !== null && keyOf(of.rowIn(row)) === keyOf(wanted) : row.key === key
      const written = (await load(context)).find(isWritten)
      return { row: written ?? { ...(after ?? before), key: key ?? '' } }
    }

    return {
      ...own,
      functionId: 'administration',
      ...requestedRows(load, requested),
      keyIn: ({ id }) => (idInKey(textOf(id)) === null ? null : textOf(id)),
      writerOf: (read, key) => writerOf(read, of.kind, key),
    }
  }

  return { stored, keyOf, kind, planned, request, table }
}

/** Who requested the stored value, or its deletion; null for one that was never changed. */
async function writerOf(read: Read, kind: ChangeKindName, target: string): Promise<string | null> {
  const { decision, decidedAt, requestedBy } = pendingChange
  const [change] = await read
    .select({ who: fullName })
    .from(pendingChange)
    .leftJoin(appUser, eq(appUser.id, requestedBy))
    .where(and(eq(pendingChange.kind, kind), eq(pendingChange.target, target), eq(decision, 'approved')))
    .orderBy(desc(decidedAt))
    .limit(1)
  return change?.who ?? null
}
