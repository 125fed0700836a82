import { costLine, draft } from 'db/schema/drafts'
import { invoice } from 'db/schema/invoices'
import { kpiCommentEntry } from 'db/schema/kpi'
import { kpiComment, mapping, reason } from 'db/schema/lookups'
import { navControl } from 'db/schema/navs'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { allocationKeys } from '~/areas/drafts/cost-lines/allocation-keys.server'
import { recoverableShares } from '~/areas/expenses/recoverable-vat.server'
import {
  entityEventDays,
  entityEvents,
  entityProcesses,
  processTasks,
  processTypes,
} from '~/areas/processes/definitions/process-tables.server'
import { MAPPING_KEYS, type MappingKey } from '~/areas/reference-data/reference-data'
import { CellFault, type Column, choice, column, text, wholeNumber, yesNo } from '~/platform/tables/column'
import type { EditableTable } from '~/platform/tables/editable-table.server'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import type { Use } from '~/platform/tables/stored-refusals.server'
import { textOf, wrongFields } from '~/platform/tables/table-column'
import { DomainError } from '~/platform/values/domain-error'
import { accountPlan, expenseAccounts } from './account-tables.server'
import { clientValidators, expenseTypes, legalEntities, routineTypes } from './entity-tables.server'
import { feeSchedule, funds, navCalendar, shareClasses } from './fund-tables.server'
import { authorisationRules, signatories } from './matrix-tables.server'
import { benchmarkLevels, currencies, exchangeRates, holidays, vendors } from './rate-tables.server'

/** The comments that explain a KPI (comment_list of the specification). */
const kpiComments = lookupTable({
  name: 'kpi-comments',
  title: 'KPI comments',
  one: 'KPI comment',
  about: 'Comments that explain a KPI, and which of them need a free text',
  table: kpiComment,
  key: ['id'],
  fields: {
    domain: text('Domain'),
    value: text('Comment'),
    freeCommentRequired: yesNo('Free text required'),
  },
  more: {
    domain: { width: 120, longest: 60, hint: 'What it is about, such as NAV; comments are listed by it.' },
    value: { width: 320 },
    freeCommentRequired: { width: 160 },
  },
  order: [
    { column: 'domain', descending: false },
    { column: 'value', descending: false },
  ],
  labelOf: (row) => textOf(row.value),
  unique: ['value', 'domain'],
  uses: [
    {
      what: ['KPI explained with it', 'KPIs explained with it'],
      table: kpiCommentEntry,
      column: kpiCommentEntry.commentId,
      field: 'id',
    },
  ],
  instead: 'Keep it in the list.',
  async check(read, { domain, value }, before) {
    const [other] = await read
      .select({ id: kpiComment.id })
      .from(kpiComment)
      .where(
        and(
          eq(sql`lower(${kpiComment.domain})`, textOf(domain).toLowerCase()),
          eq(sql`lower(${kpiComment.value})`, textOf(value).toLowerCase()),
          ...(before ? [ne(kpiComment.id, Number(before.id))] : []),
        ),
      )
      .limit(1)
    wrongFields({
      value: other
        ? `There is already a KPI comment "${textOf(value)}" for ${textOf(domain)}. Change that one.`
        : null,
    })
  },
})

const code: Column<string> = column('Code', (cell) =>
  /^[A-Z][A-Z0-9_-]{0,29}$/.test(cell.code())
    ? cell.code()
    : new CellFault('is not a code: up to 30 capital letters, digits, - and _, a letter first'),
)

const use = (list: MappingKey, what: Use['what'], table: PgTable, of: PgColumn): Use => ({
  what,
  table,
  column: of,
  field: 'code',
  when: (row) => row.list === list,
})
const DRAFTS = ['draft', 'drafts'] as const
const INVOICES = ['invoice', 'invoices'] as const

/** The codes that the forms of expenses offer: `key` of the calls is the list. */
const mappings = lookupTable({
  name: 'mappings',
  title: 'Mappings',
  one: 'mapping',
  about: 'Fee allocation, posting filter and fees type that drafts and cost lines choose from',
  table: mapping,
  key: ['id'],
  storedAs: { list: 'key' },
  fields: {
    list: choice('List', MAPPING_KEYS),
    code,
    display: text('Display'),
    sortingOrder: wholeNumber('Order', 1, 9_999),
  },
  more: {
    list: { fixed: true, width: 160 },
    code: { fixed: true, hint: 'Capital letters and digits, such as AUDIT.', longest: 30, width: 180 },
    display: { hint: 'The text that users see.' },
    sortingOrder: { hint: 'Its place in the list, from 1.' },
  },
  order: [
    { column: 'list', descending: false },
    { column: 'sortingOrder', descending: false },
    { column: 'code', descending: false },
  ],
  labelOf: (row) => `${textOf(row.list)} ${textOf(row.code)}`,
  unique: ['code', 'list'],
  uses: [
    use('FEE_ALLOCATION', DRAFTS, draft, draft.allocationRule),
    use('FEE_ALLOCATION', INVOICES, invoice, invoice.allocationRule),
    use('POSTING_FILTER', DRAFTS, draft, draft.postingFilter),
    use('POSTING_FILTER', INVOICES, invoice, invoice.postingFilter),
    use('FEES_TYPE', ['cost line', 'cost lines'], costLine, costLine.feesType),
    use('FEES_TYPE', INVOICES, invoice, invoice.feesType),
  ],
  instead: 'Keep it in the list.',
})

const reasonCode: Column<string> = column('Code', (cell) =>
  /^[A-Z][A-Z0-9_-]{0,19}$/.test(cell.code())
    ? cell.code()
    : new CellFault('is not a code: up to 20 capital letters, digits, - and _, a letter first'),
)

/** Why a control is run (reasonCode of the specification). */
const reasons = lookupTable({
  name: 'reasons',
  title: 'Reasons of controls',
  one: 'reason',
  about: 'Reasons that an accountant can choose when launching a control',
  table: reason,
  key: ['code'],
  fields: { code: reasonCode, display: text('Display'), sortingOrder: wholeNumber('Order', 1, 9_999) },
  more: {
    code: { hint: 'Capital letters and digits, such as PRICE.', longest: 20, width: 160 },
    display: { hint: 'The text that users see.' },
    sortingOrder: { hint: 'Its place in the list, from 1.' },
  },
  order: [
    { column: 'sortingOrder', descending: false },
    { column: 'code', descending: false },
  ],
  labelOf: (row) => textOf(row.code),
  unique: ['code'],
  uses: [{ what: ['control', 'controls'], table: navControl, column: navControl.reasonCode, field: 'code' }],
  instead: 'Keep it in the list.',
})

/** The tables of Administration, Lookups, by title. */
export const LOOKUP_TABLES: readonly EditableTable[] = [
  accountPlan,
  allocationKeys,
  authorisationRules,
  benchmarkLevels,
  holidays,
  clientValidators,
  currencies,
  entityEventDays,
  entityEvents,
  entityProcesses,
  exchangeRates,
  expenseAccounts,
  expenseTypes,
  feeSchedule,
  funds,
  kpiComments,
  legalEntities,
  mappings,
  navCalendar,
  processTasks,
  processTypes,
  reasons,
  recoverableShares,
  routineTypes,
  shareClasses,
  signatories,
  vendors,
]

/** The lookup table of a name in an address. @throws DomainError not-found */
export function lookupTableNamed(name: string | undefined): EditableTable {
  const table = LOOKUP_TABLES.find((each) => each.name === name)
  if (!table)
    throw new DomainError('not-found', 'There is no such table. Choose one under Administration, Lookups.')
  return table
}
