import { fund, shareClass } from 'db/schema/lookups'
import { fundNav } from 'db/schema/navs'
import { makeDates } from '~/areas/processes/definitions/make-dates.server'
import { optionalIdColumn } from '~/platform/tables/id-column'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import {
  benchmarkOptions,
  calendarOptions,
  currencyOptions,
  entityOptionsOf,
  userNameOptions,
} from '~/platform/tables/options.server'
import { textOf } from '~/platform/tables/table-column'
import { SHEETS } from './sheets'

const { legalEntity: _named, calendar, ...fields } = SHEETS.Funds

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
    code: { fixed: true, width: 110, hint: 'As its workbooks name it; it cannot be changed later.' },
    name: { width: 320 },
    currency: { kind: 'choice', width: 90 },
    provider: { width: 90, hint: 'FIA: three or two files a control. MFFA: MultiFonds.' },
    regime: { width: 90 },
    accountant: { kind: 'choice', hint: 'Whose NAVs these are in NAV Production.' },
    benchmark: { kind: 'choice', hint: 'What its performance is held against: see Benchmark levels.' },
    legalEntityId: { hint: 'The entity that it is, or the umbrella that it belongs to.', width: 220 },
    calendar: { kind: 'choice', hint: 'Whose holidays it keeps; blank: those of its entity.', width: 100 },
  },
  order: [{ column: 'code', descending: false }],
  labelOf: ({ code }) => textOf(code),
  options: async (read) => ({
    currency: await currencyOptions(read),
    accountant: await userNameOptions(read),
    benchmark: await benchmarkOptions(read),
    legalEntityId: await entityOptionsOf(read, ['COMPANY', 'FUND']),
    calendar: await calendarOptions(read),
  }),
  unique: ['code'],
  uses: [
    { what: ['share class', 'share classes'], table: shareClass, column: shareClass.fundId, field: 'id' },
    {
      what: ['date of its NAV calendar', 'dates of its NAV calendar'],
      table: fundNav,
      column: fundNav.fundId,
      field: 'id',
    },
  ],
  instead: 'Delete them first, or leave it: a fund without dates ahead is nowhere in the way.',
  // Its NAV dates are dates of the processes of its entity.
  async changed(tx, row, by) {
    const moves = row.before?.legalEntityId !== row.after?.legalEntityId
    return moves ? makeDates(tx, row, by) : undefined
  },
})
