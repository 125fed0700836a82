import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { refusal } from 'tests/support/platform/tables/verbs'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { definitionVersions } from '~/platform/workflow/definition.server'
import { historyOf } from '~/platform/workflow/history.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'
import { versionsOf } from '../../support/areas/workflows/versions-of'

const site = await opened(testSite())
const workflows = await versionsOf(site)

const versions = (kind: string, today = '2026-11-02') =>
  definitionVersions(contextOf({ read: site.read, today }), kind)

test('a version with a new state is pending, takes effect, and applies to new NAVs only', async () => {
  const old = await site.addFund({ fundCode: 'OLD001' })
  await site.control('accountant1', old)
  await workflows.begin('nav')
  await workflows.change('nav', 'approve', {
    to: '',
    newQueue: 'TEAM LEADER',
    newStatus: 'second look',
    newClass: 'pending',
  })
  await workflows.add('nav', {
    display: 'Second look',
    from: 'TEAM LEADER / SECOND LOOK',
    to: 'MANAGER / REVIEWED',
    commentRequired: true,
    excludes: ['maker', 'approver'],
  })
  expect(await workflows.request('nav')).toBe(
    'Version 2 of the workflow of a NAV: it takes effect when another administrator approves it',
  )
  const [waiting] = await workflows.waiting()
  expect(waiting?.description).toBe('Workflow of a NAV, version 2, valid from 02/11/2026')
  expect(waiting?.change).toBe(
    'Approve, from TEAM LEADER / SUBMITTED: to MANAGER / REVIEWED → TEAM LEADER / SECOND LOOK; Added: Second look, from TEAM LEADER / SECOND LOOK, to MANAGER / REVIEWED, taken by TEAM LEADER',
  )
  expect((await refusal(workflows.decide(site.actor('admin')))).code).toBe('forbidden')
  expect((await versions('nav')).map(({ version }) => version)).toEqual([1])
  await workflows.decide()
  expect(await versions('nav')).toMatchObject([
    { version: 2, isInForce: true, shippedVersion: null, comment: 'A second look', validFrom: '2026-11-02' },
    { version: 1, isInForce: false, shippedVersion: 1, madeBy: null },
  ])

  // Started before: the manager is next after one approval.
  await site.step('accountant1', old.navId, 'submit')
  await site.step('teamleader1', old.navId, 'approve')
  expect(await site.stateOf(old.navId)).toBe('REVIEWED (MANAGER)')

  // Started since: another team leader checks again, with a comment.
  const fresh = await site.addFund({ fundCode: 'NEW001' })
  await site.control('accountant1', fresh)
  await site.step('accountant1', fresh.navId, 'submit')
  await site.step('teamleader1', fresh.navId, 'approve')
  expect(await site.stateOf(fresh.navId)).toBe('SECOND LOOK (TEAM LEADER)')
  const look = (who: 'teamleader1' | 'teamleader2', comment: string) =>
    site.step(who, fresh.navId, 'site: second look', { comment })
  expect((await refusal(look('teamleader1', 'Fine'))).message).toMatch(/needs another person/)
  expect((await refusal(look('teamleader2', ' '))).message).toMatch(/^Enter a message for/)
  await look('teamleader2', 'Fine')
  expect(await site.stateOf(fresh.navId)).toBe('REVIEWED (MANAGER)')
  await site.step('manager1', fresh.navId, 'validate')
  await site.step('clientdesk1', fresh.navId, 'client accepts')
  await site.step('manager2', fresh.navId, 'send')
  expect(await site.stateOf(fresh.navId)).toBe('SENT (COMPLETED)')
  expect((await historyOf(site.read, fresh.navId)).map(({ name }) => name)).toContain('site: second look')

  // Changed figures void approvals of the added state as well.
  const changed = await site.addFund({ fundCode: 'NEW002' })
  await site.control('accountant1', changed)
  await site.step('accountant1', changed.navId, 'submit')
  await site.step('teamleader1', changed.navId, 'approve')
  await site.control('accountant2', changed)
  expect(await site.stateOf(changed.navId)).toBe('CONTROLLED (ACCOUNTANT)')
})

