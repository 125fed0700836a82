import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import type { SiteFund } from 'tests/support/site'
import { beforeEach, expect, test } from 'vitest'
import { stepsHref } from '~/areas/work/bulk-steps'

let made = 0
const site = await opened(httpSite())

let clean: SiteFund
let own: SiteFund
let open: SiteFund
/** One that a team leader may approve, one that she submitted herself, one that is not submitted. */
beforeEach(async () => {
  made += 1
  const fund = (name: string) => site.addFund({ fundCode: `${name}${made}`, fundName: `${name} ${made}` })
  clean = await fund('Clean')
  own = await fund('Own')
  open = await fund('Open')
  for (const each of [clean, own, open]) await site.control('accountant1', each)
  await site.step('accountant1', clean.navId, 'submit')
  await site.step('teamleader1', own.navId, 'submit')
})

/** Without the comments by which React parts texts. */
const textOf = (html: string) => html.replaceAll('<!-- -->', '')
const ids = () => [clean, own, open].map(({ navId }) => navId).join(' ')
const address = (step?: string) =>
  `/work/steps?${new URLSearchParams({ ids: ids(), back: '/nav-controls?sort=fundname', ...(step ? { step } : {}) })}`
const field = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''

test('the page offers the steps that some may take, and says of each object what would happen or why not', async () => {
  const { html } = await site.page('teamleader1', address())
  expect(textOf(html)).toMatch(/value="approve"[^>]*>Approve 1 object…/)
  expect(textOf(html)).toMatch(/value="submit"[^>]*>Submit 1 object…/)
  const { html: preview } = await site.page('teamleader1', address('approve'))
  expect(preview).toContain('REVIEWED (MANAGER)')
  expect(preview).toContain('you prepared it yourself in this round')
  expect(preview).toContain('You cannot do this at CONTROLLED (ACCOUNTANT).')
  // It was only tried.
  expect(await site.stateOf(clean.navId)).toBe('SUBMITTED (TEAM LEADER)')
  expect(field(preview, 'seen').split(' ')).toHaveLength(1)
})

test('a step is taken with each that can, once per key, and the list says so', async () => {
  const { html } = await site.page('teamleader2', address('approve'))
  const sent = {
    seen: field(html, 'seen'),
    idempotencyKey: field(html, 'idempotencyKey'),
    eventLog: 'Seen together',
  }
  expect(sent.seen.split(' ')).toHaveLength(2)
  const first = await site.send('teamleader2', address('approve'), sent)
  expect(first).toMatchObject({ status: 302, to: '/nav-controls?sort=fundname' })
  for (const { navId } of [clean, own]) expect(await site.stateOf(navId)).toBe('REVIEWED (MANAGER)')
  expect(await site.stateOf(open.navId)).toBe('CONTROLLED (ACCOUNTANT)')
  const logs = await site.ownerSql`
    select log from workflow_event where object_id in ${site.ownerSql([clean.navId, own.navId])} and name = 'approve'`
  expect(logs.map(({ log }) => log)).toEqual(['Seen together', 'Seen together'])
  // Sent twice, as by a double click or a broken line.
  expect(await site.send('teamleader2', address('approve'), sent)).toMatchObject({
    status: 302,
    to: '/nav-controls?sort=fundname',
  })
  const [{ count } = { count: 0 }] = await site.ownerSql`
    select count(*)::int as count from workflow_event where object_id = ${clean.navId} and name = 'approve'`
  expect(count).toBe(1)
})

test('one that somebody moved meanwhile is refused alone, and says who', async () => {
  const { html } = await site.page('teamleader2', address('approve'))
  await site.step('teamleader1', clean.navId, 'return', { comment: 'No' })
  const sent = { seen: field(html, 'seen'), idempotencyKey: field(html, 'idempotencyKey'), eventLog: '' }
  const { status, html: told } = await site.send('teamleader2', address('approve'), sent)
  expect(status).toBe(200)
  expect(textOf(told)).toContain('1 of 2 done.')
  expect(told).toContain('It is now RETURNED (ACCOUNTANT), changed by Claire Weyland')
  expect(await site.stateOf(own.navId)).toBe('REVIEWED (MANAGER)')
})

test('a message that a step needs is asked for before anything is done', async () => {
  const { html } = await site.page('teamleader2', address('return'))
  const sent = { seen: field(html, 'seen'), idempotencyKey: field(html, 'idempotencyKey'), eventLog: '' }
  const { html: told } = await site.send('teamleader2', address('return'), sent)
  expect(told).toContain('Enter a message for “Return”.')
  expect(await site.stateOf(clean.navId)).toBe('SUBMITTED (TEAM LEADER)')
})

test('what a user may not open is not there for them', async () => {
  const { html } = await site.page('finance1', address())
  expect(html).toContain('Nothing is marked.')
  const { html: preview } = await site.page('teamleader2', address('approve'))
  const sent = { seen: field(preview, 'seen'), idempotencyKey: 'other', eventLog: '' }
  expect((await site.send('finance1', address('approve'), sent)).status).toBe(422)
  expect(await site.stateOf(clean.navId)).toBe('SUBMITTED (TEAM LEADER)')
  expect((await site.send('teamleader2', address('approve'), { ...sent, seen: 'x' })).status).toBe(422)
})

test('the head of a group marks all its rows, beside those that are marked, to take a step together', async () => {
  const marked = `/nav-controls?group=currentstatus&page=1&selected=${open.navId}&filter.fundname=${made}`
  const { html } = await site.page('teamleader1', marked)
  const [, link = ''] = /href="([^"]*mark=SUBMITTED)"/.exec(html) ?? []
  const answer = await site.ask('teamleader1', link.replaceAll('&amp;', '&'))
  expect(answer.status).toBe(302)
  const to = new URL(answer.headers.get('location') ?? '', 'http://localhost')
  expect(to.searchParams.get('selected')?.split(',').sort()).toEqual(
    [clean, own, open].map(({ navId }) => String(navId)).sort(),
  )
  expect(to.searchParams.get('mark')).toBeNull()
  const { html: shown } = await site.page('teamleader1', to.pathname + to.search)
  expect(textOf(shown)).toContain('3 marked')
  // A list whose rows take no steps offers no such link.
  expect((await site.page('auditor1', marked)).html).not.toContain('mark=SUBMITTED')
})

test('the list comes back as it was filtered: marked where nothing was done, without those that are done', async () => {
  const href = stepsHref([clean.navId, own.navId].map(String), '/work?filter.kind=NAV&selected=1,2')
  expect(new URL(href, 'http://localhost').searchParams.get('back')).toBe('/work?filter.kind=NAV')
  const { html } = await site.page('teamleader2', href)
  expect(html).toContain(`href="/work?filter.kind=NAV&amp;selected=${clean.navId}%2C${own.navId}"`)
  // What is marked beyond the most that take a step at once stays marked.
  const many = Array.from({ length: 100 }, (_, at) => String(at + 1))
  const { html: first } = await site.page(
    'teamleader2',
    stepsHref([...many, String(clean.navId)], '/work?filter.kind=NAV'),
  )
  expect(first).toContain(`href="/work?filter.kind=NAV&amp;selected=${clean.navId}`)
  const { html: elsewhere } = await site.page('teamleader2', `${href.split('&')[0]}&back=//elsewhere.example`)
  expect(elsewhere).toContain('href="/work?selected=')
})
