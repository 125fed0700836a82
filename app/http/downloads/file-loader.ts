import type { LoaderFunctionArgs } from '@remix-run/node'
import { jsonAnswer } from '../calls/answers'
import { logUnexpected, refusalOf, statusOf, tellRetry } from '../refusal'
import { type Refusal, refusalPage, UNEXPECTED } from '../server/refuse'

const TITLES: Record<number, string> = { 403: 'Not authorised', 404: 'Page not found' }

/**
 * The loader of an address that returns a file. There is no page around it, so a refusal is shown on a plain page of
 * its own, with the request's id; a script that fetches the file gets JSON.
 */
export function fileLoader(answer: (args: LoaderFunctionArgs) => Promise<Response>) {
  return async (args: LoaderFunctionArgs): Promise<Response> => {
    try {
      return await answer(args)
    } catch (error) {
      if (error instanceof Response) return error
      const refusal = told(error)
      if (!refusal) logUnexpected(args, error)
      tellRetry(args.context, error)
      const shown = refusal ?? UNEXPECTED
      if (wantsJson(args.request)) return asJson(shown, args.context.requestId)
      return new Response(refusalPage(shown, args.context.requestId), {
        status: shown.status,
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
      })
    }
  }
}

function wantsJson(request: Request): boolean {
  return request.headers.get('Accept')?.split(',', 1)[0]?.trim() === 'application/json'
}

function asJson({ status, title, message, code }: Refusal, requestId: string): Response {
  return jsonAnswer({ errorMessage: message, title, code, fields: {}, requestId }, status)
}

/** A refusal of the guard or of a read, in either form that routes use; null for an unexpected error. */
function told(error: unknown): Refusal | null {
  const refusal = refusalOf(error)
  if (refusal) return page(statusOf(refusal), refusal.message)
  const { data, init } = (error ?? {}) as { data?: { message?: unknown }; init?: ResponseInit | null }
  if (typeof data?.message !== 'string') return null
  return page(init?.status ?? 500, data.message)
}

function page(status: number, message: string): Refusal {
  return { status, title: TITLES[status] ?? 'Not possible', message, code: 'refused' }
}
