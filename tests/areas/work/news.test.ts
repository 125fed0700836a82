import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { countNews, listNews, markNewsSeen } from '~/areas/work/news.server'
import { commentOn, mentionsIn } from '~/platform/objects/comment.server'
import { lastChangeByOthers } from '~/platform/objects/last-change.server'

const site = await opened(testSite())
const alpha = await site.addFund({ fundCode: 'ALPHA', fundName: 'Alpha Fund' })
const beta = await site.addFund({ fundCode: 'BETA', fundName: 'Beta Fund' })
await site.control('accountant1', alpha)

type User = Parameters<typeof site.actor>[0]
const contextFor = (user: User) =>
  contextOf({ read: site.read, actor: site.actor(user), now: site.clock(), timeZone: 'Europe/Luxembourg' })
const news = (user: User) => listNews(contextFor(user))
const titles = async (user: User) => (await news(user)).map(({ title }) => title)
const seen = (user: User) =>
  site.transaction((tx) =>
    markNewsSeen(
      contextOf({
        tx,
        actor: site.actor(user),
        now: site.clock(),
        timeZone: 'Europe/Luxembourg',
      }),
    ),
  )

test('what arrives in a queue of the user is new until they have seen it; what they did themselves is not', async () => {
  await site.step('accountant1', alpha.navId, 'submit')
  expect(await titles('teamleader1')).toEqual(['NAV Alpha Fund, 30/10/2026'])
  expect(await news('teamleader1')).toMatchObject([
    {
      href: `/nav-controls/${alpha.navId}`,
      by: site.actor('accountant1').fullName,
      status: 'SUBMITTED',
      queue: 'TEAM LEADER',
      mentioned: false,
      isNew: true,
    },
  ])
  expect(await countNews(contextFor('teamleader1'))).toBe(1)
  expect(await titles('accountant1')).toEqual([])
  await seen('teamleader1')
  expect(await countNews(contextFor('teamleader1'))).toBe(0)
  expect((await news('teamleader1')).map(({ isNew }) => isNew)).toEqual([false])
})

test('what happens to an object after a step of the user is news, with what was said', async () => {
  await site.step('teamleader1', alpha.navId, 'return', { comment: 'Price of the bond' })
  expect(await news('accountant1')).toMatchObject([{ said: 'Price of the bond', status: 'RETURNED' }])
  expect(await countNews(contextFor('accountant1'))).toBe(1)
})

test('kinds that the user may not open are no news', async () => {
  expect(await titles('finance1')).toEqual([])
  expect(await countNews(contextFor('finance1'))).toBe(0)
})

test('a page learns who changed its object since it was loaded: not the user, and only of what they may open', async () => {
  const before = new Date(site.clock().getTime() - 1)
  await site.step('teamleader1', beta.navId, 'cancel', { comment: 'Closed' })
  const change = (user: User, since = before) => lastChangeByOthers(contextFor(user), beta.navId, since)
  expect(await change('accountant1')).toMatchObject({ by: site.actor('teamleader1').fullName })
  expect(await change('teamleader1')).toBeNull()
  expect(await change('finance1')).toBeNull()
  expect(await change('accountant1', new Date(site.clock().getTime() + 60_000))).toBeNull()
})

const comment = (user: User, text: string, notify = '') =>
  site.transaction((tx) =>
    commentOn(contextOf({ tx, actor: site.actor(user), now: site.clock(), timeZone: 'Europe/Luxembourg' }), {
      objectId: alpha.navId,
      text,
      notify,
    }),
  )

test('a comment becomes part of the history, and notifies those whom it mentions', async () => {
  const state = await site.stateOf(alpha.navId)
  const name = site.actor('manager1').fullName
  expect(await comment('accountant1', 'See the bond, @manager1.')).toBe(`Comment added, ${name} notified`)
  expect(await comment('accountant1', 'Nothing more')).toBe('Comment added')
  expect(await site.stateOf(alpha.navId)).toBe(state)
  expect(await news('manager1')).toMatchObject([{ said: 'See the bond, @manager1.', mentioned: true }])
  expect((await news('manager2')).filter(({ mentioned }) => mentioned)).toEqual([])
  await comment('accountant1', 'And you?', 'manager2')
  expect((await news('manager2')).map(({ said }) => said)).toContain('And you?')
})

test('a mention of no user, or of one who may not open the object, is refused; so is a comment by such a user', async () => {
  await expect(comment('accountant1', '@nobody.here, @finance1')).rejects.toThrow(
    '@nobody.here and @finance1: no user of this name may open this object.',
  )
  await expect(comment('finance1', 'What is this?')).rejects.toMatchObject({ code: 'forbidden' })
})

test.each([
  ['@ann.lee and (@bob), @bob.', ['ann.lee', 'bob']],
  ['ann@example.com', []],
  ['@ nobody', []],
])('%s mentions %j', (text, names) => {
  expect(mentionsIn(text)).toEqual(names)
})
