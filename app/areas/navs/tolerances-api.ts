import { z } from 'zod'
import type { EndpointTable } from '~/http/calls/call-types'
import { kindsOf, pastQuery, rowsAnswer } from '~/http/calls/list'
import { rowShape } from '~/platform/tables/routes/row-calls'
import { callColumns } from '~/platform/tables/table-columns'
import { tolerancesTable } from './tolerances.server'

export const tolerancesCalls: EndpointTable = {
  about: 'navs',
  calls: {
    tolerances: {
      GET: {
        may: ['administration'],
        query: pastQuery,
        summary:
          'The values that the site sets for the numbers of the rules, with those that are in force and what is pending.',
        list: kindsOf(callColumns(tolerancesTable.columns)),
        answers: { 200: z.array(rowShape(tolerancesTable)) },
        async answer(guarded, args) {
          const { columns } = tolerancesTable
          return rowsAnswer(args, await tolerancesTable.load(guarded), callColumns(columns))
        },
      },
    },
  },
}
