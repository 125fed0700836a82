import type { Read, Transaction } from 'db/database'
import { fund } from 'db/schema/lookups'
import { navErrorSetting } from 'db/schema/nav-errors'
import { asc, eq, sql } from 'drizzle-orm'
import { ADMINISTRATION, decidesAlone } from '~/areas/access/second-person.server'
import type { UserWriteContext } from '~/areas/access/user-context'
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
import { DomainError } from '~/platform/values/domain-error'
import {
  ERROR_SETTING,
  ERROR_SETTINGS,
  REGIMES,
  SETTING_FIELDS,
  type SetSetting,
  type SettingLevel,
  settingFaults,
  settingId,
  settingLabel,
  settingTarget,
  storedValue,
} from './settings'

/** The values that the site sets, by target. */
export async function storedSettings(read: Read): Promise<Map<string, SetSetting>> {
  const rows = await read.select().from(navErrorSetting).orderBy(asc(navErrorSetting.id))
  return new Map(
    rows.map(({ id, subject, level, ...row }) => [
      String(id),
      { ...row, level: level as SettingLevel, subject: subject === '' ? null : subject },
    ]),
  )
}

/** All except the one of a target. */
const butFor = (values: ReadonlyMap<string, SetSetting>, target: string): SetSetting[] =>
  [...values].flatMap(([key, value]) => (key === target ? [] : [value]))

async function codesOfFunds(read: Read): Promise<ReadonlySet<string>> {
  return new Set((await read.select({ code: fund.code }).from(fund)).map(({ code }) => code))
}

async function writeSetting(
  tx: Transaction,
  id: number | null,
  { setting, level, subject, value, validFrom, validTo }: SetSetting,
): Promise<void> {
  const row = { setting, level, subject: subject ?? '', value, validFrom, validTo }
  if (id === null) await tx.insert(navErrorSetting).values(row)
  else await tx.update(navErrorSetting).set(row).where(eq(navErrorSetting.id, id))
}

const LABELS = { value: 'Value', validFrom: 'Valid from', validTo: 'Valid to' }
const NAME = keyLabel(
  changedField('setting'),
  ERROR_SETTINGS.map(({ key, label }) => [key, label]),
)
const SCOPE = sql`concat_ws(' ', ${changedField('level')}, ${changedField('subject')})`
const from = changedField('validFrom')
const to = changedField('validTo')
const SPAN = sql`coalesce(nullif(concat_ws(' ', 'from ' || nullif(${titleDay(from)}, ''), 'to ' || nullif(${titleDay(to)}, '')), ''), 'without dates')`

/** How changes of the settings of NAV errors wait for another administrator, and take effect. */
export const errorSettingKind: ChangeKind = {
  ...DECIDED_BY_ADMINISTRATORS,
  // Worded as by `settingLabel`.
  title: sql`concat('NAV errors: ', ${NAME}, ', for ', ${SCOPE}, ', ', ${SPAN})`,
  words: (before, after) => fieldChangesText(LABELS, before, after),
  userName: () => null,
  current: async (read, target) => (await storedSettings(read)).get(target) ?? null,
  async check(read, target, after) {
    if (isDeletion(after)) return
    const others = butFor(await storedSettings(read), target)
    const [fault] = settingFaults(after as SetSetting, others, await codesOfFunds(read))
    if (fault)
      throw new DomainError('refused', `${fault.sentence} Decide that change first, or refuse this one.`)
  },
  async apply(tx, target, after) {
    const id = settingId(target)
    if (!isDeletion(after)) await writeSetting(tx, id, after as SetSetting)
    else if (id !== null) await tx.delete(navErrorSetting).where(eq(navErrorSetting.id, id))
  },
}

interface SettingWish {
  /** The stored value; null for a new one. */
  before: (SetSetting & { id: number }) | null
  /** Null for a deletion. */
  after: SetSetting | null
  /** The reason, for the administrator who decides. */
  comment?: string
}

/**
 * Submits a change of a setting to another administrator. Where no other user could be the second person, it takes
 * effect at once and the result is null; otherwise the outcome as a sentence.
 * @throws DomainError invalid, with a sentence for each field, compared with all that is stored and waits
 */
async function requestSetting(
  context: UserWriteContext,
  { before, after, comment }: SettingWish,
): Promise<string | null> {
  const { tx, actor } = context
  const named = before ?? after
  if (!named) throw new Error('A change of a setting has a value before or after it')
  const target = settingTarget(before?.id ?? null, named)
  if (after) {
    const planned = await plannedSettings(tx)
    const faults = settingFaults(after, butFor(planned, target), await codesOfFunds(tx))
    if (faults.length > 0)
      throw new DomainError('invalid', faults.map(({ sentence }) => sentence).join(' '), {
        fields: Object.fromEntries(faults.map(({ field, sentence }) => [field, sentence])),
      })
  }
  const becomes = await requestChange(context, {
    kind: ERROR_SETTING,
    target,
    before: before && valueIn(before),
    after: after ? valueIn(after) : DELETED,
    comment,
  })
  return (await decidesAlone(tx, actor.id, ADMINISTRATION)) ? null : becomes
}

