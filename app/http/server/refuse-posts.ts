import { data, type LoaderFunctionArgs, type ServerBuild } from '@remix-run/node'
import { type Refusal, refusalPage } from './refuse'
import { withActions } from './with-actions'

const NO_FORM: Refusal = {
  status: 405,
  title: 'Nothing can be sent here',
  message:
    'This address only shows something; what was sent has changed nothing. Go back and use the page’s own form.',
  code: 'method',
}

/**
 * Gives every route that takes no form an answer to one: 405 with a sentence. Remix's own answer to that names files
 * of the application.
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
