import { preparedQuery } from 'db/prepared-query'
import { appUser, authorisation, substitution, userQueue, uxFunction } from 'db/schema/access'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { ReadAt } from '~/platform/values/context.server'
import {
  type Absent,
  type AccessHold,
  type Actor,
  type FunctionId,
  HELD_HOURS,
  holdEndsAt,
  isAllowed,
  type Partner,
  type Rights,
} from './actor'
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

const now = sql.placeholder('now')
const isInForce = sql`s.starts_at <= ${now}::timestamptz and s.ends_at > ${now}::timestamptz`
const nameOfRow = (row: SQL) => sql`trim(concat(${row}.first_name, ' ', ${row}.last_name))`

/**
 * The people whom a user substitutes, each with what was handed over and is still theirs. A person who was disabled, or
 * whose access was just reset, hands nothing over.
 */
const heldFor = sql<
  (Pick<Absent, 'id' | 'fullName'> & { until: string; queues: string[]; functions: HeldFunctions })[]
>`(select coalesce(json_agg(json_build_object('id', absent.id, 'fullName', ${nameOfRow(sql`absent`)}, 'until', s.ends_at,
    'queues', (select coalesce(json_agg(q.queue), '[]') from ${userQueue} q
      where q.user_id = absent.id and s.rights -> 'queues' ? q.queue),
    'functions', (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'domain', f.domain,
        'domainType', f.domain_type, 'isDomain', f.is_domain, 'routing', f.routing, 'uxSortOrder', f.ux_sort_order,
        'add', a.may_add and (given.rights ->> 'add')::boolean,
        'update', a.may_update and (given.rights ->> 'update')::boolean,
        'delete', a.may_delete and (given.rights ->> 'delete')::boolean) order by f.ux_sort_order), '[]')
      from ${authorisation} a join ${uxFunction} f on f.id = a.function_id
      cross join lateral (select s.rights -> 'authorisations' -> a.function_id as rights) given
      where a.user_id = absent.id and given.rights is not null)) order by s.starts_at, s.id), '[]')
  from ${substitution} s join ${appUser} absent on absent.id = s.absent_id
  where s.substitute_id = app_user.id and ${isInForce} and absent.disabled_at is null and not absent.reset_alone
    and (absent.reset_at is null or absent.reset_at <= ${now}::timestamptz - make_interval(hours => ${HELD_HOURS}::int)))`

/** With whom a user counts as one person: those whom they substitute, and those who substitute them. */
const partners = sql<Partner[]>`(select coalesce(json_agg(json_build_object('id', other.id,
    'fullName', ${nameOfRow(sql`other`)}, 'isAway', s.absent_id = other.id) order by other.id), '[]')
  from ${substitution} s join ${appUser} other on other.id in (s.absent_id, s.substitute_id) and other.id <> app_user.id
  where app_user.id in (s.absent_id, s.substitute_id) and ${isInForce})`

/**
 * A user with authorisations and queues, which another prepared statement may join: every request begins with it. The
 * statement has the placeholder "now".
 */
export const actorColumns = {
  ...userColumns,
  resetAt: appUser.resetAt,
  resetAlone: appUser.resetAlone,
  functions: heldFunctions,
  queues: heldQueues,
  heldFor,
  partners,
}

type FoundActor = Pick<typeof appUser.$inferSelect, keyof typeof userColumns | 'resetAt' | 'resetAlone'> & {
  functions: HeldFunctions
  queues: string[]
  heldFor: (typeof heldFor)['_']['type']
  partners: Partner[]
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
  const { read, now } = context
  const [found] = await userInForce(read).execute({ userId, now })
  return found ? actorOf(context, found) : null
}

/** The user of a row of `actorColumns`; `now` as above. */
export async function actorOf(
  context: ReadAt,
  { resetAt, resetAlone, functions, queues, heldFor, partners, ...user }: FoundActor,
): Promise<Actor> {
  const own: Rights = { queues, authorisations: authorisationsOf(functions) }
  const standsFor = heldFor.map(({ id, fullName, until, queues, functions }) => ({
    id,
    fullName,
    until: new Date(until),
    queues,
    authorisations: authorisationsOf(functions),
  }))
  const mayAdminister = isAllowed(own, 'administration', 'update')
  return {
    ...user,
    fullName: `${user.firstName} ${user.lastName}`.trim(),
    ...(standsFor.length === 0 ? own : together([own, ...standsFor])),
    standsFor,
    own: standsFor.length === 0 ? null : own,
    oneWith: partners,
    heldBack: await heldBackOf(context, { resetAt, resetAlone, mayAdminister }),
  }
}

const authorisationsOf = (functions: HeldFunctions): Rights['authorisations'] =>
  functions.map(({ id, add, update, delete: remove, ...rest }) => ({
    uxFunction: { uxFunction: id, ...rest },
    permissions: { add, update, delete: remove },
  }))

/** What several people may do, as one. */
function together(people: readonly Rights[]): Rights {
  const byFunction = new Map<FunctionId, Rights['authorisations'][number]>()
  for (const { authorisations } of people)
    for (const { uxFunction, permissions } of authorisations) {
      const held = byFunction.get(uxFunction.uxFunction)?.permissions
      byFunction.set(uxFunction.uxFunction, {
        uxFunction,
        permissions: {
          add: permissions.add || held?.add === true,
          update: permissions.update || held?.update === true,
          delete: permissions.delete || held?.delete === true,
        },
      })
    }
  return {
    queues: [...new Set(people.flatMap(({ queues }) => queues))],
    authorisations: [...byFunction.values()].sort(
      (one, other) => one.uxFunction.uxSortOrder - other.uxFunction.uxSortOrder,
    ),
  }
}
