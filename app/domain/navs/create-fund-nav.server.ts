import type { Transaction } from 'db/doors'
import { fundNav } from 'db/schema/navs'
import type { Day } from '~/domain/values/day'
import { startInstance } from '~/domain/workflow/instance.server'

export interface ExpectedNav {
  fundId: number
  navDate: Day
  maxPrebalanceDate: Day | null
  maxSendingDate: Day | null
  now: Date
}

/** A day of the fund NAV calendar: the NAV is expected and starts at ACCOUNTANT / TO CONTROL. Answers its id. */
export async function createFundNav(tx: Transaction, { now, ...calendar }: ExpectedNav): Promise<number> {
  const [row] = await tx.insert(fundNav).values(calendar).returning({ id: fundNav.id })
  if (!row) throw new Error('The NAV was not stored')
  await startInstance(tx, {
    kind: 'nav',
    objectId: row.id,
    state: { queue: 'ACCOUNTANT', status: 'TO CONTROL', class: 'new' },
    log: 'Created from the NAV calendar',
    now,
  })
  return row.id
}
