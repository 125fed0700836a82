import { opened } from 'tests/support/opened'
import { newProcessDate } from 'tests/support/process-dates'
import { httpSite } from 'tests/support/routes/http-site'
import type { UserName } from 'tests/support/site'
import { expect, test } from 'vitest'

const site = await opened(httpSite())

const page = async (path: string, user = 'operations1') => {
  const answer = await site.ask(user, path)
  return { status: answer.status, html: shownOf(await answer.text()) }
}

async function send(path: string, fields: Record<string, string>, user = 'operations1') {
  const answer = await site.ask(user, path, {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
  return { status: answer.status, to: answer.headers.get('location'), html: shownOf(await answer.text()) }
}

/** The visible part, without the data for scripts. */
const shownOf = (html: string) => html.split('<script', 1)[0] ?? ''

const empty = (await page('/processes')).html
const made = await site.transaction((tx) =>
  newProcessDate(tx, {
    name: 'Monthly figures',
    eventDate: '2026-10-30',
    dueDate: '2026-11-13',
    now: site.clock(),
    tasks: [
      {
        name: 'Collect <the> figures',
        dueDate: '2026-10-30',
        html: '<p>Ask <b>them</b><script>1</script></p>',
      },
      { name: 'Send', needsReview: true },
      { name: 'Approve', team: 'TEAM LEADER' },
    ],
  }),
)

/** The hidden fields of the form with this marker, as a browser sends them. */
function hiddenOf(html: string, marker: string): Record<string, string> {
  const form = (html.match(/<form[\s\S]*?<\/form>/g) ?? []).find((each) => each.includes(marker))
  return Object.fromEntries(
    [...(form ?? '').matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )
}

const idOf = (userName: UserName) => String(site.actor(userName).id)
const taskPath = (at = 0) => `/processes/${made.processDateId}/tasks/${made.taskIds[at]}`
const editing = () => `/processes?edit=${made.processDateId}`
/** The stored user of the process. */
const assigned = async () => {
  const [row] = await site.ownerSql`select user_id from entity_process_date where id = ${made.processDateId}`
  return row?.user_id === null ? null : Number(row?.user_id)
}

test('without processes, the page explains them and how to begin', async () => {
  expect(empty).toContain('A process is the work for an entity at each of its events')
  expect(empty).toContain('Administrators define processes')
  expect(empty).not.toContain('filter.process')
})

test('a row has all columns; late by the day, the team’s status by the queues of the user', async () => {
  const { html } = await page('/processes')
  const row = html.match(/<tr data-key[\s\S]*?<\/tr>/)?.[0] ?? ''
  for (const text of [
    'Reporting',
    'Entity of Monthly figures',
    'Event of Monthly figures',
    '30/10/2026',
    'CSSF',
  ])
    expect(row).toContain(text)
  expect(row).toContain('0/3')
  expect(row.match(/LATE/g)).toHaveLength(2)
  const leader = (await page('/processes', 'teamleader1')).html.match(/<tr data-key[\s\S]*?<\/tr>/)?.[0] ?? ''
  expect(leader).toContain('TO DO')
  const file = await (await site.ask('auditor1', '/processes/export/processes.csv')).text()
  expect(file).toContain('0/3')
  expect((await site.ask('auditor1', '/processes/export/none.csv')).status).toBe(404)
})

test('the expanded row has its tasks with their filter row, and its events', async () => {
  const expanded = `/processes?expanded=${made.processDateId}`
  const { html } = await page(`${expanded}&tasks.filters=1`)
  expect(html).toContain('Tasks of Monthly figures of Entity of Monthly figures, 30/10/2026')
  expect(html).toContain('name="tasks.filter.task_team"')
  expect(html).toContain('2026-10-30')
  expect(html).toContain('TO DO <span class="badge__queue">(TEAM LEADER)</span>')
  const found = (await page(`${expanded}&tasks.filter.task_team=leader`)).html
  expect(found).toContain(`${taskPath(2)}?`)
  expect(found).not.toContain(`${taskPath(0)}?`)
  const events = (await page(`${expanded}&detail=events`)).html
  expect(events).toContain('No events yet: it has not been assigned')
  const file = await site.ask(
    'auditor1',
    `/processes/${made.processDateId}/export/tasks.csv?tasks.filter.task_team=leader`,
  )
  expect((await file.text()).trim().split('\n')).toHaveLength(2)
})

test('the user is changed in the row; the same form again is one change, recorded in its chain', async () => {
  const form = hiddenOf((await page(editing())).html, 'id="assign"')
  const chosen = { ...form, user_id: idOf('operations2') }
  const answer = await send(editing(), chosen)
  expect(answer).toMatchObject({ status: 302, to: '/processes' })
  expect((await send(editing(), chosen)).status).toBe(302)
  expect(await assigned()).toBe(site.actor('operations2').id)
  const { html } = await page(`/processes?expanded=${made.processDateId}&detail=events`)
  expect(html.match(/\(none\) → /g)).toHaveLength(1)
})

test('an unauthorised or concurrent assignment is reported in the row, with the choice kept', async () => {
  const form = hiddenOf((await page(editing())).html, 'id="assign"')
  const wrong = await send(editing(), { ...form, user_id: idOf('finance1') })
  expect(wrong.status).toBe(422)
  expect(wrong.html).toMatch(
    /aria-invalid="true"[\s\S]*id="assign-user_id-error"[^>]*>Choose a user who may open Processes/,
  )
  await send(editing(), { ...form, user_id: idOf('operations1') })
  const again = hiddenOf((await page(editing())).html, 'id="assign"')
  const behind = await send(editing(), {
    ...again,
    seenUserId: form.seenUserId ?? '',
    user_id: idOf('teamleader1'),
  })
  expect(behind.status).toBe(409)
  expect(behind.html).toContain('after you opened this page')
  expect(behind.html).toMatch(/role="alert"[\s\S]*Settings error/)
  expect(await assigned()).toBe(site.actor('operations1').id)
})

test('without the permission the name is plain text, and changes are refused', async () => {
  const { html } = await page(editing(), 'manager1')
  expect(html).not.toContain('id="assign"')
  expect(html).not.toContain('class="user-cell"')
  expect((await send(editing(), { user_id: idOf('manager1') }, 'manager1')).status).toBe(403)
})

test('the drawer has the process as its title; Task Info is sanitised, and the steps depend on the user', async () => {
  const { html } = await page(taskPath())
  expect(html).toMatch(/id="drawer-title"[^>]*>[\s\S]*?Monthly figures[\s\S]*?Collect &lt;the&gt; figures/)
  expect(html).toContain('<p>Ask <b>them</b></p>')
  for (const title of ['Task Info', 'Uploads', 'Events', 'Actions', 'KPI comments'])
    expect(html).toContain(`<h2>${title}</h2>`)
  expect(html).toContain('Upload New Document')
  const manager = (await page(taskPath(), 'manager1')).html
  expect(manager).toContain('Waiting for members of OPERATIONS who may update Processes')
  expect(manager).not.toContain('Upload New Document')
  expect(manager).not.toContain('name="kpiCommentId"')
  expect((await page(`/processes/999999/tasks/${made.taskIds[0]}`)).status).toBe(404)
  expect((await page(`/processes/${made.processDateId}/tasks/999999`)).status).toBe(404)
})

test('a process and a task are found by id', async () => {
  const { processDateId, taskIds } = made
  const to = async (path: string) => (await site.ask('auditor1', path)).headers.get('location') ?? ''
  expect(await to(`/tasks/${taskIds[2]}`)).toBe(taskPath(2))
  const { html } = await page(await to(`/processes/${processDateId}`))
  expect(html).toContain('Events of Monthly figures of Entity of Monthly figures')
  expect((await page('/tasks/999999')).status).toBe(404)
})

test('starting a task leaves its drawer open; ending one’s turn closes it, and a stale form is refused', async () => {
  const path = taskPath(1)
  const { html } = await page(path)
  const press = async (display: string, shown = html) =>
    send(path, { ...hiddenOf(shown, 'name="eventLog"'), eventLog: '', stepId: stepIn(shown, display) })
  expect((await press('Start')).to).toBe(path)
  const behind = await send(path, {
    ...hiddenOf(html, 'name="eventLog"'),
    idempotencyKey: '4f1f0c1e-0a35-4b62-8a3c-0f6b1a2d3c4e',
    eventLog: 'kept',
    stepId: stepIn(html, 'Start'),
  })
  expect(behind.status).toBe(409)
  expect(behind.html).toContain('Workflow cannot move to next step.')
  expect(behind.html).toContain('kept')
  const started = (await page(path)).html
  expect((await press('Done', started)).to).toBe(`${path}?done=1`)
  expect((await page(path)).html).toContain('needs another person')
  const file = await (await site.ask('auditor1', `${path}/export/task_workflow.csv`)).text()
  expect(file).toContain('IN PROGRESS (OPERATIONS)')
})

test('a KPI comment that needs free text is refused with a message for it', async () => {
  const { html } = await page(taskPath())
  const form = hiddenOf(html, 'name="kpiCommentId"')
  const needs = /<option value="(\d+)">[^<]*\(free text required\)/.exec(html)?.[1] ?? ''
  const refused = await send(taskPath(), { ...form, kpiCommentId: needs, kpiCommentLog: ' ' })
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('needs a free text')
  const saved = await send(taskPath(), {
    ...form,
    kpiCommentId: needs,
    kpiCommentLog: 'Their system was down',
  })
  expect(saved).toMatchObject({ status: 302, to: taskPath() })
  expect((await page(taskPath(), 'manager1')).html).toContain('Their system was down')
})

test('an outdated KPI comment shows both versions, and can be saved over the other', async () => {
  const path = taskPath()
  const [first, second] = [await page(path), await page(path)]
  const form = (html: string) => hiddenOf(html, 'name="kpiCommentId"')
  const comment = { kpiCommentId: '1', kpiCommentLog: 'Mine' }
  expect((await send(path, { ...form(first.html), kpiCommentId: '2', kpiCommentLog: 'Theirs' })).status).toBe(
    302,
  )
  const late = await send(path, { ...form(second.html), ...comment })
  expect(late.status).toBe(409)
  expect(late.html).toContain('after you opened it. Compare the versions')
  expect(late.html).toContain('Stored now')
  expect(late.html).toContain('>Mine</textarea>')
  expect((await send(path, { ...form(late.html), ...comment })).status).toBe(302)
  expect((await page(path, 'manager1')).html).toContain(': Mine')
})

const stepIn = (html: string, display: string) =>
  new RegExp(`name="stepId" value="(\\d+)"[^>]*>${display}<`).exec(html)?.[1] ?? ''

test('the calendar counts what is due on each day of a month by status, with links to the rows', async () => {
  const textOf = (html: string) => html.replaceAll('<!-- -->', '')
  const { html } = await page('/processes/calendar')
  expect(textOf(html)).toContain('Processes due in November 2026')
  const cell = /<td[^>]*><time dateTime="2026-11-13">13<\/time>[\s\S]*?<\/td>/.exec(textOf(html))?.[0] ?? ''
  expect(cell).toMatch(/1 (LATE|IN PROGRESS|TO DO)/)
  const [, link = ''] = /href="([^"]+)"/.exec(cell) ?? []
  const rows = await page(link.replaceAll('&amp;', '&'))
  expect(rows.html).toContain('Monthly figures')
  expect(html).toMatch(/<td aria-current="date"><time dateTime="2026-11-02">/)
  // A week starts on Monday; days of other months are blank.
  expect(html.match(/<td[^>]*><\/td>/g)).toHaveLength(5 * 7 + 7 - 30)
  const before = await page('/processes/calendar?month=2026-02')
  expect(textOf(before.html)).toContain('Processes due in February 2026')
  expect(textOf((await page('/processes/calendar?month=2026-13')).html)).toContain('due in November 2026')
})