test('a draft that cannot take effect is refused with all errors, and stays', async () => {
  await workflows.begin('draft')
  await workflows.leaveOut('draft', 'approve')
  await workflows.add('draft', {
    display: 'Park',
    from: 'TEAM LEADER / TO CHECK',
    to: '',
    newQueue: 'CLIENT',
    newStatus: 'PARKED',
    newClass: 'warning',
  })
  const { code, options } = await refusal(workflows.request('draft'))
  expect(code).toBe('refused')
  expect(options.list).toEqual([
    'The step "Approve" is missing, but Fundesk needs it. Add it again.',
    expect.stringContaining('no draft ever gets there'),
    expect.stringContaining('no draft ever gets there'),
    'No step leads to SYSTEM / COMPLETED any more, but Fundesk needs it.',
    expect.stringContaining('has no way out'),
    expect.stringContaining('has no way out'),
    expect.stringContaining('has no way out'),
    expect.stringContaining('has no way out'),
  ])
  expect((await workflows.draft('draft')).steps.some(({ name }) => name === 'site: park')).toBe(true)
})

test.each([
  [{ display: '' }, 'display', 'Enter the button text'],
  [{ display: 'x'.repeat(41) }, 'display', '40 characters at most'],
  [{ from: 'NOWHERE / LOST' }, 'from', 'Choose where it starts.'],
  [{ to: 'NOWHERE / LOST' }, 'to', 'Choose where it leads'],
  [{ actingQueue: 'NOBODY' }, 'actingQueue', '"NOBODY" is not a queue that can have members'],
  [{ actingQueue: '' }, 'actingQueue', 'is not a queue'],
  [{ to: '', newQueue: 'SYSTEM', newStatus: 'GONE', newClass: 'failed' }, 'newQueue', 'Choose the queue'],
  [{ to: '', newQueue: 'TEAM LEADER', newStatus: '<b>', newClass: 'failed' }, 'newStatus', 'letters, digits'],
  [
    { to: '', newQueue: 'TEAM LEADER', newStatus: 'SUBMITTED', newClass: 'failed' },
    'newStatus',
    'already exists',
  ],
  [{ to: '', newQueue: 'TEAM LEADER', newStatus: 'FINE', newClass: 'pink' }, 'newClass', 'Choose the colour'],
])('a step with %o is refused with a message for %s', async (entry, field, sentence) => {
  await workflows.begin('nav')
  const sound = { display: 'Look', from: 'TEAM LEADER / SUBMITTED', to: 'MANAGER / REVIEWED' }
  const { code, options } = await refusal(workflows.add('nav', { ...sound, ...entry }))
  expect([code, Object.keys(options.fields ?? {})]).toEqual(['invalid', [field]])
  expect(options.fields?.[field]).toContain(sentence)
})

test('system steps are neither changed nor left out', async () => {
  expect((await refusal(workflows.change('nav', 'control', { display: 'Check' }))).message).toMatch(
    /cannot be changed/,
  )
  expect((await refusal(workflows.leaveOut('nav', 'control'))).code).toBe('refused')
})

test('a past day, one before the newest version, and an unchanged version are refused', async () => {
  await workflows.begin('budget')
  expect((await refusal(workflows.request('budget'))).message).toMatch(/^No changes from version 1/)
  await workflows.change('budget', 'submit', { display: 'Hand in' })
  expect((await refusal(workflows.request('budget', '2026-11-01'))).options.fields).toEqual({
    validFrom: '01/11/2026 is in the past. Choose today or a later day.',
  })
  await workflows.request('budget', '2026-12-01')
  await workflows.decide()
  expect(await versions('budget')).toMatchObject([
    { version: 2, isInForce: false },
    { version: 1, isInForce: true },
  ])
  expect((await versions('budget', '2026-12-01')).find(({ isInForce }) => isInForce)?.version).toBe(2)
  await workflows.begin('budget')
  await workflows.change('budget', 'return', { display: 'Give back' })
  expect((await refusal(workflows.request('budget', '2026-11-30'))).options.fields?.validFrom).toContain(
    'The newest version begins on 01/12/2026',
  )
})

