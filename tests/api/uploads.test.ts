import { randomUUID } from 'node:crypto'
import { bookFile, goodBook } from 'tests/support/areas/reference-import/reference-book'
import { opened } from 'tests/support/opened'
import { fundModel, previousModel } from 'tests/support/workbooks/model'
import { writeMatching, writeSet } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'
import { sweepStagedFiles } from '~/platform/files/staged-files.server'
import { readWorkbook } from '~/platform/workbooks/read-workbook'
import { apiSite } from '../support/api/site'
import { control, FIELDS, formOf } from '../support/api/uploads'

const site = await opened(apiSite())
const files = await writeSet(fundModel(), 'FIA3')

const TITLE = 'Files cannot be integrated, see error.'
const controls = async () => Number((await site.ownerSql`select count(*) from nav_control`)[0]?.count)

const upload = (form: FormData, path = 'uploadfilesFIA/3', headers: Record<string, string> = {}) =>
  site.call('accountant1', 'POST', path, { body: form, headers })

test('a refused upload stores nothing and says why', async () => {
  const big = { name: 'big.xlsx', bytes: new Uint8Array(1024 * 1024) }
  const refused: [string, FormData, number, string, RegExp][] = [
    ['no comment', formOf(files, { reason: 'FIRST' }), 422, TITLE, /comment \(Mandatory\)/],
    ['no reason', formOf(files, { comment: 'x' }), 422, TITLE, /Choose a reason/],
    ['two files', formOf(files.slice(0, 2), FIELDS), 422, TITLE, /exactly 3 Excel files/],
    ['four files', formOf([...files, ...files.slice(0, 1)], FIELDS), 422, TITLE, /More files/],
    ['one twice', formOf([...files.slice(0, 2), ...files.slice(0, 1)], FIELDS), 422, TITLE, /same name/],
    [
      'too big',
      formOf([...files.slice(0, 2), big], FIELDS),
      413,
      'File size error',
      /^File size too big \(>1Mb\) for big.xlsx$/,
    ],
    [
      'another NAV',
      formOf(files, { ...FIELDS, fundNavId: String(site.navId('LUX002')) }),
      422,
      TITLE,
      /not of the NAV you started from/,
    ],
    ['no NAV', formOf(files, { ...FIELDS, fundNavId: 'x' }), 422, TITLE, /fundNavId/],
    [
      'no workbook',
      formOf([...files.slice(0, 2), { name: 'a.txt', bytes: new Uint8Array([1]) }], FIELDS),
      422,
      TITLE,
      /a\.txt/,
    ],
  ]
  for (const [what, form, status, title, sentence] of refused) {
    const answer = await upload(form)
    expect([what, answer.status, answer.body.title]).toEqual([what, status, title])
    expect([answer.body.errorMessage, ...(answer.body.list ?? [])].join('\n')).toMatch(sentence)
  }
  expect((await upload(formOf(files, FIELDS), 'uploadfilesFIA/4')).status).toBe(404)
  expect((await upload(formOf(files, FIELDS), 'uploadfilesMFFA')).status).toBe(422)
  const json = await site.call('accountant1', 'POST', 'uploadfilesFIA/3', { body: FIELDS })
  expect([json.status, json.body.code]).toEqual([415, 'content-type'])
  const other = await control(site, { user: 'manager1' })
  expect([other.status, other.body.title]).toEqual([403, TITLE])
  expect(await controls()).toBe(0)
})

