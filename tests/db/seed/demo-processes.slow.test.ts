import { playProcesses } from 'db/seed/demo/processes/play-processes'
import { contextOf } from 'tests/support/context'
import { beforeTheStory } from 'tests/support/demo/before-the-story'
import { opened } from 'tests/support/opened'
import { breaking } from 'tests/support/postgres/breaking'
import { expect, test } from 'vitest'
import { cleanHtml } from '~/areas/processes/clean-html.server'
import { generateProcesses } from '~/areas/processes/generate-processes.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

const database = await opened(beforeTheStory())
await expect(playProcesses({ database: breaking(database, 1) })).rejects.toThrow('killed')
await expect(playProcesses({ database: breaking(database, 9) })).rejects.toThrow('killed')
await playProcesses({ database })

/** Tasks due up to the last day of the demo, by status. */
async function tasksBy(status: string): Promise<number> {
  const [row] = await database.ownerSql`
    select count(*)::int as n from task join workflow_instance at on at.object_id = task.id where at.status = ${status}`
  return Number(row?.n)
}

test('tasks are in every state; after two interruptions nothing is duplicated', async () => {
  const [stored] = await database.ownerSql`
    select count(*)::int as dates, (select count(*)::int from task) as tasks,
      (select count(*)::int from workflow_instance where kind in ('task', 'reviewed task')) as instances
    from entity_process_date`
  // A year from July on: 11 month ends of seven entities, four quarter ends of five, four meetings of two boards.
  expect(stored).toEqual({ dates: 11 * 7 + 4 * 5 + 4 * 2, tasks: 11 * 28 + 4 * 28 + 4 * 14, instances: 476 })
  expect(await tasksBy('NOT APPLICABLE')).toBe(1)
  expect(await tasksBy('REVIEWED')).toBeGreaterThan(15)
  expect(await tasksBy('DONE')).toBeGreaterThan(50)
  expect(await tasksBy('IN PROGRESS')).toBeGreaterThan(1)
  expect(await tasksBy('TO DO')).toBeGreaterThan(200)
})

test('late tasks on the last day are those the stories left', async () => {
  const late = await database.ownerSql`
    select distinct entity.name || ': ' || process.name as what from task
    join workflow_instance at on at.object_id = task.id
    join entity_process_date d on d.id = task.entity_process_date_id
    join entity_process run on run.id = d.entity_process_id
    join process on process.id = run.process_id join legal_entity entity on entity.id = run.legal_entity_id
    where task.due_date < '2026-11-03' and not (at.status in ('NOT APPLICABLE', 'REVIEWED')
      or at.status = 'DONE' and not task.needs_review) order by 1`
  expect([...late].map(({ what }) => what)).toEqual([
    'Cormoran Investissements SICAV-FIS: AIFMD Annex IV report',
    'Quercus Alternatives SCA SICAV-RAIF: Board pack',
    'Quercus Alternatives SCA SICAV-RAIF: Investor report',
  ])
})

test('documents, a KPI comment and an assigned process exist', async () => {
  const [row] = await database.ownerSql`
    select (select count(*)::int from document where object_kind in ('task', 'reviewed task')) as papers,
      (select count(*)::int from kpi_comment_entry) as comments,
      (select count(*)::int from workflow_event where object_kind = 'process') as given,
      (select count(*)::int from workflow_event where name = 'reopen' and object_kind like '%task') as reopened`
  expect(row).toEqual({ papers: 4, comments: 1, given: 1, reopened: 1 })
})

test('no one reviewed their own work', async () => {
  const rows = await database.ownerSql`
    select done.user_id = review.user_id as alone from workflow_event review
    join workflow_event done on done.object_id = review.object_id and done.name = 'done'
    where review.name = 'review'`
  expect(rows.length).toBeGreaterThan(15)
  expect(rows.filter(({ alone }) => alone)).toEqual([])
})

test('Task Info is already clean, and generating again makes nothing', async () => {
  const rows = await database.ownerSql`select description_html as html from process_task`
  expect(rows.length).toBeGreaterThan(0)
  for (const { html } of rows) expect(cleanHtml(String(html))).toBe(html)
  const again = await database.transaction((tx) =>
    generateProcesses(
      contextOf({ tx, now: new Date('2026-07-15T08:30:00Z'), timeZone: 'Europe/Luxembourg' }),
    ),
  )
  expect(again).toEqual({ dates: 0, tasks: 0, takenOff: 0 })
})

test('every event is in an intact chain, in date order, none after the last day', async () => {
  expect(await verifyAudit(database.read, 'nothing is signed yet')).toMatchObject({ broken: null })
  const [row] = await database.ownerSql`
    select (select count(*)::int from workflow_event event where exists (select from workflow_event before
      where before.object_id = event.object_id and before.seq = event.seq - 1 and before.at > event.at)) as disordered,
      (select max(at) < '2026-11-04' from workflow_event) as within`
  expect(row).toEqual({ disordered: 0, within: true })
})