test('of two administrators, the one with outdated data changes nothing, and one version is pending at a time', async () => {
  await workflows.begin('invoice')
  const { revision } = await workflows.draft('invoice')
  await workflows.change('invoice', 'paid', { display: 'Paid out' })
  const late = await refusal(
    workflows.add(
      'invoice',
      { display: 'Look', from: 'PAYMENT / SENT', to: 'PAYMENT / SENT' },
      null,
      revision,
    ),
  )
  expect([late.code, late.message]).toEqual([
    'conflict',
    expect.stringMatching(/^The new version was changed by .+ after you opened this page/),
  ])
  await workflows.request('invoice')
  expect((await refusal(workflows.request('invoice', '2026-11-02', workflows.other))).message).toMatch(
    /is already pending, requested by .+ Have it decided first/,
  )
  await workflows.refuse()
  // A refused version can be corrected.
  expect((await workflows.draft('invoice')).steps.find(({ name }) => name === 'paid')?.display).toBe(
    'Paid out',
  )
  await workflows.request('invoice')
  await site.ownerSql`insert into workflow_definition (kind, version, shipped_version, valid_from)
    select kind, 9, 9, valid_from from workflow_definition where kind = 'invoice' and version = 2`
  await site.ownerSql`insert into workflow_step (definition_id, sorting_order, name, display, from_queue, from_status,
    to_queue, to_status, to_class, acting_queue, function_id, excludes)
    select (select id from workflow_definition where kind = 'invoice' and version = 9), sorting_order, name, display,
      from_queue, from_status, to_queue, to_status, to_class, acting_queue, function_id, excludes
    from workflow_step where definition_id = (select id from workflow_definition where kind = 'invoice' and version = 2)`
  expect((await refusal(workflows.decide())).message).toMatch(/was changed since this was requested/)
  await workflows.refuse()
  expect((await refusal(workflows.request('invoice'))).message).toMatch(
    /^Version 9 was created after this one was started/,
  )
})

test('a version approved after its day takes effect on the day of approval', async () => {
  await workflows.begin('task')
  await workflows.change('task', 'start', { display: 'Begin' })
  await workflows.request('task', '2026-11-02')
  // Half past midnight of the next day in the site’s zone.
  site.setClock('2026-11-04T23:30:00Z')
  await workflows.decide()
  expect((await versions('task', '2026-11-05'))[0]).toMatchObject({ version: 2, validFrom: '2026-11-05' })
  expect(await verifyAudit(site.read, 'unused')).toMatchObject({ broken: null })
})

test('days start at midnight of the site, not UTC: what is over, and which version new objects get', async () => {
  site.setClock('2026-11-20T10:00:00Z')
  await workflows.begin('nav')
  await workflows.change('nav', 'submit', { display: 'Hand in' })
  await workflows.request('nav', '2026-12-01')
  await workflows.decide()
  const versionOf = async ({ navId }: { navId: number }) => {
    const [row] = await site.ownerSql`select version from workflow_definition d
      join workflow_instance i on i.definition_id = d.id where i.object_id = ${navId}`
    return Number(row?.version)
  }
  site.setClock('2026-11-30T22:30:00Z')
  const evening = await versionOf(await site.addFund({ fundCode: 'EVE001' }))
  site.setClock('2026-11-30T23:30:00Z')
  expect(await versionOf(await site.addFund({ fundCode: 'DAY001' }))).toBe(evening + 1)

  await workflows.begin('reviewed task')
  await workflows.change('reviewed task', 'start', { display: 'Begin' })
  expect((await refusal(workflows.request('reviewed task', '2026-11-30'))).message).toMatch(
    /^30\/11\/2026 is in the past/,
  )
})
