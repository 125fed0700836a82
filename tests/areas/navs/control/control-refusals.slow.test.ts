import { userWork } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { fundModel } from 'tests/support/workbooks/model'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Actor } from '~/areas/access/actor'
import type { ControlUpload } from '~/areas/navs/control/control-upload'
import { runControl } from '~/areas/navs/control/run-control.server'

let before: Record<string, number>
const site = await opened(testSite())
const fund = await site.addFund({ fundCode: 'LUX001' })
await site.addFund({ fundCode: 'LUX002', provider: 'MFFA' })
const upload = await site.uploadOf(fund.model, 'FIA3')

// A refusal leaves the row count of every table unchanged.
beforeEach(async () => {
  before = await site.rowCounts()
})
afterEach(async () => {
  expect(await site.rowCounts()).toEqual(before)
})

const run = (change: Partial<ControlUpload>, actor: Actor = site.actor('accountant1')) =>
  runControl(userWork(site, actor), site.services, { ...upload, ...change })

const TITLE = 'Files cannot be integrated, see error.'

test('files of a fund of the other provider', async () => {
  const other = fundModel({ fundCode: 'LUX002' })
  const { files } = await site.uploadOf(other, 'FIA3')
  await expect(run({ files })).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/LUX002 is controlled with MFFA files, not FIA/),
    options: { title: TITLE },
  })
  const mffa = await site.uploadOf(fund.model, 'MFFA')
  await expect(run(mffa)).rejects.toMatchObject({
    message: expect.stringMatching(/with FIA files, not MFFA/),
  })
})

test('files of an unknown fund', async () => {
  const { files } = await site.uploadOf(fundModel({ fundCode: 'NOFUND' }), 'FIA3')
  await expect(run({ files })).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('There is no fund "NOFUND"'),
  })
})

test('files for a date without an expected NAV', async () => {
  const { files } = await site.uploadOf(fundModel({ fundCode: 'LUX001', navDate: '2026-10-29' }), 'FIA3')
  await expect(run({ files })).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('No NAV of fund LUX001 is expected on 2026-10-29'),
  })
})

test('files of another NAV than the upload was started from', async () => {
  await expect(run({ fundNavId: fund.previousNavId })).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('not of the NAV you started from'),
    options: { title: TITLE },
  })
  await expect(run({ fundNavId: 999_999 })).rejects.toMatchObject({ code: 'invalid' })
})

test.each([0, 1, 2, 4])('%s files instead of 3', async (count) => {
  const files = [...upload.files, ...upload.files.map((file) => ({ ...file, fileName: `x${file.fileName}` }))]
  await expect(run({ files: files.slice(0, count) })).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('Choose exactly 3 Excel files'),
    options: { title: TITLE, fields: { files: expect.any(String) } },
  })
})

test('two files with one name', async () => {
  const files = upload.files.map((file, index) => (index === 1 ? { ...file, fileName: 'NAV.xlsx' } : file))
  await expect(
    run({ files: files.map((file) => ({ ...file, fileName: 'NAV.xlsx' })) }),
  ).rejects.toMatchObject({
    message: expect.stringContaining('Two files have the same name: NAV.xlsx'),
  })
})

test('a file of 1024 KB or more, whatever else is wrong', async () => {
  const big = { fileName: 'Balance.xlsx', bytes: new Uint8Array(1_048_576) }
  await expect(run({ files: [big], comment: '' })).rejects.toMatchObject({
    code: 'too-large',
    message: 'File size too big (>1Mb) for Balance.xlsx',
    options: { title: 'File size error' },
  })
  const [nav, , inventory] = upload.files
  const under = { fileName: 'Balance.xlsx', bytes: new Uint8Array(1_048_575) }
  await expect(run({ files: [nav as never, under, inventory as never] })).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('Balance.xlsx'),
  })
})

test.each(['', '   ', '\n\t'])('a comment of only blanks: "%s"', async (comment) => {
  await expect(run({ comment })).rejects.toMatchObject({
    code: 'invalid',
    message: 'Please enter a comment (Mandatory).',
    options: { title: TITLE, fields: { comment: 'Please enter a comment (Mandatory).' } },
  })
})

test.each(['', 'NONE', 'first'])('a reason not in the list: "%s"', async (reasonCode) => {
  await expect(run({ reasonCode })).rejects.toMatchObject({
    code: 'invalid',
    options: { fields: { reason: 'Choose a reason.' } },
  })
})

test('several errors are reported at once', async () => {
  await expect(run({ files: [], comment: '', reasonCode: '' })).rejects.toMatchObject({
    options: {
      fields: { files: expect.any(String), comment: expect.any(String), reason: expect.any(String) },
    },
  })
})

test.each(['manager1', 'clientdesk1', 'auditor1', 'admin', 'finance1'] as const)(
  '%s, who is no accountant',
  async (user) => {
    await expect(run({}, site.actor(user))).rejects.toMatchObject({ code: 'forbidden' })
  },
)

test('an accountant without the permission for NAV Controls', async () => {
  const reader = { ...site.actor('accountant1'), authorisations: site.actor('auditor1').authorisations }
  await expect(run({}, reader)).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('need the permission for NAV Controls'),
  })
})

test('files that are not workbooks, a wrong set, and an error in a cell', async () => {
  const pdf = upload.files.map((file) => ({ ...file, bytes: new Uint8Array(Buffer.from('%PDF-1.7')) }))
  await expect(run({ files: pdf })).rejects.toMatchObject({ code: 'invalid' })
  await expect(run({ set: 'FIA2', files: upload.files.slice(1) })).rejects.toMatchObject({ code: 'invalid' })
  const faulty = await site.uploadOf(fund.model, 'FIA3', (books) => {
    const row = books[1]?.tables[0]?.rows[2]
    if (row) row.debtor = { text: 'n/a' }
  })
  await expect(run(faulty)).rejects.toMatchObject({
    code: 'invalid',
    options: { list: [expect.stringMatching(/^Balance LUX001.*, Balance!D\d+: "n\/a" is not a number$/)] },
  })
})
