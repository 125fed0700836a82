import { processesOn } from 'tests/support/areas/processes/processes-on'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { describe, expect, test } from 'vitest'
import { tolerancesTable } from '~/areas/navs/tolerances.server'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { createRow } from '~/platform/tables/change-rows.server'

// Forms as their pages show them without scripts, each sent twice: a reload of the answer, or a retry after a lost one.

const ZONE = 'Europe/Luxembourg'
const site = await opened(httpSite())
const { newEntity, newEvent, newProcess, newRun } = processesOn(site, '2026-11-02')
await site.addFund({ fundCode: 'LUX001' })

type Fields = Record<string, string>

/** The hidden fields of the page’s first form that contains this text. */
function formIn(html: string, part: string): Fields {
  const form = [...html.matchAll(/<form[^>]*>.*?<\/form>/gs)].find(([text]) => text.includes(part))?.[0]
  if (form === undefined) throw new Error(`No form has ${part}`)
  const hidden = form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)
  return Object.fromEntries(
    [...hidden].map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]),
  )
}

/** The answer to a form: its redirect, the status line of the next page, and whether it repeats an earlier answer. */
async function sent(user: string, path: string, fields: Fields) {
  const headers = {
    'Sec-Fetch-Site': 'same-origin',
    'Content-Type': 'application/x-www-form-urlencoded',
  }
  const body = new URLSearchParams(fields).toString()
  const answer = await site.ask(user, path, { method: 'POST', headers, body })
  const next = await site.page(user, '/appearance')
  return {
    status: answer.status,
    to: answer.headers.get('location'),
    line: /<p class="status-line" role="status">(.*?)<\/p>/.exec(next.html)?.[1] ?? null,
    savedBefore: answer.headers.has('x-saved-before'),
  }
}

/** A tolerance change pending for a second administrator. */
async function request(subject: string): Promise<number> {
  const by = { actor: site.actor('admin'), now: site.clock(), timeZone: ZONE }
  const row = { tolerance: 'N05.amount', level: 'fund type', subject, value: '2.50', validFrom: '01/10/2026' }
  await site.transaction((tx) => createRow(contextOf({ tx, ...by }), tolerancesTable, row))
  return (await pendingChanges(site.read)).at(-1)?.id ?? 0
}

const countOf = async (query: Promise<readonly Record<string, unknown>[]>) => Number((await query)[0]?.count)
const events = (name: string) =>
  countOf(site.ownerSql`select count(*) from workflow_event where name = ${name}`)
const views = () => countOf(site.ownerSql`select count(*) from saved_layout where name <> ''`)

interface Twice {
  what: string
  user: string
  /** Creates the object of the form, and returns its address. */
  prepare?: () => Promise<unknown>
  page: string
  /** A text contained in the form. */
  part: string
  /** The address it posts to, if different. */
  to?: string
  fields?: Fields
  says: RegExp | null
  effects: () => Promise<number>
  /** The number of effects of one form. */
  adds?: number
}

const NAVS = '/nav-controls'
const LAYOUTS = '/layouts/navdashboard'

