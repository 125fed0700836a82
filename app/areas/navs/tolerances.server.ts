import type { Read, Transaction } from 'db/database'
import { appUser, pendingChange } from 'db/schema/access'
import { fund } from 'db/schema/lookups'
import { ruleTolerance } from 'db/schema/navs'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
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
  keyLabel,
  titleDay,
} from '~/platform/approvals/change-kind.server'
import { requestChange } from '~/platform/approvals/pending-change-request.server'
import { waitingNote, waitingOfKind } from '~/platform/approvals/pending-changes.server'
import {
  type EditableTable,
  type RowWish,
  requestedRows,
  rowSchema,
  tableColumns,
  type Written,
} from '~/platform/tables/editable-table.server'
import {
  type ColumnOption,
  type RowValues,
  shownColumn,
  type TableColumn,
  type TableRow,
  textOf,
} from '~/platform/tables/table-column'
import type { Day } from '~/platform/values/day'
import { Big, plain } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import {
  FUND_TYPES,
  TOLERANCES,
  type ToleranceLevel,
  type ToleranceRow,
  thresholdOfType,
} from './rules/tolerances'
import {
  idInTarget,
  nameOf,
  PROVIDERS,
  RULE_TOLERANCE,
  type SetTolerance,
  TOLERANCE_FIELDS,
  type ToleranceFault,
  toleranceFaults,
  toleranceLabel,
  toleranceTarget,
} from './tolerances'

/** The set values as rules take them, of one tolerance or of all, the older ones first. */
export async function toleranceRows(read: Read, key?: string): Promise<ToleranceRow[]> {
  const of = key === undefined ? undefined : eq(ruleTolerance.key, key)
  const rows = await read.select().from(ruleTolerance).where(of).orderBy(asc(ruleTolerance.id))
  return rows.map(({ key, level, levelValue, value, validFrom, validTo }) => ({
    key,
    level: level as ToleranceLevel,
    value,
    from: validFrom,
    to: validTo,
    subject: levelValue === '' ? null : levelValue,
  }))
}

/** The values that the site sets, by target. */
export async function storedTolerances(read: Read): Promise<Map<string, SetTolerance>> {
  const rows = await read.select().from(ruleTolerance).orderBy(asc(ruleTolerance.id))
  return new Map(
    rows.map(({ id, key, level, levelValue, value, validFrom, validTo }) => [
      String(id),
      {
        tolerance: key,
        level: level as ToleranceLevel,
        subject: levelValue === '' ? null : levelValue,
        value: plain(new Big(value)),
        validFrom,
        validTo,
      },
    ]),
  )
}

/** The values as they will be when all waiting changes are approved, by target. */
async function plannedTolerances(read: Read): Promise<Map<string, SetTolerance>> {
  const values = await storedTolerances(read)
  for (const { target, after } of await waitingOfKind(read, RULE_TOLERANCE))
    if (isDeletion(after)) values.delete(target)
    else values.set(target, after as SetTolerance)
  return values
}

/** All except the one of a target. */
function butFor(values: ReadonlyMap<string, SetTolerance>, target: string): SetTolerance[] {
  return [...values].flatMap(([key, value]) => (key === target ? [] : [value]))
}

export async function fundCodes(read: Read): Promise<ReadonlySet<string>> {
  return new Set((await read.select({ code: fund.code }).from(fund)).map(({ code }) => code))
}

/** Stores a value of a tolerance; a new one for the id null. */
async function writeTolerance(
  tx: Transaction,
  id: number | null,
  { tolerance, level, subject, value, validFrom, validTo }: SetTolerance,
): Promise<void> {
  const row = { key: tolerance, level, levelValue: subject ?? '', value, validFrom, validTo }
  if (id === null) await tx.insert(ruleTolerance).values(row)
  else await tx.update(ruleTolerance).set(row).where(eq(ruleTolerance.id, id))
}

/** Deletes a value: the value of a wider level counts then, or else the rule table. */
async function deleteTolerance(tx: Transaction, id: number): Promise<void> {
  await tx.delete(ruleTolerance).where(eq(ruleTolerance.id, id))
}

const THRESHOLD = 'N11.threshold'
/** In percent. */
const MAX_RESERVED_THRESHOLD = '5'

/**
 * The fault of a fund's own error threshold: it may be lower than that of its type, and higher only for a reserved fund,
 * from the day on which investors were told.
 */
