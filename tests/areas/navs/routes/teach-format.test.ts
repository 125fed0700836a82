import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import type { UserName } from 'tests/support/site'
import { expect, test } from 'vitest'

const site = await opened(httpSite())
const fund = await site.addFund({ fundCode: 'LUX001' })

const ROWS = [
  'Fund code;LUX001',
  'NAV date;30/10/2026',
  'Fund currency;EUR',
  'Konto;Text;Dev.;Soll;Haben',
  '100;Kapital;EUR;;250,50',
  '510;Bank;EUR;250,50;',
]

const keyIn = (html: string) => /name="idempotencyKey" value="([^"]*)"/.exec(html)?.[1] ?? ''
const definitionIn = (html: string) =>
  (/name="definition"[^>]*value="([^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&quot;', '"')

async function upload(user: UserName, path: string, fields: Record<string, string> = {}) {
  const { html } = await site.page(user, path)
  const form = new FormData()
  form.append('files', new Blob([ROWS.join('\n')]), 'balance.csv')
  for (const [name, value] of Object.entries({ ...fields, idempotencyKey: keyIn(html) }))
    form.append(name, value)
  return site.ask(user, path, { method: 'POST', body: form })
}

test('files that are uploaded are read as suggested, tried with other choices, and proposed, all without scripts', async () => {
  const sent = await upload('admin2', '/admin/formats/teach')
  expect(sent.status).toBe(302)
  const path = sent.headers.get('location') ?? ''
  expect(path).toMatch(/^\/admin\/formats\/teach\/./)
  const first = await site.page('admin2', path)
  expect(first.status).toBe(200)
  expect(first.html).toContain('Everything is read')
  expect(first.html).toMatch(/aria-label="Meaning of column D, Soll"/)
  const posted = { idempotencyKey: keyIn(first.html), definition: definitionIn(first.html), intent: 'try' }
  const tried = await site.send('admin2', path, { ...posted, 'column-0-D': '' })
  expect(tried.status).toBe(200)
  expect(tried.html).toContain('BALANCE, Balance debtor: It is missing.')
  const lacking = { ...posted, definition: definitionIn(tried.html), intent: 'propose' }
  const refused = await site.send('admin2', path, lacking)
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('The format still lacks something.')
  const unnamed = await site.send('admin2', path, { ...lacking, 'column-0-D': 'Balance debtor' })
  expect(unnamed.status).toBe(422)
  expect(unnamed.html).toContain('Give the format a code and a name under The format')
  const proposed = await site.send('admin2', path, {
    ...lacking,
    'column-0-D': 'Balance debtor',
    code: 'BANK',
  })
  expect([proposed.status, proposed.to]).toEqual([302, '/admin/formats'])
  expect((await site.page('admin2', '/admin/formats')).html).toContain('BANK')
})

test('a refused upload leads to teaching; who may not propose copies the JSON', async () => {
  const refused = await upload('accountant1', `/nav-controls/${fund.navId}/new/fia-2`, {
    reason: 'FIRST',
    comment: 'Of the administrator',
    fundNavId: String(fund.navId),
  })
  expect(refused.status).toBe(422)
  const html = await refused.text()
  // In the message itself, and beside the files that are kept.
  const [message = ''] = /class="error-banner"[\s\S]*?<\/div>/.exec(html) ?? []
  expect(message).toContain('Teach this format')
  const [, path = ''] = /href="(\/admin\/formats\/teach\/[^"]*)"/.exec(message) ?? []
  expect(path).toContain(`fundNavId=${fund.navId}`)
  expect(html.match(/Teach this format<\/a>/g)).toHaveLength(2)
  const page = await site.page('accountant1', path)
  expect(page.html).toContain('Administrators propose formats')
  expect(page.html).not.toContain('value="propose"')
  // Of an upload from the list only the set says whose files they are.
  const ofList = await site.page('accountant1', path.replaceAll('&amp;', '&').replace(/fundNavId=\d+/, ''))
  expect(JSON.parse(definitionIn(ofList.html))).toMatchObject({ provider: 'FIA' })
  const posted = { idempotencyKey: keyIn(page.html), definition: definitionIn(page.html), intent: 'propose' }
  const forced = await site.send('accountant1', path, posted)
  expect(forced.status).toBe(422)
  expect(forced.html).toContain('Only administrators propose formats.')
  expect((await site.page('teamleader1', path)).status).toBe(422)
})

