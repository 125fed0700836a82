import { legalEntityList } from '~/domain/lookups/legal-entity-list.server'
import { dayIn } from '~/domain/values/day'
import { calls } from '~/http/calls/call'
import { rowsAnswer } from '~/http/calls/list'
import { EXPENSE_USERS } from '~/http/expense-readers'
import { LIVING_COLUMNS, livingShape } from './entity-columns'

/** GET entities/ntr: legal entities that are not retired, name and id. */
export const loader = calls({
  GET: {
    may: [[...EXPENSE_USERS, 'processdashboard']],
    answer: async ({ read, services }, args) => {
      const today = dayIn(services.clock(), services.settings.timeZone)
      return rowsAnswer(args, await legalEntityList(read, { aliveOn: today }), LIVING_COLUMNS, livingShape)
    },
  },
})
export const action = loader
