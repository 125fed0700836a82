import { PRODUCTION_GRID, productionColumns } from '~/components/production/production-columns'
import { productionList } from '~/domain/production/production-list.server'
import { calls } from '~/http/calls/call'
import { callQuery, fieldsOf, listAnswer } from '~/http/calls/list'

/** GET production: the production of each fund, filtered and sorted like the grid. */
export const loader = calls({
  GET: {
    may: ['production'],
    async answer({ read, services }, { request }) {
      const { timeZone } = services.settings
      const more = fieldsOf({
        current_nav_id: 'number',
        current_dashboard: 'text',
        previous_dashboard: 'text',
      })
      const query = callQuery(request, [...productionColumns(timeZone), ...more], PRODUCTION_GRID)
      const { rows, total } = await productionList(read, timeZone).page(query)
      // The specification's row has no id of the fund.
      return listAnswer(request, query, { rows: rows.map(({ fund_id: _, ...row }) => row), total })
    },
  },
})
export const action = loader
