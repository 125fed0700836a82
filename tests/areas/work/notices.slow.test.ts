import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { currency } from 'db/schema/lookups'
import { SMTPServer } from 'smtp-server'
import { account, IBAN } from 'tests/support/areas/bank-accounts/accounts-on'
import { contextOf } from 'tests/support/context'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { type HttpSite, httpSite } from 'tests/support/routes/http-site'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { bankAccountsTable } from '~/areas/bank-accounts/bank-accounts-table.server'
import { tolerancesTable } from '~/areas/navs/tolerances.server'
import { saveMailPreference, sendNotices, sweepSentNotifications } from '~/areas/work/notices.server'
import type { Frequency, MailPreference } from '~/areas/work/work'
import { randomIds } from '~/http/server/services'
import { smtpMail } from '~/platform/mail/mail.server'
import { createRow } from '~/platform/tables/change-rows.server'
import { addDays } from '~/platform/values/day'

// A real mail server receives the messages; the test reads what arrived on the connection.

const timeZone = 'Europe/Luxembourg'
const siteUrl = 'https://fundesk.example'
const FROM = 'desk@fundesk.example'

interface Received {
  to: string[]
  text: string
}

let received: Received[] = []
/** The answer to the recipient; null if accepted. */
let refusal: string | null = null
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo(_, __, done) {
    if (refusal === null) return done()
    done(Object.assign(new Error(refusal), { responseCode: 550 }))
  },
  onData(stream, session, done) {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      const to = session.envelope.rcptTo.map(({ address }) => address)
      received.push({ to, text: decoded(Buffer.concat(parts).toString('utf8')) })
      done()
    })
  },
})

const address = () => `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`

/** A message with quoted-printable decoded. */
const decoded = (text: string) => {
  const joined = text.replace(/=\r?\n/g, '')
  const bytes = joined.replace(/(?:=[0-9A-F]{2})+/g, (hex) =>
    Buffer.from(hex.replaceAll('=', ''), 'hex').toString('utf8'),
  )
  return bytes.replaceAll('\r\n', '\n')
}

server.listen(0, '127.0.0.1')
await once(server.server, 'listening')
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
const site = await opened(httpSite({ mail: smtpMail(address(), FROM) }))
const fund = await site.addFund({ fundCode: 'TOLD', fundName: 'Told Fund' })
await site.control('accountant1', fund)
beforeEach(async () => {
  received = []
  refusal = null
  await site.ownerSql`delete from mail_preference`
  await site.ownerSql`delete from sent_notification`
  site.setClock('2026-11-02T08:00:00Z')
  site.forgetCookies()
})

const telling = (mail = smtpMail(address(), FROM)) => ({
  read: site.read,
  transaction: site.transaction,
  clock: site.clock,
  mail,
  ids: randomIds,
  timeZone,
  siteUrl,
})
const send = () => sendNotices(telling())
type Person = Parameters<HttpSite['actor']>[0]
const save = (user: Person, preference: MailPreference, domains?: string[]) =>
  site.transaction((tx) =>
    saveMailPreference(
      contextOf({ tx, actor: site.actor(user), now: site.clock(), timeZone }),
      preference,
      domains,
    ),
  )
/** Notices to an address that is confirmed. */
async function subscribe(user: Person, frequency: Frequency, waitsDays = 3) {
  await save(user, { address: `${user}@example.com`, frequency, waitsDays })
  await site.ownerSql`update mail_preference set confirmed_at = ${site.clock()}
    where user_id = ${site.actor(user).id}`
}
/** The text parts of a message. */
const partsOf = (message: Received | undefined) =>
  (message?.text ?? '')
    .split('\n\n')
    .slice(1)
    .map((part) => part.trim())
const END = 'To change this: https://fundesk.example/work/notices'

