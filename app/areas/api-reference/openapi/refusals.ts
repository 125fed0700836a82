import { z } from 'zod'
import type { DocumentedCall } from './documented-calls'
import { partsOf } from './parameters'

/** The body of every refusal (specification, section 8). */
export const aRefusal = z
  .object({
    errorMessage: z.string().describe('A sentence that says what to do.'),
    title: z.string().describe('What failed, as a heading.'),
    code: z.string().describe('The kind of refusal, for programs.'),
    fields: z.record(z.string(), z.string()).describe('A sentence for each field that was refused.'),
    list: z.array(z.string()).optional().describe('All faults, where there are several.'),
    details: z.record(z.string(), z.unknown()).optional().describe('What a program needs to go on.'),
    error: z.string().optional().describe('The sentence again, from the invoice upload.'),
    requestId: z.string().optional().describe('Finds an unexpected error in the log.'),
  })
  .meta({ id: 'Refusal' })

const WHY = {
  400: 'The request is broken: its address or JSON is not complete, or it did not arrive whole.',
  401: 'Nobody is logged in, and no valid token was sent.',
  403: 'You may not do this, the token reads only, or the request came from another site.',
  404: 'There is no such thing, or you may not see it.',
  409: 'Somebody changed it since you read it; details has both versions where there are two.',
  413: 'The body or a file is too large.',
  415: 'The body is of another kind than those listed.',
  422: 'What was sent cannot be taken, or not as things stand: the sentence says why.',
  429: 'Too much at once; Retry-After says in how many seconds to go on.',
  500: 'Nobody expected this. It is in the log, under the requestId that is told.',
  503: 'The database or another server cannot be reached just now; try again after Retry-After seconds. Of a write, the code says what is known: "unavailable" saved nothing, "unknown" may have, "saved" did.',
} as const

export type RefusedStatus = keyof typeof WHY

/** The statuses that a call may be refused with, each with what it means. */
export function refusalsOf({ method, address, call }: DocumentedCall): [RefusedStatus, string][] {
  const changes = method !== 'GET' || call.changes === true
  const statuses: RefusedStatus[] = [
    400,
    401,
    403,
    ...(partsOf(address).length > 0 || changes ? ([404] as const) : []),
    ...(changes ? ([409] as const) : []),
    ...(method !== 'GET' ? ([413] as const) : []),
    ...(call.body ? ([415] as const) : []),
    422,
    429,
    500,
    503,
  ]
  return statuses.map((status) => [status, WHY[status]])
}
