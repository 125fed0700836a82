import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import { apiSite } from '../support/api/site'

const site = await opened(apiSite())

const DAYS = { firstDay: '2026-11-02', lastDay: '2026-11-06' }

test('a substitute is set, listed for both, and ended', async () => {
  const made = await site.call('auditor1', 'POST', 'substitutes', {
    body: { substitute: 'manager1', ...DAYS },
  })
  expect([made.status, made.body.message]).toEqual([200, expect.stringContaining('02/11/2026 to 06/11/2026')])
  const [row] = (await site.call('manager1', 'GET', 'substitutes')).body
  expect(row).toMatchObject({ first_day: '2026-11-02', last_day: '2026-11-06', state: 'IN FORCE' })
  expect((await site.call('accountant1', 'GET', 'substitutes')).body).toEqual([])
  expect((await site.call('admin2', 'GET', 'substitutes?filter.state=IN FORCE')).body).toHaveLength(1)
  expect((await site.call('accountant1', 'DELETE', `substitutes/${row.id}`)).status).toBe(404)
  expect((await site.call('manager1', 'DELETE', `substitutes/${row.id}`)).status).toBe(200)
  const [after] = (await site.call('manager1', 'GET', 'substitutes')).body
  expect(after.state).toBe('ENDED')
})

test('one who gains rights waits for an administrator; others set nothing for someone else', async () => {
  const body = { substitute: 'finance1', ...DAYS }
  const asked = await site.call('accountant1', 'POST', 'substitutes', { body })
  expect(asked.body.message).toContain('it takes effect when another administrator approves it')
  expect((await site.call('finance1', 'GET', 'auth/user')).body.queues).toEqual(['ACCOUNTING'])
  const refused = await site.call('manager1', 'POST', 'substitutes', {
    body: { ...body, absent: 'teamleader1' },
  })
  expect([refused.status, refused.body.errorMessage]).toEqual([
    403,
    'You can set your own substitute only. Ask an administrator.',
  ])
  expect(
    (await site.call('manager1', 'POST', 'substitutes', { body: { ...body, firstDay: 'x' } })).status,
  ).toBe(422)
})
