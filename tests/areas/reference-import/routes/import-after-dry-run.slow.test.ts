import { bookFile, FUND_HEADS } from 'tests/support/areas/reference-import/reference-book'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'
import { storedSince } from '~/platform/files/read-content.server'

const site = await opened(httpSite())
await site.ownerSql`insert into authorisation
  select id, 'administration', true, true, true from app_user where user_name = 'admin2'
  on conflict (user_id, function_id) do update set may_update = true`

async function send(
  fields: Record<string, string>,
  file?: { name: string; bytes: Uint8Array },
  user = 'admin',
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file) form.set('files', new Blob([new Uint8Array(file.bytes)]), file.name)
  const answer = await site.ask(user, '/admin/import', {
    method: 'POST',
    body: form,
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  const html = (await answer.text()).replaceAll('<!-- -->', '')
  return { status: answer.status, html, savedBefore: answer.headers.has('x-saved-before') }
}

const HEADS = [...FUND_HEADS, 'Accountant']
const fund = (code: string) =>
  bookFile({ Funds: [HEADS, [code, `Fund ${code}`, 'EUR', 'EQUITY', 'UCITS', 'FIA', 'yes', 'accountant1']] })

/** The form in a dry run’s result, as a browser without scripts sends it. */
async function dryRun(code: string, user = 'admin'): Promise<Record<string, string>> {
  const { status, html } = await send(
    { intent: 'dry run', idempotencyKey: crypto.randomUUID() },
    await fund(code),
    user,
  )
  expect([status, html]).toEqual([200, expect.stringContaining('The import would make 1 change.')])
  const form = html.slice(html.lastIndexOf('<form', html.indexOf('name="trial"')))
  const hidden = form.slice(0, form.indexOf('</form>')).matchAll(/name="(\w+)" value="([^"]*)"/g)
  return {
    ...Object.fromEntries([...hidden].map(([, name, value]) => [name, value])),
    intent: 'import trial',
  }
}

const stored = async (code: string) =>
  (await site.ownerSql`select code from fund where code = ${code}`).length

test('after a dry run its file is imported without choosing it again, once, and only by that user', async () => {
  const form = await dryRun('TRIALA')
  expect(await stored('TRIALA')).toBe(0)
  const foreign = await send(form, undefined, 'admin2')
  expect([foreign.status, foreign.html]).toEqual([422, expect.stringContaining('Choose the file again.')])
  const done = await send(form)
  expect([done.status, done.html]).toEqual([200, expect.stringContaining('1 change saved.')])
  expect(await stored('TRIALA')).toBe(1)
  // The same form again gets the same answer, and stores nothing twice.
  expect((await send(form)).html).toContain('1 change saved.')
})

test('a workbook imported directly is imported once, however often its form is sent', async () => {
  const [file, key] = [await fund('ONCEA'), crypto.randomUUID()]
  const imports = async () =>
    (await site.ownerSql`select from workflow_event where log like ${`%${file.name}%`}`).length
  const form = { intent: 'import', idempotencyKey: key }
  const first = await send(form, file)
  expect([first.status, first.savedBefore]).toEqual([200, false])
  const events = await imports()
  const again = await send(form, file)
  expect([again.status, again.savedBefore, again.html]).toEqual([
    200,
    true,
    expect.stringContaining('1 change saved.'),
  ])
  expect([await stored('ONCEA'), await imports()]).toEqual([1, events])
  // Its key imports no other file, and a form without a key imports none.
  expect((await send(form, await fund('ONCEB'))).status).toBe(409)
  expect((await send({ intent: 'import' }, await fund('ONCEB'))).status).toBe(422)
  expect(await stored('ONCEB')).toBe(0)
})

test('a newer dry run replaces the previous one', async () => {
  const older = await dryRun('TRIALB')
  const newer = await dryRun('TRIALC')
  expect((await send(older)).status).toBe(422)
  expect((await send(newer)).status).toBe(200)
  expect([await stored('TRIALB'), await stored('TRIALC')]).toEqual([0, 1])
})

test('the import is refused once the data changed, or after an hour', async () => {
  const form = await dryRun('TRIALD')
  await send({ intent: 'import', idempotencyKey: crypto.randomUUID() }, await fund('TRIALD'), 'admin2')
  const late = await send(form)
  expect([late.status, late.html]).toEqual([
    409,
    expect.stringContaining('The data changed after this dry run'),
  ])
  const other = await dryRun('TRIALE')
  await site.ownerSql`update import_trial set expires_at = ${site.clock()}`
  expect((await send(other)).status).toBe(422)
  expect(await stored('TRIALE')).toBe(0)
})

test('a workbook that was replaced in the database after its dry run is refused', async () => {
  const form = await dryRun('TRIALZ')
  await site.ownerSql`update import_trial_chunk set bytes = set_byte(bytes, 0, 255 - get_byte(bytes, 0))`
  expect((await send(form)).status).toBe(422)
  expect(await stored('TRIALZ')).toBe(0)
})

test('the stored file counts towards the daily limit of its user', async () => {
  // Files of refused imports count as well.
  await site.ownerSql`delete from staged_file`
  await dryRun('TRIALF')
  const [row] = await site.ownerSql`select size from import_trial where user_id = ${site.actor('admin').id}`
  const day = { day: '2026-11-02', timeZone: 'Europe/Luxembourg' }
  expect(Number(row?.size)).toBeGreaterThan(1_000)
  expect(await storedSince(site.read, site.actor('admin').id, day)).toBe(Number(row?.size))
})

test('the workbook of a refused import stays stored, and is imported once the site has what it refers to', async () => {
  const calendar = await bookFile({
    'NAV calendar': [
      ['Fund code', 'NAV date'],
      ['TRIALK', '29/01/2027'],
    ],
  })
  const refused = await send({ intent: 'dry run', idempotencyKey: crypto.randomUUID() }, calendar)
  expect([refused.status, refused.html]).toEqual([
    422,
    expect.stringContaining('NAV calendar!A2: &quot;TRIALK&quot; is not a fund code'),
  ])
  expect(refused.html).toContain(`The server keeps ${calendar.name} for an hour`)
  const [, staged = ''] = /name="staged" value="([^"]+)"/.exec(refused.html) ?? []
  await send({ intent: 'import', idempotencyKey: crypto.randomUUID() }, await fund('TRIALK'))
  const form = { intent: 'import', staged, idempotencyKey: crypto.randomUUID() }
  const foreign = await send(form, undefined, 'admin2')
  expect([foreign.status, foreign.html]).toEqual([422, expect.stringContaining('no longer on the server')])
  const done = await send({ ...form, idempotencyKey: crypto.randomUUID() })
  expect([done.status, done.html]).toEqual([200, expect.stringContaining('1 change saved.')])
})
