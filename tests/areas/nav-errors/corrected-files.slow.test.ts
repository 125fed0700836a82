import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { jsonCalls } from 'tests/support/api/json-calls'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { storedFiles } from 'tests/support/stored-files'
import type { FundModel } from 'tests/support/workbooks/fund-model'
import { type BookPlan, rowIn, tableIn } from 'tests/support/workbooks/plan'
import { writeSet } from 'tests/support/workbooks/write'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, expect, test } from 'vitest'
import { controlsOf } from '~/areas/navs/control/controls-of.server'
import { restsOnErrors } from '~/areas/navs/nav-errors.server'
import { navFacts } from '~/areas/navs/nav-facts.server'
import { Big } from '~/platform/values/decimal'
import { showDay } from '~/platform/values/show'

const site = await opened(httpSite())
afterAll(() => expect(site.crashes()).toEqual([]))
const { call, post } = jsonCalls(site)

const DATES = ['2026-07-31', '2026-08-31', '2026-09-30', '2026-10-30']
const fund = await site.addFund({ fundCode: 'CFX01', clientValidation: false, navDates: DATES })
const navOf = (date: string) => fund.navs[DATES.indexOf(date)] ?? { navId: 0, model: fund.model }

for (const date of DATES.slice(0, 3)) {
  const { navId, model } = navOf(date)
  await site.control('accountant1', { model, set: fund.set })
  for (const [user, step] of [
    ['accountant1', 'submit'],
    ['teamleader1', 'approve'],
    ['manager1', 'validate'],
    ['manager1', 'send'],
  ] as const)
    await site.step(user, navId, step)
}
site.setClock('2026-11-05T09:00:00Z')

const { body: opened1 } = await post('accountant1', 'nav-errors', {
  fundCode: 'CFX01',
  kind: 'NAV',
  causes: [{ cause: 'PRICE', causedBy: 'administrator' }],
  discoveredOn: '2026-11-04',
  discoveredBy: 'Manager of the fund',
  description: 'Stale price of a bond',
  firstDate: '2026-08-31',
  lastDate: '2026-09-30',
})
const caseId: number = opened1.id

const classA = (model: FundModel) => model.classes[0] ?? { code: '', navPerShare: '0', shares: '0' }

/** Files in which the NAV per share of the first class is another one. */
const priced = (factor: string) => (books: BookPlan[]) => {
  const row = rowIn(tableIn(books, 'NAV'), { type: 'NAV PER SHARE' })
  const value = row.value && 'number' in row.value ? row.value.number : '0'
  row.value = { number: new Big(value).times(factor).round(2).toFixed() }
}

async function upload(
  model: FundModel,
  change?: (books: BookPlan[]) => void,
  fields: Record<string, string> = {},
  user = 'accountant1',
) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  for (const { name, bytes } of await writeSet(model, 'FIA3', change))
    body.append('files', new File([new Uint8Array(bytes)], name))
  const answer = await site.ask(user, `/api/nav-errors/${caseId}/corrections`, {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    body,
  })
  return { status: answer.status, body: await answer.json() }
}

const detail = async () => (await call('accountant1', `nav-errors/${caseId}`)).body
const stepNamed = async (user: string, name: string) =>
  (await call(user, `nav-errors/${caseId}`)).body.steps.find((step: { name: string }) => step.name === name)
    ?.id

test('corrected files are controlled by all rules beside the round that was sent, each against the one before', async () => {
  const { navId, model } = navOf('2026-08-31')
  const before = await navFacts(site.read, navId)
  const controls = (await controlsOf(site.read, navId)).map(({ id }) => id)
  const [sentBefore] = await controlsOf(site.read, navOf('2026-07-31').navId)

  const first = await upload(model, priced('0.97'))
  expect(first.status).toBe(201)
  expect(first.body.ruleResults).toHaveLength(50)
  expect(first.body.previousControlId).toBe(sentBefore?.id)
  const n11 = first.body.ruleResults.find(({ ruleId }: { ruleId: string }) => ruleId === 'N11')
  expect(n11.result).toBe('OK - not applicable')
  // The NAV itself is as it was: its controls, its current one, its place.
  expect(await navFacts(site.read, navId)).toEqual(before)
  expect((await controlsOf(site.read, navId)).map(({ id }) => id)).toEqual(controls)
  expect(await site.stateOf(navId)).toBe('SENT (COMPLETED)')

  const second = await upload(navOf('2026-09-30').model)
  expect([second.status, second.body.previousControlId]).toEqual([201, first.body.id])
  // Good files against corrected ones; the deals at the NAV before are told apart from other differences.
  const published = new Big(classA(model).navPerShare)
  const corrected = published.times('0.97').round(2)
  const figure = (await detail()).figures.find(
    ({ date, classCode }: { date: string; classCode: string }) =>
      date === '2026-08-31' && classCode === classA(model).code,
  )
  expect(figure).toMatchObject({
    published: published.toFixed(),
    corrected: corrected.toFixed(),
    difference: published.minus(corrected).toFixed(),
    material: true,
    byHand: false,
    controlId: first.body.id,
  })
})

