import type { Read } from 'db/database'
import { kpiCommentEntry } from 'db/schema/kpi'
import { fund } from 'db/schema/lookups'
import { navCheck, navMatching } from 'db/schema/nav-checks'
import { fundNav, navControl, sentFigure } from 'db/schema/navs'
import { inArray, sql } from 'drizzle-orm'
import { expectNavs, takeOffCalendar } from '~/areas/navs/nav-calendar.server'
import { makeDates } from '~/areas/processes/definitions/dates-change.server'
import type { List } from '~/platform/lists/list'
import { sqlList } from '~/platform/lists/sql-list.server'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { fundOptions, idColumn } from '~/platform/tables/options.server'
import { type TableRow, textOf, wordOf, wrongFields } from '~/platform/tables/table-column'
import { rowKey } from '~/platform/tables/table-row'
import type { Day } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'
import { SHEETS } from './sheets'

/** The whole NAV calendar, paged by the database: years of it are tens of thousands of dates. */
export function navCalendarList(read: Read, timeZone: string): List<TableRow> {
  const { id, fundId, navDate, maxPrebalanceDate, maxSendingDate } = fundNav
  return sqlList<TableRow>(
    read,
    {
      columns: {
        // As it is chosen and shown.
        fundId: { kind: 'text', sql: sql`(${fund.code} || ' ' || ${fund.name})`, required: true },
        navDate: { kind: 'day', sql: navDate, required: true },
        maxPrebalanceDate: { kind: 'day', sql: maxPrebalanceDate },
        maxSendingDate: { kind: 'day', sql: maxSendingDate },
        key: { kind: 'text', sql: sql`${id}::text`, required: true, unsearched: true },
      },
      from: sql`${fundNav} join ${fund} on ${fund.id} = ${fundId}`,
      key: id,
      async rows(keys) {
        const rows = await read
          .select({ id, fundId, navDate, maxPrebalanceDate, maxSendingDate })
          .from(fundNav)
          .where(inArray(id, [...keys]))
        return rows.map((row) => ({ ...row, key: rowKey(['id'], row) }))
      },
      keyOf: (row) => Number(row.id),
    },
    timeZone,
  )
}

const { navDate, maxPrebalanceDate, maxSendingDate } = SHEETS['NAV calendar']

/** The expected NAVs: a new date starts the NAV's workflow, as the import does. */
export const navCalendar = lookupTable({
  name: 'nav-calendar',
  title: 'NAV calendar',
  one: 'NAV date',
  about: 'Dates on which each fund has a NAV, and the deadlines of its figures and of the NAV',
  table: fundNav,
  key: ['id'],
  fields: { fundId: idColumn('Fund', 'no fund'), navDate, maxPrebalanceDate, maxSendingDate },
  more: {
    fundId: { fixed: true, width: 320 },
    navDate: { fixed: true, hint: 'It cannot be changed: add the right date and delete the wrong one.' },
    maxPrebalanceDate: { hint: 'Deadline for the first control.', width: 170 },
    maxSendingDate: { hint: 'Deadline for sending the NAV.', width: 150 },
  },
  order: [
    { column: 'navDate', descending: true },
    { column: 'fundId', descending: false },
  ],
  labelOf: (row, words) => `${wordOf(words, row, 'fundId', ' ')}${showDay(textOf(row.navDate))}`,
  options: async (read) => ({ fundId: await fundOptions(read) }),
  list: navCalendarList,
  unique: ['navDate', 'fundId'],
  uses: [
    { what: ['control', 'controls'], table: navControl, column: navControl.fundNavId, field: 'id' },
    { what: ['matching', 'matchings'], table: navMatching, column: navMatching.fundNavId, field: 'id' },
    { what: ['check', 'checks'], table: navCheck, column: navCheck.fundNavId, field: 'id' },
    { what: ['sent figure', 'sent figures'], table: sentFigure, column: sentFigure.fundNavId, field: 'id' },
    {
      what: ['KPI comment', 'KPI comments'],
      table: kpiCommentEntry,
      column: kpiCommentEntry.objectId,
      field: 'id',
    },
  ],
  instead: 'A team leader can cancel its NAV in NAV Controls.',
  // Processes also come round on NAV dates.
  changed: makeDates,
  async check(_read, values) {
    const [date, prebalance, sending] = ['navDate', 'maxPrebalanceDate', 'maxSendingDate'].map((field) =>
      textOf(values[field]),
    ) as [Day, Day, Day]
    const before = (one: string, other: string, what: string) =>
      one !== '' && other !== '' && one < other
        ? `${showDay(one)} is before the ${what} ${showDay(other)}.`
        : null
    wrongFields({
      maxPrebalanceDate: before(prebalance, date, 'NAV date'),
      maxSendingDate: before(sending, date, 'NAV date') ?? before(sending, prebalance, 'max prebalance date'),
    })
  },
  async add(tx, values, by) {
    const text = (field: string) => textOf(values[field]) || null
    const day = {
      fundId: Number(values.fundId),
      navDate: textOf(values.navDate),
      maxPrebalanceDate: text('maxPrebalanceDate'),
      maxSendingDate: text('maxSendingDate'),
    }
    const [id] = await expectNavs(tx, [day], by.now, by.timeZone)
    return String(id)
  },
  remove: (tx, row, by) => takeOffCalendar(tx, Number(row.id), by),
})
