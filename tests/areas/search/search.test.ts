import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'
import type { FoundGroup } from '~/areas/search/search'

const site = await opened(httpSite())
const oslo = await site.addFund({ fundCode: 'OSL01', fundName: 'Ålesund & Oslo Räntor' })
await site.addFund({ fundCode: 'BER01', fundName: 'Berlin Aktien' })
await site.ownerSql`insert into legal_entity (name, kind) values ('Räntor Supplier AS', 'SUPPLIER')`

async function found(user: string, text: string): Promise<FoundGroup[]> {
  return JSON.parse((await site.page(user, `/search/found?${new URLSearchParams({ text })}`)).html)
}
const labels = async (...asked: Parameters<typeof found>) =>
  Object.fromEntries(
    (await found(...asked)).map(({ title, items }) => [title, items.map(({ label }) => label)]),
  )

test('a NAV is found by any words of its fund in any order, ignoring accents, and by date', async () => {
  for (const text of [
    'oslo',
    'RANTOR alesund',
    'osl01',
    'oslo 30/10/2026',
    '2026-10-30 räntor',
    '30.10.2026 osl',
  ])
    expect((await labels('accountant1', text)).NAVs, text).toContain('Ålesund & Oslo Räntor, 30/10/2026')
  expect((await labels('accountant1', 'oslo 29/10/2026')).NAVs).toBeUndefined()
  expect((await labels('accountant1', 'oslo aktien')).NAVs).toBeUndefined()
  const [group] = await found('accountant1', 'oslo')
  expect(group?.items.find(({ href }) => href === `/nav-controls/${oslo.navId}`)).toEqual({
    key: `nav ${oslo.navId}`,
    label: 'Ålesund & Oslo Räntor, 30/10/2026',
    note: 'OSL01',
    href: `/nav-controls/${oslo.navId}`,
    place: { class: 'new', status: 'TO CONTROL', queue: 'ACCOUNTANT' },
  })
})

test('an object is found by its number, by users who may open it', async () => {
  const byNumber = async (user: string) => (await labels(user, String(oslo.navId)))['By number']
  expect(await byNumber('accountant1')).toEqual([`NAV ${oslo.navId}: Ålesund & Oslo Räntor, 30/10/2026`])
  expect(await byNumber('finance1')).toBeUndefined()
  expect((await labels('accountant1', '999999999999999'))['By number']).toBeUndefined()
})

test('a user finds only what they may open', async () => {
  expect(Object.keys(await labels('finance1', 'rantor'))).toEqual(['Legal entities'])
  expect(Object.keys(await labels('manager1', 'rantor'))).toEqual(['NAVs', 'Suppliers'])
  // A supplier links to what the user may see: invoices, drafts or budgets.
  const suppliers =
    (await found('manager1', 'rantor')).find(({ title }) => title === 'Suppliers')?.items ?? []
  expect(suppliers.map(({ label }) => label)).toEqual(['Räntor Supplier AS'])
  expect((await site.page('manager1', suppliers[0]?.href ?? '')).status).toBe(200)
  expect(await labels('admin', 'schroeder')).toEqual({ Users: ['Amélie Schroeder'] })
  expect(await labels('accountant1', 'schroeder')).toEqual({})
  expect(await labels('newcomer1', 'oslo')).toEqual({})
})

test('commands and pages are found by name, if the user may use them', async () => {
  const commands = async (user: string, text = '') => (await labels(user, text))['Pages and commands'] ?? []
  expect(await commands('accountant1', 'fia new')).toEqual(['New FIA 3 control', 'New FIA 2 control'])
  expect(await commands('auditor1', 'new')).toEqual([])
  expect(await commands('auditor1')).toContain('Export NAV Controls to Excel')
  expect(await commands('auditor1')).not.toContain('My work')
  expect(await commands('newcomer1')).toEqual([])
  for (const { href } of (await found('admin', '')).flatMap(({ items }) => items))
    expect((await site.ask('admin', href)).status, href).toBe(200)
  for (const { href } of (await found('accountant1', '')).flatMap(({ items }) => items))
    expect((await site.ask('accountant1', href)).status, href).toBe(200)
})

test('commands that start with the text come before those that contain its words', async () => {
  await site.ownerSql`insert into legal_entity (name, kind) values ('New Draughts Trust', 'FUND')`
  const titles = async (text: string) => (await found('finance1', text)).map(({ title }) => title)
  expect(await titles('new dra')).toEqual(['Pages and commands', 'Legal entities'])
  expect(await titles('dra new')).toEqual(['Legal entities', 'Pages and commands'])
  expect(await titles('new draug')).toEqual(['Legal entities'])
})

test('the page shows the same without scripts, accepts any text, and says if nothing is found', async () => {
  const page = (text: string) => site.page('accountant1', `/search?${new URLSearchParams({ text })}`)
  expect((await page('oslo')).html).toContain(`href="/nav-controls/${oslo.navId}"`)
  expect((await page('<b>"%_\\ oslo')).html).toContain('No results for “&lt;b&gt;&quot;%_\\ oslo”.')
  expect((await site.page('accountant1', '/search?text=%00osl%00o')).html).toContain('Ålesund &amp; Oslo')
  expect((await page('x'.repeat(5000))).status).toBe(200)
  expect((await site.ask(null, '/search')).status).toBe(302)
})

test('users who see NAVs find a fund without any', async () => {
  await site.ownerSql`
    insert into fund overriding system value select (jsonb_populate_record(f, '{"code": "NEW77", "name": "Fjörd Nya Fund"}'::jsonb
      || jsonb_build_object('id', (select max(id) + 1 from fund)))).* from fund f where code = 'OSL01'`
  expect(await labels('accountant1', 'fjord')).toEqual({ Funds: ['Fjörd Nya Fund'] })
  expect(await labels('finance1', 'fjord')).toEqual({})
  const [group] = await found('accountant1', 'new77')
  expect((await site.page('accountant1', group?.items[0]?.href ?? '')).status).toBe(200)
})