test('newer files of a date break the chain of those after it, until they are uploaded again', async () => {
  const again = await upload(navOf('2026-08-31').model, priced('0.96'))
  expect(again.status).toBe(201)
  const broken = (await detail()).missing.filter(({ what }: { what: string }) => /control of/.test(what))
  expect(broken).toEqual([
    {
      what: 'control of corrected files',
      date: '2026-09-30',
      classCode: null,
      act: 'Upload its corrected files again: those of 31/08/2026 are newer.',
    },
  ])
  const refused = await post(
    'accountant1',
    `nav-errors/${caseId}/steps/${await stepNamed('accountant1', 'quantify')}`,
    { comment: 'Tried' },
  )
  expect([refused.status, refused.body.missing]).toEqual([409, expect.arrayContaining(broken)])
  const second = await upload(navOf('2026-09-30').model)
  expect(second.body.previousControlId).toBe(again.body.id)
  expect((await detail()).missing.map(({ what }: { what: string }) => what)).not.toContain(
    'control of corrected files',
  )
})

test('files of other NAVs and funds, figures by hand for them, and people without the right are refused', async () => {
  const early = await upload(navOf('2026-07-31').model)
  expect([early.status, early.body.errorMessage]).toEqual([
    422,
    'The NAV of 31/07/2026 was not sent between the first and the last wrong NAV date. Choose files of another date, or correct the dates of the case.',
  ])
  const other = await site.addFund({ fundCode: 'CFX02', navDates: ['2026-07-31', '2026-08-31'] })
  const foreign = await upload(other.model)
  expect([foreign.status, foreign.body.errorMessage]).toEqual([
    422,
    'These files are of CFX02, not of CFX01. Choose the corrected files of CFX01.',
  ])
  const none = await upload(navOf('2026-08-31').model, (books) => books.splice(1))
  expect(none.status).toBe(422)
  const byHand = await post('accountant1', `nav-errors/${caseId}/corrections`, {
    figures: [{ date: '2026-08-31', classCode: classA(navOf('2026-08-31').model).code, navPerShare: '100' }],
    comment: 'By hand',
  })
  expect([byHand.status, byHand.body.errorMessage]).toEqual([
    422,
    expect.stringContaining('its corrected files count. Withdraw them first'),
  ])
  expect((await upload(navOf('2026-08-31').model, undefined, {}, 'auditor1')).status).toBe(403)
})

test('rules that block in corrected files are explained to quantify', async () => {
  await post('accountant1', `nav-errors/${caseId}/payers`, {
    payers: [{ name: 'Administrator SA', percent: '100' }],
  })
  const quantify = async (fields: object) =>
    post('accountant1', `nav-errors/${caseId}/steps/${await stepNamed('accountant1', 'quantify')}`, fields)
  const refused = await quantify({})
  expect([refused.status, refused.body.fields]).toEqual([
    422,
    { eventLog: 'Explain the rules that are not OK' },
  ])
  const done = await quantify({ comment: 'The price of the class was changed alone, to try the case' })
  expect([done.status, done.body.status]).toEqual([200, 'QUANTIFIED'])
})

