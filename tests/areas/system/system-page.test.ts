import { randomUUID } from 'node:crypto'
import { asMonitor } from 'tests/support/http/server/serve'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'
import { warnOfFaults } from '~/http/server/main'
import type { Message } from '~/platform/mail/mail.server'

const sent: Message[] = []
const REFUSED = Object.assign(new Error('Invalid login at mail.internal'), {
  response: '535 Wrong password.',
})
let works = true
const mail = {
  async send(message: Message) {
    if (!works) throw REFUSED
    sent.push(message)
  },
  async check() {
    if (!works) throw REFUSED
  },
}
const site = await opened(httpSite({ mail }))
const owner = { setting: 'DATABASE_OWNER_URL', url: 'postgres://owner:geheim@127.0.0.1:1/fundesk' }
Object.assign(site.services, { owner, unknownSettings: [] })

const PAGE = '/admin/system'
const send = (user: string, fields: Record<string, string>) =>
  site.send(user, PAGE, { idempotencyKey: randomUUID(), ...fields })
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

test('administrators see each part, and auditors see them without the forms that try it', async () => {
  const { html } = await site.page('admin', PAGE)
  const text = textOf(html)
  for (const part of [
    'Mail server OK Accepts the account of this site',
    'Single sign-on Not used',
    'Database, owner of the tables Not OK No PostgreSQL answers at 127.0.0.1:1.',
    'Settings OK',
  ])
    expect(text).toContain(part)
  expect(text).toContain('Send a test message')
  const auditor = textOf((await site.page('auditor1', PAGE)).html)
  expect(auditor).toContain('Mail server OK')
  expect(auditor).not.toContain('Send a test message')
  const message = { intent: 'send-message', address: 'ann@example.com' }
  expect((await send('auditor1', message)).status).toBe(403)
  expect(sent).toEqual([])
})

test('a test message is sent once, recorded, and its refusal keeps the address', async () => {
  const once = { idempotencyKey: randomUUID(), intent: 'send-message', address: 'ann@example.com' }
  for (const _ of [1, 2])
    expect(await site.send('admin', PAGE, once)).toMatchObject({ status: 302, to: PAGE })
  expect(sent).toMatchObject([{ to: 'ann@example.com', subject: 'Fundesk: test message' }])
  const [event] = await site.ownerSql`select log from workflow_event where name = 'send test message'`
  expect(event?.log).toBe('ann@example.com')
  const wrong = await send('admin', { intent: 'send-message', address: 'ann' })
  expect([wrong.status, wrong.html.includes('Enter an e-mail address, such as')]).toEqual([422, true])
  works = false
  const refused = await send('admin', { intent: 'send-message', address: 'bob@example.com' })
  works = true
  expect(refused.status).toBe(503)
  expect(textOf(refused.html)).toContain('The mail server did not take the test message: 535 Wrong password.')
  expect(refused.html).toContain('value="bob@example.com"')
  expect(refused.html).not.toContain('mail.internal')
})

test('a site without a scanner says what to set, and one that has it scans the test file', async () => {
  const refused = await send('admin', { intent: 'scan-file' })
  expect([
    refused.status,
    textOf(refused.html).includes('This site has no virus scanner. Set CLAMD_URL'),
  ]).toEqual([422, true])
  const { uploads } = site.services
  const scan = async () => ({ by: 'ClamAV 1.4.3/27650', threat: 'Eicar-Test-Signature' })
  Object.assign(site.services, { uploads: { ...uploads, scan } })
  expect(await send('admin', { intent: 'scan-file' })).toMatchObject({ status: 302, to: PAGE })
  expect(textOf((await site.page('admin', PAGE)).html)).toContain(
    'ClamAV 1.4.3 found Eicar-Test-Signature in the test file, as it should',
  )
  Object.assign(site.services, { uploads })
})

test('a monitor reads the parts under /readyz?verbose, which decide nothing, and the start warns of them', async () => {
  works = false
  try {
    const answer = await site.ask(null, '/readyz?verbose', { headers: asMonitor })
    const text = await answer.text()
    expect([answer.status, text.split('\n')[0]]).toEqual([200, 'ready'])
    expect(text).toContain('NOT OK Mail server: No notice can be sent. 535 Wrong password.')
    expect(await (await site.ask(null, '/readyz?verbose')).text()).toBe('ready\n')
    await warnOfFaults(site.services)
    expect(site.logged()).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        part: 'Mail server',
        msg: 'a part of the site does not work',
      }),
    )
  } finally {
    works = true
  }
})
