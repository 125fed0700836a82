import type { Read } from 'db/database'
import { kpiCommentEntry } from 'db/schema/kpi'
import { expenseAccount, fund, fundFee, shareClass } from 'db/schema/lookups'
import { navCheck, navMatching } from 'db/schema/nav-checks'
import { navLine } from 'db/schema/nav-figures'
import { fundNav, navControl, sentFigure } from 'db/schema/navs'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { USES_OF_SUB_FUNDS } from '~/areas/drafts/cost-lines/allocation-keys.server'
import { expectNavs, takeOffCalendar } from '~/areas/navs/nav-calendar.server'
import { readExpected } from '~/areas/navs/sources/expected-sources'
import { createDates } from '~/areas/processes/definitions/dates-change.server'
import type { List } from '~/platform/lists/list'
import { sqlList } from '~/platform/lists/sql-list.server'
import { namedColumns, yesNo } from '~/platform/tables/column'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import {
  benchmarkOptions,
  calendarOptions,
  currencyOptions,
  entityOptionsOf,
  fundOptions,
  idColumn,
  optionalIdColumn,
  userNameOptions,
} from '~/platform/tables/options.server'
import {
  optionLabel,
  type RowValues,
  type TableRow,
  textOf,
  wrongFields,
} from '~/platform/tables/table-column'
import { rowKey } from '~/platform/tables/table-row'
import type { Context } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'
import { isStoredSet, SHEETS, STORED_SETS } from './sheets'

// Cash elsewhere needs a second person: it comes with the import.
const { legalEntity: _named, calendar, cashElsewhere: _waiting, ...fields } = SHEETS.Funds

/** The funds whose NAVs are controlled. */
export const funds = lookupTable({
  name: 'funds',
  title: 'Funds',
  one: 'fund',
  about: 'Funds whose NAVs are controlled, with the entity that runs their processes',
  table: fund,
  key: ['id'],
  fields: { ...fields, legalEntityId: optionalIdColumn('Legal entity', 'no legal entity'), calendar },
  more: {
    code: { fixed: true, width: 122, hint: 'Code used in the workbooks. Cannot be changed.' },
    name: { width: 320 },
    currency: { kind: 'choice', width: 112 },
    provider: { width: 110, hint: 'FIA: three or two files a control. MFFA: MultiFonds.' },
    regime: { width: 90 },
    accountant: { kind: 'choice', hint: 'The accountant shown in NAV Production.' },
    benchmark: { kind: 'choice', hint: 'What its performance is compared with: see Benchmark levels.' },
    legalEntityId: { hint: 'The entity that it is, or the umbrella that it belongs to.', width: 220 },
    calendar: {
      kind: 'choice',
      hint: 'The calendar that it follows; blank means that of its entity.',
      width: 100,
    },
    controlSet: { hint: 'The workbooks of its controls; blank: those of the last control.', width: 90 },
    yearEnd: { hint: 'Of its financial year, dd/MM; blank means 31/12.', longest: 10, width: 100 },
    reserved: {
      hint: 'For well-informed investors only: its error threshold may be up to 5 %.',
      width: 90,
    },
    closedEnded: {
      hint: 'No threshold decides whether an NAV error is material: people do.',
      width: 110,
    },
    expectedSources: {
      hint: 'Who must send second sources, by kind: CASH: BANK-A, BROKER-B; REGISTER: TA.',
      width: 200,
    },
    announcementsKept: {
      hint: 'Announcements of income and distributions are kept: none of them means 0.',
      width: 160,
    },
  },
  order: [{ column: 'code', descending: false }],
  labelOf: ({ code }) => textOf(code),
  options: {
    currency: currencyOptions,
    accountant: userNameOptions,
    benchmark: benchmarkOptions,
    legalEntityId: entityOptionsOf(['COMPANY', 'FUND']),
    calendar: calendarOptions,
  },
  unique: ['code'],
  uses: [
    { what: ['share class', 'share classes'], table: shareClass, column: shareClass.fundId, field: 'id' },
    ...USES_OF_SUB_FUNDS,
    {
      what: ['fee of its schedule', 'fees of its schedule'],
      table: fundFee,
      column: fundFee.fundId,
      field: 'id',
    },
    {
      what: ['expense account', 'expense accounts'],
      table: expenseAccount,
      column: expenseAccount.fundId,
      field: 'id',
    },
    {
      what: ['date of its NAV calendar', 'dates of its NAV calendar'],
      table: fundNav,
      column: fundNav.fundId,
      field: 'id',
    },
  ],
  instead: 'Delete them first, or keep the fund: without future dates it does no harm.',
  async check(_read, { controlSet, provider, expectedSources }) {
    const sender = isStoredSet(controlSet) ? STORED_SETS[controlSet] : provider
    const expected = readExpected(textOf(expectedSources))
    wrongFields({
      expectedSources: typeof expected === 'string' ? `It ${expected}.` : null,
      controlSet:
        sender === provider ? null : `${textOf(controlSet)} is not a set of ${textOf(provider)} funds.`,
    })
  },
  // Its NAV dates are dates of the processes of its entity.
  async changed(context, { before, after }) {
    const moves = before?.legalEntityId !== after?.legalEntityId
    return moves ? createDates(context) : undefined
  },
})

