import { z } from 'zod'
import { aRow } from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { callQuery, kindsOf, listAnswer, pastQuery } from '~/http/calls/list'
import { PRODUCTION_ROW } from './fields.server'
import { PRODUCTION_GRID } from './list'
import { PRODUCTION_FIELDS, productionList } from './list.server'

/** Production row of the specification, section 3. Fields that depend on a NAV are null for a fund without any. */
export const aProduction = aRow(PRODUCTION_ROW).meta({ id: 'Production' })

export const productionCalls: EndpointTable = {
  about: 'production',
  calls: {
    production: {
      GET: {
        may: ['production'],
        query: pastQuery,
        summary: 'The state of production of each fund, by fund, filtered and sorted like the grid.',
        list: kindsOf(PRODUCTION_FIELDS),
        answers: { 200: z.array(aProduction) },
        async answer(guarded, { request }) {
          const query = callQuery(request, PRODUCTION_FIELDS, PRODUCTION_GRID)
          const { rows, total } = await productionList(guarded).page(query)
          // The specification's row has none of these.
          return listAnswer(request, query, {
            rows: rows.map(
              ({
                fund_id,
                rules,
                days_late,
                late_since,
                max_prebalance_time,
                max_sending_time,
                nav_per_share,
                ...row
              }) => row,
            ),
            total,
          })
        },
      },
    },
  },
}
