import { appUser, authorisation } from 'db/schema/access'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { QuickDialect } from 'db/statement-text'
import { and, eq, exists, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias, PgDialect, QueryBuilder } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'

const quick = new QuickDialect()
const plain = new PgDialect()
const select = new QueryBuilder()
const at = new Date('2026-11-03T18:00:00Z')
const other = alias(appUser, 'other')
const steps = select
  .select({ id: workflowEvent.objectId, last: sql<Date>`max(${workflowEvent.at})`.as('last') })
  .from(workflowEvent)
  .where(eq(workflowEvent.type, 'step'))
  .groupBy(workflowEvent.objectId)
const sub = steps.as('steps')
const shared = select.$with('shared').as(steps)

test.each<[string, { getSQL(): SQL }]>([
  [
    'values of all kinds',
    sql`select ${1}, ${'a $1 "b" \'c\''}, ${null}, ${true}, ${at}, ${undefined}, ${{ a: [1] }}`,
  ],
  [
    'lists',
    sql`select 1 where 1 in ${[1, 2, 3]} and ${sql.join([sql`a = ${1}`, sql`b = ${'x'}`], sql` or `)}`,
  ],
  ['names', sql`select ${sql.identifier('od"d')}, '$1' from ${workflowInstance} place`],
  [
    'parts of parts',
    sql`select * from (${sql`select ${2} union all ${sql`select ${3}`}`}) all_of_it where x = ${4}`,
  ],
  ['placeholders', sql`select ${sql.placeholder('userId')}, ${5}`],
  ['values written in place', sql`select ${6}, ${sql`${"it's"} = ${7}`.inlineParams()}`],
  ['a named expression', sql`select ${sql`now()`.as('moment')}`],
  [
    'a query with joins, another name and values as its columns store them',
    select
      .select({ name: appUser.userName, other: other.userName, one: sql<number>`${1}::int`.as('one') })
      .from(appUser)
      .innerJoin(other, eq(other.id, appUser.id))
      .leftJoin(authorisation, eq(authorisation.userId, sql.placeholder('id')))
      .where(
        and(
          or(isNull(appUser.disabledAt), gte(appUser.disabledAt, at)),
          inArray(appUser.id, [1, 2]),
          exists(select.select().from(workflowEvent).where(eq(workflowEvent.userId, appUser.id))),
        ),
      )
      .orderBy(appUser.userName)
      .limit(5)
      .offset(10),
  ],
  ['a query within another', select.select().from(sub).where(gte(sub.last, at))],
  ['a query before another', select.with(shared).select().from(shared).limit(1)],
  [
    'two queries together',
    select
      .select({ id: appUser.id })
      .from(appUser)
      .unionAll(select.select({ id: other.id }).from(other).where(eq(other.id, 3))),
  ],
])('%s make the statement that drizzle makes', (_, statement) => {
  const { sql: text, params } = plain.sqlToQuery(statement.getSQL())
  const built = quick.sqlToQuery(statement.getSQL())
  expect(built.sql).toBe(text)
  expect(built.params).toEqual(params)
})

test('the statement of an index has names without their tables', () => {
  const where = sql`${workflowEvent.type} = 'step'`
  expect(quick.sqlToQuery(where, 'indexes').sql).toBe(plain.sqlToQuery(where, 'indexes').sql)
})
