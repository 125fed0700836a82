import type { Context, WriteContext } from '~/platform/values/context.server'
import type { SentKey } from '~/platform/workflow/idempotency.server'
import type { Actor } from './actor'

/** The context of a user's request. */
export interface UserContext extends Context {
  actor: Actor
}

/** The same within a transaction. */
export interface UserWriteContext<By extends Actor | null = Actor> extends WriteContext {
  actor: By
  /** The idempotency key of the request; null without one, as in jobs. */
  sentKey: SentKey | null
}

/** The context of work that starts its own transactions, such as a request. Commands may have no user. */
export interface UserWork<By extends Actor | null = Actor> extends Context {
  actor: By
  transaction<T>(work: (context: UserWriteContext<By>) => Promise<T>): Promise<T>
  /** The idempotency key of the request, once its form is read; null without one. */
  sentKey(): SentKey | null
}
