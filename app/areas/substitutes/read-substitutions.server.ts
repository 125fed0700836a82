import type { Read } from 'db/database'
import { appUser, substitution } from 'db/schema/access'
import { asc, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fullName, fullNameOf } from '~/areas/access/users.server'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import type { Context } from '~/platform/values/context.server'
import { dayIn } from '~/platform/values/day'
import type { HandedOver } from './handed-over.server'
import { type SubstitutionRow, stateAt } from './substitution'

const absent = alias(appUser, 'absent')
const substitute = alias(appUser, 'substitute')
const creator = alias(appUser, 'creator')

/** Substitutions, those that begin last first. */
async function substitutions({ read, now, timeZone }: Context, where?: SQL): Promise<SubstitutionRow[]> {
  const rows = await read
    .select({
      id: substitution.id,
      absent: fullNameOf(absent),
      substitute: fullNameOf(substitute),
      startsAt: substitution.startsAt,
      endsAt: substitution.endsAt,
      rights: substitution.rights,
      setBy: fullNameOf(creator),
      setAt: substitution.createdAt,
    })
    .from(substitution)
    .innerJoin(absent, eq(absent.id, substitution.absentId))
    .innerJoin(substitute, eq(substitute.id, substitution.substituteId))
    .leftJoin(creator, eq(creator.id, substitution.createdBy))
    .where(where)
    .orderBy(desc(substitution.startsAt), desc(substitution.id))
  return rows.map(({ startsAt, endsAt, rights, setBy, setAt, ...row }) => ({
    id: row.id,
    absent: row.absent ?? '',
    substitute: row.substitute ?? '',
    first_day: dayIn(startsAt, timeZone),
    // It ends with the last moment of that day.
    last_day: dayIn(new Date(Math.max(startsAt.getTime(), endsAt.getTime() - 1)), timeZone),
    state: stateAt({ startsAt, endsAt }, now),
    queues: (rights as HandedOver).queues.join(', '),
    set_by: setBy ?? 'Command line',
    set_at: setAt,
  }))
}

/** All substitutions of the site. */
export const allSubstitutions = (context: Context) => substitutions(context)

/** Those in which a person is away or the substitute. */
export const substitutionsOf = (context: Context, userId: number) =>
  substitutions(context, or(eq(substitution.absentId, userId), eq(substitution.substituteId, userId)))

/** The requests in which a person is away or the substitute, and that wait for an administrator. */
export async function pendingSubstitutes(
  read: Read,
  userName: string,
): Promise<{ id: number; description: string }[]> {
  const waiting = await pendingChanges(
    read,
    sql`(change.kind = 'substitute' and ${userName} in (change.after ->> 'absent', change.after ->> 'substitute'))`,
  )
  return waiting.map(({ id, description }) => ({ id, description }))
}

/** A user as a form offers them: "Ann Lee (ann)". */
export interface PersonChoice {
  value: string
  label: string
}

/** The users who are not disabled, by their names. */
export async function peopleChoices(read: Read): Promise<PersonChoice[]> {
  const rows = await read
    .select({ value: appUser.userName, name: fullName })
    .from(appUser)
    .where(isNull(appUser.disabledAt))
    .orderBy(asc(appUser.lastName), asc(appUser.firstName))
  return rows.map(({ value, name }) => ({ value, label: name === null ? value : `${name} (${value})` }))
}
