import { z } from 'zod'
import type { NavCheckRow } from '~/areas/navs/nav-checks.server'
import { aNumber, anInstant, aText } from '~/http/calls/answers'

/** NAV check audit row of the specification, section 3. */
export const aCheck = z
  .object({
    isae_rank: aNumber,
    isae_checkname: aText,
    queue: aText.describe('The queue whose members sign it, or "auto".'),
    username: aText.nullable(),
    status: z.enum(['OPEN', 'DONE', 'NOT OK']),
    event_date: anInstant.nullable(),
    event_log: aText,
  })
  .meta({ id: 'NavCheck' })

export function checkShape({ full_name: _, ...row }: NavCheckRow) {
  return row
}
