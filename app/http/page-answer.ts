import { data, redirect } from '@remix-run/node'
import type { z } from 'zod'
import type { UserWriteContext } from '~/areas/access/user-context'
import { withStagedFiles } from '~/platform/files/staged-files.server'
import { DomainError } from '~/platform/values/domain-error'
import { type StatusMessage, statusCookie } from './cookies'
import { drainBody } from './drain'
import { KeyField, parseFields, readTyped } from './form'
import type { Guarded, RouteArgs } from './guard'
import {
  isAnswer,
  logFailure,
  type Refusal,
  refusalOf,
  refusalOfWork,
  setRetryAfter,
  statusOf,
} from './refusal'
import { servicesOfProcess } from './services-of-request'
import { throttleFile } from './throttle'
import type { Upload } from './uploads/upload'
import type { UploadLimits } from './uploads/upload-limits'
import { withUpload } from './uploads/with-upload'

/** What an action returns to its page after a refusal: the refusal, and the typed values. */
export interface Refused {
  refusal: Refusal
  typed: Record<string, string>
}

/** Redirects, with a short description of the action. */
export async function redirectWithStatus(
  { actor, services }: Guarded,
  to: string,
  message: string | StatusMessage,
) {
  const status = typeof message === 'string' ? { line: message } : message
  const cookie = await statusCookie(services, { userId: actor.id, ...status })
  return redirect(to, { headers: { 'Set-Cookie': cookie } })
}

/**
 * Runs an action for a page. An expected refusal becomes a 4xx response that keeps the input. So does any failure after
 * the work was stored, or may have been, and the response says so. Other errors go to the error page. `title` is for
 * refusals without their own.
 */
export async function pageAnswer<Answer>(
  { request, context }: RouteArgs,
  typed: Record<string, string>,
  command: () => Promise<Answer>,
  title?: string,
) {
  context.sends({ form: typed })
  try {
    return await command()
  } catch (error) {
    const outcome = context.outcome()
    if (error instanceof Response || (isAnswer(error) && outcome === 'nothing')) throw error
    const refusal = refusalOfWork(error, { outcome }, title)
    if (!refusal) throw error
    logFailure(context, error, refusal)
    setRetryAfter(context, error)
    context.log.info(
      { code: refusal.code, path: new URL(request.url).pathname, message: refusal.message },
      'refused',
    )
    return data({ refusal, typed } satisfies Refused, { status: statusOf(refusal) })
  }
}

/**
 * The same for a form of text fields. A form that cannot be read does not come from our pages, and which form of the
 * page it was is unknown, so the refusal gets a separate page.
 */
export async function formAnswer<Answer>(
  args: RouteArgs,
  command: (typed: Record<string, string>) => Promise<Answer>,
  title?: string,
) {
  const typed = await pageRead(() => readTyped(args.request))
  return pageAnswer(args, typed, async () => command(withoutKey(typed)), title)
}

/** The fields of a form except its idempotency key. @throws DomainError invalid without a valid key */
function withoutKey(typed: Readonly<Record<string, string>>): Record<string, string> {
  parseFields(typed, KeyField)
  const { idempotencyKey: _key, ...fields } = typed
  return fields
}

/**
 * The same for a form with files, which may also be refused while reading, or after too many in a minute. The typed
 * values are kept, and for an hour the files that were read: browsers do not let pages fill them in, so the form sends
 * their set in the field "staged".
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
    return withUpload(guarded, args.request, limits, ({ fields, files }) => {
      Object.assign(typed, fields)
      const { staged = '' } = fields
      const site = servicesOfProcess(guarded.services)
      return withStagedFiles(guarded, site, { files, staged }, async (used) =>
        command({ fields: withoutKey(typed), files: used }),
      )
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

interface FormRoute<Page extends Guarded, Schema extends z.ZodType, Done> {
  /** Title of refusals without their own. */
  title?: string
  /** Who may send the form, and the ids in its address. */
  page(args: RouteArgs): Promise<Page>
  fields: Schema
  /** What the form does, in one transaction. Receives the checked fields, and all fields as typed. */
  command(
    context: UserWriteContext,
    page: Page,
    fields: z.output<Schema>,
    typed: Record<string, string>,
  ): Promise<Done>
  /** The page that follows, and what was done, in a line. */
  done(done: Done, page: Page, args: RouteArgs): [to: string, message: string | StatusMessage]
}

/** The action of a page with one form: the form is checked by its schema, does its work, and redirects. */
export function formRoute<Page extends Guarded, Schema extends z.ZodType, Done>(
  form: FormRoute<Page, Schema, Done>,
) {
  return async (args: RouteArgs) => {
    const page = await form.page(args)
    const send = async (typed: Record<string, string>) => {
      const fields = parseFields(typed, form.fields)
      const done = await page.transaction((context) => form.command(context, page, fields, typed))
      const [to, message] = form.done(done, page, args)
      return redirectWithStatus(page, to, message)
    }
    return formAnswer(args, send, form.title)
  }
}

/** One form of a page with several. `Page` is what they all need: the guard's result, the object's id. */
export interface PageForm<Page> {
  /** Title of refusals without their own. */
  title?: string
  /** Does what the form requests, and redirects. */
  answer(page: Page, typed: Record<string, string>): Promise<Response>
}

/** The forms of a page, by their `intent`. */
export type PageForms<Page> = Readonly<Record<string, PageForm<Page>>>

interface CheckedForm<Page, Schema extends z.ZodType> {
  title?: string
  fields: Schema
  /** Receives the checked fields, and all fields as typed. */
  answer(page: Page, fields: z.output<Schema>, typed: Record<string, string>): Promise<Response>
}

/** A form whose fields are checked by a schema first. */
export function pageForm<Page, Schema extends z.ZodType>(form: CheckedForm<Page, Schema>): PageForm<Page> {
  const { fields, answer, ...same } = form
  return { ...same, answer: (page, typed) => answer(page, parseFields(typed, fields), typed) }
}

/**
 * Handles the submitted form of a page, like `formAnswer`. A form that the page does not have gets a separate page:
 * none of the page's forms could show the refusal.
 */
export async function handleIntents<Page>(args: RouteArgs, forms: PageForms<Page>, page: Page) {
  const { typed, form } = await pageRead(async () => {
    const typed = await readTyped(args.request)
    return { typed, form: formOf(forms, typed.intent) }
  })
  return pageAnswer(args, typed, async () => form.answer(page, withoutKey(typed)), form.title)
}

/** The form with this `intent`. @throws DomainError invalid if there is none */
export function formOf<Form>(forms: Readonly<Record<string, Form>>, intent = ''): Form {
  const form = Object.hasOwn(forms, intent) ? forms[intent] : undefined
  if (form) return form
  throw new DomainError(
    'invalid',
    'The page has no such form, and nothing was changed. Reload the page and try again.',
  )
}
