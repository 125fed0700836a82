import type { Call, CallTable, Method } from '~/http/calls/call-types'

/** A call as the documentation has it. */
export interface DocumentedCall {
  method: Method
  /** "/api/drafttransactions/:draftId". */
  address: string
  about: string
  call: Call
}

/** Every call of the tables, in their order. */
export function documentedCalls(tables: readonly CallTable[]): DocumentedCall[] {
  return tables.flatMap(({ about, calls }) =>
    Object.entries(calls).flatMap(([address, methods]) =>
      Object.entries(methods).map(([method, call]) => ({
        ...{ method: method as Method, address: `/api/${address}`, about, call },
      })),
    ),
  )
}