test('two identical parallel uploads with one Idempotency-Key run one control, and both get it', async () => {
  const headers = { 'Idempotency-Key': randomUUID() }
  const answers = await Promise.all(
    [1, 2].map(() => upload(formOf(files, FIELDS), 'uploadfilesFIA/3', headers)),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(answers[0]?.body).toEqual(answers[1]?.body)
  expect(await controls()).toBe(1)
  // The same key from another user is a different key.
  const mine = await control(site, { user: 'teamleader1' })
  expect(mine.status).toBe(201)
  expect(await controls()).toBe(2)
})

test('without a key every upload runs a control', async () => {
  const before = await controls()
  await upload(formOf(files, FIELDS))
  await upload(formOf(files, FIELDS))
  expect(await controls()).toBe(before + 2)
})

test('a matching needs a control with an inventory and one file', async () => {
  const matching = await writeMatching(fundModel())
  const path = `uploadmatching/${site.navId('LUX001', previousModel().navDate)}`
  const title = 'File cannot be integrated, see error.'
  const early = await upload(formOf([matching]), path)
  expect([early.status, early.body.title]).toEqual([422, title])
  const two = await upload(formOf([matching, matching]), `uploadmatching/${site.navId('LUX001')}`)
  expect([two.status, two.body.title]).toEqual([422, title])
  expect((await upload(formOf([matching]), 'uploadmatching/999999')).status).toBe(404)
})

test('the file of a refused matching stays, whatever it was refused for', async () => {
  const path = `uploadmatching/${site.navId('LUX001')}`
  const refused = await upload(formOf([await writeMatching(fundModel())], { format: 'NONE' }), path)
  expect([refused.status, refused.body.errorMessage]).toEqual([
    422,
    expect.stringContaining('There is no file format "NONE"'),
  ])
  const { staged } = refused.body.details
  const done = await upload(formOf([], { staged }), path)
  expect([done.status, done.body.counts.MATCHED]).toEqual([201, 22])
})

test('a refused upload of many megabytes still gets its answer', async () => {
  const form = formOf([{ name: 'much.bin', bytes: new Uint8Array(30 * 1024 * 1024) }])
  expect((await site.call(null, 'POST', 'uploadfilesFIA/3', { body: form })).status).toBe(401)
  expect((await site.call('auditor1', 'POST', 'uploadfilesFIA/3', { body: form })).status).toBe(403)
  expect((await site.call('accountant1', 'POST', 'nothing', { body: form })).status).toBe(404)
  expect((await site.call('accountant1', 'PUT', 'uploadfilesMFFA', { body: form })).status).toBe(405)
  expect((await site.call('accountant1', 'POST', 'uploadfilesMFFA', { body: form })).status).toBe(413)
})

test('reference data is imported by its call: a dry run first, then the import', async () => {
  const book = await bookFile(goodBook())
  const send = (user: 'admin2' | 'auditor1', fields: Record<string, string> = {}) =>
    site.call(user, 'POST', 'import', { body: formOf([book], fields) })
  const plan = await send('admin2', { dryRun: 'true' })
  expect([plan.status, plan.body.dryRun], plan.text).toEqual([200, true])
  expect(plan.body.changes.length).toBeGreaterThan(0)
  const headers = { 'Idempotency-Key': 'import-1' }
  const sendOnce = () => site.call('admin2', 'POST', 'import', { body: formOf([book]), headers })
  const done = await sendOnce()
  expect([done.status, done.body.dryRun]).toEqual([201, false])
  const imports = async () =>
    (await site.ownerSql`select count(*) from workflow_event where object_kind = 'reference'`)[0]?.count
  const before = await imports()
  const again = await sendOnce()
  expect([again.status, again.body, await imports()]).toEqual([201, done.body, before])
  expect(done.body.sheets).toEqual(plan.body.sheets)
  expect((await send('auditor1')).status).toBe(403)
  expect((await send('admin2', { dryRun: 'perhaps' })).status).toBe(422)
  const faulty = await bookFile({
    Funds: [
      ['Fund code', 'Name'],
      ['X', 'Y'],
    ],
  })
  const refused = await site.call('admin2', 'POST', 'import', { body: formOf([faulty]) })
  expect(refused.status).toBe(422)
  expect(refused.body.list.length).toBeGreaterThan(0)
  expect((await site.call('admin2', 'POST', 'import', { body: formOf([]) })).status).toBe(422)
})

test('the tables of an import are listed, and each has a template', async () => {
  const listed = await site.call('auditor1', 'GET', 'import/templates')
  const funds = listed.body.tables.find(({ template }: { template: string }) => template === 'funds')
  expect(funds).toMatchObject({ sheet: 'Funds' })
  expect(funds.columns[0]).toMatchObject({ header: 'Fund code', required: true })
  expect(funds.columns.find(({ header }: { header: string }) => header === 'Provider').accepts).toBe(
    'FIA, MFFA',
  )
  const file = await site.call('auditor1', 'GET', 'import/templates/share-classes')
  const { sheets } = await readWorkbook(new Uint8Array(await file.answer.arrayBuffer()), 'a.xlsx')
  expect([file.status, sheets[0]?.name]).toEqual([200, 'Share classes'])
  const unknown = await site.call('auditor1', 'GET', 'import/templates/nothing')
  expect([unknown.status, unknown.body.errorMessage]).toEqual([404, expect.stringContaining('"nothing"')])
  expect((await site.call('accountant1', 'GET', 'import/templates')).status).toBe(403)
})

test('the files of a refused upload stay for an hour, for their sender only', async () => {
  const refused = await upload(formOf(files, { reason: 'FIRST' }))
  const { staged, stagedFiles } = refused.body.details
  expect(stagedFiles).toEqual(files.map(({ name }) => name))
  const before = await controls()
  const body = formOf([], { ...FIELDS, staged })
  const other = await site.call('teamleader1', 'POST', 'uploadfilesFIA/3', { body })
  expect([other.status, other.body.errorMessage]).toEqual([
    422,
    expect.stringMatching(/no longer on the server/),
  ])
  const again = await upload(formOf([], { ...FIELDS, staged }))
  expect(again.status).toBe(201)
  expect(again.body.files.map(({ fileName }: { fileName: string }) => fileName)).toEqual(stagedFiles)
  expect(await controls()).toBe(before + 1)
  const [kept] = await site.ownerSql`select max(expires_at) as until from staged_file`
  expect(kept?.until).toEqual(new Date(site.clock.now.getTime() + 60 * 60_000))
  // As an hour later, when the session would have ended too.
  await site.ownerSql`update staged_file set expires_at = ${site.clock.now}`
  expect((await upload(formOf([], { ...FIELDS, staged }))).status).toBe(422)
  await site.transaction((tx) => sweepStagedFiles({ tx, now: site.clock.now }))
  expect((await site.ownerSql`select count(*)::int as count from staged_file_chunk`)[0]?.count).toBe(0)
})
