import type { RouteArgs } from '~/http/guard'

/** The refusals of the invoice upload carry `error` as well (specification, section 8). */
export function withError(answer: (args: RouteArgs) => Promise<Response>) {
  return async (args: RouteArgs): Promise<Response> => {
    const response = await answer(args)
    if (response.ok || !response.headers.get('Content-Type')?.startsWith('application/json')) return response
    const body: unknown = await response.json()
    const told =
      typeof body === 'object' && body !== null && 'errorMessage' in body
        ? { ...body, error: body.errorMessage }
        : body
    return new Response(JSON.stringify(told), response)
  }
}
