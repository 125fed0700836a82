import { expenseReference, expenses } from 'tests/support/expenses'
import { settings } from 'tests/support/http/server/serve'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'
import { openSigning } from '~/platform/workflow/signing.server'

const site = await opened(httpSite({ database: { sign: openSigning(settings.signingKey).sign } }))

const textOf = (html: string) => html.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<[^>]*>/g, ' ')

test('pages that only show the present refuse an instant, in whatever letters', async () => {
  for (const path of ['/', '/search', '/work', '/account/sessions', '/payments', '/evidence'])
    for (const name of ['asOf', 'asof']) {
      const { status, html } = await site.page('auditor1', `${path}?${name}=2026-11-02T08:00:30Z`)
      expect(status, path).toBe(400)
      expect(textOf(html), path).toContain('This page cannot be shown as of an earlier instant.')
    }
  expect((await site.page('auditor1', '/search?text=fund')).status).toBe(200)
})

test('a doubtful instant is refused by a page', async () => {
  const answer = async (search: string) => {
    const { status, html } = await site.page('auditor1', `/budgets?${search}`)
    return `${status} ${textOf(html)}`
  }
  expect(await answer('asOf=2026-11-02&asOf=2026-11-01')).toMatch(/^400 .*several times/s)
  expect(await answer('asof=2026-11-02')).toMatch(/^400 .*Write it as/s)
  // The hour comes twice in the night when clocks go back.
  expect(await answer('asOf=2026-10-25T02:30')).toMatch(/^422 .*The clocks were changed at that time/s)
})

test('a doubtful instant is refused by a call', async () => {
  const answer = async (search: string) => {
    const answered = await site.ask('auditor1', `/api/users/${site.actor('accountant2').id}?${search}`)
    return `${answered.status} ${await answered.text()}`
  }
  expect(await answer('asOf=2026-11-02&asOf=2026-11-01')).toMatch(/^422 .*several times/s)
  expect(await answer('asof=2026-11-02')).toMatch(/^422 .*Write it as/s)
  expect(await answer('asOf=2026-10-25T02:30')).toMatch(/^422 .*The clocks were changed at that time/s)
  expect(await answer('asOf=2026-11-30')).toMatch(/^422 .*is still to come/s)
})

test('a day that has not ended is shown as it stood until now, and its end once it has ended', async () => {
  const today = await site.ask('auditor1', '/budgets?search=x&asOf=2026-11-02')
  const to = today.headers.get('location') ?? ''
  expect([today.status, to]).toEqual([
    302,
    expect.stringMatching(/^\/budgets\?search=x&asOf=2026-11-02T08%3A\d\d%3A\d\dZ$/),
  ])
  const shown = await site.page('auditor1', to)
  expect(shown.status).toBe(200)
  expect(textOf(shown.html)).toContain('As it stood on 02/11/2026')
  site.setClock('2026-11-03T08:00:00Z')
  site.forgetCookies()
  const ended = await site.page('auditor1', '/budgets?search=x&asOf=2026-11-02')
  expect(ended.status).toBe(200)
  expect(textOf(ended.html)).toContain('As it stood at the end of 02/11/2026')
})

test('the past of users says nothing about their sessions, which are not recorded', async () => {
  const at = site.clock().toISOString()
  const user = site.actor('accountant2')
  const path = `/admin/users/${user.id}`
  expect(textOf((await site.page('auditor1', path)).html)).toContain('Last seen')
  const then = textOf((await site.page('auditor1', `${path}?asOf=${at}`)).html)
  expect(then).toContain('User accountant2')
  expect(then).not.toContain('Last seen')
  expect(textOf((await site.page('auditor1', '/admin/users')).html)).toContain('Last seen')
  expect(textOf((await site.page('auditor1', `/admin/users?asOf=${at}`)).html)).not.toContain('Last seen')
  const file = await site.ask('auditor1', `/admin/users/export/users.csv?asOf=${at}`)
  expect(await file.text()).not.toContain('Last seen')
})

test('the number and the sums of invoices are those of then', async () => {
  const reference = await expenseReference(site)
  const { newInvoice } = expenses(site)
  await newInvoice(reference)
  const at = site.clock().toISOString()
  await newInvoice(reference)
  const counted = async (search: string) => {
    const { status, html } = await site.page('auditor1', `/invoices${search}`)
    expect(status).toBe(200)
    return /<main[\s\S]*?<span class="muted">(\d+)<\/span>/.exec(html)?.[1]
  }
  expect(await counted('')).toBe('2')
  expect(await counted(`?asOf=${at}`)).toBe('1')
  expect(site.crashes()).toEqual([])
})
