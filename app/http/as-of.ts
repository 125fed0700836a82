import { type AppLoadContext, data, redirect } from '@remix-run/node'
import type { Database } from 'db/database'
import type { Actor } from '~/areas/access/actor'
import { recordedSince, wasThere } from '~/platform/proof/recorded-since.server'
import { asOfIn, asOfNamesIn, readAsOf } from '~/platform/values/as-of'
import { AS_OF } from '~/platform/values/as-of-address'
import { isDay } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { ownValue } from '~/platform/values/own-value'
import { isPastPage } from '~/platform/values/past-pages'
import { showInstant, showLongInstant } from '~/platform/values/show'
import { drainBody } from './drain'

interface PastRequest {
  request: Request
  context: AppLoadContext
  call?: true
}

/** What a request for a past state works with. */
export interface Past {
  at: Date
  database: Database
}

const instants = new WeakMap<object, Promise<Past>>()

/**
 * Refuses a request that would change something and asks for a past with `asOf`: its sender saw another state than the
 * one that would change.
 * @throws Response with a sentence, for a call DomainError
 */
export function refusePastChange(args: PastRequest): void {
  if (args.context.onlyReads || asOfNamesIn(new URL(args.request.url).searchParams).length === 0) return
  drainBody(args.request)
  throw refusal(args, 'This shows how it stood, and what was cannot be changed. Open it as it is now.', 405)
}

/**
 * Refuses `asOf` on a page that only shows the present.
 * @throws Response with a sentence
 */
export function refusePresentPage(args: PastRequest): void {
  const { pathname, searchParams } = new URL(args.request.url)
  if (isPastPage(pathname) || asOfNamesIn(searchParams).length === 0) return
  throw refusal(args, 'This page cannot be shown as of an earlier instant. Open it as it is now.', 400)
}

/**
 * The past that a request asks for with `asOf`; null without it. All loaders of a page share it.
 * @throws Response with a sentence: for a page without a past, an instant before the records begin or in the future, or
 * an object that did not exist yet
 */
export async function pastOf(args: PastRequest, database: Database): Promise<Past | null> {
  const { request, context } = args
  const url = new URL(request.url)
  if (!args.call) refusePresentPage(args)
  const text = asOfOf(args, url)
  if (text === null) return null
  const found = instants.get(context) ?? openPast(args, text, database)
  instants.set(context, found)
  return found
}

function asOfOf(args: PastRequest, { searchParams }: URL): string | null {
  try {
    return asOfIn(searchParams)
  } catch (error) {
    throw error instanceof DomainError ? refusal(args, error.message, 400) : error
  }
}

async function openPast(args: PastRequest, text: string, database: Database): Promise<Past> {
  const { clock, settings } = args.context.services
  try {
    const now = clock()
    const at = readAsOf(text, settings.timeZone, now)
    if (!args.call && at === now && isDay(text.trim())) throw redirect(addressAsOf(args.request.url, now))
    const first = await recordedSince(database.read)
    if (first === null || at < first)
      throw new DomainError(
        'invalid',
        first
          ? `Fundesk has recorded what changes since ${showInstant(first, settings.timeZone)}. Choose a later instant.`
          : 'Nothing is recorded yet. Open the page as it is now.',
        { title: 'Nothing can be shown as of then.' },
      )
    const read = database.past(at)
    await refuseLater(
      new URL(args.request.url).pathname,
      at,
      { past: read, now: database.read },
      settings.timeZone,
    )
    return {
      at,
      database: {
        ...database,
        read,
        readAside: read,
        transaction: () => Promise.reject(new Error('Nothing is stored while the past is shown.')),
      },
    }
  } catch (error) {
    if (!(error instanceof DomainError) || args.call) throw error
    throw data(
      { title: error.options.title, message: error.message },
      { status: error.code === 'not-found' ? 404 : 422 },
    )
  }
}

/**
 * The address of a page as of an instant, to the second: a day that has not ended is shown as it stood until then. The
 * clock of another instance may be a little behind.
 */
function addressAsOf(address: string, at: Date): string {
  const { pathname, searchParams } = new URL(address)
  searchParams.set(AS_OF, `${at.toISOString().slice(0, 19)}Z`)
  return `${pathname}?${searchParams}`
}

/** Pages of single objects: the first part of their address, and the object's name for users. */
const OBJECTS: Readonly<Record<string, string>> = {
  'nav-controls': 'NAV',
  production: 'NAV',
  drafts: 'Draft',
  budgets: 'Budget',
  invoices: 'Invoice',
}

/** Refuses the page of an object that exists now but did not exist then: the link itself is valid. */
async function refuseLater(
  path: string,
  at: Date,
  { past, now }: Record<'past' | 'now', Database['read']>,
  timeZone: string,
): Promise<void> {
  const [, page = '', id] = /^\/([a-z-]+)\/(\d{1,15})(?:\/|$)/.exec(path) ?? []
  const what = ownValue(OBJECTS, page)
  if (!what) return
  const isThere = (read: Database['read']) => wasThere(read, what.toLowerCase(), Number(id))
  if ((await isThere(past)) || !(await isThere(now))) return
  throw new DomainError(
    'not-found',
    `${what} ${id} came later than ${showLongInstant(at, timeZone)}. Choose a later instant, or open it as it is now.`,
    { title: `${what} ${id} was not there yet` },
  )
}

function refusal({ call }: PastRequest, message: string, status: 400 | 405) {
  return call
    ? new DomainError('invalid', message)
    : data({ title: 'Nothing can be shown as of then.', message }, { status })
}

/** The same user, but read-only. */
export const onlyLooking = (actor: Actor): Actor => ({
  ...actor,
  queues: [],
  own: null,
  standsFor: [],
  authorisations: actor.authorisations.map((each) => ({
    ...each,
    permissions: { add: false, update: false, delete: false },
  })),
})