const FORMS: Twice[] = [
  {
    what: 'an approval',
    user: 'admin2',
    prepare: () => request('EQUITY'),
    page: '/work/changes',
    part: 'value="approve"',
    fields: { intent: 'approve' },
    says: /^Approved: Tolerance/,
    effects: () => events('change approved'),
  },
  {
    what: 'a refusal',
    user: 'admin2',
    prepare: () => request('BOND'),
    page: '/admin/changes',
    part: 'value="refuse"',
    fields: { intent: 'refuse', comment: 'Not before the audit' },
    says: /^Refused: Tolerance/,
    effects: () => events('change refused'),
  },
  {
    what: 'a withdrawal',
    user: 'admin',
    prepare: () => request('MIXED'),
    page: '/admin/tolerances',
    part: 'value="withdraw"',
    fields: { intent: 'withdraw' },
    says: /^Withdrawn: Tolerance/,
    effects: () => events('change withdrawn'),
  },
  {
    what: 'notices by e-mail',
    user: 'teamleader1',
    page: '/work/notices',
    part: 'name="frequency"',
    fields: { frequency: 'daily', address: 'ann@example.com', waitsDays: '3' },
    says: /^Notices saved$/,
    effects: () => events('set notices'),
  },
  {
    what: 'a notice that is closed',
    user: 'teamleader1',
    prepare: () => site.ownerSql`insert into user_notice (user_id, at, text, closable_from)
      values (${site.actor('teamleader1').id}, ${site.clock().toISOString()}, 'Your password was reset.',
        ${site.clock().toISOString()})`,
    page: NAVS,
    part: 'name="notice"',
    to: '/account/notices',
    says: null,
    effects: () => countOf(site.ownerSql`select count(*) from user_notice where closed_at is not null`),
  },
  {
    what: 'process dates',
    user: 'admin',
    prepare: async () =>
      newRun(await newProcess(await newEvent({}, ['2026-12-01']), [{ name: 'Report' }]), await newEntity()),
    page: '/admin/system',
    part: 'Create process dates now',
    fields: { intent: 'generate' },
    says: /were created\.$/,
    effects: () => countOf(site.ownerSql`select count(distinct entity_process_id) from entity_process_date`),
  },
  {
    what: 'a view that is saved',
    user: 'accountant1',
    page: `${NAVS}?size=50&panel=views`,
    part: 'value="save-view"',
    to: LAYOUTS,
    fields: { intent: 'save-view', name: 'Month end' },
    says: /^View “Month end” saved$/,
    effects: views,
  },
  {
    what: 'a view that is deleted',
    user: 'accountant1',
    page: `${NAVS}?panel=views`,
    part: 'value="delete-view"',
    to: LAYOUTS,
    says: /^View “Month end” deleted$/,
    effects: views,
    adds: -1,
  },
  {
    what: 'a layout that is saved',
    user: 'accountant1',
    page: `${NAVS}?size=50&panel=views`,
    part: 'value="save"',
    to: LAYOUTS,
    fields: { intent: 'save' },
    says: /^Layout saved$/,
    effects: () => countOf(site.ownerSql`select count(*) from saved_layout where name = ''`),
  },
  {
    what: 'a layout that is reset',
    user: 'accountant1',
    page: `${NAVS}?panel=views`,
    part: 'value="reset"',
    to: LAYOUTS,
    fields: { intent: 'reset' },
    says: /^Layout reset$/,
    effects: () => countOf(site.ownerSql`select count(*) from saved_layout where name = ''`),
    adds: -1,
  },
  {
    what: 'a version of a workflow that is begun',
    user: 'admin',
    page: '/admin/workflows/nav',
    part: 'New version',
    says: /^A new version is in progress$/,
    effects: () =>
      countOf(site.ownerSql`select coalesce(max((value->>'revision')::int), 0) as count from site_setting
        where key = 'workflow draft: nav'`),
  },
]

describe.each(FORMS)('$what', ({ user, prepare, page, part, to, fields, says, effects, adds = 1 }) => {
  test('takes effect once, and the second answer equals the first', async () => {
    await prepare?.()
    const before = await effects()
    const form = formIn((await site.page(user, page)).html, part)
    // The button that deletes a view has its id.
    const viewId = part.includes('delete-view') ? await idOfView() : {}
    const content = { ...form, ...fields, ...viewId }
    const path = to ?? new URL(page, site.origin).pathname
    const first = await sent(user, path, content)
    expect(first).toMatchObject({ status: 302, savedBefore: false })
    if (says) expect(first.line).toMatch(says)
    expect(await effects()).toBe(before + adds)
    expect(await sent(user, path, content)).toEqual({ ...first, savedBefore: true })
    expect(await effects()).toBe(before + adds)
  })
})

const idOfView = async () => ({
  viewId: String((await site.ownerSql`select id from saved_layout where name <> ''`)[0]?.id),
})

test('approval and refusal of one change have separate keys: the later one sees the earlier decision', async () => {
  await request('MIXED')
  const { html } = await site.page('admin2', '/work/changes')
  const [approve, refuse] = [formIn(html, 'value="approve"'), formIn(html, 'value="refuse"')]
  expect(approve.idempotencyKey).not.toBe(refuse.idempotencyKey)
  await sent('admin2', '/work/changes', { ...approve, intent: 'approve' })
  const late = { ...refuse, intent: 'refuse', comment: 'Too late' }
  expect(await site.send('admin2', '/work/changes', late)).toMatchObject({
    status: 409,
    html: expect.stringContaining('already approved by admin2'),
  })
})

test('decisions, notices and dates without a key are refused, and nothing happens', async () => {
  const id = await request('BOND')
  for (const [user, path, fields] of [
    ['admin2', '/work/changes', { intent: 'approve', id: String(id) }],
    ['teamleader1', '/work/notices', { frequency: 'never', waitsDays: '3' }],
    ['admin', '/admin/system', {}],
    ['admin', '/admin/workflows/nav', {}],
    ['accountant1', LAYOUTS, { intent: 'save', query: '' }],
  ] as const)
    expect([path, (await site.send(user, path, fields)).status]).toEqual([path, 422])
  expect((await pendingChanges(site.read)).map((change) => change.id)).toContain(id)
})

test('an appearance is stored only in the browser: its form has a key, and repetitions have no effect', async () => {
  const { html } = await site.page('auditor1', '/appearance')
  const form = formIn(html, 'name="theme"')
  expect(form.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
  const fields = { ...form, theme: 'dark', density: 'compact', shortcuts: 'on' }
  const first = await sent('auditor1', '/appearance', fields)
  expect(first).toMatchObject({ status: 302, to: '/appearance', savedBefore: false })
  expect(await sent('auditor1', '/appearance', fields)).toEqual(first)
})
