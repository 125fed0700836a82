import type { Context, WriteContext } from '~/platform/values/context.server'
import type { Actor } from './actor'

/** The work of a user. */
export interface UserContext extends Context {
  actor: Actor
}

/** The work of a user in a transaction. */
export interface UserWriteContext extends WriteContext, UserContext {}

/** The work of a user that begins its transactions by itself, such as that of a request. */
export interface UserWork extends UserContext {
  transaction<T>(work: (context: UserWriteContext) => Promise<T>): Promise<T>
}
