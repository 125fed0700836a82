import { randomUUID } from 'node:crypto'
import { contextOf, userWork } from 'tests/support/context'
import { storeFormat } from 'tests/support/formats/stored-format'
import { opened } from 'tests/support/opened'
import { type SiteFund, testSite } from 'tests/support/site'
import { fundModel } from 'tests/support/workbooks/model'
import { writeMatching } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'
import { documentById } from '~/areas/documents/documents-of.server'
import { latestMatching, matchingDocument, runMatching } from '~/areas/navs/matching/matching.server'
import { navView } from '~/areas/navs/nav-view.server'
import { contentBytes } from '~/platform/files/read-content.server'
import { readWorkbook } from '~/platform/workbooks/read-workbook'
import { historyOf } from '~/platform/workflow/history.server'

let count = 0
const site = await opened(testSite())

async function controlled(): Promise<SiteFund> {
  const fund = await site.addFund({ fundCode: `MAT${++count}` })
  await site.control('accountant1', fund)
  return fund
}

const TITLE = 'File cannot be integrated, see error.'

test('a matching is stored with both workbooks, its counts and an event', async () => {
  const fund = await controlled()
  const run = await site.matching('accountant2', fund)
  expect(run).toEqual({
    matchingId: expect.any(Number),
    fundNavId: fund.navId,
    counts: {
      MATCHED: 22,
      'QUANTITY BREAK': 0,
      'PRICE BREAK': 0,
      'VALUE BREAK': 0,
      'MISSING AT ADMINISTRATOR': 0,
      'MISSING AT MANAGER': 0,
    },
    formatCode: null,
    formatVersion: null,
  })
  expect(await latestMatching(site.read, fund.navId)).toMatchObject({
    id: run.matchingId,
    who: 'accountant2',
  })
  expect((await historyOf(site.read, fund.navId))[0]).toMatchObject({
    name: 'matching',
    type: 'act',
    log: `Matching of Matching ${fund.model.fundCode} 2026-10-30.xlsx: 22 MATCHED`,
  })
  expect(
    (await navView(contextOf({ read: site.read, actor: site.actor('auditor1') }), fund.navId)).matching?.id,
  ).toBe(run.matchingId)
})

test('the stored matching.xlsx has its four sheets, by NAV and by matching', async () => {
  const fund = await controlled()
  const { matchingId } = await site.matching('accountant1', fund)
  const id = await matchingDocument(site.read, fund.navId)
  expect(await matchingDocument(site.read, matchingId)).toBe(id)
  const stored = await documentById(site.read, id)
  expect(stored).toMatchObject({ fileName: 'matching.xlsx', objectKind: 'nav', objectId: fund.navId })
  const { sheets } = await readWorkbook(await contentBytes(site.read, stored), stored.fileName)
  expect(sheets.map(({ name }) => name)).toEqual(['Summary', 'Breaks', 'Matched', 'Missing'])
  const other = await controlled()
  await expect(matchingDocument(site.read, other.navId)).rejects.toMatchObject({ code: 'not-found' })
})

test('after Submit a matching voids the approvals', async () => {
  const fund = await controlled()
  await site.step('accountant1', fund.navId, 'submit')
  await site.step('teamleader1', fund.navId, 'approve')
  await site.matching('accountant2', fund)
  expect(await site.stateOf(fund.navId)).toBe('CONTROLLED (ACCOUNTANT)')
  const [matching, voided] = await historyOf(site.read, fund.navId)
  expect(matching).toMatchObject({ name: 'matching', queue: 'ACCOUNTANT', status: 'CONTROLLED' })
  expect(voided).toMatchObject({
    whoName: 'SYSTEM',
    log: 'Approvals voided: new matching by Björn Lindqvist',
  })
})

