import { storeFormat } from 'tests/support/formats/stored-format'
import { figuresOf, UMBRELLA, umbrellaBook } from 'tests/support/formats/umbrella-book'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'

const site = await opened(httpSite())
await storeFormat(site, UMBRELLA)
const funds = [await site.addFund({ fundCode: 'UMB1' }), await site.addFund({ fundCode: 'UMB2' })]
const [first] = funds

/** The figures of both funds, and of one that the site does not have. */
const bytes = await (async () => {
  const uploads = await Promise.all(funds.map(({ model }) => site.uploadOf(model, 'FIA3')))
  const figures = await Promise.all(uploads.map(({ files }) => figuresOf(files)))
  const stranger = structuredClone(figures[0])
  if (!stranger) throw new Error('There are two funds')
  stranger.nav.source.preamble.fundCode.value = 'NOBODY'
  for (const line of stranger.nav.lines) if (line.code === 'UMB1') line.code = 'NOBODY'
  return umbrellaBook([...figures, stranger])
})()

function form(fields: Record<string, string>, withFile = true): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  if (withFile) data.append('files', new Blob([new Uint8Array(bytes)]), 'umbrella.xlsx')
  return data
}

const FIELDS = { reason: 'FIRST', comment: 'The whole umbrella' }
const hidden = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
const controls = async () => Number((await site.ownerSql`select count(*) from nav_control`)[0]?.count)

test('without scripts: the funds of the files are listed, all are controlled with one press, and the page reports each', async () => {
  const path = '/nav-controls/new/fia-3'
  const { html } = await site.page('accountant1', path)
  const sent = form({ ...FIELDS, idempotencyKey: hidden(html, 'idempotencyKey') })
  const refused = await site.ask('accountant1', path, { method: 'POST', body: sent })
  expect(refused.status).toBe(422)
  const listed = await refused.text()
  expect(listed).toContain('These files hold 3 funds: UMB1, UMB2, NOBODY.')
  expect(listed).toContain('There is no fund &quot;NOBODY&quot;')
  expect(listed).toContain('Control 2 of 3 funds')
  const staged = hidden(listed, 'staged')
  const all = { ...FIELDS, idempotencyKey: hidden(listed, 'idempotencyKey'), staged, all: '1' }
  const begun = await site.ask('accountant1', path, { method: 'POST', body: form(all, false) })
  expect(begun.status).toBe(302)
  const to = begun.headers.get('location') ?? ''
  expect(to).toMatch(/^\/nav-controls\/umbrella\/\d+$/)
  // Sent again, as by a second press, it leads to the same controls.
  const again = await site.ask('accountant1', path, { method: 'POST', body: form(all, false) })
  expect(again.headers.get('location')).toBe(to)
  await expect
    .poll(async () => (await site.page('accountant1', to)).html, { timeout: 20_000 })
    .toContain('2 funds controlled, 1 refused')
  const page = await site.page('accountant1', to)
  expect(page.html).toContain('The whole umbrella')
  expect(page.html).toMatch(new RegExp(`href="/nav-controls/${first?.navId}\\?control=\\d+"`))
  expect(page.html).not.toContain('value="stop"')
  expect(await controls()).toBe(2)
})

test('a call controls all funds with all=1, answers each, and takes effect once', async () => {
  const call = (fields: Record<string, string>, key: string) =>
    site.ask('accountant1', '/api/uploadfilesFIA/3', {
      method: 'POST',
      headers: { Accept: 'application/json', 'Idempotency-Key': key },
      body: form({ ...FIELDS, ...fields }),
    })
  const without = await call({}, 'without')
  expect(without.status).toBe(422)
  expect((await without.json()).details.funds).toMatchObject([
    { fundCode: 'UMB1', fundNavId: first?.navId },
    { fundCode: 'UMB2' },
    { fundCode: 'NOBODY', fundNavId: null },
  ])
  const before = await controls()
  const done = await call({ all: '1' }, 'all')
  expect(done.status).toBe(201)
  const body = await done.json()
  expect(body).toEqual({
    controls: funds.map(({ model: { fundCode, navDate } }) => ({
      fundCode,
      navDate,
      controlId: expect.any(Number),
      okCount: expect.any(Number),
      nokCount: expect.any(Number),
    })),
    refused: [
      {
        fundCode: 'NOBODY',
        navDate: first?.model.navDate,
        errorMessage: expect.stringContaining('There is no fund "NOBODY"'),
      },
    ],
  })
  const again = await call({ all: '1' }, 'all')
  expect([again.status, await again.json()]).toEqual([201, body])
  expect(await controls()).toBe(before + 2)
})
