import { Writable } from 'node:stream'
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { loadParts } from '~/ui/enhanced/later'
import { FUNCTION_PATHS } from './areas/access/menu'
import { NonceContext, type PageStyles, RequestIdContext, StylesContext } from './entry.contexts'
import { isOutage } from './http/outcome'
import { browserManifest } from './http/server/browser-manifest'
import { failureOf, OUTAGE, refusalPage, UNEXPECTED } from './http/server/refuse'
import { siteCookie } from './http/session'
import objectsText from './objects.css?inline'
import objectsAddress from './objects.css?url'
import type { Site } from './platform/page/use-site'
import stylesText from './styles.css?inline'
import stylesAddress from './styles.css?url'

/** How long a page may render before it is given up, in milliseconds. */
const RENDER_LIMIT = 10_000

/**
 * Renders the whole page before its first byte is sent: parts that come later would never appear without JavaScript.
 */
export default async function handleRequest(
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
    const failure = failureOf(method, context.outcome(), OUTAGE)
    return new Response(refusalPage(failure, requestId), { status: failure.status, headers })
  }
  const { pathname } = new URL(request.url)
  // The page's own area too: a user who may not open it reads why.
  const { menus = [] } = (remixContext.staticHandlerContext.loaderData.root ?? {}) as Partial<Site>
  const open = [...menus.flatMap(({ links }) => links.map(({ to }) => to)), pathname]
  const manifest = browserManifest(remixContext.manifest, FUNCTION_PATHS, open)
  const sheet = await stylesFor(request, status, headers, context, isListPage(remixContext))
  headers.append('Link', scriptsToLoad(manifest, remixContext))
  await loadParts()
  const pageRequest = {
    id: requestId,
    path: pathname,
    failure: method === 'GET' ? null : failureOf(method, context.outcome(), UNEXPECTED),
  }
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RequestIdContext.Provider value={pageRequest}>
          <StylesContext.Provider value={sheet}>
            <RemixServer
              context={{ ...remixContext, manifest }}
              url={request.url}
              nonce={nonce}
              abortDelay={RENDER_LIMIT}
            />
          </StylesContext.Provider>
        </RequestIdContext.Provider>
      </NonceContext.Provider>,
      {
        nonce,
        onAllReady() {
          clearTimeout(limit)
          pipe(inOnePart((body) => resolve(new Response(body, { status: failed ? 500 : status, headers }))))
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

/**
 * What React writes in parts of 2 KB: each would pass the streams of the answer, and the compression, by itself. Where a
 * letter of several bytes has no room any more, React 18 leaves zeros at the end of a part (facebook/react#24985).
 */
function inOnePart(done: (whole: Buffer<ArrayBuffer>) => void): Writable {
  const parts: Buffer[] = []
  return new Writable({
    write(part: Buffer, _, next) {
      let end = part.length
      while (part[end - 1] === 0) end -= 1
      parts.push(part.subarray(0, end))
      next()
    },
    final(next) {
      done(Buffer.concat(parts))
      next()
    },
  })
}

/** The pages of a list alone, which show nothing of an object. */
const LIST_PAGE = /(?<!\/replay)\/routes\/(?:list|home|inbox|rates|table|tolerances|authorisations|workflow)$/

const isListPage = ({ staticHandlerContext }: EntryContext) =>
  LIST_PAGE.test(staticHandlerContext.matches.at(-1)?.route.id ?? '')

/** Names both files of styles: by their hashes alone, as each request repeats the cookie. */
const STYLES = [stylesAddress, objectsAddress]
  .map((file) => /-([\w-]{8})\.css$/.exec(file)?.[1] ?? file)
  .join('.')

/**
 * The text of the styles for a browser that has not loaded them before; from its next page on it loads the files, once.
 */
async function stylesFor(
  request: Request,
  status: number,
  headers: Headers,
  { services, nonce }: AppLoadContext,
  ofList: boolean,
): Promise<PageStyles | null> {
  const cookie = siteCookie('styles', services.settings, { maxAge: 365 * 24 * 3600 })
  if ((await cookie.parse(request.headers.get('Cookie'))) === STYLES) return null
  if (status < 400) headers.append('Set-Cookie', await cookie.serialize(STYLES))
  return { text: ofList ? stylesText : stylesText + objectsText, nonce, isWhole: !ofList }
}

/**
 * The scripts of a page, named in its head: a browser requests them while the page is still on its way. The manifest is
 * named within the page: it is small, and its name is long.
 */
function scriptsToLoad(manifest: EntryContext['manifest'], { staticHandlerContext }: EntryContext): string {
  const matched = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id] ?? [])
  const files = [manifest.entry, ...matched].flatMap(({ module, imports = [] }) => [...imports, module])
  return [...new Set(files)].map((file) => `<${file}>;rel=modulepreload`).join()
}

/** Every unexpected error of a loader, an action or a page: logged in full here, never shown to users. */
export function handleError(error: unknown, { context }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (isOutage(error)) context.reportOutage()
  // An address that does not exist is expected; it has its line in the request log.
  if (context.signal.aborted || isRouteErrorResponse(error)) return
  context.log.error({ err: error }, 'unexpected error')
}
