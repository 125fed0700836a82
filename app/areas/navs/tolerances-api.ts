import { z } from 'zod'
import type { EndpointTable } from '~/http/calls/call-types'
import { kindsOf, pastQuery, rowsAnswer } from '~/http/calls/list'
import { rowShape } from '~/platform/tables/routes/row-calls'
import { callColumns } from '~/platform/tables/table-columns'
import { tolerancesToday } from './grid-sources'
import { tolerancesTable } from './tolerances.server'

const ANY_DAY = tolerancesTable('2000-01-01', 'UTC')

export const tolerancesCalls: EndpointTable = {
  about: 'navs',
  calls: {
    /** GET tolerances: the values that the site sets for the numbers of the rules. */
    tolerances: {
      GET: {
        may: ['administration'],
        query: pastQuery,
        summary:
          'The values that the site sets for the numbers of the rules, with those that are in force and what is pending.',
        list: kindsOf(callColumns(ANY_DAY.columns)),
        answers: { 200: z.array(rowShape(ANY_DAY)) },
        async answer(guarded, args) {
          const table = tolerancesToday(guarded)
          return rowsAnswer(args, await table.load(guarded.read), callColumns(table.columns))
        },
      },
    },
  },
}
