import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import type { UserName } from 'tests/support/site'
import { expect, test } from 'vitest'

const site = await opened(httpSite())
const fund = await site.addFund({ fundCode: 'LUX001' })
const files = (await site.uploadOf(fund.model, 'FIA2')).files

const panel = async () => (await site.page('accountant1', `/nav-controls/${fund.navId}`)).html
const newControls = (html: string) =>
  [...html.matchAll(/href="\/nav-controls\/\d+\/new\/([\w-]+)[^"]*"[^>]*>([^<]*)</g)].map(
    ([, set, words]) => `${set}: ${words}`,
  )

/** Sends two files as a page without scripts does. */
async function upload() {
  const path = `/nav-controls/${fund.navId}/new/fia-2`
  const { html } = await site.page('accountant1', path)
  const form = new FormData()
  for (const { fileName, bytes } of files) form.append('files', new Blob([bytes.slice()]), fileName)
  form.append('reason', 'FIRST')
  form.append('comment', 'Of the administrator')
  form.append('fundNavId', String(fund.navId))
  form.append('idempotencyKey', /name="idempotencyKey" value="([^"]*)"/.exec(html)?.[1] ?? '')
  return site.ask('accountant1', path, { method: 'POST', body: form })
}

test('only users who run controls are offered each kind of control', async () => {
  const kinds = ['New FIA 2 Files control', 'New FIA 3 Files control', 'New MultiFonds control']
  const { html } = await site.page('accountant1', '/nav-controls?page=1')
  for (const kind of kinds) expect(html).toContain(kind)
  const read = await site.page('auditor1', '/nav-controls?page=1')
  for (const kind of kinds) expect(read.html).not.toContain(kind)
})

test('“Launch control” is disabled in the HTML until the form is complete; pages without scripts have one that is not', async () => {
  const { html } = await site.page('accountant1', `/nav-controls/${fund.navId}/new/fia-2`)
  const parts = [...html.matchAll(/<noscript>(.*?)<\/noscript>/g)].map(([, part = '']) => part)
  const without = parts.find((part) => part.includes('<button')) ?? ''
  expect(without).toMatch(/<button type="submit"[^>]*>Launch control</)
  expect(without).not.toContain('disabled')
  const buttons = html.replace(without, '').match(/<button[^>]*>Launch control</g)
  expect(buttons).toEqual([expect.stringContaining('disabled=""')])
})

test('a matching is not offered before a control has run, nor on a closed NAV', async () => {
  const other = await site.addFund({ fundCode: 'LUX002' })
  const matching = async () => {
    const { html } = await site.page('accountant1', `/nav-controls/${other.navId}/new-matching`)
    expect(html).toContain('Upload Matching file')
    expect(html).not.toContain('name="files"')
    return html
  }
  expect(await matching()).toContain('Run a control first: a matching compares with its inventory.')
  await site.step('teamleader1', other.navId, 'cancel', { comment: 'Wrong fund' })
  expect(await matching()).toContain('This NAV is CANCELLED: it is read-only.')
})

test('the form of a matching does not open on a NAV that was sent', async () => {
  const other = await site.addFund({ fundCode: 'LUX004', clientValidation: false })
  await site.control('accountant1', other)
  const form = `/nav-controls/${other.navId}/new-matching`
  expect((await site.page('accountant1', form)).html).toContain('name="files"')
  for (const [user, step] of [
    ['accountant1', 'submit'],
    ['teamleader1', 'approve'],
    ['manager1', 'validate'],
    ['manager1', 'send'],
  ] as const)
    await site.step(user, other.navId, step)
  const { html } = await site.page('accountant1', form)
  expect(html).toContain('This NAV is SENT: it is read-only.')
  expect(html).not.toContain('name="files"')
})

test('why four-eyes withholds a step is titled “NAV Workflow Not Allowed”', async () => {
  const other = await site.addFund({ fundCode: 'LUX003' })
  await site.control('teamleader1', other)
  await site.step('teamleader1', other.navId, 'submit')
  const titled = async (user: UserName) =>
    (await site.page(user, `/nav-controls/${other.navId}`)).html.includes('NAV Workflow Not Allowed')
  expect([await titled('teamleader1'), await titled('teamleader2'), await titled('auditor1')]).toEqual([
    true,
    false,
    false,
  ])
})

test('the panel begins with the two tabs that the specification names', async () => {
  const [, tabs = ''] = /<nav[^>]*aria-label="NAV LUX001"[^>]*>(.*?)<\/nav>/.exec(await panel()) ?? []
  expect([...tabs.matchAll(/<a [^>]*>([^<]*)<\/a>/g)].slice(0, 2).map(([, label]) => label)).toEqual([
    'NAV Validation',
    'NAV Checks Audit',
  ])
})

test('the panel has one button for the next control, with the set of the last one', async () => {
  expect(newControls(await panel())).toEqual(['fia-3: New FIA'])
  const { html } = await site.page('accountant1', `/nav-controls/${fund.navId}/new/fia-3`)
  expect(html).toMatch(/new\/fia-2"[^>]*>Upload (<!-- -->)?2(<!-- -->)? files instead/)
  expect((await upload()).status).toBe(302)
  expect(newControls(await panel())).toEqual(['fia-2: New FIA'])
})

test('running the same files again is reported', async () => {
  expect(await panel()).not.toContain('These are the same files')
  expect((await upload()).status).toBe(302)
  const [first] = await site.ownerSql`
    select id from nav_control where fund_nav_id = ${fund.navId} order by submitted_at limit 1`
  const notice = new RegExp(`These are the same files as control ${first?.id} of `, 'g')
  const count = (html: string) => [...html.replace(/<script[\s\S]*?<\/script>/g, '').matchAll(notice)].length
  // Next to the control, and at first in the status line after its run.
  expect([count(await panel()), count(await panel())]).toEqual([2, 1])
})
