import { benchmarkLevel } from 'db/schema/lookups'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { textOf } from '~/platform/tables/table-column'
import { showDay } from '~/platform/values/show'
import { benchmarkLevelList } from './benchmark-level-list.server'
import { SHEETS } from './sheets'

/** What funds are held against, day by day. */
export const benchmarkLevels = lookupTable({
  name: 'benchmark-levels',
  title: 'Benchmark levels',
  one: 'benchmark level',
  about: 'Level of each benchmark by day, which the performance of funds is held against',
  table: benchmarkLevel,
  key: ['benchmark', 'date'],
  fields: SHEETS.Benchmarks,
  more: { benchmark: { width: 260 }, level: { hint: 'Kept to the last digit.' } },
  order: [
    { column: 'date', descending: true },
    { column: 'benchmark', descending: false },
  ],
  labelOf: (row) => `${textOf(row.benchmark)} ${showDay(textOf(row.date))}`,
  list: benchmarkLevelList,
  unique: ['date', 'benchmark'],
  uses: [],
  instead: '',
})