const {
  code,
  fundCode: _fund,
  hedged: _hedging,
  managementFee,
  ...shareClassFields
} = SHEETS['Share classes']

/** The share classes that a fund's workbooks name. */
export const shareClasses = lookupTable({
  name: 'share-classes',
  title: 'Share classes',
  one: 'share class',
  about: 'Classes of each fund, with the decimals of their NAV per share',
  table: shareClass,
  key: ['code'],
  fields: {
    code,
    fundId: idColumn('Fund', 'no fund'),
    ...shareClassFields,
    hedged: yesNo('Hedged', { blank: false }),
    portfolioHedged: yesNo('Portfolio hedged', { blank: false }),
    managementFee,
  },
  more: {
    code: { hint: 'As the workbooks name it; it cannot be changed later.', width: 140 },
    fundId: { fixed: true, width: 280 },
    currency: { kind: 'choice', width: 112 },
    decimals: { hint: 'Of the NAV per share, 0 to 8.' },
    activeFrom: { hint: 'First NAV date; blank means no limit.' },
    activeTo: { hint: 'Last NAV date; blank means no limit.' },
    reference: { width: 90 },
    hedged: { hint: 'To the fund currency.', width: 90 },
    portfolioHedged: { hint: 'To the currencies of the portfolio instead.', width: 130 },
    managementFee: { hint: 'Percent a year, such as 1.5; blank means none.', width: 130 },
    shareDecimals: { hint: 'Decimals of shares, 0 to 8; blank means 3.', width: 120 },
  },
  order: [{ column: 'code', descending: false }],
  labelOf: (row) => textOf(row.code),
  options: { fundId: fundOptions, currency: currencyOptions },
  unique: ['code'],
  uses: [
    {
      what: ['figure of a sent NAV', 'figures of sent NAVs'],
      table: sentFigure,
      column: sentFigure.classCode,
      field: 'code',
    },
    {
      what: ['figure of a control', 'figures of controls'],
      table: navLine,
      column: navLine.code,
      field: 'code',
    },
  ],
  instead: 'Set its last active day instead.',
  async check(read, values) {
    const { activeFrom, activeTo } = values
    wrongFields({
      activeTo:
        textOf(activeTo) !== '' && textOf(activeTo) < textOf(activeFrom)
          ? `${showDay(textOf(activeTo))} is before active from ${showDay(textOf(activeFrom))}.`
          : null,
      reference: values.reference === true ? await otherReference(read, values) : null,
      portfolioHedged:
        values.hedged === true && values.portfolioHedged === true
          ? 'It is hedged to the fund currency or to the portfolio, not to both: clear one of them.'
          : null,
    })
  },
})

