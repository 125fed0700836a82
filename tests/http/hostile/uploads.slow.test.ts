import { formOf } from 'tests/support/api/uploads'
import { bookFile } from 'tests/support/areas/reference-import/reference-book'
import { BOUNDARY, fieldPart, filePart, multipart } from 'tests/support/http/multipart'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { fundModel } from 'tests/support/workbooks/model'
import type { BookPlan } from 'tests/support/workbooks/plan'
import { type WrittenFile, writeMatching, writeSet } from 'tests/support/workbooks/write'
import { afterAll, expect, test } from 'vitest'

const site = await opened(httpSite())
const fund = await site.addFund({ fundCode: 'LUX001' })
const navId = fund.navId
await site.control('accountant1', fund)
const files = await writeSet(fundModel({ fundCode: 'LUX001' }), 'FIA3')
for (const user of ['accountant1', 'admin']) await site.cookieOf(user)
afterAll(() => expect(site.crashes()).toEqual([]))

const fields = { comment: 'October NAV', reason: 'FIRST' }
const send = (path: string, body: BodyInit, headers: Record<string, string> = {}, user = 'accountant1') =>
  site.ask(user, path, { method: 'POST', body, headers })

const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
]

test('column, sheet and code names like object properties are ordinary names', async () => {
  const odd = (books: BookPlan[]) => {
    for (const { tables } of books)
      for (const table of tables) {
        for (const name of NAMES) table.columns.push({ key: `odd ${name}`, header: name })
        for (const row of table.rows) for (const name of NAMES) row[`odd ${name}`] = { text: 'x' }
        if (table.kind === 'Inventory')
          table.rows.slice(0, NAMES.length).forEach((row, at) => {
            row.code = { text: NAMES[at] ?? '' }
            row.subtype = { text: NAMES[at] ?? '' }
            row.issuer = { text: NAMES[at] ?? '' }
          })
      }
    const extraSheets = NAMES.map((name) => ({ name, rows: [[{ text: name }]] }))
    for (const book of books) book.extraSheets = extraSheets
  }
  const written = await writeSet(fundModel({ fundCode: 'LUX001' }), 'FIA3', odd)
  const answer = await send('/api/uploadfilesFIA/3', formOf(written, fields))
  const body = (await answer.json()) as { ruleResults: { result: string }[]; id: number }
  expect(answer.status, JSON.stringify(body)).toBe(201)
  expect(body.ruleResults.length).toBe(50)
  const matching = await writeMatching(fundModel({ fundCode: 'LUX001' }), (book) => odd([book]))
  expect((await send(`/api/uploadmatching/${navId}`, formOf([matching]))).status).toBe(201)
  for (const tab of ['nav', 'balance', 'inventory'])
    expect(
      (await site.ask('accountant1', `/nav-controls/${navId}/controls/${body.id}/delta/${tab}`)).status,
    ).toBe(200)
  expect(({} as Record<string, unknown>).text).toBeUndefined()
})

test('so are sheets, headers, keys and values in reference data', async () => {
  const cells = (name: string) => [name, name, name, name]
  const books = [
    Object.fromEntries(NAMES.map((name) => [name, [cells(name), cells('x')]])),
    { Funds: [['Fund code', 'Name', ...NAMES], ...NAMES.map((name) => Array(9).fill(name))] },
    { 'Legal entities': [['Name', 'Kind'], ...NAMES.map((name) => [name, name])] },
    { Authorisations: [['User name', 'Function', 'Add'], ...NAMES.map((name) => [name, name, name])] },
    { 'Account plan': [['Prefix', 'Class'], ...NAMES.map((name) => [name, name])] },
    { Currencies: [['Currency', 'Name'], ...NAMES.map((name) => [name, name])] },
  ]
  const before = await site.rowCounts()
  const answers: number[] = []
  for (const book of books) {
    const file = await bookFile(book)
    answers.push((await send('/api/import', formOf([file], { dryRun: 'true' }), {}, 'admin')).status)
  }
  expect(answers).toEqual([422, 422, 422, 422, 422, 422])
  expect(await site.rowCounts()).toEqual(before)
})

/** Names as raw bytes in the header of a part, including some that no browser sends. */
const FILE_NAMES = [
  '../../../../etc/passwd',
  '..\\\\..\\\\windows\\\\system32\\\\evil.xlsx',
  '/etc/cron.d/evil',
  'C:evil.xlsx',
  'CON.xlsx',
  '.htaccess',
  '..',
  '.',
  ' ',
  'NAV\u202excod.xlsx',
  '\u{1f4c8}\u{1f468}\u200d\u{1f469}.xlsx',
  'e\u0301\u0301\u0301.xlsx',
  '<img src=x onerror=alert(1)>.xlsx',
  "'; drop table document; --.xlsx",
  '=HYPERLINK(1).xlsx',
  'a%00.xlsx',
  'a%22; filename=%22b.xlsx',
  '__proto__',
  'x'.repeat(900),
  `${'\u{1f4c8}'.repeat(200)}.xlsx`,
]

test('a file with an unusual name is stored under exactly that name, and returned safely', async () => {
  const [first, second, third] = files as [WrittenFile, WrittenFile, WrittenFile]
  const navs: string[] = []
  for (const name of FILE_NAMES) {
    const body = multipart([
      fieldPart('comment', 'x'),
      fieldPart('reason', 'FIRST'),
      filePart(first.name, first.bytes),
      filePart(second.name, second.bytes),
      filePart(name, third.bytes),
    ])
    const type = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }
    const answer = await send('/api/uploadfilesFIA/3', new Uint8Array(body), type)
    const text = await answer.text()
    if (answer.status !== 201) expect([name, answer.status], text).toEqual([name, 422])
    else navs.push(name)
  }
  expect(navs.length).toBeGreaterThan(FILE_NAMES.length - 4)
  const documents = await site.ownerSql<{ id: number; file_name: string }[]>`
    select id, file_name from document where object_id = ${navId} order by id`
  expect(documents.length).toBeGreaterThan(navs.length)
  for (const { id, file_name } of documents) {
    const download = await site.ask('accountant1', `/documents/${id}`)
    const line = download.headers.get('content-disposition') ?? ''
    expect(download.status, file_name).toBe(200)
    expect(line, file_name).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w%.!~*'()-]+$/)
    expect(line, file_name).not.toMatch(/filename="[^"]*[\\/]|%2F|%5C|%00|%E2%80%AE/i)
    await download.arrayBuffer()
  }
  const page = await (await site.ask('accountant1', `/nav-controls/${navId}`)).text()
  expect(page).not.toMatch(/<img src=x/)
})

test('control characters and NUL in a name or a comment refuse the upload with a message', async () => {
  for (const name of ['a\u0000.xlsx', 'a\u001b[31m.xlsx', 'a\tb.xlsx']) {
    const body = multipart([fieldPart('comment', 'x'), fieldPart('reason', 'FIRST'), filePart(name, 'x')])
    const type = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }
    const answer = await send('/api/uploadfilesFIA/3', new Uint8Array(body), type)
    expect([name, answer.status]).toEqual([name, 422])
    expect(await answer.text()).toMatch(/control characters|damaged/)
  }
  const nul = await send('/api/uploadfilesFIA/3', formOf(files, { ...fields, comment: 'a\u0000b' }))
  expect([nul.status, ((await nul.json()) as { errorMessage: string }).errorMessage]).toEqual([
    422,
    expect.stringContaining('NUL'),
  ])
})
