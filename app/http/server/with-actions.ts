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

/** The same routes, where `change` makes the actions from their modules. */
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
 * an error, so the user would have to guess.
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
 * Routes that take no form answer a POST with 405 and a sentence. Remix's own response names files of the application.
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