test('a returned object is notified at once, by name and link only, and once', async () => {
  await site.step('accountant1', fund.navId, 'submit')
  await subscribe('accountant1', 'at once')
  expect(await send()).toEqual({ sent: 0, faults: [] })
  await site.step('teamleader1', fund.navId, 'return', { comment: 'The price of ARV03 is secret' })
  expect(await send()).toEqual({ sent: 1, faults: [] })
  expect(received).toHaveLength(1)
  expect(received[0]?.to).toEqual(['accountant1@example.com'])
  expect(received[0]?.text).toMatch(/^Subject: Fundesk: 1 returned$/m)
  expect(received[0]?.text).toMatch(/^From: desk@fundesk\.example$/m)
  expect(received[0]?.text).toMatch(/^Auto-Submitted: auto-generated$/m)
  expect(received[0]?.text).not.toContain('secret')
  expect(partsOf(received[0])).toEqual([
    `Returned\n- NAV Told Fund, 30/10/2026\n  https://fundesk.example/nav-controls/${fund.navId}`,
    `You get these notices at once. ${END}`,
  ])
  expect(await send()).toEqual({ sent: 0, faults: [] })
})

test('late or long waiting objects are notified on that day and not again', async () => {
  await subscribe('accountant1', 'at once', 6)
  site.setClock('2026-11-07T23:30:00+01:00')
  expect(await send()).toEqual({ sent: 0, faults: [] })
  site.setClock('2026-11-08T00:30:00+01:00')
  expect((await send()).sent).toBe(1)
  expect(received[0]?.text).toMatch(/^Subject: Fundesk: 2 waiting for a long time$/m)
  site.setClock('2026-11-10T23:00:00+01:00')
  expect((await send()).sent).toBe(0)
  site.setClock('2026-11-11T00:30:00+01:00')
  expect((await send()).sent).toBe(1)
  expect(received[1]?.text).toMatch(/^Subject: Fundesk: 2 late$/m)
  expect(partsOf(received[1])[0]).toContain(`https://fundesk.example/nav-controls/${fund.previousNavId}`)
  expect((await send()).sent).toBe(0)
})

test('the daily message comes after seven in the morning, once a day', async () => {
  await subscribe('accountant1', 'daily')
  site.setClock('2026-11-11T06:30:00+01:00')
  expect((await send()).sent).toBe(0)
  site.setClock('2026-11-11T07:00:00+01:00')
  expect((await send()).sent).toBe(1)
  expect(received[0]?.text).toMatch(/^Subject: Fundesk: 1 returned, 2 late, 2 waiting for a long time$/m)
  expect(partsOf(received[0]).at(-1)).toBe(`You get these notices once a day. ${END}`)
  expect((await send()).sent).toBe(0)
  site.setClock('2026-11-12T07:00:00+01:00')
  expect((await send()).sent).toBe(1)
})

test('of more than twenty, twenty are named, with a link to the list', async () => {
  await subscribe('accountant1', 'daily')
  const dates = Array.from({ length: 25 }, (_, at) => addDays('2026-08-01', at))
  await site.addFund({ fundCode: 'MANY', fundName: 'Many\r\nBcc: x@example.com', navDates: dates })
  site.setClock('2026-11-11T08:00:00+01:00')
  await send()
  const late = partsOf(received[0]).find((part) => part.startsWith('Late')) ?? ''
  expect(late.match(/^- NAV /gm)).toHaveLength(20)
  expect(late).toContain('- NAV Many Bcc: x@example.com, 01/08/2026')
  expect(late).toMatch(/…and \d+ more:\n {2}https:\/\/fundesk\.example\/work\?filter\.days=%3C0$/)
  expect(received[0]?.to).toEqual(['accountant1@example.com'])
  await site.ownerSql`delete from workflow_instance where object_id in (select n.id from fund_nav n
    join fund f on f.id = n.fund_id where f.code = 'MANY')`
})

