import {
  type ActionFunction,
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type ServerBuild,
} from '@remix-run/node'
import { isOutage } from '../outcome'
import { isAnswer, logUnexpected } from '../refusal'
import { failureOf, OUTAGE, type Refusal, refusalPage, UNEXPECTED } from './refuse'

type Route = ServerBuild['routes'][string]

/** The same routes, with actions made from their modules by `change`. */
export function withActions(
  build: ServerBuild,
  change: (module: Route['module']) => ActionFunction | undefined,
): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]): [string, Route] => {
    const { module } = route
    return [id, { ...route, module: { ...module, action: change(module) } }]
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

/**
 * When a page's form fails unexpectedly, the response says whether it was saved. Remix tells the browser nothing about
 * errors, so the user would have to guess.
 */
export function describeFailures(build: ServerBuild): ServerBuild {
  return withActions(build, ({ action, default: page }) => {
    if (!action || !page) return action
    return async (args: ActionFunctionArgs) => {
      try {
        return await action(args)
      } catch (error) {
        throw isAnswer(error) ? error : describedFailure(error, args)
      }
    }
  })
}

function describedFailure(error: unknown, args: ActionFunctionArgs) {
  const { request, context } = args
  const outcome = context.outcome()
  logUnexpected(args, error, { outcome })
  const failure = failureOf(request.method, outcome, isOutage(error) ? OUTAGE : UNEXPECTED)
  const { title, message, status } = failure
  return data({ title, message, reference: context.requestId }, { status })
}

const NO_FORM: Refusal = {
  status: 405,
  title: 'Nothing can be sent here',
  message: 'This page is read-only, so nothing was changed. Go back and use the page’s own form.',
  code: 'method',
}

/**
 * Routes without a form answer a POST with 405 and a sentence. Remix's own response would name files of the
 * application.
 */
export function refusePosts(build: ServerBuild): ServerBuild {
  return withActions(build, (module) => module.action ?? (module.default ? refuseOnPage : refuseAlone))
}

const headers = { Allow: 'GET, HEAD' }

function refuseOnPage(): never {
  throw data({ message: NO_FORM.message }, { status: NO_FORM.status, headers })
}

function refuseAlone({ context }: LoaderFunctionArgs): Response {
  const type = { 'Content-Type': 'text/html; charset=utf-8' }
  return new Response(refusalPage(NO_FORM, context.requestId), {
    status: NO_FORM.status,
    headers: { ...headers, ...type },
  })
}

type Manifest = ServerBuild['assets']

const firstWord = (path = '') => /^\/?([^/]*)/.exec(path)?.[1] ?? ''

/** Addresses whose first word is literal; the router decodes and joins all others. */
const PLAIN = /^\/(?!\/)[\w-]*(?:\.data$|\/(?!\/)|$)/

/** The first word of an address, by which routes are grouped, "" for the home page; null where that is uncertain. */
export function areaOfAddress(pathname: string): string | null {
  if (!PLAIN.test(pathname)) return null
  const word = firstWord(pathname.replace(/\.data$/, ''))
  return word === '_root' ? '' : word.toLowerCase()
}

/**
 * Remix walks the hundreds of routes of a site several times for each request. An address can only belong to routes
 * that begin with its first word, so each first word gets a build with only these; other kinds of addresses get the
 * whole build.
 * @param use makes the handler of a build, once for each first word
 */
export function byArea<Serving>(whole: ServerBuild, use: (build: ServerBuild) => Serving) {
  const words = new Set(topRoutes(whole).map(({ path }) => firstWord(path)))
  const serving = new Map<string | null, Serving>()
  return (pathname: string): Serving => {
    const area = areaOfAddress(pathname)
    const word = area !== null && words.has(area) ? area : null
    const known = serving.get(word)
    if (known) return known
    const made = use(word === null ? whole : partOf(whole, word))
    serving.set(word, made)
    return made
  }
}

const topRoutes = ({ routes }: ServerBuild) =>
  Object.values(routes).flatMap((route) => (route?.parentId === 'root' ? [route] : []))

function partOf(whole: ServerBuild, word: string): ServerBuild {
  const included = new Set([
    'root',
    ...topRoutes(whole)
      .filter(({ path }) => path === '*' || firstWord(path) === word)
      .map(({ id }) => id),
  ])
  // Parents come before their children.
  for (const { id, parentId } of Object.values(whole.routes).flatMap((route) => route ?? []))
    if (parentId !== undefined && parentId !== 'root' && included.has(parentId)) included.add(id)
  const only = <Each>(routes: Record<string, Each>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => included.has(id)))
  const assets: Manifest = { ...whole.assets, routes: only(whole.assets.routes) }
  return { ...whole, routes: only(whole.routes), assets }
}
