import type { Read, Transaction } from 'db/database'
import { appUser, pendingChange } from 'db/schema/access'
import { legalEntity } from 'db/schema/lookups'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { ADMINISTRATION, decidesAlone } from '~/areas/access/second-person.server'
import type { UserWriteContext } from '~/areas/access/user-context'
import { fullName } from '~/areas/access/users.server'
import { DECIDED_BY_ADMINISTRATORS } from '~/areas/users/user-change-kinds.server'
import {
  type ChangeKind,
  changedField,
  DELETED,
  fieldChangesText,
  isDeletion,
} from '~/platform/approvals/change-kind.server'
import type { RequestedChange } from '~/platform/approvals/pending-change-event.server'
import type { ChangeKindName } from '~/platform/approvals/pending-change-kinds.server'
import { requestChange } from '~/platform/approvals/pending-change-request.server'
import { waitingOfKind } from '~/platform/approvals/pending-changes.server'
import {
  type EditableTable,
  type RowWish,
  requestedRows,
  type Written,
} from '~/platform/tables/editable-table.server'
import { type RowValues, shownColumn, type TableRow, textOf } from '~/platform/tables/table-column'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { showDay } from '~/platform/values/show'

/** A part of a hundred that applies to an entity from one GL date to another. */
export type DatedShare = {
  legalEntityId: number
  /** Percent, 0 to 100. */
  share: Decimal
  /** Both inclusive; null is without end. */
  validFrom: Day
  validTo: Day | null
}

type Faults = Readonly<Record<string, string>>

interface Shares<Row extends DatedShare> {
  kind: ChangeKindName
  /** Title of a change. */
  title: SQL
  /** The word for the share in a change. */
  label: string
  stored(read: Read): Promise<(Row & { id: number })[]>
  /** What only one share can apply to on a day: ids, with which the rows are also ordered. */
  subjectOf(row: Row): number[]
  rowIn(row: RowValues): Row
  /** Why a row conflicts with another one on the same days, as a sentence. */
  overlap(other: Row): string
  /** What else is wrong with a row, by field: whole sentences. */
  faults?(read: Read, row: Row): Promise<Faults>
  insert(tx: Transaction, row: Row): Promise<unknown>
  update(tx: Transaction, id: number, row: Row): Promise<unknown>
  delete(tx: Transaction, id: number): Promise<unknown>
  table: Pick<
    EditableTable,
    'name' | 'title' | 'one' | 'about' | 'columns' | 'order' | 'schema' | 'labelOf' | 'options' | 'count'
  >
}

/** Shares of one kind as a workbook brings them. */
export interface SheetShares<Row> {
  stored(read: Read): Promise<Row[]>
  /** As they will be when all waiting changes are approved. */
  wished(read: Read): Promise<Row[]>
  /** The change that a row requests: of the share that begins on the same day, else of a new one. */
  wishes(read: Read): Promise<{ of(row: Row): RequestedChange }>
}

/** " from 01/01/2026 to 31/12/2026" of a share, without the blank. */
export const spanOf = ({ validFrom, validTo }: Pick<DatedShare, 'validFrom' | 'validTo'>) =>
  `from ${showDay(validFrom)}${validTo === null ? '' : ` to ${showDay(validTo)}`}`

/** The name of the entity of a change. */
export const changedEntity = sql`coalesce((select e.name from ${legalEntity} e
  where e.id::text = ${changedField('legalEntityId')}), ${changedField('legalEntityId')})`

const idIn = (target: string) => (/^[1-9]\d{0,8}$/.test(target) ? Number(target) : null)

/**
 * A table of dated shares whose every change waits for another administrator, and how these changes take effect. Of one
 * subject only one share applies on a day: compared with what is stored and what waits.
 */