async function thresholdFaults(read: Read, of: SetTolerance): Promise<ToleranceFault[]> {
  if (of.tolerance !== THRESHOLD || of.level !== 'fund') return []
  const [found] = await read
    .select({ type: fund.type, reserved: fund.reserved })
    .from(fund)
    .where(eq(fund.code, of.subject ?? ''))
  const type = FUND_TYPES.find((each) => each === found?.type)
  const usual = type && thresholdOfType(type)
  if (!found || !usual || new Big(of.value).lte(usual)) return []
  if (!found.reserved)
    return [
      {
        field: 'value',
        sentence: `${of.subject} may have a threshold of at most ${usual} %, that of ${found.type} funds. Only funds that the reference data calls reserved may have a higher one.`,
      },
    ]
  if (new Big(of.value).gt(MAX_RESERVED_THRESHOLD))
    return [
      {
        field: 'value',
        sentence: `The threshold of a reserved fund may be at most ${MAX_RESERVED_THRESHOLD} %. Enter a lower one.`,
      },
    ]
  return of.validFrom === null
    ? [{ field: 'validFrom', sentence: 'Enter the day on which investors were told of this threshold.' }]
    : []
}

const LABELS = { value: 'Value', validFrom: 'Valid from', validTo: 'Valid to' }
const NAME = keyLabel(
  changedField('tolerance'),
  TOLERANCES.map((each) => [each.key, nameOf(each)]),
)
const SCOPE = sql`concat_ws(' ', ${changedField('level')}, ${changedField('subject')})`
const from = changedField('validFrom')
const to = changedField('validTo')
const SPAN = sql`coalesce(nullif(concat_ws(' ', 'from ' || nullif(${titleDay(from)}, ''), 'to ' || nullif(${titleDay(to)}, '')), ''), 'without dates')`

/** How changes of rule tolerances wait for another administrator (product decisions, section 1) and take effect. */
export const toleranceChangeKind: ChangeKind = {
  ...DECIDED_BY_ADMINISTRATORS,
  // Worded as by `toleranceLabel`.
  title: sql`concat('Tolerance ', ${NAME}, ', for ', ${SCOPE}, ', ', ${SPAN})`,
  words: (before, after) => fieldChangesText(LABELS, before, after),
  userName: () => null,
  current: async (read, target) => (await storedTolerances(read)).get(target) ?? null,
  async check(read, target, after) {
    if (isDeletion(after)) return
    const others = butFor(await storedTolerances(read), target)
    const [fault] = [
      ...toleranceFaults(after as SetTolerance, others, await fundCodes(read)),
      ...(await thresholdFaults(read, after as SetTolerance)),
    ]
    if (fault)
      throw new DomainError('refused', `${fault.sentence} Decide that change first, or refuse this one.`)
  },
  async apply(tx, target, after) {
    const id = idInTarget(target)
    if (!isDeletion(after)) await writeTolerance(tx, id, after as SetTolerance)
    else if (id !== null) await deleteTolerance(tx, id)
  },
}

export interface ToleranceWish {
  /** The stored value; null for a new one. */
  before: (SetTolerance & { id: number }) | null
  /** Null for a deletion. */
  after: SetTolerance | null
  /** The reason, for the administrator who decides. */
  comment?: string
}

/**
 * Submits a change of a rule tolerance to another administrator; a waiting change of the same value is superseded.
 * Where no other user could be the second person, it takes effect at once and the result is null; otherwise the outcome
 * as a sentence.
 * @throws DomainError invalid, with a sentence for each field, compared with all that is stored and waits
 */
export async function requestTolerance(
  context: UserWriteContext,
  { before, after, comment }: ToleranceWish,
): Promise<string | null> {
  const { tx, actor } = context
  const named = before ?? after
  if (!named) throw new Error('A change of a tolerance has a value before or after it')
  const target = toleranceTarget(before?.id ?? null, named)
  if (after) {
    const faults = [
      ...toleranceFaults(after, butFor(await plannedTolerances(tx), target), await fundCodes(tx)),
      ...(await thresholdFaults(tx, after)),
    ]
    if (faults.length > 0)
      throw new DomainError('invalid', faults.map(({ sentence }) => sentence).join(' '), {
        fields: Object.fromEntries(faults.map(({ field, sentence }) => [field, sentence])),
      })
  }
  const change = {
    kind: RULE_TOLERANCE,
    target,
    before: before && valueIn(before),
    after: after ? valueIn(after) : DELETED,
    comment,
  } as const
  const becomes = await requestChange(context, change)
  return (await decidesAlone(tx, actor.id, ADMINISTRATION)) ? null : becomes
}

/** Only the fields that are compared and stored. */
function valueIn({ tolerance, level, subject, value, validFrom, validTo }: SetTolerance): SetTolerance {
  return { tolerance, level, subject, value, validFrom, validTo }
}

