import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { rowIn, tableIn } from 'tests/support/workbooks/plan'
import { afterAll, expect, test } from 'vitest'

const site = await opened(httpSite())
afterAll(() => expect(site.crashes()).toEqual([]))

const fund = await site.addFund({ fundCode: 'OPN01', clientValidation: false })
const { navId } = fund
const page = `/nav-controls/${navId}`

/** The visible part of a page, without the data for scripts. */
const shown = (html: string) => (html.split('<script', 1)[0] ?? '').replaceAll('<!-- -->', '')
const read = async (user: string, path: string) => shown((await site.page(user, path)).html)

const LINK = `href="/nav-errors/new?nav=${navId}"`

test('a NAV that was not sent has no link to a case', async () => {
  await site.control('accountant1', fund)
  expect(await read('accountant1', page)).not.toContain('/nav-errors/new')
})

test('one that was sent has it, for those who may open cases, with fund and date filled in', async () => {
  await site.step('accountant1', navId, 'submit')
  await site.step('teamleader1', navId, 'approve')
  await site.step('manager1', navId, 'validate')
  await site.step('manager1', navId, 'send')
  expect(await read('accountant1', page)).toContain(LINK)
  expect(await read('auditor1', page)).not.toContain(LINK)
  const form = await read('accountant1', `/nav-errors/new?nav=${navId}`)
  expect(form).toMatch(/<option value="OPN01"[^>]*selected/)
  expect(form).toContain('value="2026-10-30"')
  expect((await site.page('accountant1', '/nav-errors/new?nav=999999')).status).toBe(404)
})

test('after Reopen the reason is known; once N11 found the error, its figures are', async () => {
  await site.step('teamleader1', navId, 'reopen', { reasonCode: 'PRICE', comment: 'Bond was stale' })
  expect(await read('teamleader1', `/nav-errors/new?nav=${navId}`)).toContain('Reopened: ')
  await site.control('accountant1', fund, (books) => {
    const row = rowIn(tableIn(books, 'NAV'), { type: 'NAV PER SHARE' })
    row.value = { number: String(Number(fund.model.classes[0]?.navPerShare) * 1.01) }
  })
  const notes = await read('accountant1', page)
  expect(notes).toContain('NAV error.')
  expect(notes).toContain(LINK)
  const form = await read('accountant1', `/nav-errors/new?nav=${navId}`)
  const sent = fund.model.classes[0]?.navPerShare ?? ''
  const said = />(Rule N11: [^<]*)</.exec(form)?.[1] ?? ''
  expect(said).toMatch(/^Rule N11: \S+ 0\.99\d* % /)
  expect(said).toContain(`(${sent} sent first`)
  expect(form).toContain(`value="${site.actor('accountant1').fullName}"`)
})

test('the NAV shows the cases that it is in, to those who may read them', async () => {
  const form = await site.page('accountant1', `/nav-errors/new?nav=${navId}`)
  const made = await site.send('accountant1', '/nav-errors/new', {
    idempotencyKey: /name="idempotencyKey" value="([^"]+)"/.exec(form.html)?.[1] ?? '',
    fundCode: 'OPN01',
    kind: 'NAV',
    firstDate: '2026-10-30',
    lastDate: '',
    discoveredOn: '2026-11-02',
    discoveredBy: 'Accountant',
    cause1: 'PRICE',
    causedBy1: 'administrator',
    description: 'Stale price',
  })
  expect(made.status).toBe(302)
  const id = /\d+/.exec(String(made.to))?.[0]
  const nav = await read('auditor1', page)
  expect(nav).toContain(`href="/nav-errors/${id}"`)
  expect(nav).toContain('from 30.10.26, still open, OPENED (ACCOUNTANT)')
  // The NAV before the case is not in it.
  expect(await read('auditor1', `/nav-controls/${fund.previousNavId}`)).not.toContain('/nav-errors/')
  expect(await read('clientdesk1', page)).not.toContain('/nav-errors/')
})
