import { randomUUID } from 'node:crypto'
import { asMonitor, settings } from 'tests/support/http/server/serve'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'
import { lastVerification, noteVerification } from '~/areas/access/verification.server'
import { openSigning } from '~/platform/workflow/signing.server'

const { sign, all: keys } = openSigning(settings.signingKey)
const site = await opened(httpSite({ database: { sign } }))
let verifications = 0
Object.assign(site.services, {
  verify: async () => {
    verifications += 1
  },
})

const note = (isIntact: boolean, findings: string[] = []) =>
  site.transaction((tx) => noteVerification(tx, sign, { at: site.clock(), isIntact, findings }))
const textOf = async (userName: string, path: string) => {
  const { status, html } = await site.page(userName, path)
  expect(status, path).toBe(200)
  return html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}
const metrics = async () => (await site.ask(null, '/metrics', { headers: asMonitor })).text()
const request = (userName: string) =>
  site.send(userName, '/evidence', { intent: 'verify', idempotencyKey: randomUUID() })

const WORK_NOTE = 'The history was not intact when it was verified'

test('Verify now starts one verification in ten minutes, for those who may add evidence', async () => {
  expect(await textOf('auditor1', '/evidence')).toContain('Not verified yet')
  expect((await request('accountant1')).status).toBe(403)
  expect(await request('auditor1')).toMatchObject({ status: 302, to: '/evidence' })
  const refused = await request('manager1')
  expect(refused.status).toBe(409)
  expect(refused.html).toContain('A verification was requested shortly before.')
  expect(verifications).toBe(1)
  site.setClock(new Date(site.clock().getTime() + 11 * 60_000).toISOString())
  expect((await request('manager1')).status).toBe(302)
  expect(verifications).toBe(2)
})

test('a form that comes twice starts one verification', async () => {
  site.setClock(new Date(site.clock().getTime() + 11 * 60_000).toISOString())
  const before = verifications
  const fields = { intent: 'verify', idempotencyKey: randomUUID() }
  for (const attempt of [1, 2])
    expect((await site.send('auditor1', '/evidence', fields)).status, String(attempt)).toBe(302)
  expect(verifications).toBe(before + 1)
})

test('the result is on Evidence, in My work of auditors and administrators, and in /metrics', async () => {
  await note(true)
  expect(await textOf('auditor1', '/evidence')).toContain('History Intact')
  for (const userName of ['auditor1', 'admin', 'accountant1'])
    expect(await textOf(userName, '/work'), userName).not.toContain(WORK_NOTE)
  expect(await metrics()).toMatch(/^fundesk_verification_age_seconds\{result="intact"\} \d/m)

  await note(false, ['bank_account 4, field iban: it is "LU12"'])
  const evidence = await textOf('auditor1', '/evidence')
  expect(evidence).toContain('Not intact, as verified on')
  expect(evidence).toContain('bank_account 4, field iban')
  for (const userName of ['auditor1', 'admin'])
    expect(await textOf(userName, '/work'), userName).toContain(WORK_NOTE)
  expect(await textOf('accountant1', '/work')).not.toContain(WORK_NOTE)
  expect(await metrics()).toMatch(/^fundesk_verification_age_seconds\{result="broken"\} \d/m)
})

test('a result that was removed is missing on Evidence and in /metrics', async () => {
  await note(true)
  await site.ownerSql`delete from site_setting where key = 'last verification'`
  expect(await textOf('auditor1', '/evidence')).toContain('Not verified yet')
  expect(await metrics()).not.toMatch(/^fundesk_verification_age_seconds\{/m)
})

test('who holds the database cannot write that everything is intact', async () => {
  await note(false, ['a fault'])
  await site.ownerSql`update site_setting set value = jsonb_set(value, '{text}',
    to_jsonb(replace(value ->> 'text', '"isIntact":false', '"isIntact":true'))) where key = 'last verification'`
  expect(await lastVerification(site.read, keys)).toMatchObject({ isIntact: false, isForged: true })
  expect(await textOf('auditor1', '/evidence')).toContain(
    'The result of the last verification was changed in the database.',
  )
  expect(await textOf('admin', '/work')).toContain(WORK_NOTE)
  await note(true)
})
