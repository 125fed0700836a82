import { data, redirect } from '@remix-run/node'
import { drainBody } from './drain'
import { readTyped } from './form'
import type { Guarded, RouteArgs } from './guard'
import { type Refusal, refusalOf, retryAfterOf, statusOf } from './refusal'
import { sessionStorage } from './session'
import { throttleFile } from './throttle'
import { readUpload, type Upload } from './upload'
import type { UploadLimits } from './upload-limits'

/** What a page gets back from its action when it was refused: the refusal, and what was typed. */
export interface Refused {
  refusal: Refusal
  typed: Record<string, string>
}

type Title = string | ((typed: Readonly<Record<string, string>>) => string)

/** Redirects, with a short line that names what happened. */
export async function redirectWithStatus({ session, services }: Guarded, to: string, status: string) {
  session.flash('status', status)
  return redirect(to, { headers: { 'Set-Cookie': await sessionStorage(services).commitSession(session) } })
}

/**
 * Runs a command for a page: an expected refusal becomes a 4xx answer with the input kept; anything else goes on to
 * the error page. `title` is that of refusals without one of their own; it may depend on what was typed.
 */
export async function pageAnswer<Answer>(
  { request, context }: RouteArgs,
  typed: Record<string, string>,
  command: () => Promise<Answer>,
  title?: Title,
) {
  try {
    return await command()
  } catch (error) {
    const refusal = refusalOf(error, typeof title === 'function' ? title(typed) : title)
    if (!refusal) throw error
    const seconds = retryAfterOf(error)
    if (seconds !== null) context.retryAfter(seconds)
    context.log.info(
      { code: refusal.code, path: new URL(request.url).pathname, message: refusal.message },
      'refused',
    )
    return data({ refusal, typed } satisfies Refused, { status: statusOf(refusal) })
  }
}

/**
 * The same for a form of text fields. One that cannot be read at all comes from no page of ours: nobody knows which
 * form of the page it was, so it is told on a page of its own.
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
 * The same for a form with files: reading it can be refused as well, and too many in a minute are. What was typed is
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
    const upload = await readUpload(args.request, limits)
    Object.assign(typed, upload.fields)
    return command(upload)
  }
  return pageAnswer(args, typed, run, title)
}

/** Runs the reads of a page: what does not exist is 404, what is not allowed 403, each with its sentence. */
export async function pageRead<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read()
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    throw data({ message: refusal.message }, { status: statusOf(refusal) })
  }
}
