import {
  type ActionFunctionArgs,
  type AppLoadContext,
  createRequestHandler,
  data,
  type ServerBuild,
  writeReadableStreamToWritable,
} from '@remix-run/node'
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from 'express'
import type { SentForm } from '~/areas/access/form-recovery.server'
import { formToShow } from '../form-recovery'
import type { Refused } from '../page-answer'
import { readUserSession } from '../session'
import type { Services } from './services'
import { withActions } from './site-routes'

const NOT_PAGES = /^\/(?:api|assets|login|logout)(?:\/|$)|\.data$/

interface Pages {
  services: Services
  build: ServerBuild | (() => Promise<ServerBuild>)
  mode: string
  contextOf: (req: ExpressRequest, res: ExpressResponse, kept: SentForm) => AppLoadContext
}

/**
 * Returns the page on which a form waits for its user; passes every other request on. Remix can show typed values only
 * as the result of an action. So such a page has its own handler, which sends an empty form and replaces every action
 * of its routes with one that returns the stored form; the page's own actions do not run.
 */
export function showRecoveredForm({ services, build, mode, contextOf }: Pages): RequestHandler {
  const answerForm = createRequestHandler(
    typeof build === 'function' ? async () => answering(await build()) : answering(build),
    mode,
  )
  return async (req, res, next) => {
    if (req.method !== 'GET' || NOT_PAGES.test(req.path) || req.get('sec-purpose')) return next()
    try {
      const cookies = req.get('cookie') ?? null
      const shown = await formToShow(services, cookies, req.originalUrl, async () => {
        const { actor } = await readUserSession(cookies, services)
        return actor?.id ?? null
      })
      if (!shown) return next()
      res.append('Set-Cookie', shown.cookie)
      await send(await answerForm(emptyForm(req), contextOf(req, res, shown.form)), res)
    } catch (error) {
      next(error)
    }
  }
}

/** An empty form for this page, sent as the user who requested the page. */
function emptyForm(req: ExpressRequest): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) headers.set(name, String(value))
  const address = new URL(req.originalUrl, `${req.protocol}://${req.get('host')}`)
  return new Request(address, { method: 'POST', headers, body: new URLSearchParams() })
}

async function send(answer: Response, res: ExpressResponse): Promise<void> {
  res.status(answer.status)
  for (const [name, value] of answer.headers) res.append(name, value)
  if (answer.body) await writeReadableStreamToWritable(answer.body, res)
  else res.end()
}

/** The same pages, where every action returns the form to be shown again. */
function answering(build: ServerBuild): ServerBuild {
  const show = async ({ context }: ActionFunctionArgs) => context.kept && data(answerOf(context.kept))
  return withActions(build, () => show)
}

/** The result of an action that refuses a form: nothing was sent, with the typed values. */
function answerOf({ typed, files }: SentForm): Refused {
  const list = files.length > 0 ? [`Files are not kept. Choose again: ${files.join(', ')}.`] : []
  return {
    refusal: {
      code: 'refused',
      kind: 'kept',
      title: 'Not sent yet',
      message: 'Your session ended before this was sent. What you typed is back: check it, then send it.',
      fields: {},
      list,
    },
    typed,
  }
}
