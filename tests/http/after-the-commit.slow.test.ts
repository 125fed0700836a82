import { randomUUID } from 'node:crypto'
import type { Database } from 'db/database'
import { CommitOutcomeUnknown, DatabaseUnavailable, StatementFailed } from 'db/failures'
import { formOf } from 'tests/support/api/uploads'
import { userWork } from 'tests/support/context'
import { completeFields, expenseReference } from 'tests/support/expenses'
import { countAhead } from 'tests/support/http/portions'
import { opened } from 'tests/support/opened'
import { checkout } from 'tests/support/postgres/throwaway'
import { httpSite } from 'tests/support/routes/http-site'
import { afterEach, expect, test } from 'vitest'
import { uploadDraft } from '~/areas/drafts/upload/upload-draft.server'

// If the database goes down in the middle of a request, the answer depends on what was committed before.

type When = 'never' | 'before' | 'while storing' | 'after'
let when: When = 'never'
let gone = false
let guardedRead: Database['read'] | null = null // replaced after each outage, as it caches built queries
const USERS = ['finance1', 'accountant1'] as const
const site = await opened(httpSite())
for (const user of USERS) await site.cookieOf(user)
const real = site.services.database
await countAhead(site, USERS)
afterEach(() => goesAway('never'))

function goesAway(at: When) {
  when = at
  gone = false
  guardedRead = null
}

/** A query on a database that is down: like a real one it can be built, and fails when awaited. */
const fails = (_: unknown, fail: (reason: Error) => void) => fail(new DatabaseUnavailable('down'))
const unanswered: object = new Proxy(() => {}, {
  get: (_, name) => (name === 'then' ? fails : unanswered),
  apply: () => unanswered,
})

Object.assign(site.services, { database: breaking(real) })
await site.ownerSql`insert into currency (code, name) values ('EUR', 'Euro')`
const whole = Object.entries(completeFields(await expenseReference(site)))
const fields = Object.fromEntries(
  whole.filter(([, value]) => value && value !== true).map(([name, value]) => [name, String(value)]),
)

/** A database that goes down permanently before, during or after the first transaction. */
function breaking(database: Database): Database {
  const down = () => Promise.reject(new DatabaseUnavailable('down'))
  const get = (read: object, name: string | symbol) => (gone ? unanswered : Reflect.get(read, name))
  return {
    ...database,
    get read() {
      guardedRead ??= new Proxy<Database['read']>(database.read, { get })
      return guardedRead
    },
    async transaction(work) {
      if (gone || when === 'before') return down()
      const done = await database.transaction(work)
      gone = when !== 'never'
      if (when === 'while storing') throw new CommitOutcomeUnknown()
      return done
    },
  }
}

const pdf = (word: string) =>
  new TextEncoder().encode(`%PDF-1.4\n1 0 obj\n(${word})\nendobj\nstartxref\n0\n%%EOF`)
const drafts = (comment: string) =>
  site.ownerSql`select id from draft where transaction_comment = ${comment}`.then((rows) => rows.length)

async function newDraft(): Promise<number> {
  const file = { fileName: 'mine.pdf', bytes: pdf(randomUUID()) }
  return (await uploadDraft(userWork(site, site.actor('finance1')), site.services, { file, comment: '' }))
    .draftId
}

