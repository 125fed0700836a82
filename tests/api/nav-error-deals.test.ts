import { sourceDay, sourceFile, sourceLine } from 'db/schema/sources'
import { caseCalls } from 'tests/support/areas/nav-errors/case-calls'
import { sentNavs, wrongFund } from 'tests/support/areas/nav-errors/sent-navs'
import { storeFormat } from 'tests/support/formats/stored-format'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, expect, test } from 'vitest'

// Deals of the transfer agent: by file formats, beside other statements of them, and of holders that are funds themselves.
const site = await opened(httpSite())
const navs = sentNavs(site)
site.setClock('2026-11-10T09:00:00Z')
afterAll(() => expect(site.crashes()).toEqual([]))
const { call, post, open, take, correct, upload } = caseCalls(site)

const HEADINGS = [
  'Fund code',
  'NAV date',
  'Class code',
  'Holder reference',
  'Side',
  'Shares',
  'Shares at end',
]

const csv = (name: string, headings: readonly string[], lines: string[][]) =>
  new File([[headings, ...lines].map((line) => line.join(';')).join('\n')], name)

async function wrongCase(code: string) {
  const classCode = await wrongFund(navs, code)
  const id = await open(code)
  await correct(id, classCode, '100')
  await post('accountant1', `nav-errors/${id}/payers`, {
    payers: [{ name: 'Administrator SA', percent: '100' }],
  })
  const of = (holder: string, side: string, shares: string, end = '') => [
    code,
    '02/11/2026',
    classCode,
    holder,
    side,
    shares,
    end,
  ]
  return { id, classCode, of }
}

const TA_HEADINGS = {
  'Class code': 'Share class',
  'Holder reference': 'Register account',
  Side: 'Buy or sell',
  Shares: 'Units',
}

test('a file format of the transfer agent reads its deals: recognised, or named', async () => {
  const { id, of } = await wrongCase('DEA01')
  await storeFormat(site, {
    code: 'TA-DEALS',
    name: 'Deals of the transfer agent',
    from: '2026-01-01',
    files: 1,
    tables: [
      {
        kind: 'DEALS',
        facts: { 'Fund code': { headings: ['Fund'] }, 'NAV date': { headings: ['Dealing date'] } },
        parts: [
          {
            columns: Object.fromEntries(
              Object.entries(TA_HEADINGS).map(([column, heading]) => [column, { headings: [heading] }]),
            ),
          },
        ],
      },
    ],
  })
  const own = ['Fund', 'Dealing date', ...Object.values(TA_HEADINGS)]
  const lines = [of('X', 'S', '1000'), of('Y', 'R', '500')].map((line) => line.slice(0, 6))
  const read = await upload(`nav-errors/${id}/deals`, csv('ta.csv', own, lines))
  expect([read.status, read.body]).toEqual([200, { lines: 2, leftOut: 0, differences: [], faults: [] }])
  expect((await site.page('auditor1', `/nav-errors/${id}`)).html).toContain('read by TA-DEALS, version 1')
  expect((await call('accountant1', `nav-errors/${id}`)).body.holders).toMatchObject([
    { holder: 'X', amount: '2000.00', outcome: 'PAID' },
    { holder: 'Y', amount: '-1000.00', outcome: 'TO FUND' },
  ])
  // FUNDESK's own headings are read without it, and a name that reads no deals is refused.
  const plain = await upload(`nav-errors/${id}/deals`, csv('own.csv', HEADINGS, [of('Z', 'S', '1')]))
  expect(plain.body.lines).toBe(1)
  const named = (format: string) =>
    upload(`nav-errors/${id}/deals`, csv('other.csv', own, [lines[0] ?? []]), { format, dryRun: 'true' })
  expect((await named('TA-DEALS')).body).toMatchObject({ lines: 1, faults: [] })
  expect((await named('FUNDESK')).body.faults.length).toBeGreaterThan(0)
  const unknown = await named('NOBODY')
  expect([unknown.status, unknown.body.errorMessage]).toEqual([
    422,
    'There is no file format "NOBODY" for deals. Choose one of FUNDESK, TA-DEALS.',
  ])
  expect((await site.page('accountant1', `/nav-errors/${id}/deals`)).html).toContain(
    'TA-DEALS: Deals of the transfer agent',
  )
})