export function datedShares<Row extends DatedShare>(
  of: Shares<Row>,
): { kind: ChangeKind; table: EditableTable; sheet: SheetShares<Row> } {
  const keyOf = (row: Row) => JSON.stringify([...of.subjectOf(row), row.validFrom])

  /** The shares that are set, by the key of their row. */
  async function storedShares(read: Read): Promise<Map<string, Row>> {
    const rows = await of.stored(read)
    return new Map(
      rows.map(({ id, ...row }) => {
        const own = row as unknown as Row
        return [String(id), { ...own, share: plain(new Big(own.share)) }]
      }),
    )
  }

  /** The shares as they will be when all waiting changes are approved. */
  async function plannedShares(read: Read): Promise<Map<string, Row>> {
    const shares = await storedShares(read)
    for (const { target, after } of await waitingOfKind(read, of.kind))
      if (isDeletion(after)) shares.delete(target)
      else shares.set(target, after as Row)
    return shares
  }

  async function faultsOf(
    read: Read,
    row: Row,
    target: string,
    all: ReadonlyMap<string, Row>,
  ): Promise<Faults> {
    if (row.validTo !== null && row.validTo < row.validFrom)
      return { validTo: `Valid to ${showDay(row.validTo)} is before valid from ${showDay(row.validFrom)}.` }
    const begins = (one: Row, other: Row) => other.validTo === null || one.validFrom <= other.validTo
    const subject = of.subjectOf(row).join()
    for (const [key, other] of all)
      if (
        key !== target &&
        of.subjectOf(other).join() === subject &&
        begins(row, other) &&
        begins(other, row)
      )
        return { validFrom: of.overlap(other) }
    return (await of.faults?.(read, row)) ?? {}
  }

  const kind: ChangeKind = {
    ...DECIDED_BY_ADMINISTRATORS,
    title: of.title,
    words: (before, after) =>
      fieldChangesText(
        { share: of.label, validFrom: 'Valid from', validTo: 'Valid to' },
        before,
        after,
        (field, text) =>
          field === 'share' ? `${text} %` : /^\d{4}-\d\d-\d\d$/.test(text) ? showDay(text) : text,
      ),
    userName: () => null,
    current: async (read, target) => (await storedShares(read)).get(target) ?? null,
    async check(read, target, after) {
      if (isDeletion(after)) return
      const [fault] = Object.values(await faultsOf(read, after as Row, target, await storedShares(read)))
      if (fault) throw new DomainError('refused', `${fault} Decide that change first, or refuse this one.`)
    },
    async apply(tx, target, after) {
      const id = idIn(target)
      if (isDeletion(after)) {
        if (id !== null) await of.delete(tx, id)
      } else if (id === null) await of.insert(tx, after as Row)
      else await of.update(tx, id, after as Row)
    },
  }

  /** Submits a change to another administrator; it takes effect at once only where there is no second person. */
  async function requested(context: UserWriteContext, { before, after, comment }: RowWish): Promise<Written> {
    const { tx, actor } = context
    const was = before && of.rowIn(before)
    const named = after ? of.rowIn(after) : was
    if (!named) throw new Error(`A change of ${of.table.title} has a value before or after it`)
    const target = before?.key ?? keyOf(named)
    if (after) {
      const fields = await faultsOf(tx, named, target, await plannedShares(tx))
      if (Object.keys(fields).length > 0)
        throw new DomainError('invalid', Object.values(fields).join(' '), { fields })
    }
    const change = { kind: of.kind, target, before: was, after: after ? named : DELETED, comment } as const
    const note = await requestChange(context, change)
    if (!(await decidesAlone(tx, actor.id, ADMINISTRATION)))
      return { row: before ?? { ...after, key: '' }, note }
    const stored = [...(await storedShares(tx))].find(([key, row]) => key === target || keyOf(row) === target)
    return { row: stored ? rowOf(stored[0], stored[1]) : { ...(after ?? before), key: target } }
  }

  async function load(read: Read): Promise<TableRow[]> {
    const waiting = new Map((await waitingOfKind(read, of.kind)).map(({ target, after }) => [target, after]))
    const entities = await read.select({ id: legalEntity.id, name: legalEntity.name }).from(legalEntity)
    const names = new Map(entities.map(({ id, name }) => [id, name]))
    const order = (row: Row) =>
      `${names.get(row.legalEntityId) ?? ''} ${row.validFrom} ${of.subjectOf(row).join()}`
    return [...(await storedShares(read))]
      .sort(([, a], [, b]) => (order(a) < order(b) ? -1 : 1))
      .map(([key, row]) => rowOf(key, row, { waits: describePending(waiting.get(key)) }))
  }

  const table: EditableTable = {
    ...of.table,
    path: `/admin/lookups/${of.table.name}`,
    functionId: 'administration',
    columns: [...of.table.columns, shownColumn('waits', 'Pending', 260)],
    ...requestedRows(load, requested),
    keyIn: ({ id }) => (idIn(textOf(id)) === null ? null : textOf(id)),
    writerOf: (read, key) => writerOf(read, of.kind, key),
  }
  const sheet: SheetShares<Row> = {
    stored: async (read) => [...(await storedShares(read)).values()],
    wished: async (read) => [...(await plannedShares(read)).values()],
    async wishes(read) {
      const stored = new Map([...(await storedShares(read))].map(([id, row]) => [keyOf(row), { id, row }]))
      return {
        of(after) {
          const found = stored.get(keyOf(after))
          return { kind: of.kind, target: found?.id ?? keyOf(after), before: found?.row ?? null, after }
        },
      }
    },
  }
  return { kind, table, sheet }
}

/** A share as a row of the table. */
const rowOf = (key: string, share: DatedShare, more: RowValues = {}): TableRow => ({
  ...(share as RowValues),
  ...more,
  key,
})

function describePending(after: object | undefined): string | null {
  if (!after) return null
  if (isDeletion(after)) return 'Deletion pending'
  const dated = after as DatedShare
  return `${dated.share} % ${spanOf(dated)} pending`
}

async function writerOf(read: Read, of: ChangeKindName, target: string): Promise<string | null> {
  const { kind, decision, decidedAt, requestedBy } = pendingChange
  const [change] = await read
    .select({ who: fullName })
    .from(pendingChange)
    .leftJoin(appUser, eq(appUser.id, requestedBy))
    .where(and(eq(kind, of), eq(pendingChange.target, target), eq(decision, 'approved')))
    .orderBy(desc(decidedAt))
    .limit(1)
  return change?.who ?? null
}
