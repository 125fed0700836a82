import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'
import { newSigningKey, openSigning } from '~/platform/workflow/signing.server'

const site = await opened(httpSite({ database: { sign: openSigning(newSigningKey()).sign } }))

const lastRequest = async () => {
  const [row] = await site.ownerSql<{ rows: string }[]>`
    select d.rows from data_change d join change_seal s on s.id = d.seal_id and s.xact = d.xact
    where d.table_name = 'request' order by d.id desc limit 1`
  return row ? JSON.parse(row.rows) : null
}

test('what a user changes is sealed with their request: session, address, and a hash of what they sent', async () => {
  expect(await lastRequest()).toBeNull()
  const made = await site.ask('accountant1', '/api/account/tokens', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
    body: JSON.stringify({ name: 'Excel' }),
  })
  expect(made.ok).toBe(true)
  const hash = expect.stringMatching(/^[0-9a-f]{64}$/)
  const { session, ...request } = await lastRequest()
  expect(request).toEqual({
    user: site.actor('accountant1').id,
    method: 'POST',
    path: '/api/account/tokens',
    content: hash,
  })
  expect(await site.ownerSql`select user_id from session where id_hash = ${session}`).toEqual([
    { user_id: site.actor('accountant1').id },
  ])
})