test('a refused matching stores nothing and says what to do', async () => {
  const [fund, twoFiles, empty] = [
    await controlled(),
    await site.addFund({ fundCode: `MAT${++count}` }),
    await site.addFund({ fundCode: `MAT${++count}` }),
  ]
  await site.control('accountant1', { model: twoFiles.model, set: 'FIA2' })
  const before = await site.rowCounts()
  const refused = (code: string, message: RegExp) => ({
    code,
    message: expect.stringMatching(message),
    options: { title: TITLE },
  })
  await expect(site.matching('accountant1', empty)).rejects.toMatchObject(
    refused('refused', /^Run a control first/),
  )
  await expect(site.matching('accountant1', twoFiles)).rejects.toMatchObject(
    refused('refused', /has no inventory to match with\. Run a control with an inventory file first/),
  )
  const other = { model: fundModel({ fundCode: 'OTHER' }), navId: fund.navId }
  await expect(site.matching('accountant1', other)).rejects.toMatchObject(
    refused('invalid', /Choose the matching workbook of this NAV/),
  )
  const { name, bytes } = await writeMatching(fund.model)
  const file = { fileName: name, bytes }
  for (const files of [[], [file, { ...file, fileName: 'b.xlsx' }]])
    await expect(
      runMatching(userWork(site, site.actor('accountant1')), site.services, { fundNavId: fund.navId, files }),
    ).rejects.toMatchObject(refused('invalid', /exactly 1 Excel file/))
  const pdf = { fileName: 'a.xlsx', bytes: new Uint8Array(Buffer.from('%PDF-1.7')) }
  await expect(
    runMatching(userWork(site, site.actor('accountant1')), site.services, {
      fundNavId: fund.navId,
      files: [pdf],
    }),
  ).rejects.toMatchObject({ code: 'invalid' })
  for (const user of ['manager1', 'auditor1', 'admin'] as const)
    await expect(site.matching(user, fund)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(site.matching('accountant1', { ...fund, navId: 1 })).rejects.toMatchObject({
    code: 'not-found',
  })
  expect(await site.rowCounts()).toEqual(before)
})

test('a matching sent twice is run once', async () => {
  const fund = await controlled()
  const { name, bytes } = await writeMatching(fund.model)
  const key = randomUUID()
  const upload = { fundNavId: fund.navId, files: [{ fileName: name, bytes }] }
  const run = () => runMatching(userWork(site, site.actor('accountant1'), key), site.services, upload)
  const [first, second] = await Promise.all([run(), run()])
  expect(second).toEqual(first)
  expect(
    (await historyOf(site.read, fund.navId)).filter(({ name: event }) => event === 'matching'),
  ).toHaveLength(1)
})

test('a matching keeps the file format that read it, and its event names it', async () => {
  const fund = await controlled()
  const columns = ['Instrument code', 'Instrument name', 'Currency', 'Quantity', 'Price', 'Market value']
  await storeFormat(site, {
    code: 'MANAGER',
    name: 'Positions of the manager',
    provider: null,
    from: '2026-01-01',
    to: null,
    files: 1,
    tables: [
      {
        kind: 'MATCHING',
        facts: {
          'Fund code': { nav: true },
          'NAV date': { nav: true },
          'Fund currency': { nav: true },
        },
        parts: [{ columns: Object.fromEntries(columns.map((name, at) => [name, { headings: [`C${at}`] }])) }],
      },
    ],
  })
  const bytes = new TextEncoder().encode('C0;C1;C2;C3;C4;C5\nNONE;A stranger;EUR;1;2,5;2,5')
  const work = userWork(site, site.actor('accountant1'))
  const upload = { fundNavId: fund.navId, files: [{ fileName: 'manager.csv', bytes }] }
  const run = await runMatching(work, site.services, upload)
  expect(run).toMatchObject({
    formatCode: 'MANAGER',
    formatVersion: 1,
    counts: { 'MISSING AT ADMINISTRATOR': 1 },
  })
  expect(await latestMatching(site.read, fund.navId)).toMatchObject({
    formatCode: 'MANAGER',
    formatVersion: 1,
  })
  expect((await historyOf(site.read, fund.navId))[0]?.log).toMatch(
    /^Matching of manager\.csv, read by MANAGER version 1: /,
  )
  await expect(runMatching(work, site.services, { ...upload, format: 'FUNDESK' })).rejects.toThrow(
    /no matching table/,
  )
  await expect(runMatching(work, site.services, { ...upload, format: 'OTHER' })).rejects.toThrow(
    /There is no file format "OTHER" for positions\. Choose one of FUNDESK, MANAGER\./,
  )
})
