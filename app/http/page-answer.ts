import { data, redirect } from '@remix-run/node'
import { drainBody } from './drain'
import { readTyped } from './form'
import type { Guarded, RouteArgs } from './guard'
import { isAnswer, logFailure, type Refusal, refusalOf, refusalOfWork, statusOf, tellRetry } from './refusal'
import { type Said, statusCookie } from './status-line'
import { throttleFile } from './throttle'
import type { Upload } from './upload'
import type { UploadLimits } from './upload-limits'
import { withUpload } from './with-upload'

/** What a page gets back from its action after a refusal: the refusal, and what was typed. */
export interface Refused {
  refusal: Refusal
  typed: Record<string, string>
}

type Title = string | ((typed: Readonly<Record<string, string>>) => string)

/** Redirects, with a short line that says what happened. */
export async function redirectWithStatus({ actor, services }: Guarded, to: string, said: string | Said) {
  const told = typeof said === 'string' ? { line: said } : said
  const cookie = await statusCookie(services, { userId: actor.id, ...told })
  return redirect(to, { headers: { 'Set-Cookie': cookie } })
}

/**
 * Runs a command for a page. An expected refusal becomes a 4xx response that keeps the input. So does any failure after
 * the work was stored, or may have been stored, and the response says so. Other errors go on to the error page. `title`
 * is that of refusals without one of their own; it may depend on what was typed.
 */
export async function pageAnswer<Answer>(
  { request, context }: RouteArgs,
  typed: Record<string, string>,
  command: () => Promise<Answer>,
  title?: Title,
) {
  context.sends(typed)
  try {
    return await command()
  } catch (error) {
    const outcome = context.outcome()
    if (error instanceof Response || (isAnswer(error) && outcome === 'nothing')) throw error
    const refusal = refusalOfWork(error, { outcome }, typeof title === 'function' ? title(typed) : title)
    if (!refusal) throw error
    logFailure(context, error, refusal)
    tellRetry(context, error)
    context.log.info(
      { code: refusal.code, path: new URL(request.url).pathname, message: refusal.message },
      'refused',
    )
    return data({ refusal, typed } satisfies Refused, { status: statusOf(refusal) })
  }
}

/**
 * The same for a form of text fields. A form that cannot be read at all does not come from one of our pages: it is
 * unknown which form of the page it was, so the refusal gets a page of its own.
 */
export async function formAnswer<Answer>(
  args: RouteArgs,
  command: (typed: Record<string, string>) => Promise<Answer>,
  title?: Title,
) {
  const typed = await pageRead(() => readTyped(args.request))
  return pageAnswer(args, typed, () => command(typed), title)
}

/**
 * The same for a form with files: reading it can be refused as well, and so are too many in a minute. What was typed is
 * kept; files must be chosen again, as browsers do not let a page fill them in.
 */
export async function uploadAnswer<Answer>(
  args: RouteArgs,
  guarded: Guarded,
  limits: UploadLimits,
  command: (upload: Upload) => Promise<Answer>,
  title: string,
) {
  const typed: Record<string, string> = {}
  const run = async () => {
    await throttleFile(guarded).catch((refusal: unknown) => {
      drainBody(args.request)
      throw refusal
    })
    return withUpload(guarded, args.request, limits, (upload) => {
      Object.assign(typed, upload.fields)
      return command(upload)
    })
  }
  return pageAnswer(args, typed, run, title)
}

/** Runs the reads of a page: a missing object is 404, a forbidden one 403, each with its sentence. */
export async function pageRead<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read()
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    throw data({ message: refusal.message }, { status: statusOf(refusal) })
  }
}