/** A fund has one reference class. */
async function otherReference(read: Read, values: RowValues): Promise<string | null> {
  const [other] = await read
    .select({ code: shareClass.code })
    .from(shareClass)
    .where(
      and(
        eq(shareClass.fundId, Number(values.fundId)),
        eq(shareClass.reference, true),
        ne(shareClass.code, textOf(values.code)),
      ),
    )
    .limit(1)
  return other
    ? `${other.code} is already the reference class of this fund, and a fund has only one. Untick it there first.`
    : null
}

const { fundCode: _of, ...feeFields } = SHEETS['Fee schedule']

/** The fees that each fund accrues. */
export const feeSchedule = lookupTable({
  name: 'fee-schedule',
  title: 'Fee schedule',
  one: 'fee',
  about: 'Fees that each fund accrues, with the expense accounts on which they are booked',
  table: fundFee,
  key: ['fundId', 'accountPrefix', 'validFrom'],
  fields: { fundId: idColumn('Fund', 'no fund'), ...feeFields },
  more: {
    fundId: { width: 280 },
    accountPrefix: { hint: 'The digits that its expense accounts begin with.', longest: 30, width: 130 },
    validFrom: { hint: 'First NAV date; of several fees of a prefix the latest counts.' },
    validTo: { hint: 'Last NAV date; blank means no end.' },
    rate: {
      hint: 'Percent a year of the fund’s total net assets. With neither rate nor amount, the management fees of the share classes count.',
      width: 100,
    },
    amount: { hint: 'A year, in fund currency: instead of a rate.', width: 130 },
    days: { hint: 'Days of the year; ACT: those that the year of the NAV date has.', width: 90 },
  },
  order: [
    { column: 'fundId', descending: false },
    { column: 'accountPrefix', descending: false },
    { column: 'validFrom', descending: false },
  ],
  labelOf: (row, options) =>
    `${optionLabel(options, row, 'fundId', ' ')}${textOf(row.accountPrefix)} ${showDay(textOf(row.validFrom))}`,
  options: { fundId: fundOptions },
  unique: ['validFrom', 'fundId', 'accountPrefix'],
  uses: [],
  instead: '',
  async check(_read, { validFrom, validTo, rate, amount }) {
    wrongFields({
      validTo:
        textOf(validTo) !== '' && textOf(validTo) < textOf(validFrom)
          ? `${showDay(textOf(validTo))} is before from ${showDay(textOf(validFrom))}.`
          : null,
      amount:
        (rate ?? null) !== null && (amount ?? null) !== null
          ? 'Give a rate or an amount, not both: clear one of them.'
          : null,
    })
  },
})

/** The whole NAV calendar, paged by the database: years of it are tens of thousands of dates. */
function navCalendarList(context: Context): List<TableRow> {
  const { id, fundId, navDate, maxPrebalanceDate, maxSendingDate, maxPrebalanceTime, maxSendingTime } =
    fundNav
  return sqlList<TableRow>(context, {
    columns: {
      // As it is chosen and shown.
      fundId: { kind: 'text', sql: sql`(${fund.code} || ' ' || ${fund.name})`, required: true },
      navDate: { kind: 'day', sql: navDate, required: true },
      maxPrebalanceDate: { kind: 'day', sql: maxPrebalanceDate },
      maxPrebalanceTime: { kind: 'text', sql: maxPrebalanceTime },
      maxSendingDate: { kind: 'day', sql: maxSendingDate },
      maxSendingTime: { kind: 'text', sql: maxSendingTime },
      key: { kind: 'text', sql: sql`${id}::text`, required: true, unsearched: true },
    },
    from: sql`${fundNav} join ${fund} on ${fund.id} = ${fundId}`,
    key: id,
    async rows(keys) {
      const rows = await context.read
        .select({ id, fundId, ...namedColumns(fundNav, SHEETS['NAV calendar']) })
        .from(fundNav)
        .where(inArray(id, [...keys]))
      return rows.map((row) => ({ ...row, key: rowKey(['id'], row) }))
    },
    keyOf: (row) => Number(row.id),
  })
}

