import { randomUUID } from 'node:crypto'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'

const site = await opened(httpSite())

const NAVS = '/admin/workflows/nav'
const DRAFT = `${NAVS}/draft`

const page = (path: string, user = 'admin') => site.page(user, path)

const send = (path: string, fields: Record<string, string>, user = 'admin') => site.send(user, path, fields)

/** The hidden fields of the page’s form with a revision. */
function hiddenOf(html: string): Record<string, string> {
  const form = html.slice(html.lastIndexOf('<form', html.indexOf('name="revision"')))
  return Object.fromEntries(
    [
      ...form
        .slice(0, form.indexOf('</form>'))
        .matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g),
    ].map(([, name = '', value = '']) => [name, value]),
  )
}

const LOOK = {
  like: '',
  display: 'Second look',
  from: 'TEAM LEADER / SUBMITTED',
  to: 'MANAGER / REVIEWED',
  newQueue: '',
  newStatus: '',
  newClass: '',
  actingQueue: 'TEAM LEADER',
  dateToDisplayId: '',
}

test('the list has every workflow; each is drawn and listed step by step, with its versions', async () => {
  const list = await page('/admin/workflows')
  for (const title of ['NAV', 'Draft', 'Invoice', 'Budget', 'Task', 'Reviewed task'])
    expect(list.html).toContain(`>${title}</a>`)
  const { status, html } = await page('/admin/workflows/reviewed-task')
  expect(status).toBe(200)
  expect(html).toMatch(
    /<svg[^>]+role="img" aria-label="Workflow of a reviewed task, version 1, diagram\. \d+ places and/,
  )
  expect(html).toContain('supplied by Fundesk')
  expect(html.match(/NOT APPLICABLE/g)?.length).toBeGreaterThan(3)
  expect((await page('/admin/workflows/invoice')).html).toContain('<h1>Workflow of an invoice')
  expect((await page('/admin/workflows/nothing')).status).toBe(404)
  expect((await page(`${NAVS}?version=99`)).status).toBe(404)
  expect((await page(`${NAVS}?version=1`)).html).toContain('Figures changed')
})

test('a redirected built-in step names both states, in the table and in its file', async () => {
  const { html } = await page(NAVS)
  const row = html.match(/<tr[^>]*>(?:(?!<\/tr>).)*MANAGER \/ REVIEWED(?:(?!<\/tr>).)*<\/tr>/gs) ?? []
  const validate = row.find((each) => each.includes('AWAITING CLIENT'))
  expect(validate).toContain('Validate, no client validation')
  expect(validate).toContain('>VALIDATED')
  expect(html.replaceAll('<!-- -->', '')).toContain(
    'Validate, no client validation: from MANAGER / REVIEWED to SENDING / VALIDATED',
  )
  const file = await site.ask('admin', `${NAVS}/export/workflow_steps.csv`)
  expect(await file.text()).toContain(
    'CLIENT / AWAITING CLIENT; SENDING / VALIDATED: Validate, no client validation',
  )
})

test('a new version is started, edited by forms without scripts, refused with errors, and requested', async () => {
  expect((await page(DRAFT)).status).toBe(302)
  expect((await send(NAVS, { idempotencyKey: randomUUID() })).to).toBe(DRAFT)
  expect((await page(DRAFT)).html).toContain('None: this version can take effect.')

  const form = await page(`${DRAFT}/steps/new`)
  const wrong = await send(`${DRAFT}/steps/new`, { ...hiddenOf(form.html), ...LOOK, actingQueue: 'NOBODY' })
  expect([wrong.status, wrong.html]).toEqual([
    422,
    expect.stringContaining('is not a queue that can have members'),
  ])
  expect(wrong.html).toContain('value="Second look"')
  const sent = { ...hiddenOf(form.html), ...LOOK, 'excludes-maker': 'on' }
  expect((await send(`${DRAFT}/steps/new`, sent)).to).toBe(DRAFT)
  // A double click takes effect once, without a refusal.
  expect((await send(`${DRAFT}/steps/new`, sent)).to).toBe(DRAFT)
  const draft = await page(DRAFT)
  expect(draft.html).toContain('without the step &quot;approve&quot;. Close this way.')
  expect(draft.html.match(/>Approve \/ Second look<\/text>/g)).toHaveLength(1)

  const ask = { intent: 'request', validFrom: '2026-12-01', comment: 'Two pairs of eyes' }
  const refused = await send(DRAFT, { ...hiddenOf(draft.html), ...ask })
  expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('Correct these steps first')])

  const at = /href="\/admin\/workflows\/nav\/draft\/steps\/(\d+)\/delete"[^>]*aria-label="Remove Second look/
  const place =
    at.exec(draft.html)?.[1] ??
    /aria-label="Remove Second look[^"]*"[^>]*steps\/(\d+)\/delete/.exec(draft.html)?.[1]
  const question = await page(`${DRAFT}/steps/${place}/delete`)
  expect((await send(`${DRAFT}/steps/${place}/delete`, hiddenOf(question.html))).to).toBe(DRAFT)
  const first = (await page(DRAFT)).html
  const approve =
    /aria-label="Change Approve[^"]*"[^>]*steps\/(\d+)"|steps\/(\d+)"[^>]*aria-label="Change Approve/.exec(
      first,
    )
  const edit = `${DRAFT}/steps/${approve?.[1] ?? approve?.[2]}`
  const entered = { ...LOOK, display: 'Approve it', commentRequired: 'on', 'excludes-maker': 'on' }
  const hidden = hiddenOf((await page(edit)).html)
  expect((await send(edit, { ...hidden, ...entered })).to).toBe(DRAFT)
  // Someone else opened it before.
  const late = await send(edit, {
    ...hidden,
    ...entered,
    idempotencyKey: '0b2e1c64-90a5-4bd1-8d5c-6f4a1d1c7a11',
  })
  expect([late.status, late.html]).toEqual([409, expect.stringContaining('was changed by')])

  const past = await send(DRAFT, { ...hiddenOf((await page(DRAFT)).html), ...ask, validFrom: '2020-01-01' })
  expect([past.status, past.html]).toEqual([422, expect.stringContaining('01/01/2020 is in the past')])
  const done = await send(DRAFT, { ...hiddenOf((await page(DRAFT)).html), ...ask })
  expect([done.status, done.to]).toEqual([302, NAVS])
  expect((await page('/admin/changes')).html).toContain('name Approve → Approve it')
  expect((await page(DRAFT)).html).toContain('A version is already pending, requested by')
})

test('read-only users see versions and the draft, and change nothing', async () => {
  expect((await page(DRAFT, 'auditor1')).html).not.toContain('Remove')
  expect((await page(`${DRAFT}/steps/new`, 'auditor1')).status).toBe(403)
  expect((await send(NAVS, { idempotencyKey: randomUUID() }, 'auditor1')).status).toBe(403)
  for (const file of ['workflow_steps.csv', 'workflow_versions.csv', 'new_version.csv']) {
    const answer = await site.ask('auditor1', `${NAVS}/export/${file}`)
    expect([file, answer.status]).toEqual([file, 200])
    await answer.text()
  }
})
