import { z } from 'zod'
import { NAV_GRID, navColumns } from '~/areas/navs/list'
import { navList } from '~/areas/navs/nav-list.server'
import { aDay, aNumber, anEventClass, anId, anInstant, aText } from '~/http/calls/answers'
import { calls } from '~/http/calls/call'
import { callQuery, fieldsOf, listAnswer, listColumns } from '~/http/calls/list'

/** NAV dashboard row of the specification, section 3. */
const aNav = z
  .object({
    fundnavid: anId,
    fundname: aText,
    fundcode: aText,
    navdate: aDay,
    maxsendingdate: aDay.nullable(),
    submittedby: aText.nullable(),
    first_accountant_validator: aText.nullable(),
    lastcontroldate: anInstant.nullable(),
    currentdisplay: aText,
    currentdashboard: anEventClass,
    currentstatus: aText,
  })
  .meta({ id: 'NavDashboardRow' })

const fieldsIn = (timeZone: string) => [...navColumns(timeZone), ...fieldsOf({ fundnavid: 'number' })]

/** GET dashboard/nav: the NAVs, in the grid's own order, filtered and sorted like the grid. */
export const loader = calls({
  GET: {
    may: ['navctrl'],
    tells: 'The NAVs, in the order of their grid and filtered and sorted like it.',
    list: listColumns(fieldsIn('UTC')),
    answers: { 200: z.object({ fundNavDetailsList: z.array(aNav), totalElementCount: aNumber }) },
    async answer({ read, services }, { request }) {
      const { timeZone } = services.settings
      const query = callQuery(request, fieldsIn(timeZone), NAV_GRID)
      return listAnswer(request, query, await navList(read, timeZone).page(query), (rows, total) => ({
        fundNavDetailsList: rows,
        totalElementCount: total,
      }))
    },
  },
})
export const action = loader