test('deals are compared with the register of the NAV after their date, then with its files', async () => {
  const { id, classCode, of } = await wrongCase('DEA02')
  const deals = [of('X', 'S', '1000'), of('Y', 'R', '400')]
  const tried = await upload(`nav-errors/${id}/deals`, csv('deals.csv', HEADINGS, deals), { dryRun: 'true' })
  expect(tried.body.differences).toEqual([
    { date: '2026-11-02', classCode, side: 'R', deals: '400', register: null, files: '500' },
  ])
  // Nothing is stored by it.
  expect((await call('accountant1', `nav-errors/${id}`)).body.differences).toEqual([])
  await site.transaction(async (tx) => {
    const uploaded = { sha256: 'ab'.repeat(32), rowCount: 1, uploadedAt: site.clock() }
    const [file] = await tx
      .insert(sourceFile)
      .values({ ...uploaded, kind: 'REGISTER', sender: 'TA', fileName: 'register.csv' })
      .returning({ id: sourceFile.id })
    const fileId = file?.id ?? 0
    // The NAV date whose shares it states is the next one.
    const at = { fileId, fundCode: 'DEA02', date: '2026-11-03' }
    await tx.insert(sourceDay).values({ ...at, hasFlows: true, rowCount: 1 })
    await tx
      .insert(sourceLine)
      .values({ ...at, position: 0, classCode, amount: '5500', issued: '1000', redeemed: '450', cells: {} })
  })
  const added = await upload(`nav-errors/${id}/deals`, csv('deals.csv', HEADINGS, deals))
  expect(added.body.differences).toEqual([
    { date: '2026-11-02', classCode, side: 'R', deals: '400', register: '450', files: '500' },
  ])
  expect((await site.page('auditor1', `/nav-errors/${id}`)).html).toContain(
    'the deals redeem 400 shares, the register 450, the files of the next NAV 500.',
  )
  expect((await take('accountant1', id, 'quantify')).body.fields).toEqual({
    eventLog: 'Explain the differences of the deals',
  })
})

test('a holder whose reference is a fund of this site is named', async () => {
  const { id, of } = await wrongCase('DEA03')
  await navs.addFund('DEA04', { DEA04A: { currency: 'EUR' } })
  await upload(`nav-errors/${id}/deals`, csv('deals.csv', HEADINGS, [of('DEA04', 'S', '1000')]))
  expect((await call('accountant1', `nav-errors/${id}`)).body.holders).toMatchObject([
    { holder: 'DEA04', fundName: 'Fund DEA04' },
  ])
  expect((await site.page('auditor1', `/nav-errors/${id}`)).html).toContain('DEA04, the fund Fund DEA04')
})

test('with shares, payers pay for what was too much by the NAV per share of the day of payment', async () => {
  await site.ownerSql`insert into nav_error_setting (setting, level, subject, value)
    values ('form', 'fund', 'DEA05', 'shares')`
  const { id, classCode, of } = await wrongCase('DEA05')
  const deals = [of('X', 'S', '1000', '1000'), of('Y', 'R', '500', '20'), of('Z', 'R', '100', '0')]
  await upload(`nav-errors/${id}/deals`, csv('deals.csv', HEADINGS, deals))
  await take('accountant1', id, 'quantify', { comment: 'The files have no deal of Z' })
  const owed = async () => (await call('auditor1', `nav-errors/${id}`)).body
  // X gets 2,000 / 100 shares; Y had 1,000 / 100 shares too much, Z 200.00 in money, for whom the payers pay.
  expect(await owed()).toMatchObject({
    holders: [
      { holder: 'X', inShares: { shares: '20.000', rest: '0.00' } },
      { holder: 'Y', amount: '-1000.00', outcome: 'TO FUND', sharesTooMuch: '10' },
      { holder: 'Z', amount: '-200.00', outcome: 'TO FUND', sharesTooMuch: null },
    ],
    classes: [{ sum: '800.00', toFund: '1200.00', identity: '0.00' }],
    payers: [{ amount: '1200.00' }],
    paidAt: null,
  })
  await take('teamleader1', id, 'approve')
  await take('manager1', id, 'notify', { date: '2026-11-10', reference: 'CSSF 1' })
  const paid = await take('manager1', id, 'compensate', { date: '2026-11-10' })
  // The last NAV before the 10th is that of the 3rd, with 102: 10 x 102 + 200. The identity is that of the deals.
  expect(paid.body).toMatchObject({
    status: 'COMPENSATED',
    classes: [
      {
        toFund: '1200.00',
        identity: '0.00',
        flows: [{ to: 'holder X' }, { from: 'Administrator SA', amount: '1220.00' }],
      },
    ],
    payers: [{ name: 'Administrator SA', classCode, amount: '1220.00' }],
    paidAt: { date: '2026-11-03', navs: { [classCode]: '102' } },
  })
  expect((await site.page('auditor1', `/nav-errors/${id}`)).html).toContain(
    'Shares too much are paid by the NAV per share of',
  )
})