test('administrators find an upload that waits on the page of formats, and teach its files; others do not', async () => {
  expect((await site.page('admin2', '/admin/formats')).html).not.toContain('Files waiting for a format')
  const sent = await upload('accountant1', `/nav-controls/${fund.navId}/new/fia-2`, { teach: '1' })
  const taught = sent.headers.get('location') ?? ''
  const [own = ''] = taught.split('?')
  // Until its sender lets it wait it is theirs alone.
  expect((await site.page('admin2', own)).status).toBe(422)
  const { html } = await site.page('accountant1', taught)
  const waits = await site.send('accountant1', taught, {
    idempotencyKey: keyIn(html),
    definition: definitionIn(html),
    intent: 'wait',
    uploadReason: 'FIRST',
    uploadComment: 'Of the administrator',
  })
  expect(waits.status).toBe(302)
  const list = await site.page('admin2', '/admin/formats')
  expect(list.html).toContain('Files waiting for a format')
  expect(list.html).toContain('balance.csv')
  expect(list.html).toMatch(new RegExp(`href="${own.replaceAll('.', '\\.')}"[^>]*>Teach this file</a>`))
  const page = await site.page('admin2', own)
  expect(page.status).toBe(200)
  expect(page.html).toContain('FIA 2 files of LUX001 30.10.26 sent by')
  expect(page.html).toContain('Everything is read')
  // It runs as its sender's in any case: there is nothing to choose for it.
  expect(page.html).not.toContain('name="uploadReason"')
  const proposed = await site.send('admin2', own, {
    idempotencyKey: keyIn(page.html),
    definition: definitionIn(page.html),
    intent: 'propose',
    code: 'WAITED',
  })
  expect([proposed.status, proposed.to]).toEqual([302, '/admin/formats'])
  const [row] =
    await site.ownerSql`select user_id from waiting_upload where set_id = ${own.split('/').at(-1) ?? ''}`
  expect(row).toEqual({ user_id: site.actor('accountant1').id })
  expect((await site.page('accountant2', own)).status).toBe(422)
})

test('the refused upload waits for its format, with the reason and comment that it was sent with', async () => {
  const refused = await upload('accountant1', `/nav-controls/${fund.navId}/new/fia-2`, {
    reason: 'FIRST',
    comment: 'Of the administrator',
    fundNavId: String(fund.navId),
  })
  const [, address = ''] = /href="(\/admin\/formats\/teach\/[^"]*)"/.exec(await refused.text()) ?? []
  const path = address.replaceAll('&amp;', '&')
  const { html } = await site.page('accountant1', path)
  expect(html).toContain('value="Of the administrator"')
  const posted = { idempotencyKey: keyIn(html), definition: definitionIn(html), intent: 'wait' }
  const lacking = await site.send('accountant1', path, { ...posted, uploadReason: '', uploadComment: 'x' })
  expect([lacking.status, lacking.html]).toEqual([422, expect.stringContaining('Choose a reason.')])
  const fields = { uploadReason: 'FIRST', uploadComment: 'Of the administrator' }
  const waits = await site.send('accountant1', path, { ...posted, ...fields })
  expect([waits.status, waits.to]).toEqual([302, '/nav-controls'])
  const setId = /teach\/([^?]*)/.exec(path)?.[1] ?? ''
  const rows = await site.ownerSql`
    select control_set, fund_nav_id::int, reason_code, comment from waiting_upload where set_id = ${setId}`
  expect(rows).toEqual([
    { control_set: 'FIA2', fund_nav_id: fund.navId, reason_code: 'FIRST', comment: 'Of the administrator' },
  ])
})

test('files of an upload are taught before anything else of it is filled in', async () => {
  const sent = await upload('accountant1', `/nav-controls/${fund.navId}/new/fia-3`, { teach: '1' })
  expect(sent.status).toBe(302)
  const to = sent.headers.get('location') ?? ''
  expect(to).toContain(`?fundNavId=${fund.navId}&set=fia-3&`)
  expect((await site.page('accountant1', to)).html).toContain('Everything is read')
})

test('a text that is no format is refused, and stays to be corrected', async () => {
  const path = (await upload('admin2', '/admin/formats/teach')).headers.get('location') ?? ''
  const { html } = await site.page('admin2', path)
  const wrong = {
    idempotencyKey: keyIn(html),
    definition: definitionIn(html),
    intent: 'json',
    json: '{"a":1}',
  }
  const refused = await site.send('admin2', path, wrong)
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('/code: It is missing.')
  expect(refused.html).toContain('{&quot;a&quot;:1}')
})