/** The values as they will be when all waiting changes are approved, by target. */
async function plannedSettings(read: Read): Promise<Map<string, SetSetting>> {
  const values = await storedSettings(read)
  for (const { target, after } of await waitingOfKind(read, ERROR_SETTING))
    if (isDeletion(after)) values.delete(target)
    else values.set(target, after as SetSetting)
  return values
}

/** Only the fields that are compared and stored. */
const valueIn = ({ setting, level, subject, value, validFrom, validTo }: SetSetting): SetSetting => ({
  setting,
  level,
  subject,
  value: storedValue({ setting, value }),
  validFrom,
  validTo,
})

/** Every fund and regime that a value may be for. */
async function subjectsOf(read: Read): Promise<ColumnOption[]> {
  const funds = await read.select({ code: fund.code, name: fund.name }).from(fund).orderBy(asc(fund.code))
  return [
    ...REGIMES.map((value) => ({ value, label: `${value} (regime)` })),
    ...funds.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
  ]
}

const COLUMNS: TableColumn[] = [
  ...tableColumns(SETTING_FIELDS, {
    setting: {
      fixed: true,
      width: 340,
      options: ERROR_SETTINGS.map(({ key, label }) => ({ value: key, label })),
    },
    level: { fixed: true, width: 100, hint: 'The most specific applies: fund, regime, all.' },
    subject: { fixed: true, width: 190, hint: 'The fund or regime; blank for all.' },
    value: { width: 170, hint: 'A word, a number of weeks, or amounts: EUR 25; USD 30.' },
    validFrom: { hint: 'First day of discovery; blank means no start.' },
    validTo: { hint: 'Last day of discovery; blank means no end.' },
  }),
  shownColumn('state', 'Today', 120),
  shownColumn('waits', 'Pending', 250),
]

/**
 * The settings of NAV errors, by level and day of discovery. A change waits for another administrator, and the row stays
 * as it is until then.
 * @param today determines which are in force
 * @param timeZone the site's, for the day since when a change waits
 */
export function settingsTable(today: Day, timeZone: string): EditableTable {
  async function load(read: Read): Promise<TableRow[]> {
    const stored = await storedSettings(read)
    const waiting = new Map(
      (await waitingOfKind(read, ERROR_SETTING)).map((change) => [change.target, change]),
    )
    const rows = [...stored].map(([key, value]) => ({
      ...value,
      key,
      state: stateOn(today, value),
      waits: waitingNote(waiting.get(key), timeZone),
    }))
    const order = (row: (typeof rows)[number]) =>
      `${row.setting} ${row.level} ${row.subject ?? ''} ${row.validFrom ?? ''}`
    return rows.sort((a, b) => (order(a) < order(b) ? -1 : 1))
  }

  async function requested(context: UserWriteContext, { before, after, comment }: RowWish): Promise<Written> {
    const stored = before && { ...editedValue(before), id: Number(before.key) }
    const note = await requestSetting(context, {
      before: stored,
      after: after && editedValue(after),
      comment,
    })
    if (note !== null) return { row: before ?? { ...after, key: '' }, note }
    const row = before && (await load(context.tx)).find(({ key }) => key === before.key)
    return { row: row ?? { ...(after ?? before), key: before?.key ?? '' } }
  }

  return {
    name: 'nav-error-settings',
    title: 'NAV error settings',
    one: 'setting',
    about: 'How NAV errors are judged and compensated; every change needs another administrator’s approval',
    path: '/admin/nav-errors',
    functionId: 'administration',
    columns: COLUMNS,
    ...requestedRows(load, requested),
    order: [
      { column: 'setting', descending: false },
      { column: 'level', descending: false },
      { column: 'subject', descending: false },
      { column: 'validFrom', descending: false },
    ],
    schema: rowSchema(SETTING_FIELDS),
    labelOf: (row) => settingLabel(editedValue(row)),
    keyIn: ({ id }) => (settingId(textOf(id)) === null ? null : textOf(id)),
    options: { subject: subjectsOf },
    count: (read) => read.$count(navErrorSetting),
  }
}

function editedValue(row: RowValues): SetSetting {
  const text = (field: string) => textOf(row[field]) || null
  return {
    setting: textOf(row.setting),
    level: textOf(row.level) as SettingLevel,
    subject: text('subject'),
    value: textOf(row.value),
    validFrom: text('validFrom'),
    validTo: text('validTo'),
  }
}

function stateOn(today: Day, { validFrom, validTo }: SetSetting): string {
  if (validTo !== null && validTo < today) return 'ended'
  return validFrom !== null && validFrom > today ? 'upcoming' : 'active'
}