/** An upload through the call, repeatable. */
function upload(comment: string, headers: Record<string, string> = {}) {
  const bytes = pdf(comment)
  return async () => {
    const body = formOf([{ name: 'invoice.pdf', bytes }], { comment })
    const answer = await site.ask('finance1', '/api/uploadinvoice', {
      method: 'POST',
      headers,
      body,
      fails: true,
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
}

/** A save of a draft through its page, with or without scripts, repeatable. */
function save(draftId: number, comment: string, path = `/drafts/${draftId}/edit`) {
  const form = { ...fields, revision: '1', transactionComment: comment }
  const body = new URLSearchParams({ ...form, idempotencyKey: randomUUID() }).toString()
  const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' }
  return async () => {
    const answer = await site.ask('finance1', path, { method: 'POST', headers, body, fails: true })
    return { status: answer.status, text: await answer.text(), to: answer.headers.get('location') }
  }
}

test('a call that cannot read its answer says that it was saved; the same key gets the answer', async () => {
  const send = upload('saved and not shown', { 'Idempotency-Key': randomUUID() })
  goesAway('after')
  const first = await send()
  expect(first).toMatchObject({ status: 503, body: { title: 'Saved, but not shown', code: 'saved' } })
  expect(first.body.errorMessage).toMatch(/was saved, but .* sent again, it takes effect only once/)
  expect(await drafts('saved and not shown')).toBe(1)
  goesAway('never')
  expect(await send()).toMatchObject({ status: 201, body: { transactionComment: 'saved and not shown' } })
  expect(await drafts('saved and not shown')).toBe(1)
})

test('a call with an unknown outcome says so; repeated, with a key or without, it makes one draft', async () => {
  const keys: Record<string, string>[] = [{ 'Idempotency-Key': randomUUID() }, {}]
  for (const headers of keys) {
    const comment = `unknown ${Object.keys(headers).length}`
    const send = upload(comment, headers)
    goesAway('while storing')
    const first = await send()
    expect(first).toMatchObject({ status: 503, body: { title: 'Connection lost', code: 'unknown' } })
    expect(first.body.errorMessage).toMatch(/do not know yet whether it was saved.* only once/)
    goesAway('never')
    expect((await send()).status).toBe(201)
    expect(await drafts(comment)).toBe(1)
  }
})

test('a call without a key, which might take effect twice, says to check first', async () => {
  const draftId = await newDraft()
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ id: draftId, transactionComment: 'by a call' })
  const send = async () => {
    const answer = await site.ask('finance1', '/api/drafttransactions', {
      method: 'POST',
      headers,
      body,
      fails: true,
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  goesAway('while storing')
  expect((await send()).body.errorMessage).toMatch(/Look for it before you send it again/)
  goesAway('before')
  expect(await send()).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect((await send()).body.errorMessage).toMatch(/nothing was saved this time/)
})

test('the content of a key is stored with the work: other content is refused even after an outage', async () => {
  const key = { 'Idempotency-Key': randomUUID() }
  goesAway('while storing')
  await upload('first content', key)()
  goesAway('never')
  expect(await upload('second content', key)()).toMatchObject({ status: 409 })
  expect(await drafts('second content')).toBe(0)
})

test('a saved draft is reported as saved if the database goes down right after, and its status line is not lost', async () => {
  const draftId = await newDraft()
  goesAway('after')
  const done = await save(draftId, 'kept after all')()
  expect([done.status, done.to]).toEqual([302, `/drafts/${draftId}`])
  expect(await drafts('kept after all')).toBe(1)
  goesAway('never')
  expect((await site.page('finance1', `/drafts/${draftId}`)).html).toContain(`Draft ${draftId} saved`)
})

test('a page reports unknown outcomes and unsaved forms; the form sent again takes effect once', async () => {
  for (const data of ['', '.data']) {
    const draftId = await newDraft()
    const comment = `page${data}`
    const send = save(draftId, comment, `/drafts/${draftId}/edit${data}`)
    goesAway('before')
    const none = await send()
    expect([none.status, await drafts(comment)]).toEqual([503, 0])
    expect(none.text).toContain('nothing was saved this time')
    goesAway('while storing')
    const unknown = await send()
    expect(unknown.status).toBe(503)
    expect(unknown.text).toContain('We do not know yet whether it was saved.')
    expect(unknown.text).not.toMatch(/nothing was/i)
    goesAway('never')
    const again = await send()
    expect(again.status).toBeLessThan(400)
    const events = await site.ownerSql`select id from workflow_event
      where object_id = ${draftId} and data->>'is' like ${`%${comment}%`}`
    expect(events).toHaveLength(1)
  }
})

test('a form changed after a lost answer is refused, not treated as saved', async () => {
  const draftId = await newDraft()
  const form = { ...fields, revision: '1', idempotencyKey: randomUUID() }
  const send = (transactionComment: string, more = {}) =>
    site.send('finance1', `/drafts/${draftId}/edit`, { ...form, transactionComment, ...more })
  goesAway('while storing')
  expect((await send('as sent first')).status).toBe(503)
  goesAway('never')
  const changed = await send('changed since')
  expect([changed.status, changed.html.includes('already sent with different content')]).toEqual([409, true])
  // It comes back with the input, under a new key.
  expect(changed.html).toContain('changed since')
  expect(changed.html).not.toContain(`value="${form.idempotencyKey}"`)
  // The same again, from the current page, is the same form.
  expect((await send('as sent first', { revision: '2' })).status).toBe(302)
  expect((await send('changed since', { revision: '2', idempotencyKey: randomUUID() })).status).toBe(302)
  expect(await drafts('changed since')).toBe(1)
})

test('a form that comes back after an outage retains its key, although the page without scripts is rendered again', async () => {
  const draftId = await newDraft()
  const key = randomUUID()
  const sent = { revision: '1', transactionComment: 'same form', idempotencyKey: key }
  const form = { ...fields, ...sent }
  // Only the transaction fails, so the page can be rendered.
  Object.assign(site.services, {
    database: { ...real, transaction: () => Promise.reject(new CommitOutcomeUnknown()) },
  })
  const answer = await site.send('finance1', `/drafts/${draftId}/edit`, form).finally(() => {
    Object.assign(site.services, { database: breaking(real) })
  })
  expect(answer.status).toBe(503)
  expect(answer.html).toContain(`name="idempotencyKey" value="${key}"`)
  const refused = await site.send('finance1', `/drafts/${draftId}/edit`, { ...form, currency: 'XXX' })
  expect([refused.status, refused.html.includes(`name="idempotencyKey" value="${key}"`)]).toEqual([
    422,
    false,
  ])
})

test('for several invoices each result is reported if the database goes down during the second', async () => {
  const words = ['first of two', 'second of two']
  const files = words.map((word) => ({ name: `${word}.pdf`, bytes: pdf(word) }))
  const send = async () => {
    const body = formOf(files, { comment: 'two' })
    const answer = await site.ask('finance1', '/api/uploadinvoices', { method: 'POST', body, fails: true })
    return {
      status: answer.status,
      body: (await answer.json()) as { draftId: number; errorMessage: string }[],
    }
  }
  goesAway('after')
  const { status, body } = await send()
  expect(status).toBe(201)
  expect(body[0]).toMatchObject({ errorMessage: null })
  expect(body[1]).toMatchObject({
    draftId: null,
    errorMessage: expect.stringContaining('no draft was created'),
  })
  goesAway('never')
  const again = await send()
  expect(again.body[0]?.draftId).toBe(body[0]?.draftId)
  expect(await drafts('two')).toBe(2)
})

test('for several invoices one that hits a full disk says so, and the one before is reported as created', async () => {
  const full = new StatementFailed(Object.assign(new Error('could not extend file'), { code: '53100' }))
  let left = 1
  Object.assign(site.services, {
    database: {
      ...real,
      transaction: ((work) =>
        left-- > 0 ? real.transaction(work) : Promise.reject(full)) as typeof real.transaction,
    },
  })
  const files = ['before it was full', 'too much'].map((word) => ({ name: `${word}.pdf`, bytes: pdf(word) }))
  const body = formOf(files, { comment: 'full' })
  const answer = await site
    .ask('finance1', '/api/uploadinvoices', { method: 'POST', body, fails: true })
    .finally(() => Object.assign(site.services, { database: breaking(real) }))
  expect(answer.status).toBe(201)
  const results = (await answer.json()) as { draftId: number | null; errorMessage: string | null }[]
  expect(results).toMatchObject([
    { draftId: expect.any(Number), errorMessage: null },
    {
      draftId: null,
      errorMessage: expect.stringContaining('disk of the server is full, and no draft was created'),
    },
  ])
  expect(await drafts('full')).toBe(1)
})

test('a check ticked without an answer is ticked once, and another comment is not treated as stored', async () => {
  const { navId } = await site.addFund({ fundCode: 'TICKED' })
  const [check] = await site.ownerSql<{ rank: number }[]>`
    select rank from isae_check where auto is null and queue = 'ACCOUNTANT' order by rank limit 1`
  const rank = String(check?.rank)
  const form = { rank, comment: 'Looked at', idempotencyKey: randomUUID() }
  const tick = (fields: typeof form) => site.send('accountant1', `/nav-controls/${navId}/checks`, fields)
  goesAway('while storing')
  const unknown = await tick(form)
  expect([unknown.status, unknown.html.includes('do not know yet whether')]).toEqual([503, true])
  goesAway('never')
  expect((await tick(form)).status).toBe(302)
  const late = await tick({ ...form, comment: 'Another', idempotencyKey: randomUUID() })
  expect(late.status).toBe(409)
  // The form disappeared with the tick: the page says who ticked it, and the input can be copied.
  expect(late.html).toMatch(/was already ticked by [^.]+\. Your comment was not saved\./)
  expect(late.html).toMatch(/<textarea[^>]*readOnly[^>]*>Another<\/textarea>/i)
  const rows = await site.ownerSql`select log from nav_check where fund_nav_id = ${navId} and rank = ${rank}`
  expect(rows).toMatchObject([{ log: 'Looked at' }])
})

test('a full disk is reported to the sender, in the log, and to administrators', async () => {
  const draftId = await newDraft()
  await site.ownerSql`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`
  await site.ownerSql`create trigger full_disk before insert or update on draft execute function no_room()`
  try {
    const call = await upload('no room')()
    expect(call).toMatchObject({ status: 503, body: { title: 'Disk full', code: 'unavailable' } })
    expect(call.body.errorMessage).toContain('full, and nothing was saved this time. Tell an administrator.')
    const page = await save(draftId, 'no room')()
    expect([page.status, page.text.includes('The disk of the server is full')]).toEqual([503, true])
    expect(site.logged()).toContainEqual(
      expect.objectContaining({
        level: 'error',
        msg: 'the disk is full',
        err: expect.objectContaining({ code: '53100' }),
      }),
    )
  } finally {
    await site.ownerSql`drop trigger full_disk on draft`
  }
  const fullAt = new Date(site.clock().getTime() - 60_000)
  Object.assign(site.services, { diskTrouble: { fullAt }, folders: { 'Disk of the database': checkout } })
  const { html } = await site.page('admin', '/admin/system')
  expect(html).toMatch(/Disk of the database[\s\S]*Recently full: data could not be saved\. [\d.]+ GB of/)
  Object.assign(site.services, { diskTrouble: { fullAt: null } })
  const well = await site.page('admin', '/admin/system')
  expect(well.html).not.toContain('Recently full')
})

test('failing to record the use of a session affects no request', async () => {
  const cookie = await site.newCookie('auditor1')
  site.setClock('2026-11-02T08:40:00Z')
  await site.ownerSql`alter table session add constraint frozen check (last_seen_at < '2026-11-02T08:39:00Z') not valid`
  try {
    const answer = await site.ask(null, '/invoices', { headers: { Cookie: cookie } })
    expect(answer.status).toBe(200)
  } finally {
    await site.ownerSql`alter table session drop constraint frozen`
  }
})
