import { z } from 'zod'
import { PRODUCTION_GRID, productionColumns } from '~/areas/production/list'
import { productionList } from '~/areas/production/production-list.server'
import { calls } from '~/http/calls/call'
import { callQuery, fieldsOf, listAnswer, listColumns } from '~/http/calls/list'
import { aProduction } from './production-shape'

const fieldsIn = (timeZone: string) => [
  ...productionColumns(timeZone),
  ...fieldsOf({ current_nav_id: 'number', current_dashboard: 'text', previous_dashboard: 'text' }),
]

/** GET production: the production of each fund, filtered and sorted like the grid. */
export const loader = calls({
  GET: {
    may: ['production'],
    tells: 'Where the production of each fund stands, by fund, filtered and sorted like the grid.',
    list: listColumns(fieldsIn('UTC')),
    answers: { 200: z.array(aProduction) },
    async answer({ read, services }, { request }) {
      const { timeZone } = services.settings
      const query = callQuery(request, fieldsIn(timeZone), PRODUCTION_GRID)
      const { rows, total } = await productionList(read, timeZone).page(query)
      // The specification's row has no id of the fund.
      return listAnswer(request, query, { rows: rows.map(({ fund_id: _, ...row }) => row), total })
    },
  },
})
export const action = loader
