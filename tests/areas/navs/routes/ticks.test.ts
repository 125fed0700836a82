import { randomUUID } from 'node:crypto'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import type { SiteFund } from 'tests/support/site'
import { beforeEach, expect, test } from 'vitest'
import { navChecks } from '~/areas/navs/checks.server'

let made = 0
const site = await opened(httpSite())

let fund: SiteFund
beforeEach(async () => {
  made += 1
  fund = await site.addFund({ fundCode: `TICK${made}` })
  await site.control('accountant1', fund)
})

const address = (marked: number[] = []) =>
  `/nav-controls/${fund.navId}/checks${marked.length > 0 ? `?checks.selected=${marked.join(',')}` : ''}`
const tick = (user: string, rank: string, comment: string, idempotencyKey: string = randomUUID()) =>
  site.send(user, address([3, 4, 5]), { rank, comment, idempotencyKey })
async function ticked() {
  const checks = await navChecks(site.read, fund.navId, 1)
  return checks.flatMap(({ isae_rank, event_log, username }) =>
    username === 'accountant2' ? [`${isae_rank} ${event_log}`] : [],
  )
}
const textOf = (html: string) => html.replaceAll('<!-- -->', '')

test('selected checks are ticked together with one comment, once, and the selection is cleared', async () => {
  const { html } = await site.page('accountant2', address([3, 4, 5]))
  expect(textOf(html)).toContain('Tick 3 checks')
  expect(html).toContain('name="rank" value="3 4 5"')
  const key = randomUUID()
  const done = await tick('accountant2', '3 4 5', 'Seen in the file', key)
  expect(done).toMatchObject({ status: 302, to: address() })
  expect(await ticked()).toEqual(['3 Seen in the file', '4 Seen in the file', '5 Seen in the file'])
  expect((await tick('accountant2', '3 4 5', 'Seen in the file', key)).status).toBe(302)
  const events = await site.ownerSql`
    select count(*)::int as count from workflow_event where object_id = ${fund.navId} and name = 'tick check'`
  expect(events).toEqual([{ count: 3 }])
  expect(textOf((await site.page('accountant2', address())).html)).not.toContain('Tick the marked checks')
})

test('if one is refused none is ticked, and the comment stays', async () => {
  // 16 is for team leaders.
  const refused = await tick('accountant2', '3 16', 'Seen in the file')
  expect(refused.status).toBe(403)
  expect(refused.html).toContain('Check 16 is ticked by members of the queue TEAM LEADER.')
  expect(refused.html).toContain('Seen in the file')
  expect(await ticked()).toEqual([])
})

test('none is ticked where another has ticked one of them, or where one person would sign for both sides', async () => {
  await tick('accountant1', '4', '')
  const late = await tick('accountant2', '3 4', '')
  expect([late.status, late.html]).toEqual([409, expect.stringContaining('Check 4 was already ticked by')])
  const both = await tick('teamleader1', '1 16', '')
  expect(both.status).toBe(403)
  expect(both.html).toContain('Check 16 needs another person: you ticked check 1 for ACCOUNTANT')
  const checks = await navChecks(site.read, fund.navId, 1)
  expect(
    checks.flatMap(({ isae_rank, full_name }) =>
      full_name === 'SYSTEM' || full_name === null ? [] : isae_rank,
    ),
  ).toEqual([4])
})

test('selected checks that the user cannot tick are named, and not sent', async () => {
  const { html } = await site.page('accountant2', address([3, 16, 2]))
  expect(textOf(html)).toContain('Not ticked by you: 2 and 16.')
  expect(html).toContain('name="rank" value="3"')
  const { html: none } = await site.page('auditor1', address([3]))
  expect(textOf(none)).toContain('Not ticked by you: 3.')
  expect(textOf(none)).not.toContain('Tick check 3')
})

test.each(['', '3,4', '0', '3  4', 'x', '99999'])('%j are not valid ranks', async (rank) => {
  expect((await tick('accountant2', rank, '')).status).toBe(422)
  expect(await ticked()).toEqual([])
})
