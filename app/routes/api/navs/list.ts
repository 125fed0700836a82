import { NAV_GRID, navColumns } from '~/components/navs/nav-columns'
import { navList } from '~/domain/navs/nav-list.server'
import { calls } from '~/http/calls/call'
import { callQuery, fieldsOf, listAnswer } from '~/http/calls/list'

/** GET dashboard/nav: the NAVs, in the grid's own order, filtered and sorted like the grid. */
export const loader = calls({
  GET: {
    may: ['navctrl'],
    async answer({ read, services }, { request }) {
      const { timeZone } = services.settings
      const fields = [...navColumns(timeZone), ...fieldsOf({ fundnavid: 'number' })]
      const query = callQuery(request, fields, NAV_GRID)
      return listAnswer(request, query, await navList(read, timeZone).page(query), (rows, total) => ({
        fundNavDetailsList: rows,
        totalElementCount: total,
      }))
    },
  },
})
export const action = loader