test('the auditor’s file has the papers, the published and corrected files, and the hash of each', async () => {
  const answer = await site.ask('auditor1', `/api/nav-errors/${caseId}/auditor.zip`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const entries = storedFiles(Buffer.from(await answer.arrayBuffer()))
  const names = [...entries.keys()]
  for (const start of [
    'published/2026-08-31/control_',
    'published/2026-09-30/control_',
    'corrected/2026-08-31/control_',
  ])
    expect(names.filter((name) => name.startsWith(start)).length).toBeGreaterThan(0)
  for (const name of ['notification', 'report', 'compensation'])
    expect(names.some((each) => each.startsWith(`${name}_CFX01_${caseId}`))).toBe(true)
  const sums = String(entries.get('SHA256SUMS')).trim().split('\n')
  expect(sums).toHaveLength(names.length - 1)
  for (const line of sums) {
    const [, hash, name = ''] = /^(\w{64}) {2}(.+)$/.exec(line) ?? []
    expect(
      createHash('sha256')
        .update(entries.get(name) ?? '')
        .digest('hex'),
    ).toBe(hash)
  }
  const page = await site.ask('auditor1', `/nav-errors/${caseId}/auditor.zip`)
  expect(page.status).toBe(200)
  // From the workbooks to the paper: each figure with its date, class and error.
  const bytes = entries.get(`notification_CFX01_${caseId}.pdf`) ?? Buffer.from('')
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)))
  const paper = text.join(' ').replace(/\s+/g, ' ')
  const { figures } = await detail()
  expect(figures.length).toBeGreaterThan(1)
  for (const { date, classCode, percent } of figures)
    expect(paper).toMatch(
      new RegExp(`${showDay(date)} ${classCode} [-\\d,. ]+ ${percent.replace('.', '\\.')} %`),
    )
})

test('the first NAV after the last wrong date is controlled against the corrected one, and rests on no error', async () => {
  const { navId, model } = navOf('2026-10-30')
  const { control } = await site.control('accountant1', { model, set: fund.set })
  const kept = (await detail()).figures.find(({ date }: { date: string }) => date === '2026-09-30')
  expect(control.previousControlId).toBe(kept.controlId)
  expect(await restsOnErrors(site.read, await navFacts(site.read, navId))).toEqual([])
})

test('corrected files are withdrawn with a reason; the case is then to be quantified again', async () => {
  const { figures } = await detail()
  const controlId = figures.find(({ date }: { date: string }) => date === '2026-09-30').controlId
  const withdraw = async (comment: string) => {
    const answer = await site.ask('accountant1', `/api/nav-errors/${caseId}/corrections/${controlId}`, {
      method: 'DELETE',
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
      body: JSON.stringify({ comment }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  expect((await withdraw('')).status).toBe(422)
  const done = await withdraw('Of another fund')
  expect([done.status, done.body.status]).toEqual([200, 'OPENED'])
  // Those of this date that were uploaded before count again: withdraw them, too.
  expect(done.body.figures.find(({ date }: { date: string }) => date === '2026-09-30').controlId).not.toBe(
    controlId,
  )
})

test('the page of the case lists corrected files with their rules, and takes new ones without scripts', async () => {
  const base = `/nav-errors/${caseId}`
  const { html } = await site.page('auditor1', base)
  expect(html).toContain('Corrected files of')
  const control = /corrections\/(\d+)"/.exec(html)?.[1] ?? ''
  const shown = await site.page('auditor1', `${base}/corrections/${control}`)
  for (const text of ['N01 Fund currency', 'I16 Accrued interest', 'the money that really came'])
    expect(shown.html).toContain(text)

  const form = await site.page('accountant1', `${base}/corrections/new`)
  const body = new FormData()
  body.set('idempotencyKey', /name="idempotencyKey" value="([^"]+)"/.exec(form.html)?.[1] ?? '')
  body.set('books', 'real')
  body.set('comment', 'Once more')
  for (const { name, bytes } of await writeSet(navOf('2026-09-30').model, 'FIA3'))
    body.append('files', new File([new Uint8Array(bytes)], name))
  const answer = await site.ask('accountant1', `${base}/corrections/new`, {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    body,
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, base])
  // The files are documents of the case, which its readers may open.
  const documents = (await call('auditor1', `documents/object/${caseId}`)).body
  expect(documents.length).toBeGreaterThan(0)
  const file = await site.ask('auditor1', `/api/documents/${documents[0].id}`)
  expect(file.status).toBe(200)
  expect(Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 2)).toBe('PK')
})
