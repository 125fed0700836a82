import type { TestDatabase } from 'tests/support/postgres/database'
import { expect } from 'vitest'
import { isTaskComplete, NOT_BEGUN, type TaskKind } from '~/areas/processes/process'
import type { Day } from '~/platform/values/day'

interface Told {
  id: number
  tasks: number
  complete: number
  open_due: Day | null
  teams: string[]
  open_teams: string[]
  open_dues: Day[]
  begun_teams: string[]
}

/** Checks that the stored sums of every process date match its tasks. */
export async function expectTaskSums({ ownerSql }: Pick<TestDatabase, 'ownerSql'>): Promise<void> {
  const stored = await ownerSql<Told[]>`
    select id::int, tasks, complete_tasks as complete, open_due::text, to_jsonb(teams) as teams,
      to_jsonb(open_teams) as open_teams, to_jsonb(open_team_dues) as open_dues, to_jsonb(begun_teams) as begun_teams
    from entity_process_date order by id`
  const tasks = await ownerSql<{ of: number; team: string; due: Day; kind: TaskKind; status: string }[]>`
    select t.entity_process_date_id::int as of, t.team, t.due_date::text as due, i.kind, i.status
    from task t join workflow_instance i on i.object_id = t.id`
  const added = stored.map(({ id }): Told => {
    const own = tasks.filter(({ of }) => of === id)
    const open = own.filter((each) => !isTaskComplete(each))
    const openTeams = teamsOf(open)
    const first = (some: typeof own) => some.map(({ due }) => due).sort()[0] ?? null
    return {
      id,
      tasks: own.length,
      complete: own.length - open.length,
      open_due: first(open),
      teams: teamsOf(own),
      open_teams: openTeams,
      open_dues: openTeams.map((team) => first(open.filter((each) => each.team === team)) ?? ''),
      begun_teams: teamsOf(open.filter(({ status }) => status !== NOT_BEGUN)),
    }
  })
  expect(stored.map((each) => ({ ...each }))).toEqual(added)
}

const teamsOf = (tasks: { team: string }[]) => [...new Set(tasks.map(({ team }) => team))].sort()
