import { PassThrough } from 'node:stream'
import {
  type ActionFunctionArgs,
  type AppLoadContext,
  createReadableStreamFromReadable,
  type EntryContext,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { NonceContext, RequestIdContext } from './entry.contexts'
import { isOutage } from './http/outcome'
import { failureOf, OUTAGE, refusalPage, UNEXPECTED } from './http/server/refuse'

/** How long a page may render before it is given up, in milliseconds. */
const RENDER_LIMIT = 10_000

/**
 * Renders the whole page before its first byte is sent: parts that come later would never appear without JavaScript.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const { nonce, log, requestId } = context
  // The error page itself needs the database (who is logged in, which menu): this one needs nothing. A form that is
  // only shown again was not sent by this request.
  const method = context.kept ? 'GET' : request.method
  if (context.isOutage()) {
    const told = failureOf(method, context.outcome(), OUTAGE)
    return Promise.resolve(new Response(refusalPage(told, requestId), { status: told.status, headers }))
  }
  const asked = {
    id: requestId,
    path: new URL(request.url).pathname,
    told: method === 'GET' ? null : failureOf(method, context.outcome(), UNEXPECTED),
  }
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RequestIdContext.Provider value={asked}>
          <RemixServer context={remixContext} url={request.url} nonce={nonce} abortDelay={RENDER_LIMIT} />
        </RequestIdContext.Provider>
      </NonceContext.Provider>,
      {
        nonce,
        onAllReady() {
          clearTimeout(limit)
          const body = new PassThrough()
          resolve(
            new Response(createReadableStreamFromReadable(body), { status: failed ? 500 : status, headers }),
          )
          pipe(body)
        },
        onShellError(error) {
          clearTimeout(limit)
          reject(error)
        },
        onError(error) {
          failed = true
          log.error({ err: error }, 'a page could not be rendered')
        },
      },
    )
    let failed = false
    const limit = setTimeout(abort, RENDER_LIMIT)
  })
}

/** Every unexpected error of a loader, an action or a page: logged in full here, never shown to users. */
export function handleError(error: unknown, { context }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (isOutage(error)) context.reportOutage()
  // An address that does not exist is expected; it has its line in the request log.
  if (context.signal.aborted || isRouteErrorResponse(error)) return
  context.log.error({ err: error }, 'unexpected error')
}