const KPI_COMMENTS = {
  what: ['KPI comment', 'KPI comments'] as [string, string],
  field: 'id',
  table: kpiCommentEntry,
  column: kpiCommentEntry.objectId,
}
const { fundCode: _sheet, navDate, ...limits } = SHEETS['NAV calendar']
const CUT_OFF = 'Time of day (hh:mm) until which it counts as in time; blank means the whole day.'

/** The expected NAVs: a new date starts the NAV's workflow, as the import does. */
export const navCalendar = lookupTable({
  name: 'nav-calendar',
  title: 'NAV calendar',
  one: 'NAV date',
  about: 'Dates on which each fund has a NAV, and the deadlines of its figures and of the NAV',
  table: fundNav,
  key: ['id'],
  fields: { fundId: idColumn('Fund', 'no fund'), navDate, ...limits },
  more: {
    fundId: { fixed: true, width: 320 },
    navDate: { fixed: true, hint: 'It cannot be changed: add the right date and delete the wrong one.' },
    maxPrebalanceDate: { hint: 'Deadline for the first control.', width: 170 },
    maxPrebalanceTime: { hint: CUT_OFF, longest: 8, width: 170 },
    maxSendingDate: { hint: 'Deadline for sending the NAV.', width: 150 },
    maxSendingTime: { hint: CUT_OFF, longest: 8, width: 150 },
  },
  order: [
    { column: 'navDate', descending: true },
    { column: 'fundId', descending: false },
  ],
  labelOf: (row, options) => `${optionLabel(options, row, 'fundId', ' ')}${showDay(textOf(row.navDate))}`,
  options: { fundId: fundOptions },
  list: navCalendarList,
  unique: ['navDate', 'fundId'],
  uses: [
    { what: ['control', 'controls'], table: navControl, column: navControl.fundNavId, field: 'id' },
    { what: ['matching', 'matchings'], table: navMatching, column: navMatching.fundNavId, field: 'id' },
    { what: ['check', 'checks'], table: navCheck, column: navCheck.fundNavId, field: 'id' },
    { what: ['sent figure', 'sent figures'], table: sentFigure, column: sentFigure.fundNavId, field: 'id' },
    KPI_COMMENTS,
  ],
  instead: 'A team leader can cancel its NAV in NAV Controls.',
  // Processes also come round on NAV dates.
  changed: createDates,
  async check(_read, values) {
    const [date, prebalance, sending] = ['navDate', 'maxPrebalanceDate', 'maxSendingDate'].map((field) =>
      textOf(values[field]),
    ) as [Day, Day, Day]
    const before = (one: string, other: string, what: string) =>
      one !== '' && other !== '' && one < other
        ? `${showDay(one)} is before the ${what} ${showDay(other)}.`
        : null
    const timeWithoutDay = (time: unknown, day: string, what: string) =>
      (time ?? null) !== null && day === ''
        ? `Give the ${what} that this time is on, or clear the time.`
        : null
    wrongFields({
      maxPrebalanceDate: before(prebalance, date, 'NAV date'),
      maxPrebalanceTime: timeWithoutDay(values.maxPrebalanceTime, prebalance, 'max prebalance date'),
      maxSendingDate: before(sending, date, 'NAV date') ?? before(sending, prebalance, 'max prebalance date'),
      maxSendingTime: timeWithoutDay(values.maxSendingTime, sending, 'max sending date'),
    })
  },
  async add(context, values) {
    const text = (field: string) => textOf(values[field]) || null
    const day = {
      fundId: Number(values.fundId),
      navDate: textOf(values.navDate),
      maxPrebalanceDate: text('maxPrebalanceDate'),
      maxSendingDate: text('maxSendingDate'),
      maxPrebalanceTime: text('maxPrebalanceTime'),
      maxSendingTime: text('maxSendingTime'),
    }
    const [id] = await expectNavs(context, [day])
    return String(id)
  },
  remove: (context, row) => takeOffCalendar(context, Number(row.id)),
})