test('a change is notified to those who may decide it, but not to the requester', async () => {
  await subscribe('admin', 'at once')
  await subscribe('admin2', 'at once')
  const row = {
    tolerance: 'N05.amount',
    level: 'fund type',
    subject: 'EQUITY',
    value: '2.50',
    validFrom: '01/10/2026',
  }
  const by = { actor: site.actor('admin'), now: site.clock(), timeZone }
  await site.transaction((tx) => createRow(contextOf({ tx, ...by }), tolerancesTable, row))
  expect((await send()).sent).toBe(1)
  expect(received[0]?.to).toEqual(['admin2@example.com'])
  expect(partsOf(received[0])[0]).toMatch(
    /^Changes to decide\n- Tolerance N05 .*: Tolerance \(amount\), for fund type EQUITY, from 01\/10\/2026\n {2}https:\/\/fundesk\.example\/work\/changes$/,
  )
  expect(received[0]?.text).not.toContain('2.50')
})

test('for a bank account the message has currency and owner, never the number', async () => {
  await site.transaction((tx) => tx.insert(currency).values({ code: 'EUR', name: 'Euro' }))
  const { supplierId } = await expenseReference(site)
  await subscribe('teamleader1', 'at once')
  const by = { actor: site.actor('finance1'), now: site.clock(), timeZone }
  await site.transaction((tx) =>
    createRow(contextOf({ tx, ...by }), bankAccountsTable(supplierId), account()),
  )
  await send()
  const text = received.map((each) => each.text).join('\n')
  expect(text).toMatch(/Bank account EUR of \S+/)
  expect(text.replaceAll(' ', '')).not.toContain(IBAN.slice(4))
})

test('a refused message is sent again ten minutes later, and the user sees why', async () => {
  await subscribe('accountant1', 'daily')
  site.setClock('2026-11-11T08:00:00+01:00')
  refusal = 'No such mailbox here'
  expect((await send()).faults).toMatchObject([{ message: expect.stringContaining('No such mailbox here') }])
  expect((await site.page('accountant1', '/work/notices')).html).toContain('No such mailbox here')
  refusal = null
  site.setClock('2026-11-11T08:09:00+01:00')
  expect(await send()).toEqual({ sent: 0, faults: [] })
  site.setClock('2026-11-11T08:11:00+01:00')
  expect(await send()).toEqual({ sent: 1, faults: [] })
  expect((await site.page('accountant1', '/work/notices')).html).not.toContain('No such mailbox here')
})

test('an unreachable mail server loses no notice, and its address is only logged', async () => {
  await subscribe('accountant1', 'daily')
  site.setClock('2026-11-11T08:00:00+01:00')
  const gone = await sendNotices(telling(smtpMail('smtp://127.0.0.1:1', FROM)))
  expect(gone).toMatchObject({ sent: 0, faults: [{ code: 'ESOCKET' }] })
  const [{ failure } = {}] = await site.ownerSql`select failure from mail_preference`
  expect(failure).toBe('It cannot be reached.')
  site.setClock('2026-11-11T09:00:00+01:00')
  expect((await send()).sent).toBe(1)
})

test('of several instances one sends; the message id is the same everywhere', async () => {
  await subscribe('accountant1', 'daily')
  site.setClock('2026-11-11T08:00:00+01:00')
  const rounds = await Promise.all([send(), send(), send(), send()])
  expect(rounds.map(({ sent }) => sent).sort()).toEqual([0, 0, 0, 1])
  const idOf = (message: Received | undefined) => /^Message-ID: (.+)$/m.exec(message?.text ?? '')?.[1]
  await site.ownerSql`update mail_preference set told_on = null`
  await send()
  expect(received).toHaveLength(2)
  expect(idOf(received[1])).toMatch(/^<[0-9a-f]{32}@fundesk\.example>$/)
  expect(idOf(received[1])).toBe(idOf(received[0]))
})

