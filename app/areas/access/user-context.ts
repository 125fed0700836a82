import type { Context, WriteContext } from '~/platform/values/context.server'
import type { Actor } from './actor'

/** The context of a user's request. */
export interface UserContext extends Context {
  actor: Actor
}

/** The same within a transaction. */
export interface UserWriteContext extends WriteContext, UserContext {}

/** The context of work that starts its own transactions, such as a request. */
export interface UserWork extends UserContext {
  transaction<T>(work: (context: UserWriteContext) => Promise<T>): Promise<T>
}
