import { randomUUID } from 'node:crypto'
import { contextOf } from 'tests/support/context'
import { storeFormat } from 'tests/support/formats/stored-format'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import {
  letUploadWait,
  runWaitingUploads,
  sweepWaitingUploads,
  type UploadToWait,
  uploadsThatWait,
} from '~/areas/navs/formats/waiting-uploads.server'
import { countNews, listNews } from '~/areas/work/news.server'
import { keepFiles, stagedFiles, sweepStagedFiles } from '~/platform/files/staged-files.server'

const site = await opened(testSite())
const fund = await site.addFund({ fundCode: 'WAIT1' })
const actor = site.actor('accountant1')

const NEEDED = ['Type', 'Code', 'Currency', 'Value']
const FORMAT = {
  code: 'ADMIN',
  name: 'Files of the administrator',
  provider: 'FIA',
  from: '2026-01-01',
  to: null,
  files: 2,
  tables: [
    {
      kind: 'NAV',
      facts: { 'Fund code': { nav: true }, 'NAV date': { nav: true }, 'Fund currency': { value: 'EUR' } },
      parts: [{ columns: Object.fromEntries(NEEDED.map((name, at) => [name, { headings: [`N${at}`] }])) }],
    },
    {
      kind: 'BALANCE',
      facts: { 'Fund code': { nav: true }, 'NAV date': { nav: true }, 'Fund currency': { value: 'EUR' } },
      parts: [
        {
          columns: {
            'Account number': { headings: ['B0'] },
            'Account name': { headings: ['B0'] },
            Currency: { value: 'EUR' },
            Balance: { headings: ['B1'] },
          },
        },
      ],
    },
  ],
}
const NAV = [
  'N0;N1;N2;N3',
  ...['TOTAL ASSETS', 'TOTAL LIABILITIES', 'FUND TNA'].map((type, at) => `${type};WAIT1;EUR;${3 - at}`),
]
const csv = (fileName: string, rows: string[]) => ({
  fileName,
  bytes: new TextEncoder().encode(rows.join('\n')),
})
const FILES = [csv('nav.csv', NAV), csv('balance.csv', ['B0;B1', '100;-1', '500;1'])]

const keep = (files = FILES) =>
  keepFiles({ actor }, { database: site, ids: { token: () => randomUUID() }, clock: site.clock }, files)
const wait = (upload: UploadToWait, now = site.clock()) =>
  site.transaction((tx) => letUploadWait({ ...contextOf({ tx, actor, now }), sentKey: null }, upload))
const run = () => runWaitingUploads({ ...site.services, onFault: (err) => expect(err).toBeUndefined() })
const waiting = async () =>
  (await site.ownerSql`select set_id from waiting_upload order by 1`).map(({ set_id }) => set_id)
const news = () => contextOf({ read: site.read, actor, now: site.clock() })

test('a refused upload waits, runs in its sender’s name once a format that reads it is approved, and notifies them', async () => {
  const staged = await keep()
  const upload = {
    staged,
    set: 'FIA2',
    fundNavId: fund.navId,
    reasonCode: 'FIRST',
    comment: 'Of the administrator',
  } as const
  await expect(wait({ ...upload, comment: ' ', reasonCode: 'NONE' })).rejects.toMatchObject({
    options: { fields: { uploadReason: 'Choose a reason.', uploadComment: expect.any(String) } },
  })
  await expect(wait({ ...upload, staged: 'none' })).rejects.toThrow(/no longer on the server/)
  await wait(upload)
  // Nothing was approved meanwhile, and a newer refusal leaves its files alone.
  expect([await run(), await waiting()]).toEqual([0, [staged]])
  await keep([csv('other.csv', ['x'])])
  await site.transaction((tx) =>
    sweepStagedFiles({ tx, now: new Date(site.clock().getTime() + 2 * 3_600_000) }),
  )
  expect(await stagedFiles({ read: site.read, now: site.clock() }, actor.id, staged)).toHaveLength(2)

  const unread = await countNews(news())
  await storeFormat(site, FORMAT)
  await site.ownerSql`update waiting_upload set since = '2026-09-30'`
  expect([await run(), await waiting()]).toEqual([1, []])
  const [control] = await site.ownerSql`
    select user_id, format_code, format_version, comment from nav_control where fund_nav_id = ${fund.navId}`
  expect(control).toEqual({
    user_id: actor.id,
    format_code: 'ADMIN',
    format_version: 1,
    comment: 'Of the administrator',
  })
  expect(await countNews(news())).toBe(unread + 1)
  const [told] = await listNews(news())
  expect(told).toMatchObject({ mentioned: false, said: expect.stringContaining('Of the administrator') })
  await expect(stagedFiles({ read: site.read, now: site.clock() }, actor.id, staged)).rejects.toThrow()
})

test('what is still refused goes on waiting, and its sender is notified why; without its files it is dropped', async () => {
  const staged = await keep([csv('nav.csv', NAV.slice(0, 2)), csv('balance.csv', ['B0;B1', '500;x'])])
  const upload = {
    staged,
    set: 'FIA2',
    fundNavId: fund.previousNavId,
    reasonCode: 'FIRST',
    comment: 'Again',
  } as const
  await wait(upload)
  await site.ownerSql`update waiting_upload set since = '2026-09-30'`
  expect([await run(), await waiting()]).toEqual([0, [staged]])
  const [told] = await listNews(news())
  expect(told?.said).toMatch(
    /^The upload that waits for a file format is still refused: .*"x" is not a number/s,
  )
  // It is tried again only after another approval.
  const before = await countNews(news())
  expect([await run(), await countNews(news())]).toEqual([0, before])
  await site.ownerSql`update staged_file set expires_at = ${site.clock()}`
  await site.transaction(async (tx) => {
    await sweepStagedFiles({ tx, now: site.clock() })
    await sweepWaitingUploads({ tx })
  })
  expect(await waiting()).toEqual([])
})

test('uploads that wait are listed with fund, files, sender and end, those of a NAV and those of none, until they end', async () => {
  const upload = { set: 'FIA2', reasonCode: 'FIRST', comment: 'Listed' } as const
  const began = site.clock()
  const first = await keep()
  await wait({ ...upload, staged: first, fundNavId: fund.navId }, began)
  const second = await keep([csv('umbrella.csv', NAV)])
  await wait({ ...upload, staged: second, fundNavId: null }, began)
  const until = new Date(began.getTime() + 30 * 86_400_000)
  const listed = await uploadsThatWait({ read: site.read, now: began })
  const common = { userId: actor.id, sender: actor.fullName, set: 'FIA2', since: began, until }
  const inOrder = [
    { setId: first, fileNames: ['nav.csv', 'balance.csv'], fundCode: 'WAIT1', navDate: expect.any(String) },
    { setId: second, fileNames: ['umbrella.csv'], fundCode: null, navDate: null },
  ].sort((a, b) => (a.setId < b.setId ? -1 : 1))
  expect(listed).toEqual(inOrder.map((row) => expect.objectContaining({ ...common, ...row })))
  expect(await uploadsThatWait({ read: site.read, now: began }, second)).toHaveLength(1)
  expect(await uploadsThatWait({ read: site.read, now: until })).toEqual([])
})

test('files that were replaced in the database while they waited are not taken for those of their sender', async () => {
  const staged = await keep()
  await site.ownerSql`
    update staged_file_chunk set bytes = set_byte(bytes, 0, 255 - get_byte(bytes, 0))
    where set_id = ${staged} and position = 0`
  await expect(stagedFiles({ read: site.read, now: site.clock() }, actor.id, staged)).rejects.toThrow(
    /no longer on the server/,
  )
})
