import type { Read } from 'db/database'
import { legalEntity } from 'db/schema/lookups'
import { type SQL, sql } from 'drizzle-orm'
import {
  type ChangeKind,
  changedField,
  fieldChangesText,
  isDeletion,
} from '~/platform/approvals/change-kind.server'
import {
  type DatedTable,
  type DatedValues,
  datedValues,
} from '~/platform/approvals/dated/dated-values.server'
import { endFaults, type FieldFault, overlap, periodOf } from '~/platform/approvals/dated/valid-days'
import type { RequestedChange } from '~/platform/approvals/pending-change-event.server'
import type { ChangeKindName } from '~/platform/approvals/pending-change-kinds.server'
import type { WaitingOfKind } from '~/platform/approvals/pending-changes.server'
import type { EditableTable } from '~/platform/tables/editable-table.server'
import { type RowValues, shownColumn, type TableRow } from '~/platform/tables/table-column'
import type { Context } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal, plain } from '~/platform/values/decimal'
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

interface Shares<Row extends DatedShare>
  extends Pick<DatedValues<Row>, 'rowIn' | 'insert' | 'update' | 'delete'> {
  kind: ChangeKindName
  /** Title of a change. */
  title: SQL
  /** The word for the share in a change. */
  label: string
  stored(read: Read): Promise<(Row & { id: number })[]>
  /** What only one share can apply to on a day: ids, with which the rows are also ordered. */
  subjectOf(row: Row): number[]
  /** Why a row conflicts with another one on the same days, as a sentence. */
  overlap(other: Row): string
  /** What else is wrong with a row. */
  faults?(read: Read, row: Row): Promise<FieldFault[]>
  table: Omit<DatedTable, 'path'>
}

/** Shares of one kind as a workbook brings them. */
export interface SheetShares<Row> {
  stored(read: Read): Promise<Row[]>
  /** As they will be when all waiting changes are approved. */
  wished(read: Read): Promise<Row[]>
  /** The change that a row requests: of the share that begins on the same day, else of a new one. */
  wishes(read: Read): Promise<{ of(row: Row): RequestedChange }>
}

/** The name of the entity of a change. */
export const changedEntity = sql`coalesce((select e.name from ${legalEntity} e
  where e.id::text = ${changedField('legalEntityId')}), ${changedField('legalEntityId')})`

/**
 * A table of dated shares whose every change waits for another administrator, and how these changes take effect. Of one
 * subject only one share applies on a day.
 */
export function datedShares<Row extends DatedShare>(
  of: Shares<Row>,
): { kind: ChangeKind; table: EditableTable; sheet: SheetShares<Row> } {
  const { kind, title, rowIn, insert, update } = of
  const keyOf = (row: Row) => JSON.stringify([...of.subjectOf(row), row.validFrom])

  /** The shares that are set, by the key of their row. */
  async function stored(read: Read): Promise<Map<string, Row>> {
    const rows = await of.stored(read)
    return new Map(
      rows.map(({ id, ...row }) => {
        const own = row as unknown as Row
        return [String(id), { ...own, share: plain(new Big(own.share)) }]
      }),
    )
  }

  async function faults(read: Read, row: Row, others: readonly Row[]): Promise<FieldFault[]> {
    const ends = endFaults(row)
    if (ends.length > 0) return ends
    const subject = of.subjectOf(row).join()
    const other = others.find((each) => of.subjectOf(each).join() === subject && overlap(row, each))
    if (other) return [{ field: 'validFrom', sentence: of.overlap(other) }]
    return (await of.faults?.(read, row)) ?? []
  }

  const changes = datedValues<Row>({
    kind,
    title,
    describe: (before, after) =>
      fieldChangesText(
        { share: of.label, validFrom: 'Valid from', validTo: 'Valid to' },
        before,
        after,
        (field, text) =>
          field === 'share' ? `${text} %` : /^\d{4}-\d\d-\d\d$/.test(text) ? showDay(text) : text,
      ),
    stored,
    rowIn,
    keyOf,
    faults,
    insert,
    update,
    delete: of.delete,
  })

  async function rows({ read }: Context, waiting: ReadonlyMap<string, WaitingOfKind>): Promise<TableRow[]> {
    const entities = await read.select({ id: legalEntity.id, name: legalEntity.name }).from(legalEntity)
    const names = new Map(entities.map(({ id, name }) => [id, name]))
    const order = (row: Row) =>
      `${names.get(row.legalEntityId) ?? ''} ${row.validFrom} ${of.subjectOf(row).join()}`
    return [...(await stored(read))]
      .sort(([, a], [, b]) => (order(a) < order(b) ? -1 : 1))
      .map(([key, row]) => ({
        ...(row as RowValues),
        key,
        waits: describePending(waiting.get(key)?.after),
      }))
  }

  const own: DatedTable = {
    ...of.table,
    path: `/admin/lookups/${of.table.name}`,
    columns: [...of.table.columns, shownColumn('waits', 'Pending', 260)],
  }
  const sheet: SheetShares<Row> = {
    stored: async (read) => [...(await stored(read)).values()],
    wished: async (read) => [...(await changes.planned(read)).values()],
    async wishes(read) {
      const set = new Map([...(await stored(read))].map(([id, row]) => [keyOf(row), { id, row }]))
      return {
        of(after) {
          const found = set.get(keyOf(after))
          return { kind, target: found?.id ?? keyOf(after), before: found?.row ?? null, after }
        },
      }
    },
  }
  return { kind: changes.kind, table: changes.table(own, rows), sheet }
}

function describePending(after: object | undefined): string | null {
  if (!after) return null
  if (isDeletion(after)) return 'Deletion pending'
  const dated = after as DatedShare
  return `${dated.share} % ${periodOf(dated)} pending`
}
