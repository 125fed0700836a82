import { z } from 'zod'
import { BALANCE_DELTA_COLUMNS, INVENTORY_DELTA_COLUMNS, NAV_DELTA_COLUMNS } from '~/areas/navs/delta-columns'
import { aDay, aNumber, anId, anInstant, rowOf } from '~/http/calls/answers'
import { kindsOf } from '~/http/calls/list'

/** The columns of the three lists, by the name that stands before their parameters. */
export const DELTA_LISTS = {
  nav: kindsOf(NAV_DELTA_COLUMNS),
  inventory: kindsOf(INVENTORY_DELTA_COLUMNS),
  balance: kindsOf(BALANCE_DELTA_COLUMNS),
}
export type DeltaList = keyof typeof DELTA_LISTS

export const anAgainst = z.enum(['upload', 'nav'])

/** Delta rows of the specification, section 3; the first element of each array has them. */
export const aDelta = z
  .object({
    controlId: anId,
    against: anAgainst,
    previous: z.object({ against: anAgainst, controlId: anId, navDate: aDay, submittedAt: anInstant }),
    nav: z.tuple([z.array(rowOf(DELTA_LISTS.nav, {}).meta({ id: 'NavDelta' }))]),
    inventory: z.tuple([z.array(rowOf(DELTA_LISTS.inventory, {}).meta({ id: 'InventoryDelta' }))]),
    balance: z.tuple([z.array(rowOf(DELTA_LISTS.balance, {}).meta({ id: 'BalanceDelta' }))]),
    totalElementCount: z.object({ nav: aNumber, inventory: aNumber, balance: aNumber }),
  })
  .meta({ id: 'Delta' })
