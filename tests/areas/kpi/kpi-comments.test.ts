import { randomUUID } from 'node:crypto'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite, type UserName } from 'tests/support/site'
import { expect, test } from 'vitest'
import { type KpiCommentInput, kpiComments, saveKpiComment } from '~/areas/kpi/kpi-comments.server'
import type { Day } from '~/platform/values/day'
import { historyOf } from '~/platform/workflow/history.server'

/** On the day of the reader. */
const on = (today: Day = '2026-11-02') => contextOf({ read: site.read, today, timeZone: 'Europe/Luxembourg' })

const site = await opened(testSite())
const fund = await site.addFund({ fundCode: 'KPI1' })

const save = (
  kpiMethodId: number,
  kpiCommentId: number,
  kpiCommentLog: string,
  user: UserName = 'accountant1',
  { key, ...given }: Partial<KpiCommentInput> & { key?: string } = {},
) =>
  site.transaction((tx) =>
    saveKpiComment(contextOf({ tx, actor: site.actor(user), now: site.clock(), key }), {
      objectId: fund.navId,
      kpiMethodId,
      kpiCommentId,
      kpiCommentLog,
      ...given,
    }),
  )
const byMethod = async (id: number) =>
  (await kpiComments(on(), fund.navId)).find(({ method_id }) => method_id === id)

test('each of the five methods has a list of comments; four of these need free text', async () => {
  const methods = await kpiComments(on(), fund.navId)
  expect(methods.map(({ method_name, current_comment }) => [method_name, current_comment])).toEqual([
    ['NAV on time', null],
    ['Documents on time', null],
    ['Pre-balance on time', null],
    ['First time right', null],
    ['Resends', null],
  ])
  const needing = methods[0]?.comment_list.filter(({ free_comment_required }) => free_comment_required)
  expect(needing?.map(({ comment_value }) => comment_value)).toEqual([
    'System or provider outage',
    'Price challenge',
    'Administrator error',
    'Other',
    'SYSTEM',
    'CLIENT OR THIRD PARTY',
    'OTHER',
  ])
})

test.each([5, 6, 7, 8])(
  'comment %s without free text is refused, also with blanks only',
  async (commentId) => {
    const before = await site.rowCounts()
    for (const log of ['', '  \n'])
      await expect(save(1, commentId, log)).rejects.toMatchObject({
        code: 'invalid',
        options: {
          title: 'Kpi Comment',
          fields: { kpiCommentLog: expect.stringContaining('needs a free text') },
        },
      })
    expect(await site.rowCounts()).toEqual(before)
  },
)

test('a comment is saved and replaced by the next, and the events have both', async () => {
  await save(2, 2, '')
  expect((await byMethod(2))?.current_comment).toEqual({ comment_id: 2, comment_log: '' })
  await save(2, 5, '  Portal down until noon ', 'teamleader1')
  expect((await byMethod(2))?.current_comment).toEqual({
    comment_id: 5,
    comment_log: 'Portal down until noon',
  })
  const [second, first] = await historyOf(site.read, fund.navId)
  expect(second).toMatchObject({
    name: 'kpi comment',
    type: 'act',
    log: 'Documents on time: System or provider outage. Portal down until noon',
    data: { wasCommentId: 2, wasLog: '' },
  })
  expect(first).toMatchObject({ data: { wasCommentId: null } })
  expect(await site.stateOf(fund.navId)).toBe('TO CONTROL (ACCOUNTANT)')
})

test('a form sent twice is stored once; the same text again makes no event', async () => {
  const events = async () => (await historyOf(site.read, fund.navId)).length
  const before = await events()
  const sent = { seen: null, key: randomUUID() }
  await Promise.all([save(3, 2, 'Late', 'accountant1', sent), save(3, 2, 'Late', 'accountant1', sent)])
  expect(await events()).toBe(before + 1)
  await save(3, 5, 'Portal down')
  // A browser that sends the first form again overwrites nothing.
  await save(3, 2, 'Late', 'accountant1', sent)
  expect((await byMethod(3))?.current_comment).toEqual({ comment_id: 5, comment_log: 'Portal down' })
  await save(3, 5, ' Portal down')
  expect(await events()).toBe(before + 2)
})

test('a comment saved meanwhile is not overwritten, and both versions are shown', async () => {
  await save(4, 2, 'First\nsecond line', 'accountant1', { seen: null })
  const seen = { comment_id: 2, comment_log: 'First\r\nsecond line' }
  await save(4, 5, 'Portal down', 'accountant2', { seen })
  const stored = { comment_id: 5, comment_log: 'Portal down' }
  const values = (await byMethod(4))?.comment_list ?? []
  const textOf = (id: number) => values.find(({ comment_id }) => comment_id === id)?.comment_value
  const late = save(4, 6, 'First\nsecond line', 'teamleader1', { seen })
  await expect(late).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/^First time right was commented on by .+ after you opened it\. Compare/),
    options: {
      title: 'Kpi Comment',
      details: {
        seen: stored,
        versions: [
          {
            field: 'kpiCommentId',
            label: 'Comment',
            changed: 'both',
            opened: textOf(2),
            stored: textOf(5),
            yours: textOf(6),
          },
          { field: 'kpiCommentLog', stored: 'Portal down', changed: 'only they' },
        ],
      },
    },
  })
  expect((await byMethod(4))?.current_comment).toEqual(stored)
  await save(4, 6, 'Mine', 'teamleader1', { seen: stored })
  expect((await byMethod(4))?.current_comment).toEqual({ comment_id: 6, comment_log: 'Mine' })
  // Users who saw no comment get the conflict too.
  await expect(save(4, 2, '', 'accountant2', { seen: null })).rejects.toMatchObject({ code: 'conflict' })
})

test('an unknown comment or method is refused', async () => {
  for (const [method, comment] of [
    [1, 99],
    [99, 1],
  ] as const)
    await expect(save(method, comment, 'x')).rejects.toMatchObject({
      code: 'invalid',
      options: { title: 'Kpi Comment' },
    })
})

test('comments belong to one NAV', async () => {
  const other = await kpiComments(on(), fund.previousNavId)
  expect(other.every(({ current_comment }) => current_comment === null)).toBe(true)
})

test('each method shows the outcome of the NAV on that day; a task or cancelled NAV has none', async () => {
  const standing = async (id: number, today?: Day) =>
    (await kpiComments(on(today), id)).map((each) => each.standing)
  const due = '2026-11-10'
  const [sent, documents, , firstTime, resends] = await standing(fund.navId)
  expect(sent).toEqual({ outcome: 'open', due, done: null, times: null })
  expect(documents).toMatchObject({ outcome: 'unmeasured', due: null })
  expect(firstTime).toMatchObject({ outcome: 'open', times: 0 })
  expect(resends).toMatchObject({ outcome: 'counted', times: 0 })
  expect((await standing(fund.navId, due))[0]?.outcome).toBe('open')
  expect((await standing(fund.navId, '2026-11-11'))[0]?.outcome).toBe('missed')
  const gone = await site.addFund({ fundCode: 'KPI2' })
  await site.step('teamleader1', gone.navId, 'cancel', { comment: 'Merged' })
  expect(await standing(gone.navId)).toEqual([null, null, null, null, null])
  expect(await standing(999_999)).toEqual([null, null, null, null, null])
})
