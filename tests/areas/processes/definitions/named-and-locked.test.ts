import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { lookupTables, refusal } from 'tests/support/platform/tables/verbs'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { generateProcesses, lockProcesses } from '~/areas/processes/generate-processes.server'
import { historyOf } from '~/platform/workflow/history.server'
import { REFERENCE_OBJECT_ID } from '~/platform/workflow/record-act.server'

const ids = { entity: 0, event: 0, process: 0 }
// The site’s clock starts on Monday 2 November 2026.
const site = await opened(testSite())
const tables = await lookupTables(site)
const entity = await tables.create('legal-entities', { name: 'Elm SICAV', kind: 'FUND' })
const event = await tables.create('entity-events', {
  name: 'Month end',
  recurrence: 'monthly',
  rolls: 'stays',
})
const report = { name: 'Report', category: 'Reporting', recipient: '', dueOffset: 5 }
const process = await tables.create('processes', { ...report, entityEventId: event.row.id })
Object.assign(ids, {
  entity: Number(entity.row.id),
  event: Number(event.row.id),
  process: Number(process.row.id),
})

const lastLine = async () => (await historyOf(site.read, REFERENCE_OBJECT_ID))[0]?.log ?? ''

test('messages, conflicts and the audit trail name a task and a run with process and entity', async () => {
  const task = { processId: ids.process, rank: 1, name: 'Collect', team: 'OPERATIONS', dueOffset: 1 }
  const made = await tables.create('process-tasks', task)
  expect(made.label).toBe('Report: Collect')
  expect(await lastLine()).toContain('Report: Collect')
  expect((await refusal(tables.create('process-tasks', task))).message).toContain(
    'already a process task Report: Collect',
  )
  const run = { legalEntityId: ids.entity, processId: ids.process, validFrom: '2026-11-01' }
  const running = await tables.create('entity-processes', run)
  expect(running.label).toBe('Report of Elm SICAV, valid from 01/11/2026')
  expect((await refusal(tables.delete('entity-processes', running.row.key))).message).toContain(
    'Report of Elm SICAV',
  )
  const late = tables.update('process-tasks', made.row.key, { ...task, rank: 3 }, { ...task, rank: 2 })
  expect((await refusal(late)).message).toContain('Process task Report: Collect was changed')
  // Its end reports the number of removed dates.
  const ended = await tables.update('entity-processes', running.row.key, { ...run, validTo: '2026-12-31' })
  expect(ended.also).toBe('10 untouched future process dates were removed.')
})

test('a rule cannot change while its first dates are being made', async () => {
  const event = await tables.create('entity-events', {
    name: 'Quarter',
    recurrence: 'monthly',
    rolls: 'stays',
  })
  const other = {
    name: 'Other',
    category: 'Reporting',
    recipient: '',
    dueOffset: 5,
    entityEventId: event.row.id,
  }
  const process = await tables.create('processes', other)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let locked = () => {}
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve
  })
  const making = site.transaction(async (tx) => {
    await lockProcesses(tx)
    locked()
    await held
    await tx.execute(`insert into process_task (process_id, rank, task_group, name, team, due_offset, needs_review, description_html)
      values (${process.row.id}, 1, '', 'Do', 'OPERATIONS', 1, false, '')`)
    await tx.execute(`insert into entity_process (process_id, legal_entity_id, valid_from)
      values (${process.row.id}, ${ids.entity}, '2026-11-01')`)
    await generateProcesses(contextOf({ tx, now: site.clock(), timeZone: 'Europe/Luxembourg' }))
  })
  await isLocked
  const fields = { name: 'Quarter', recurrence: 'quarterly', rolls: 'stays' }
  const change = refusal(tables.update('entity-events', event.row.key, fields))
  // Once it waits at the lock.
  await expect
    .poll(
      async () => {
        const rows = await site.admin`select 1 from pg_stat_activity where datname = current_database()
          and wait_event = 'advisory' and query like '%pg_advisory_xact_lock%'`
        return rows.length
      },
      { timeout: 20_000 },
    )
    .toBe(1)
  release()
  await making
  expect((await change).options.fields?.recurrence).toMatch(/^This event already has process dates/)
})
