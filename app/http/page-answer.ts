import { data, redirect } from '@remix-run/node'
import type { z } from 'zod'
import { DomainError } from '~/platform/values/domain-error'
import { type StatusMessage, statusCookie } from './cookies'
import { drainBody } from './drain'
import { parseFields, readTyped } from './form'
import type { Guarded, RouteArgs } from './guard'
import { isAnswer, logFailure, type Refusal, refusalOf, refusalOfWork, statusOf, tellRetry } from './refusal'
import { throttleFile } from './throttle'
import type { Upload } from './uploads/upload'
import type { UploadLimits } from './uploads/upload-limits'
import { withUpload } from './uploads/with-upload'

/** What a page gets back from its action after a refusal: the refusal, and what was typed. */
export interface Refused {
  refusal: Refusal
  typed: Record<string, string>
}

/** Redirects, with a short line that says what happened. */
export async function redirectWithStatus(
  { actor, services }: Guarded,
  to: string,
  said: string | StatusMessage,
) {
  const told = typeof said === 'string' ? { line: said } : said
  const cookie = await statusCookie(services, { userId: actor.id, ...told })
  return redirect(to, { headers: { 'Set-Cookie': cookie } })
}

/**
 * Runs a command for a page. An expected refusal becomes a 4xx response that keeps the input. So does any failure after
 * the work was stored, or may have been stored, and the response says so. Other errors go on to the error page. `title`
 * is that of refusals without one of their own.
 */
export async function pageAnswer<Answer>(
  { request, context }: RouteArgs,
  typed: Record<string, string>,
  command: () => Promise<Answer>,
  title?: string,
) {
  context.sends(typed)
  try {
    return await command()
  } catch (error) {
    const outcome = context.outcome()
    if (error instanceof Response || (isAnswer(error) && outcome === 'nothing')) throw error
    const refusal = refusalOfWork(error, { outcome }, title)
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
  title?: string,
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

/** One form of a page that has several. `Page` is what all of them need: what the guard gave, the object's id. */
export interface PageForm<Page> {
  /** Title of a refusal that has none of its own. */
  title?: string
  /** Does what the form requests, and redirects from it. */
  answer(page: Page, typed: Record<string, string>): Promise<Response>
}

/** The forms of a page by the `intent` that each of them sends. */
export type PageForms<Page> = Readonly<Record<string, PageForm<Page>>>

interface CheckedForm<Page, Schema extends z.ZodType> {
  title?: string
  fields: Schema
  /** Gets the checked fields, and all fields as they were typed. */
  answer(page: Page, fields: z.output<Schema>, typed: Record<string, string>): Promise<Response>
}

/** A form whose fields a schema checks before it is answered. */
export function pageForm<Page, Schema extends z.ZodType>(form: CheckedForm<Page, Schema>): PageForm<Page> {
  const { fields, answer, ...same } = form
  return { ...same, answer: (page, typed) => answer(page, parseFields(typed, fields), typed) }
}

/**
 * Answers the form of a page that was sent, as `formAnswer` does. One that the page does not have gets a page of its
 * own: none of the page's forms could show the refusal.
 */
export async function handleIntents<Page>(args: RouteArgs, forms: PageForms<Page>, page: Page) {
  const { typed, form } = await pageRead(async () => {
    const typed = await readTyped(args.request)
    return { typed, form: formOf(forms, typed.intent) }
  })
  return pageAnswer(args, typed, () => form.answer(page, typed), form.title)
}

/** The form of this `intent` out of a table. @throws DomainError invalid where it has none */
export function formOf<Form>(forms: Readonly<Record<string, Form>>, intent = ''): Form {
  const form = Object.hasOwn(forms, intent) ? forms[intent] : undefined
  if (form) return form
  throw new DomainError(
    'invalid',
    'The page has no such form, and nothing was changed. Reload the page and try again.',
  )
}
