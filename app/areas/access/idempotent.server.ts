import { type OnceContext, withIdempotencyKey } from '~/platform/workflow/idempotency.server'

/**
 * Does the work once, as `withIdempotencyKey` does, and returns the result in a short line. A form that is sent again
 * (a double click, a reloaded response) gets a note that it was already done.
 */
export async function idempotentWithStatus(
  context: OnceContext,
  action: string,
  work: () => Promise<string>,
): Promise<string> {
  let first = false
  const done = await withIdempotencyKey(context, action, () => {
    first = true
    return work()
  })
  return first ? done : `${done} (sent twice, done once)`
}

/** The result, and the secret, which is shown only this once. */
export interface WithSecret<Answer, Secret> {
  answer: Answer
  /** Null when it was shown before: it is not stored. */
  secret: Secret | null
}

/**
 * Does the work once, as `withIdempotencyKey` does. Only the first sender gets the secret: a form that is sent again
 * (its response is reloaded) creates no second one and gets none.
 */
export async function idempotentWithSecret<Answer, Secret>(
  context: OnceContext,
  action: string,
  work: () => Promise<{ answer: Answer; secret: Secret }>,
): Promise<WithSecret<Answer, Secret>> {
  let secret: Secret | null = null
  const answer = await withIdempotencyKey(context, action, async () => {
    const done = await work()
    secret = done.secret
    return done.answer
  })
  return { answer, secret }
}
