import { playedNavs } from 'tests/support/areas/oversight/played-navs'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, expect, test } from 'vitest'

const site = await opened(httpSite())
site.setClock('2026-11-03T09:00:00Z')
afterAll(() => expect(site.crashes()).toEqual([]))
const navs = playedNavs(site)
await navs.play(await navs.addFund('OVSP'), {
  date: '2026-10-15',
  due: '2026-10-16',
  controlledAt: '2026-10-16T08:00:00Z',
  steps: [
    ['submit', '2026-10-16T10:00:00Z'],
    ['send', '2026-10-20T18:00:00Z'],
  ],
  rules: [{ id: 'N07', result: 'NOK' }],
})

/** The visible part of a page, without the data for scripts. */
const shown = (html: string) => (html.split('<script', 1)[0] ?? '').replaceAll('<!-- -->', '')

/** The idempotency key of the form on a page. */
const keyIn = (html: string) => /name="idempotencyKey" value="([^"]+)"/.exec(html)?.[1] ?? ''

async function sendForm(user: string, path: string, fields: Record<string, string>) {
  const { html } = await site.page(user, path)
  const answer = await site.send(user, path, { idempotencyKey: keyIn(html), ...fields })
  return { ...answer, html: shown(answer.html) }
}

test('without scripts a report is requested, read and signed by two managers', async () => {
  const odd = await sendForm('manager1', '/oversight/new', { from: '2026-10', to: '2026-09' })
  expect([odd.status, odd.html]).toEqual([
    422,
    expect.stringContaining('The last month is before the first. Give a later one.'),
  ])
  const made = await sendForm('manager1', '/oversight/new', { from: '2026-10', to: '2026-10' })
  expect([made.status, made.to]).toEqual([302, '/oversight'])
  const list = async () => shown((await site.page('auditor1', '/oversight')).html)
  await expect.poll(list).toContain('TO SIGN')
  const path = /href="(\/oversight\/\d+)"/.exec(await list())?.[1] ?? ''

  const page = shown((await site.page('auditor1', path)).html)
  for (const text of [
    'October 2026, All funds',
    'On time: 0 of 1 NAV due; 1 delay without a cause.',
    'NAVs on time',
    'Late NAVs',
    'due 16/10/2026, sent 20/10/2026',
    'N07',
    'Notifications: none is late.',
  ])
    expect(page).toContain(text)

  async function sign(user: string, step: string) {
    const { html } = await site.page(user, path)
    const stepId = new RegExp(`name="stepId"[^>]*value="(\\d+)"[^>]*>${step}`).exec(html)?.[1] ?? ''
    const seenEventId = /name="seenEventId" value="(\d+)"/.exec(html)?.[1] ?? ''
    return site.send(user, path, { idempotencyKey: keyIn(html), stepId, seenEventId, eventLog: '' })
  }
  expect((await sign('manager1', 'Sign')).status).toBe(302)
  expect(shown((await site.page('manager1', path)).html)).toContain('four-eyes rule')
  expect((await sign('manager2', 'Countersign')).status).toBe(302)
  const frozen = shown((await site.page('auditor1', `${path}?today=1`)).html)
  expect(frozen).toContain('SHA-256 of the kept PDF')
  expect(frozen).toContain('Nothing: today’s figures are those of the report.')
})
