import { data, redirect } from '@remix-run/node'
import type { Guarded, RouteArgs } from './guard'
import { type Refusal, refusalOf, statusOf } from './refusal'
import { sessionStorage } from './session'
import type { Upload } from './upload'

/** What a page gets back from its action when it was refused: the refusal, and what was typed. */
export interface Refused {
  refusal: Refusal
  typed: Record<string, string>
}

/** Redirects, with a short line that names what happened. */
export async function redirectWithStatus({ session, services }: Guarded, to: string, status: string) {
  session.flash('status', status)
  return redirect(to, { headers: { 'Set-Cookie': await sessionStorage(services).commitSession(session) } })
}

/**
 * Runs a command for a page: an expected refusal becomes a 4xx answer with the input kept; anything else goes on to
 * the error page. `title` is that of refusals without one of their own.
 */
export async function pageAnswer<Answer>(
  { request, context }: RouteArgs,
  typed: Record<string, string>,
  command: () => Promise<Answer>,
  title?: string,
) {
  try {
    return await command()
  } catch (error) {
    const refusal = refusalOf(error, title)
    if (!refusal) throw error
    context.log.info(
      { code: refusal.code, path: new URL(request.url).pathname, message: refusal.message },
      'refused',
    )
    return data({ refusal, typed } satisfies Refused, { status: statusOf(refusal) })
  }
}

/**
 * The same for a form with files: reading it can be refused as well. What was typed is kept; files must be chosen
 * again, as browsers do not let a page fill them in.
 */
export async function uploadAnswer<Answer>(
  args: RouteArgs,
  read: () => Promise<Upload>,
  command: (upload: Upload) => Promise<Answer>,
  title: string,
) {
  const typed: Record<string, string> = {}
  const run = async () => {
    const upload = await read()
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