test('disabled users get no messages; old entries are deleted', async () => {
  await subscribe('accountant1', 'at once')
  site.setClock('2026-11-11T08:00:00+01:00')
  await site.ownerSql`update app_user set disabled_at = now() where user_name = 'accountant1'`
  try {
    expect(await send()).toEqual({ sent: 0, faults: [] })
  } finally {
    await site.ownerSql`update app_user set disabled_at = null where user_name = 'accountant1'`
  }
  expect((await send()).sent).toBe(1)
  await site.transaction((tx) =>
    sweepSentNotifications(contextOf({ tx, now: new Date('2027-11-11T08:00:00Z') })),
  )
  expect((await site.ownerSql`select 1 from sent_notification`).length).toBeGreaterThan(0)
  await site.transaction((tx) =>
    sweepSentNotifications(contextOf({ tx, now: new Date('2028-01-11T08:00:00Z') })),
  )
  expect(await site.ownerSql`select 1 from sent_notification`).toEqual([])
})

/** The link in a message, as a path of the site. */
function linkIn(message: Received | undefined): string {
  const { pathname, search } = new URL(/https:\/\/fundesk\.example\/\S+/.exec(message?.text ?? '')?.[0] ?? '')
  return `${pathname}${search}`
}
const confirm = (user: Person, link: string) => {
  const code = new URL(link, siteUrl).searchParams.get('code') ?? ''
  return site.send(user, link, { idempotencyKey: randomUUID(), code })
}
const wanted = (address: string): MailPreference => ({ address, frequency: 'daily', waitsDays: 3 })

test('an address gets a link first, and notices only once its user confirms it', async () => {
  site.setClock('2026-11-11T08:00:00+01:00')
  await save('accountant1', wanted('ann@example.com'))
  const unconfirmed = (await site.page('accountant1', '/work/notices')).html
  expect(unconfirmed).toContain('is not confirmed yet')
  expect(await send()).toEqual({ sent: 1, faults: [] })
  expect(received[0]?.to).toEqual(['ann@example.com'])
  expect(received[0]?.text).toMatch(/^Subject: Fundesk: confirm your address$/m)
  expect(received[0]?.text).not.toContain('Told Fund')
  expect((await send()).sent).toBe(0)

  const link = linkIn(received[0])
  expect((await site.page('accountant1', link)).html).toContain('Notices are to be sent to ann@example.com')
  // Opening it confirms nothing: programs of mail servers open links, too.
  expect((await send()).sent).toBe(0)
  expect((await confirm('teamleader1', link)).html).toContain('This link is no longer valid')
  expect((await confirm('accountant1', '/work/notices/confirm?code=guessed')).status).not.toBe(302)
  expect((await send()).sent).toBe(0)
  expect(await confirm('accountant1', link)).toMatchObject({ status: 302, to: '/work/notices' })
  expect(await confirm('accountant1', link)).toMatchObject({ status: 302 })
  expect((await site.page('accountant1', '/work/notices')).html).not.toContain('is not confirmed yet')
  expect((await send()).sent).toBe(1)
  expect(received[1]?.text).toMatch(/^Subject: Fundesk: 1 returned/m)
  const [row] = await site.ownerSql`select count(*)::int as acts from workflow_event
    where object_kind = 'user' and name = 'confirm address of notices' and log = 'ann@example.com'`
  expect(row?.acts).toBe(1)
})

test('another address is confirmed again; the same one stays confirmed', async () => {
  site.setClock('2026-11-11T08:00:00+01:00')
  await subscribe('accountant1', 'daily')
  await save('accountant1', { ...wanted('accountant1@example.com'), waitsDays: 5 })
  expect((await send()).sent).toBe(1)
  expect(received[0]?.text).toContain('returned')
  await save('accountant1', wanted('other@example.com'))
  expect((await send()).sent).toBe(1)
  expect(received[1]?.to).toEqual(['other@example.com'])
  const first = linkIn(received[1])
  // Saved again for another link, which comes after a pause and replaces the first.
  await save('accountant1', wanted('other@example.com'))
  expect((await send()).sent).toBe(0)
  site.setClock('2026-11-11T08:03:00+01:00')
  expect((await send()).sent).toBe(1)
  expect((await confirm('accountant1', first)).html).toContain('This link is no longer valid')
  site.setClock('2026-11-18T08:10:00+01:00')
  site.forgetCookies()
  expect((await confirm('accountant1', linkIn(received[2]))).html).toContain('This link is no longer valid')
})

