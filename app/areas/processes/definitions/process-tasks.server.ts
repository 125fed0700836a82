import { processTask, task } from 'db/schema/processes'
import { CellFault, type Column } from '~/platform/tables/column'
import { idColumn } from '~/platform/tables/id-column'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { textOf, wordOf } from '~/platform/tables/table-column'
import { cleanHtml, KEPT_HTML } from '../clean-html.server'
import { LONGEST_INFO, TASK_FIELDS } from './definition-columns'
import { processOptions, teamOptions } from './definition-options.server'
import { leftOutOfHtml } from './left-out-html'
import { makeDates } from './make-dates.server'

const { rank, group, name, team, dueOffset, needsReview, isRetired } = TASK_FIELDS

/** Nothing but clean HTML is stored, whatever was typed. */
const descriptionHtml: Column<string> = {
  ...TASK_FIELDS.descriptionHtml,
  read(cell) {
    const html = TASK_FIELDS.descriptionHtml.read(cell)
    return html instanceof CellFault ? html : cleanHtml(html)
  },
}

/** What is to do in a process: each date of it gets these tasks. */
export const processTasks = lookupTable({
  name: 'process-tasks',
  title: 'Process tasks',
  one: 'process task',
  about: 'What is to do in each process, by which team and until when, with its instructions',
  table: processTask,
  key: ['id'],
  fields: {
    processId: idColumn('Process', 'no process'),
    ...{ rank, group, name, team, dueOffset, needsReview, descriptionHtml, isRetired },
  },
  more: {
    processId: { fixed: true, width: 240 },
    group: { width: 140, hint: 'Heading of tasks that belong together.' },
    name: { width: 260 },
    team: { kind: 'choice', width: 130, hint: 'The queue whose members do it.' },
    dueOffset: {
      hint: 'Business days after the event date, before it if negative; of dates made from now on.',
    },
    needsReview: { hint: 'Another person reviews it once it is done.' },
    descriptionHtml: {
      lines: 10,
      longest: LONGEST_INFO,
      hint: `HTML: ${KEPT_HTML}. Anything else, scripts first of all, is left out. A change shows in all its dates.`,
    },
  },
  order: [
    { column: 'processId', descending: false },
    { column: 'rank', descending: false },
  ],
  labelOf: (row, words) => `${wordOf(words, row, 'processId', ': ')}${textOf(row.name)}`,
  options: async (read) => ({ processId: await processOptions(read), team: await teamOptions(read) }),
  unique: ['name', 'processId'],
  uses: [
    { what: ['task of a date', 'tasks of dates'], table: task, column: task.processTaskId, field: 'id' },
  ],
  instead: 'Mark it as retired: then dates made from now on are without it.',
  changed: makeDates,
  leftOut({ descriptionHtml: given }) {
    return typeof given === 'string' ? leftOutOfHtml(given, cleanHtml(given)) : undefined
  },
})
