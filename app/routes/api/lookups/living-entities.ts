import { z } from 'zod'
import { EXPENSE_USERS } from '~/areas/access/expense-readers'
import { legalEntityList } from '~/areas/reference-data/legal-entity-list.server'
import { calls } from '~/http/calls/call'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { dayIn } from '~/platform/values/day'
import { LIVING_COLUMNS } from './entity-columns'
import { aLivingName } from './living-name'

/** GET entities/ntr: legal entities that are not retired, name and id. */
export const loader = calls({
  GET: {
    may: [[...EXPENSE_USERS, 'processdashboard']],
    tells: 'Legal entities that are not retired, by name: name and id.',
    list: kindsOf(LIVING_COLUMNS),
    answers: { 200: z.array(aLivingName) },
    answer: async ({ read, services }, args) => {
      const today = dayIn(services.clock(), services.settings.timeZone)
      return rowsAnswer(
        args,
        await legalEntityList(read, { aliveOn: today }),
        LIVING_COLUMNS,
        ({ id, name }) => ({ id, name }),
      )
    },
  },
})
export const action = loader