test('a link that the mail server refuses is sent again ten minutes later', async () => {
  site.setClock('2026-11-11T08:00:00+01:00')
  await save('accountant1', wanted('ann@example.com'))
  refusal = 'No such mailbox here'
  expect((await send()).faults).toHaveLength(1)
  expect((await site.page('accountant1', '/work/notices')).html).toContain('No such mailbox here')
  refusal = null
  site.setClock('2026-11-11T08:11:00+01:00')
  expect((await send()).sent).toBe(1)
  expect(await confirm('accountant1', linkIn(received[0]))).toMatchObject({ status: 302 })
})

test('a site that names domains takes and sends to addresses of these alone', async () => {
  site.setClock('2026-11-11T08:00:00+01:00')
  const domains = ['example.org']
  await expect(save('accountant1', wanted('ann@mail.example.org'), domains)).rejects.toMatchObject({
    code: 'invalid',
    options: { fields: { address: expect.stringContaining('only to addresses of example.org') } },
  })
  await save('accountant1', wanted('ann@EXAMPLE.org'), domains)
  await subscribe('teamleader1', 'daily')
  await sendNotices({ ...telling(), mailDomains: domains })
  expect(received.map(({ to }) => to)).toEqual([['ann@example.org']])
})

test('the page keeps refused input, and the choice is in the history of the user', async () => {
  const post = (fields: Record<string, string>) =>
    site.send('teamleader1', '/work/notices', {
      idempotencyKey: randomUUID(),
      waitsDays: '3',
      address: '',
      ...fields,
    })
  const without = await post({ frequency: 'daily' })
  expect(without.status).toBe(422)
  expect(without.html).toContain('Enter the e-mail address to send to.')
  const wrong = await post({ frequency: 'at once', address: 'ann@', waitsDays: '0' })
  expect(wrong.html).toContain('Enter an e-mail address, such as ann@example.com.')
  expect(wrong.html).toContain('Enter 1 to 99 days.')
  expect(wrong.html).toMatch(/value="ann@"/)
  const long = await post({ frequency: 'daily', address: `${'a'.repeat(60)}@${'b.'.repeat(100)}example.com` })
  expect(long.html).toContain('An e-mail address has at most 254 characters.')
  const inPast = await site.send('teamleader1', '/work/notices?asOf=2026-11-01', {
    idempotencyKey: randomUUID(),
    frequency: 'daily',
    address: 'ann@example.com',
    waitsDays: '3',
  })
  expect([inPast.status, inPast.html.includes('what was cannot be changed')]).toEqual([405, true])
  expect(await site.ownerSql`select 1 from mail_preference`).toEqual([])
  expect(await post({ frequency: 'at once', address: 'ann@example.com' })).toMatchObject({
    status: 302,
    to: '/work/notices',
  })
  const { html } = await site.page('teamleader1', '/work/notices')
  expect(html).toMatch(/value="ann@example\.com"/)
  expect(html).toContain('>Notices by e-mail</a>')
  expect(await post({ frequency: 'never' })).toMatchObject({ status: 302 })
  expect(await site.ownerSql`select 1 from mail_preference`).toEqual([])
  const acts = await site.ownerSql`select status, log from workflow_event
    where object_kind = 'user' and name = 'set notices' order by id desc limit 2`
  expect(acts).toEqual([
    { status: 'E-MAIL OFF', log: '' },
    { status: 'E-MAIL ON', log: 'ann@example.com, at once' },
  ])
})
