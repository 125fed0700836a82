import { opened } from 'tests/support/opened'
import { secondAdmin } from 'tests/support/second-admin'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { formatDifferences } from '~/areas/navs/formats/differences'
import { formatJson, formatRows, versionRows } from '~/areas/navs/formats/format-rows.server'
import { versionOn } from '~/areas/navs/formats/formats.server'
import { FUNDESK_JSON } from '~/areas/navs/formats/fundesk-format'
import { proposeFormat } from '~/areas/navs/formats/propose-format.server'
import { approvePendingChange } from '~/platform/approvals/pending-change-decide.server'
import { countToDecide, pendingChanges } from '~/platform/approvals/pending-changes.server'

const site = await opened(testSite())
const other = await secondAdmin(site)

const FORMAT = { ...FUNDESK_JSON, code: 'BANK', name: 'Files of the bank', from: '2026-01-01' }
const TODAY = '2026-11-02'

const propose = (format: object) =>
  site.as('admin', (context) => proposeFormat(context, JSON.stringify(format, null, 2), 'New files'))
async function approve(who = other) {
  const [change] = await pendingChanges(site.read)
  await site.as(who, (context) => approvePendingChange(context, change?.id ?? 0))
}

test('a format waits for another administrator; then it is version 1, with the order of its keys', async () => {
  const proposed = await propose(FORMAT)
  expect(proposed).toMatchObject({
    code: 'BANK',
    version: 1,
    status: 'pending',
    note: expect.stringContaining('another administrator'),
  })
  expect(await formatRows(site.read, TODAY)).toMatchObject([
    { code: 'FUNDESK', status: 'active' },
    { code: 'BANK', version: 1, status: 'pending' },
  ])
  const toDecide = [site.actor('admin'), other, site.actor('accountant1')]
  expect(await Promise.all(toDecide.map((who) => countToDecide(site.read, who)))).toEqual([0, 1, 0])
  await expect(formatJson(site.read, 'BANK')).rejects.toMatchObject({ code: 'not-found' })
  await expect(approve(site.actor('admin'))).rejects.toMatchObject({ code: 'forbidden' })
  await approve()
  expect(await formatJson(site.read, 'BANK')).toMatchObject({
    version: 1,
    definition: JSON.stringify(FORMAT, null, 2),
  })
  expect(await versionRows(site.read, 'BANK')).toMatchObject([
    { version: 1, proposedBy: expect.any(String), approvedBy: 'Ada Second' },
  ])
})

test('the next version is shown with its differences, and leaves the one before as it was', async () => {
  await expect(propose(FORMAT)).rejects.toMatchObject({ message: expect.stringContaining('newest version') })
  await propose({ ...FORMAT, files: 2, to: '2026-12-31' })
  const [change] = await pendingChanges(site.read)
  expect(change?.change).toContain('/files: 3 → 2')
  expect(change?.change).toContain('/to: null → "2026-12-31"')
  await approve()
  expect((await formatJson(site.read, 'BANK')).version).toBe(2)
  expect((await formatJson(site.read, 'BANK', 1)).definition).toContain('"files": 3')
  await expect(site.ownerSql`update file_format set name = 'other'`).rejects.toThrow()
  await expect(site.ownerSql`delete from file_format`).rejects.toThrow()
})

test('what is no format, and the built-in one, cannot be proposed', async () => {
  await expect(propose({ ...FORMAT, files: 9 })).rejects.toMatchObject({
    code: 'invalid',
    options: { list: ['/files: Give 1 to 5.'] },
  })
  await expect(propose({ ...FORMAT, code: 'Fundesk' })).rejects.toMatchObject({
    message: expect.stringContaining('built in'),
  })
})

test('of the versions of a format the newest that begins by the date counts, unless it has ended', () => {
  const versions = [
    { version: 1, validFrom: '2026-01-01', validTo: null },
    { version: 2, validFrom: '2026-06-01', validTo: '2026-08-31' },
  ]
  const on = (day: string) => versionOn(versions, day)?.version ?? null
  expect([on('2025-12-31'), on('2026-01-01'), on('2026-06-01'), on('2026-08-31'), on('2026-09-01')]).toEqual([
    null,
    1,
    2,
    2,
    null,
  ])
})

test('differences name each place of the JSON', () => {
  expect(formatDifferences({ a: { 'b/c': [1, 2] }, d: [] }, { a: { 'b/c': [1] }, d: [], e: null })).toEqual([
    { pointer: '/a/b~1c/1', before: '2', after: null },
    { pointer: '/e', before: null, after: 'null' },
  ])
})
