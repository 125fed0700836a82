import type { Read } from 'db/database'
import { fund } from 'db/schema/lookups'
import { ruleTolerance } from 'db/schema/navs'
import { asc, eq } from 'drizzle-orm'
import { levelValueIn, levelValues } from '~/platform/approvals/dated/level-values.server'
import type { FieldFault } from '~/platform/approvals/dated/valid-days'
import { rowSchema, tableColumns } from '~/platform/tables/editable-table.server'
import { fundCodeOptions } from '~/platform/tables/options.server'
import { type ColumnOption, textOf } from '~/platform/tables/table-column'
import { Big, plain } from '~/platform/values/decimal'
import {
  FUND_TYPES,
  TOLERANCES,
  type ToleranceLevel,
  type ToleranceRow,
  thresholdOfType,
} from './rules/tolerances'
import {
  nameOf,
  PROVIDERS,
  RULE_TOLERANCE,
  type SetTolerance,
  TOLERANCE_FIELDS,
  toleranceFaults,
  toleranceLabel,
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

/** The values that the site sets, by key. */
async function storedTolerances(read: Read): Promise<Map<string, SetTolerance>> {
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

export async function fundCodes(read: Read): Promise<ReadonlySet<string>> {
  return new Set((await read.select({ code: fund.code }).from(fund)).map(({ code }) => code))
}

/** A value as its row stores it. */
const rowOf = ({ tolerance, level, subject, value, validFrom, validTo }: SetTolerance) => ({
  key: tolerance,
  level,
  levelValue: subject ?? '',
  value,
  validFrom,
  validTo,
})

const THRESHOLD = 'N11.threshold'
/** In percent. */
const MAX_RESERVED_THRESHOLD = '5'

/**
 * The fault of a fund's own error threshold: it may be lower than that of its type, and higher only for a reserved fund,
 * from the day on which investors were told.
 */
async function thresholdFaults(read: Read, of: SetTolerance): Promise<FieldFault[]> {
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

/** The possible scopes of a value: every fund, fund type and provider. */
async function toleranceSubjects(read: Read): Promise<ColumnOption[]> {
  const same = (values: readonly string[], what: string) =>
    values.map((value) => ({ value, label: `${value} (${what})` }))
  return [...(await fundCodeOptions(read)), ...same(FUND_TYPES, 'fund type'), ...same(PROVIDERS, 'provider')]
}

/**
 * The numbers of the rules that the site sets, by level and NAV date: every change waits for another administrator
 * (product decisions, section 1). A value of a wider level counts where one is deleted, or else the rule table.
 */
export const toleranceValues = levelValues<SetTolerance>({
  kind: RULE_TOLERANCE,
  field: 'tolerance',
  names: TOLERANCES.map((each) => [each.key, nameOf(each)]),
  titled: 'Tolerance ',
  stored: storedTolerances,
  rowIn: (row) => ({ tolerance: textOf(row.tolerance), ...levelValueIn<ToleranceLevel>(row) }),
  faults: async (read, of, others) => [
    ...toleranceFaults(of, others, await fundCodes(read)),
    ...(await thresholdFaults(read, of)),
  ],
  insert: (tx, of) => tx.insert(ruleTolerance).values(rowOf(of)),
  update: (tx, id, of) => tx.update(ruleTolerance).set(rowOf(of)).where(eq(ruleTolerance.id, id)),
  delete: (tx, id) => tx.delete(ruleTolerance).where(eq(ruleTolerance.id, id)),
  labelOf: toleranceLabel,
  own: {
    name: 'tolerances',
    title: 'Rule tolerances',
    one: 'tolerance',
    about:
      'The numbers of the rules, by level and NAV date; every change needs another administrator’s approval',
    path: '/admin/tolerances',
    columns: tableColumns(TOLERANCE_FIELDS, {
      tolerance: {
        fixed: true,
        width: 450,
        options: TOLERANCES.map((each) => ({ value: each.key, label: nameOf(each) })),
      },
      level: {
        fixed: true,
        width: 100,
        hint: 'The most specific applies: fund, type, provider, all.',
      },
      subject: { fixed: true, width: 190, hint: 'The fund, type or provider; blank for all.' },
      value: { width: 100, hint: 'In the unit of the tolerance: with the unit %, 0.2 means 0.2 %.' },
      validFrom: { hint: 'First NAV date; blank means no start.' },
      validTo: { hint: 'Last NAV date; blank means no end.' },
    }),
    schema: rowSchema(TOLERANCE_FIELDS),
    options: { subject: toleranceSubjects },
    count: (read) => read.$count(ruleTolerance),
  },
})

/** The table of them on a day, in the site's time zone. */
export const tolerancesTable = toleranceValues.table
