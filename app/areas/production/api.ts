import { z } from 'zod'
import { aDay, aNumber, anId, anInstant, aText } from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { callQuery, kindsOf, listAnswer, pastQuery } from '~/http/calls/list'
import { localTime } from '~/platform/values/day'
import { EVENT_CLASSES } from '~/platform/workflow/types'
import { PRODUCTION_GRID, type ProductionRow } from './list'
import { PRODUCTION_FIELDS, productionList } from './list.server'

const aStyle = z.enum(EVENT_CLASSES).nullable()

/** Production row of the specification, section 3. Fields that depend on a NAV are null for a fund without any. */
export const aProduction = z
  .object({
    current_nav_id: anId.nullable(),
    fund_code: aText,
    name: aText,
    current_nav: aDay.nullable(),
    max_prebalance_date: aDay.nullable(),
    max_sending_date: aDay.nullable(),
    accountant: aText.nullable(),
    uploader: aText.nullable().describe('Who ran the current control.'),
    current_status_display: aText.nullable().describe('Such as SUBMITTED (TEAM LEADER).'),
    current_dashboard: aStyle,
    first_sending_validation_date: anInstant.nullable(),
    last_sending_validation_date: anInstant.nullable(),
    sending_date: anInstant.nullable(),
    validating_manager: aText.nullable(),
    count_validation_accountant: aNumber.nullable(),
    count_validation_manager: aNumber.nullable(),
    ko_controls: aNumber.nullable().describe('Rules of the current control that are not OK.'),
    ok_controls: aNumber.nullable(),
    upload: anInstant.nullable().describe('When the current control ran.'),
    why: aText.nullable().describe('Its reason.'),
    previous_nav: aDay.nullable(),
    previous_status_display: aText.nullable(),
    previous_dashboard: aStyle,
  } satisfies Record<keyof ProductionRow, z.ZodType>)
  .meta({ id: 'Production' })

export const productionCalls: EndpointTable = {
  about: 'production',
  calls: {
    /** GET production: the production of each fund, filtered and sorted like the grid. */
    production: {
      GET: {
        may: ['production'],
        query: pastQuery,
        summary: 'The state of production of each fund, by fund, filtered and sorted like the grid.',
        list: kindsOf(PRODUCTION_FIELDS),
        answers: { 200: z.array(aProduction) },
        async answer(guarded, { request }) {
          const { services } = guarded
          const { timeZone } = services.settings
          const query = callQuery(request, PRODUCTION_FIELDS, PRODUCTION_GRID)
          const { rows, total } = await productionList(guarded, localTime(services.clock(), timeZone)).page(
            query,
          )
          // The specification's row has none of these.
          return listAnswer(request, query, {
            rows: rows.map(
              ({ fund_id, rules, days_late, max_prebalance_time, max_sending_time, ...row }) => row,
            ),
            total,
          })
        },
      },
    },
  },
}
