import { preparedQuery } from 'db/prepared-query'
import { appUser, authorisation, userQueue, uxFunction } from 'db/schema/access'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ReadAt } from '~/platform/values/context.server'
import { type AccessHold, type Actor, type FunctionId, holdEndsAt, isAllowed } from './actor'
import { worksAlone } from './second-person.server'
import { userColumns } from './users.server'

/** What a user may not do at this instant, whatever their rights allow. */
async function heldBackOf(
  { read, now }: ReadAt,
  {
    resetAt,
    resetAlone,
    mayAdminister,
  }: { resetAt: Date | null; resetAlone: boolean; mayAdminister: boolean },
): Promise<AccessHold> {
  const until = resetAt && holdEndsAt(resetAt)
  const money = resetAlone ? 'reset alone' : mayAdminister && (await worksAlone(read)) ? 'works alone' : null
  return { until: until !== null && until > now ? until : null, money }
}

type HeldFunctions = (Pick<typeof uxFunction.$inferSelect, 'name' | 'domain' | 'domainType' | 'isDomain'> &
  Pick<typeof uxFunction.$inferSelect, 'routing' | 'uxSortOrder'> &
  Pick<typeof authorisation.$inferSelect, 'add' | 'update' | 'delete'> & { id: FunctionId })[]

const heldFunctions = sql<HeldFunctions>`(select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name,
    'domain', f.domain, 'domainType', f.domain_type, 'isDomain', f.is_domain, 'routing', f.routing,
    'uxSortOrder', f.ux_sort_order, 'add', a.may_add, 'update', a.may_update, 'delete', a.may_delete)
    order by f.ux_sort_order), '[]')
  from ${authorisation} a join ${uxFunction} f on f.id = a.function_id where a.user_id = app_user.id)`
const heldQueues = sql<string[]>`(select coalesce(json_agg(q.queue), '[]') from ${userQueue} q
  where q.user_id = app_user.id)`

/** A user with authorisations and queues, which another statement may join: every request begins with it. */
export const actorColumns = {
  ...userColumns,
  resetAt: appUser.resetAt,
  resetAlone: appUser.resetAlone,
  functions: heldFunctions,
  queues: heldQueues,
}

type FoundActor = Pick<typeof appUser.$inferSelect, keyof typeof userColumns | 'resetAt' | 'resetAlone'> & {
  functions: HeldFunctions
  queues: string[]
}

const userInForce = preparedQuery((read) =>
  read
    .select(actorColumns)
    .from(appUser)
    .where(and(eq(appUser.id, sql.placeholder('userId')), isNull(appUser.disabledAt)))
    .prepare('user in force'),
)

/**
 * A user who is not disabled, with authorisations and queues; null otherwise.
 * @param now the instant at which the holds after an access reset are judged
 */
export async function actorById(context: ReadAt, userId: number): Promise<Actor | null> {
  const { read } = context
  const [found] = await userInForce(read).execute({ userId })
  return found ? actorOf(context, found) : null
}

/** The user of a row of `actorColumns`; `now` as above. */
export async function actorOf(
  context: ReadAt,
  { resetAt, resetAlone, functions, ...user }: FoundActor,
): Promise<Actor> {
  const authorisations = functions.map(({ id, add, update, delete: remove, ...rest }) => ({
    uxFunction: { uxFunction: id, ...rest },
    permissions: { add, update, delete: remove },
  }))
  const mayAdminister = isAllowed({ authorisations }, 'administration', 'update')
  return {
    ...user,
    fullName: `${user.firstName} ${user.lastName}`.trim(),
    authorisations,
    heldBack: await heldBackOf(context, { resetAt, resetAlone, mayAdminister }),
  }
}
