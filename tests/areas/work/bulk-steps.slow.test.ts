import { randomUUID } from 'node:crypto'
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
/** One that a team leader may approve, one that she submitted herself, one not submitted. */
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

/** Without the comments that React puts between texts. */
const textOf = (html: string) => html.replaceAll('<!-- -->', '')
const ids = () => [clean, own, open].map(({ navId }) => navId).join(' ')
const address = (step?: string) =>
  `/work/steps?${new URLSearchParams({ ids: ids(), back: '/nav-controls?sort=fundname', ...(step ? { step } : {}) })}`
const field = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''

test('the page offers the available steps, with the result or the reason against it for each object', async () => {
  const { html } = await site.page('teamleader1', address())
  expect(textOf(html)).toMatch(/value="approve"[^>]*>Approve 1 NAV…/)
  expect(textOf(html)).toMatch(/value="submit"[^>]*>Submit 1 NAV…/)
  const { html: preview } = await site.page('teamleader1', address('approve'))
  expect(preview).toContain('REVIEWED <span class="badge__queue">(MANAGER)</span>')
  expect(preview).toContain('you prepared it yourself in this round')
  expect(preview).toContain('You cannot do this at CONTROLLED (ACCOUNTANT).')
  // Only a preview.
  expect(await site.stateOf(clean.navId)).toBe('SUBMITTED (TEAM LEADER)')
  expect(field(preview, 'seen').split(' ')).toHaveLength(1)
})

test('what ends objects is neither first nor alone: what people do with them next comes before it', async () => {
  const bare = await site.addFund({ fundCode: `Bare${made}`, fundName: `Bare ${made}` })
  const page = async (user: string, step = '') =>
    textOf((await site.page(user, `/work/steps?ids=${bare.navId}${step}`)).html)
  /** The buttons of the page, in their order. */
  const buttons = (html: string) =>
    [...html.matchAll(/class="(button[^"]*)"[^>]*>([^<]+)/g)].map(([, look, label]) => [label?.trim(), look])
  const leading = buttons(await page('teamleader1'))
  expect(leading[0]).toEqual(['New FIA 3 Files control', 'button button--primary'])
  expect(leading.at(-1)).toEqual(['Cancel 1 NAV…', 'button form__apart'])
  const preview = buttons(await page('teamleader1', '&step=cancel'))
  expect(preview).toEqual([
    ['Back to the list', 'button'],
    ['Cancel 1 NAV', 'button button--danger'],
  ])
})

test('a step is taken with each possible object, once per key, and the list says so', async () => {
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
  // Sent twice, as by a double click or a lost connection.
  expect(await site.send('teamleader2', address('approve'), sent)).toMatchObject({
    status: 302,
    to: '/nav-controls?sort=fundname',
  })
  const [{ count } = { count: 0 }] = await site.ownerSql`
    select count(*)::int as count from workflow_event where object_id = ${clean.navId} and name = 'approve'`
  expect(count).toBe(1)
})

test('an object moved meanwhile is refused alone, naming the user', async () => {
  const { html } = await site.page('teamleader2', address('approve'))
  await site.step('teamleader1', clean.navId, 'return', { comment: 'No' })
  const sent = { seen: field(html, 'seen'), idempotencyKey: field(html, 'idempotencyKey'), eventLog: '' }
  const { status, html: result } = await site.send('teamleader2', address('approve'), sent)
  expect(status).toBe(200)
  expect(textOf(result)).toContain('1 of 2 done.')
  expect(result).toContain('It is now RETURNED (ACCOUNTANT), changed by Claire Weyland')
  expect(await site.stateOf(own.navId)).toBe('REVIEWED (MANAGER)')
})

test('a required message is asked for before anything is done', async () => {
  const { html } = await site.page('teamleader2', address('return'))
  const sent = { seen: field(html, 'seen'), idempotencyKey: field(html, 'idempotencyKey'), eventLog: '' }
  const { html: result } = await site.send('teamleader2', address('return'), sent)
  expect(result).toContain('Enter a message for “Return”.')
  expect(await site.stateOf(clean.navId)).toBe('SUBMITTED (TEAM LEADER)')
})

test('objects that the user may not open are not found', async () => {
  const { html } = await site.page('finance1', address())
  expect(html).toContain('Nothing is marked.')
  const { html: preview } = await site.page('teamleader2', address('approve'))
  const sent = { seen: field(preview, 'seen'), idempotencyKey: randomUUID(), eventLog: '' }
  expect((await site.send('finance1', address('approve'), sent)).status).toBe(422)
  expect(await site.stateOf(clean.navId)).toBe('SUBMITTED (TEAM LEADER)')
  expect((await site.send('teamleader2', address('approve'), { ...sent, seen: 'x' })).status).toBe(422)
})

test('a group head adds all its rows to the selection for a step', async () => {
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
  // A list whose rows take no steps has no such link.
  expect((await site.page('auditor1', marked)).html).not.toContain('mark=SUBMITTED')
})

test('the list comes back filtered, with failed objects selected and done ones not', async () => {
  const href = stepsHref([clean.navId, own.navId].map(String), '/work?filter.kind=NAV&selected=1,2')
  expect(new URL(href, 'http://localhost').searchParams.get('back')).toBe('/work?filter.kind=NAV')
  const { html } = await site.page('teamleader2', href)
  expect(html).toContain(`href="/work?filter.kind=NAV&amp;selected=${clean.navId}%2C${own.navId}"`)
  // Selected objects beyond the limit of a step stay selected.
  const many = Array.from({ length: 100 }, (_, at) => String(at + 1))
  const { html: first } = await site.page(
    'teamleader2',
    stepsHref([...many, String(clean.navId)], '/work?filter.kind=NAV'),
  )
  expect(first).toContain(`href="/work?filter.kind=NAV&amp;selected=${clean.navId}`)
  const { html: elsewhere } = await site.page('teamleader2', `${href.split('&')[0]}&back=//elsewhere.example`)
  expect(elsewhere).toContain('href="/work?selected=')
})
