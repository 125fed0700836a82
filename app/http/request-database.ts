import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { AppLoadContext } from '@remix-run/node'
import type { Database } from 'db/database'
import { lastWriteOf, noteLastWrite } from '~/platform/cluster/cluster.server'
import { DomainError } from '~/platform/values/domain-error'
import {
  claimKey,
  KeyInUse,
  type SentContent,
  type SentKey,
  storeContent,
  wasRepeated,
} from '~/platform/workflow/idempotency.server'
import { isUnknown } from './outcome'

/** A request as the database sees it: where it reads, the key it was sent with, and its transactions. */

interface DatabaseRequest {
  request: Request
  context: AppLoadContext
  call?: true
  /** It changes something, although it is a GET. */
  changes?: boolean | undefined
}

/** The site's database, with the `read` and the `transaction` of a user's request. */
export async function databaseOfRequest(args: DatabaseRequest, userId: number): Promise<Database> {
  const { database } = args.context.services
  const { read, readAside } = await readsOf(args, database, userId)
  const by = {
    userId,
    sent: () => contentSent(args, userId),
    key: () => keySent(args, userId)?.key ?? null,
  }
  return { ...database, read, readAside, transaction: transactionOfRequest(args.context, by) }
}

interface Sender {
  userId: number
  sent: () => SentContent | null
  key: () => string | null
}

/** How often a request looks whether the transaction of another process with its key has ended. */
const KEY_PAUSE_MS = 50
/** Transactions end sooner, or are ended. */
const KEY_WAIT_MS = 30_000

/** The requests of this process that use a key, each waiting for the one before. */
const keysInUse = new Map<string, Promise<unknown>>()

/**
 * Runs the transaction of a request once no other request uses its key. It waits without a connection, which others
 * need meanwhile.
 * @param run throws KeyInUse while another process uses the key
 * @throws DomainError busy after a long wait
 */
async function onceKeyIsFree<Answer>(key: string | null, run: () => Promise<Answer>): Promise<Answer> {
  if (key === null) return run()
  const before = keysInUse.get(key)
  const own = (before ?? Promise.resolve()).catch(() => {}).then(() => runWhenFree(run))
  keysInUse.set(key, own)
  try {
    return await own
  } finally {
    if (keysInUse.get(key) === own) keysInUse.delete(key)
  }
}

async function runWhenFree<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  const until = performance.now() + KEY_WAIT_MS
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof KeyInUse)) throw error
      if (performance.now() > until)
        throw new DomainError(
          'busy',
          'This form is already being saved. Wait a minute, then look whether it was before you send it again.',
        )
      await setTimeout(KEY_PAUSE_MS)
    }
  }
}

/**
 * The transaction of a request. It stores what was sent with the key, or refuses it, and runs the work. If anything
 * fails afterwards, the response knows whether the work was stored, or was stored before; and pages read from a replica
 * only once it shows the work.
 * @param by missing before the login
 */
export function transactionOfRequest(context: AppLoadContext, by?: Sender): Database['transaction'] {
  const { services, noteOutcome } = context
  const { database, clock } = services
  return async (work) => {
    const sent = by?.sent() ?? null
    let savedBefore = false
    try {
      const key = by?.key() ?? null
      const answer = await onceKeyIsFree(key, () =>
        database.transaction(async (tx) => {
          if (key !== null) await claimKey(tx, key)
          if (by && sent) await storeContent({ tx, now: clock() }, by.userId, sent)
          const done = await work(tx)
          savedBefore = wasRepeated(tx)
          return done
        }),
      )
      noteOutcome('stored', savedBefore)
      if (by) await noteWrite(context, by.userId)
      return answer
    } catch (error) {
      if (isUnknown(error)) {
        noteOutcome('unknown')
        if (by) await noteWrite(context, by.userId)
      }
      throw error
    }
  }
}

/** Records the position of the primary from which the replica shows the user's last change. */
async function noteWrite({ services, log }: AppLoadContext, userId: number): Promise<void> {
  const { database } = services
  if (!database.replica) return
  await noteLastWrite(database.transaction, userId).catch((err: unknown) =>
    log.warn({ err }, 'a user may not see at once what they changed'),
  )
}

// One decision for all loaders of a page.
const shown = new WeakMap<AppLoadContext, Promise<boolean>>()

/**
 * Where a request reads. Anything that changes are based on comes from the primary, as do session, user and rights of
 * every request; a page that changes nothing is read from the replica, once that shows all changes of its user.
 */
async function readsOf(
  { context, changes }: DatabaseRequest,
  database: Database,
  userId: number,
): Promise<Pick<Database, 'read' | 'readAside'>> {
  const { replica, read } = database
  if (!replica || changes || !context.onlyReads) return database
  const cached = shown.get(context) ?? lastWriteOf(read, userId).then(replica.shows)
  shown.set(context, cached)
  return (await cached) ? replica : database
}

/**
 * The idempotency key of a request: the field of a form, or the header Idempotency-Key of a call, for this user and
 * this address. A call's key never equals a form's. Null without one.
 * @throws DomainError invalid
 */
export function keySent({ request, context, call }: DatabaseRequest, userId: number): SentKey | null {
  if (!call) {
    const key = context.sent()?.form?.idempotencyKey
    return key === undefined ? null : { key }
  }
  const given = request.headers.get('Idempotency-Key')
  if (given === null) return null
  if (!/^[\x21-\x7e]{1,200}$/.test(given))
    throw new DomainError(
      'invalid',
      'An Idempotency-Key has 1 to 200 characters without spaces, such as a UUID.',
    )
  // An address may be longer than a key in the database.
  const address = createHash('sha256').update(new URL(request.url).pathname).digest('hex')
  return { key: `call:${userId}:${address}:${given}` }
}

/** Fields that describe the page of a form: sent again from a reloaded page, it is the same form. */
const OF_ITS_PAGE = /^(?:idempotencyKey|revision|seen.*|.*Seen)$/

/**
 * What was sent with the key. A user who sends the form again after a lost response, with other values, is refused: the
 * response to the first would claim that the second was saved. So is a call with another body.
 */
function contentSent(args: DatabaseRequest, userId: number): SentContent | null {
  const sent = args.context.sent()
  if (!sent) return null
  const { key } = keySent(args, userId) ?? {}
  if (key === undefined) return null
  const { form, body } = sent
  if (form) return { key: `form:${userId}:${key}`, content: hashOfForm(form) }
  return body === undefined ? null : { key, content: body }
}

function hashOfForm(form: Readonly<Record<string, string>>): string {
  const fields = Object.entries(form).filter(([name]) => !OF_ITS_PAGE.test(name))
  return createHash('sha256').update(JSON.stringify(fields.sort())).digest('hex')
}