/** Who requested the stored value, or its deletion; null for one that was never changed. */
async function toleranceWriter(read: Read, target: string): Promise<string | null> {
  const { kind, decision, decidedAt, requestedBy } = pendingChange
  const [change] = await read
    .select({ who: fullName })
    .from(pendingChange)
    .leftJoin(appUser, eq(appUser.id, requestedBy))
    .where(and(eq(kind, RULE_TOLERANCE), eq(pendingChange.target, target), eq(decision, 'approved')))
    .orderBy(desc(decidedAt))
    .limit(1)
  return change?.who ?? null
}

/** The possible scopes of a value: every fund, fund type and provider. */
async function toleranceSubjects(read: Read): Promise<ColumnOption[]> {
  const funds = await read.select({ code: fund.code, name: fund.name }).from(fund).orderBy(asc(fund.code))
  const same = (values: readonly string[], what: string) =>
    values.map((value) => ({ value, label: `${value} (${what})` }))
  return [
    ...funds.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
    ...same(FUND_TYPES, 'fund type'),
    ...same(PROVIDERS, 'provider'),
  ]
}

const COLUMNS: TableColumn[] = [
  ...tableColumns(TOLERANCE_FIELDS, {
    tolerance: {
      fixed: true,
      width: 380,
      options: TOLERANCES.map((each) => ({ value: each.key, label: nameOf(each) })),
    },
    level: {
      fixed: true,
      width: 110,
      hint: 'The most specific applies: fund, type, provider, all.',
    },
    subject: { fixed: true, width: 190, hint: 'The fund, type or provider; blank for all.' },
    value: { width: 130, hint: 'In the unit of the tolerance: with the unit %, 0.2 means 0.2 %.' },
    validFrom: { hint: 'First NAV date; blank means no start.' },
    validTo: { hint: 'Last NAV date; blank means no end.' },
  }),
  shownColumn('state', 'Today', 120),
  shownColumn('waits', 'Pending', 250),
]

/**
 * The numbers of the rules that the site sets, by level and NAV date. A change through its calls waits for another
 * administrator, and the row stays as it is until then.
 * @param today determines which are in force
 * @param timeZone the site's, for the day since when a change waits
 */
export function tolerancesTable(today: Day, timeZone: string): EditableTable {
  async function load(read: Read): Promise<TableRow[]> {
    const stored = await storedTolerances(read)
    const waiting = new Map(
      (await waitingOfKind(read, RULE_TOLERANCE)).map((change) => [change.target, change]),
    )
    const rows = [...stored].map(([key, value]) => ({
      ...value,
      key,
      state: stateOn(today, value),
      waits: waitingNote(waiting.get(key), timeZone),
    }))
    const order = (row: (typeof rows)[number]) =>
      `${row.tolerance} ${row.level} ${row.subject ?? ''} ${row.validFrom ?? ''}`
    return rows.sort((a, b) => (order(a) < order(b) ? -1 : 1))
  }

  async function requested(context: UserWriteContext, { before, after, comment }: RowWish): Promise<Written> {
    const stored = before && { ...editedValue(before), id: Number(before.key) }
    const wish = { before: stored, after: after && editedValue(after), comment }
    const note = await requestTolerance(context, wish)
    if (note !== null) return { row: before ?? { ...after, key: '' }, note }
    const row = before && (await load(context.tx)).find(({ key }) => key === before.key)
    return { row: row ?? { ...(after ?? before), key: before?.key ?? '' } }
  }

  return {
    name: 'tolerances',
    title: 'Rule tolerances',
    one: 'tolerance',
    about:
      'The numbers of the rules, by level and NAV date; every change needs another administrator’s approval',
    path: '/admin/tolerances',
    functionId: 'administration',
    columns: COLUMNS,
    ...requestedRows(load, requested),
    order: [
      { column: 'tolerance', descending: false },
      { column: 'level', descending: false },
      { column: 'subject', descending: false },
      { column: 'validFrom', descending: false },
    ],
    schema: rowSchema(TOLERANCE_FIELDS),
    labelOf: (row) => toleranceLabel(editedValue(row)),
    keyIn: ({ id }) => (/^[1-9]\d{0,8}$/.test(textOf(id)) ? textOf(id) : null),
    options: { subject: toleranceSubjects },
    count: (read) => read.$count(ruleTolerance),
    writerOf: (read, key) => toleranceWriter(read, key),
  }
}

function editedValue(row: RowValues): SetTolerance {
  const text = (field: string) => textOf(row[field]) || null
  return {
    tolerance: textOf(row.tolerance),
    level: textOf(row.level) as ToleranceLevel,
    subject: text('subject'),
    value: textOf(row.value),
    validFrom: text('validFrom'),
    validTo: text('validTo'),
  }
}

function stateOn(today: Day, { validFrom, validTo }: SetTolerance): string {
  if (validTo !== null && validTo < today) return 'ended'
  return validFrom !== null && validFrom > today ? 'upcoming' : 'active'
}
