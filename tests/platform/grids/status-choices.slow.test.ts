import { opened } from 'tests/support/opened'
import { newProcessDate } from 'tests/support/process-dates'
import { aboutOf, sheetOf } from 'tests/support/routes/exported'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'

// A status of the site, in a workflow version that took effect after the objects started.
const site = await opened(httpSite())

/** A version after the built-in ones, with one more step to a new status. */
async function ownVersion(kind: string, status: string): Promise<void> {
  const [made] = await site.ownerSql`
    insert into workflow_definition (kind, version, valid_from, comment)
    values (${kind}, 99, '2026-01-01', 'Our own') returning id`
  await site.ownerSql`
    insert into workflow_step (definition_id, sorting_order, name, display, from_queue, from_status, to_queue,
      to_status, to_class, acting_queue, function_id)
    select ${made?.id ?? 0}, 1, 'own', 'Own', to_queue, to_status, to_queue, ${status}, 'pending', to_queue, function_id
    from workflow_step join workflow_definition d on d.id = definition_id
    where d.kind = ${kind} order by workflow_step.id limit 1`
}

/** The choices of a column’s filter. */
async function choicesOf(path: string, field: string): Promise<string[]> {
  const { html } = await site.page('auditor1', path)
  const select = html.split(`<select name="${field}"`)[1]?.split('</select>')[0] ?? ''
  return [...select.matchAll(/<option value="([^"]+)"/g)].map(([, value = '']) => value)
}

const SHIPPED = {
  nav: [
    'TO CONTROL',
    'CONTROLLED',
    'RETURNED',
    'REOPENED',
    'SUBMITTED',
    'REVIEWED',
    'AWAITING CLIENT',
    'VALIDATED',
    'SENT',
    'CANCELLED',
  ],
  draft: ['IN ENTRY', 'RETURNED', 'TO CHECK', 'TO VALIDATE', 'VALIDATED', 'COMPLETED', 'CANCELLED'],
  invoice: [
    'TO BOOK',
    'TO APPROVE',
    'FIRST APPROVAL',
    'APPROVED',
    'SENT',
    'PAID',
    'RETURNED',
    'CANCELLED',
    'RECREATED',
    'IN DISPUTE',
  ],
  budget: ['IN ENTRY', 'RETURNED', 'TO APPROVE', 'ACTIVE', 'CANCELLED'],
  task: ['TO DO', 'IN PROGRESS', 'DONE', 'REVIEWED', 'NOT APPLICABLE'],
}

test('lists offer the statuses of all versions of a workflow: built-in ones and the site’s', async () => {
  const { processDateId } = await site.transaction((tx) =>
    newProcessDate(tx, {
      name: 'Report',
      eventDate: '2026-10-30',
      dueDate: '2026-11-13',
      now: site.clock(),
      tasks: [{ name: 'Collect' }],
    }),
  )
  const lists = [
    ['nav', 'SECOND LOOK', '/nav-controls?search=x&filters=1', 'filter.currentstatus'],
    ['draft', 'PARKED', '/drafts?search=x&filters=1', 'filter.event_status'],
    ['invoice', 'DISPUTED', '/invoices?search=x&filters=1', 'filter.event_status'],
    ['budget', 'UNDER REVIEW', '/budgets?search=x&filters=1', 'filter.event_status'],
    [
      'task',
      'ON HOLD',
      `/processes?expanded=${processDateId}&size=200&tasks.filters=1`,
      'tasks.filter.last_event_status',
    ],
  ] as const
  for (const [kind, status, path, field] of lists) {
    expect([kind, [...(await choicesOf(path, field))].sort()]).toEqual([kind, [...SHIPPED[kind]].sort()])
    await ownVersion(kind, status)
    expect(await choicesOf(path, field)).toContain(status)
  }
})

test('objects in a status of the site are found by it, in the list and in its files', async () => {
  const { navId } = await site.addFund({ fundCode: 'LUX001' })
  await site.addFund({ fundCode: 'LUX002' })
  await site.admin`update workflow_instance set status = 'SECOND LOOK' where object_id = ${navId}`
  const search = '?filter.currentstatus=SECOND LOOK'
  const { html } = await site.page('auditor1', `/nav-controls${search}`)
  expect(html).toMatch(/<option value="SECOND LOOK" selected/)
  expect(html.match(/<tr [^>]*data-key/g)).toHaveLength(1)
  const file = `/nav-controls/export/navs.xlsx${search}`
  const [, ...lines] = await sheetOf(await site.ask('auditor1', file))
  expect(lines.map(([fund]) => fund)).toEqual(['LUX001'])
  expect(await aboutOf(await site.ask('auditor1', file))).toMatchObject({
    Filters: ['Status is “SECOND LOOK”'],
  })
})
