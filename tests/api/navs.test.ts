import { opened } from 'tests/support/opened'
import { fundModel, previousModel } from 'tests/support/workbooks/model'
import { tableIn } from 'tests/support/workbooks/plan'
import { writeMatching } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'
import { Big } from '~/platform/values/decimal'
import { apiSite } from '../support/api/site'
import { control, formOf } from '../support/api/uploads'

const site = await opened(apiSite())
const previous = await control(site, { model: previousModel() })
expect(previous.status, previous.text).toBe(201)
const now = await control(site, {
  // One account without a balance: B01 and others fail, so that there is an error report.
  change: (books) => {
    tableIn(books, 'Balance').rows.push({
      accountNumber: { text: '9999' },
      accountName: { text: 'Suspense' },
      currency: { text: 'EUR' },
      debtor: { number: '5' },
      creditor: null,
    })
  },
  fields: { fundNavId: String(site.navId('LUX001')) },
})
expect(now.status, now.text).toBe(201)
const ran = now.body

test('a control upload returns the control with its rule results and files', () => {
  expect(ran).toMatchObject({
    uploadType: 'FIA',
    domain: 'NAV',
    definition: 'FIA 3 files',
    submissionComment: 'October NAV',
    reasonCode: 'FIRST',
    hasReport: true,
    userName: 'accountant1',
    fundNavId: site.navId('LUX001'),
    submissionDate: '2026-11-02T09:00:00.000Z',
  })
  expect(ran.ruleResults).toHaveLength(50)
  expect(ran.okCount + ran.nokCount).toBe(50)
  expect(ran.ruleResults[0]).toMatchObject({
    sortingOrder: 1,
    result: 'OK',
    when: null,
    who: null,
    was: null,
  })
  expect(ran.ruleResults[0].name).toMatch(/^N01/)
  expect(ran.files.map(({ file_type }: { file_type: string }) => file_type)).toEqual([
    'NAV',
    'Balance',
    'Inventory',
  ])
})

test('the dashboard lists NAVs with their count, pages and filters', async () => {
  const { body, answer } = await site.call('auditor1', 'GET', 'dashboard/nav')
  expect(body.totalElementCount).toBe(4)
  expect(body.fundNavDetailsList).toHaveLength(4)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('cache-control')).toContain('no-store')
  const row = body.fundNavDetailsList.find(
    ({ fundnavid }: { fundnavid: number }) => fundnavid === site.navId('LUX001'),
  )
  expect(row).toEqual({
    fundnavid: site.navId('LUX001'),
    fundname: 'Alpine Growth Fund',
    fundcode: 'LUX001',
    navdate: '2026-10-30',
    maxsendingdate: '2026-11-10',
    submittedby: 'Test accountant',
    first_accountant_validator: null,
    lastcontroldate: '2026-11-02T09:00:00.000Z',
    currentdisplay: 'CONTROLLED (ACCOUNTANT)',
    currentdashboard: 'pending',
    currentstatus: 'CONTROLLED',
  })

  const paged = await site.call('auditor1', 'GET', 'dashboard/nav?size=3&page=1&sort=fundcode')
  expect(paged.body.fundNavDetailsList).toHaveLength(3)
  expect(paged.answer.headers.get('x-total-count')).toBe('4')
  const next = /<([^>]+)>; rel="next"/.exec(paged.answer.headers.get('link') ?? '')?.[1] ?? ''
  const second = await site.call('auditor1', 'GET', next.replace('/api/', ''))
  expect(second.body.fundNavDetailsList).toHaveLength(1)
  expect(second.answer.headers.get('link')).not.toContain('rel="next"')
  expect(second.answer.headers.get('link')).toContain('rel="prev"')

  const filtered = await site.call(
    'auditor1',
    'GET',
    'dashboard/nav?filter.fundcode=LUX002&filter.navdate=10/2026',
  )
  expect(filtered.body.totalElementCount).toBe(1)
  const capped = await site.call('auditor1', 'GET', 'dashboard/nav?size=5000')
  expect(capped.status).toBe(200)
})

test('a list refuses unknown parameters instead of ignoring them', async () => {
  for (const query of ['filter.nosuch=1', 'sort=nosuch', 'filter.navdate=someday', 'page=0', 'size=x']) {
    const { status, body } = await site.call('auditor1', 'GET', `dashboard/nav?${query}`)
    expect([query, status, body.code]).toEqual([query, 422, 'invalid'])
    expect(body.errorMessage).not.toBe('')
  }
  const { body } = await site.call('auditor1', 'GET', 'dashboard/nav?page=0&size=x')
  const fields = { page: 'Give a whole number from 1.', size: 'Give a whole number from 1.' }
  expect(body).toMatchObject({ fields, errorMessage: expect.not.stringContaining('shown') })
})

test('a fund NAV comes with calendar, history and controls', async () => {
  const { body, status } = await site.call('auditor1', 'GET', `dashboard/nav/${site.navId('LUX001')}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id: site.navId('LUX001'),
    fundCode: 'LUX001',
    navDate: '2026-10-30',
    provider: 'FIA',
    currentBadgeStyle: 'pending',
    currentDisplay: 'CONTROLLED (ACCOUNTANT)',
    hasMatching: false,
    documentReceptionDate: null,
    validationDate: null,
    readOnly: true,
    fundNavCalendar: { maxPrebalanceDate: '2026-10-30', maxSendingDate: '2026-11-10' },
  })
  expect(body.readOnlyReason).toContain('permission')
  expect(body.currentEventId).toBe(body.workflowHistory[0].id)
  expect(body.workflowHistory[0]).toMatchObject({
    eventStatus: 'CONTROLLED',
    eventQueue: 'ACCOUNTANT',
    eventClass: 'pending',
    whoName: 'Test accountant',
    workflowId: null,
  })
  expect(body.workflowHistory[0].eventLog).toContain('October NAV')
  expect(body.wasabiControlsList).toHaveLength(1)
  const { takenFrom, ...stored } = ran
  expect(takenFrom).toBe(null)
  expect(JSON.stringify(body.wasabiControlsList[0])).toBe(JSON.stringify(stored))
})

test('elements, reasons, currencies and checks are lists', async () => {
  const id = site.navId('LUX001')
  const elements = await site.call(
    'auditor1',
    'GET',
    `elements/${id}?filter.style=NAV PER SHARE&sort=object_name`,
  )
  expect(elements.body).toHaveLength(5)
  expect(elements.body[0]).toMatchObject({ style: 'NAV PER SHARE', iso3currency: 'EUR' })
  expect(elements.body[0].point_value).toMatch(/^\d+\.\d+$/)
  const reasons = await site.call('auditor1', 'GET', 'reasons')
  expect(reasons.body[0]).toEqual({ code: 'FIRST', display: 'First control' })
  expect(Array.isArray((await site.call('finance1', 'GET', 'currencies')).body)).toBe(true)
  const checks = await site.call('auditor1', 'GET', `dashboard/nav/checks/${id}`)
  expect(checks.body).toHaveLength(20)
  expect(Object.keys(checks.body[0]).sort()).toEqual(
    ['isae_rank', 'isae_checkname', 'queue', 'username', 'status', 'event_date', 'event_log'].sort(),
  )
})

test('a check is ticked once, by its queue', async () => {
  const path = `dashboard/nav/checks/${site.navId('LUX001')}`
  const body = { comment: 'seen' }
  const ticked = await site.call('accountant1', 'POST', `${path}/1`, { body })
  expect(ticked.body).toMatchObject({
    isae_rank: 1,
    status: 'DONE',
    username: 'accountant1',
    event_log: 'seen',
  })
  expect((await site.call('accountant1', 'POST', `${path}/1`, { body })).status).toBe(409)
  expect((await site.call('manager1', 'POST', `${path}/3`, { body })).status).toBe(403)
  for (const rank of ['99', '0', 'x', '99999999999'])
    expect((await site.call('accountant1', 'POST', `${path}/${rank}`, { body })).status).toBe(404)
})

test('the difference is three arrays, with the rows in the first element', async () => {
  const byControl = await site.call('auditor1', 'GET', `dashboard/diff_prv/${ran.id}`)
  const { nav, inventory, balance, against, totalElementCount } = byControl.body
  expect(against).toBe('nav')
  expect(Object.keys(nav[0][0])).toEqual(['type', 'name', 'iso3currency', 'new_value', 'old_value', 'delta'])
  expect(inventory[0]).toHaveLength(totalElementCount.inventory)
  expect(balance[0].map(({ status }: { status: string }) => status)).toContain('NEW')
  const byNav = await site.call('auditor1', 'GET', `dashboard/diff_prv/${site.navId('LUX001')}`)
  expect(byNav.body).toEqual(byControl.body)
  const news = await site.call('auditor1', 'GET', `dashboard/diff_prv/${ran.id}?balance.filter.status=NEW`)
  expect(news.body.totalElementCount.balance).toBe(1)
  expect((await site.call('auditor1', 'GET', `dashboard/diff_prv/${ran.id}?against=upload`)).status).toBe(404)
  expect((await site.call('auditor1', 'GET', `dashboard/diff_prv/${ran.id}?against=x`)).status).toBe(422)
  expect((await site.call('auditor1', 'GET', `dashboard/diff_prv/${site.navId('LUX002')}`)).status).toBe(422)
})

test('the NAV bridge of a control explains the difference to the previous NAV', async () => {
  const { status, body } = await site.call('auditor1', 'GET', `bridge/${ran.id}`)
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual([
    'controlId',
    'previousControlId',
    'previousTna',
    'tna',
    'drivers',
    'contributors',
    'residual',
    'residualBp',
  ])
  expect(body).toMatchObject({ controlId: ran.id, previousControlId: ran.previousControlId })
  expect(
    body.drivers.map((each: { driver: string; type: string | null }) => [each.driver, each.type]),
  ).toEqual([
    ['flows', null],
    ['distributions', null],
    ...['Equity', 'Bond', 'Fund', 'Other'].map((type) => ['prices', type]),
    ...['currencies', 'derivatives', 'income', 'expenses'].map((driver) => [driver, null]),
  ])
  const explained = [...body.drivers, { amount: body.residual }].reduce(
    (total, { amount }) => total.plus(amount),
    new Big(body.previousTna),
  )
  expect(explained.round(6).toFixed()).toBe(new Big(body.tna).toFixed())
  expect(Object.keys(body.contributors[0])).toEqual(['code', 'name', 'price', 'fx', 'bp'])
  const none = await site.call('auditor1', 'GET', `bridge/${ran.previousControlId}`)
  expect(none.status).toBe(404)
  expect(none.body.errorMessage).toBe(
    `Control ${ran.previousControlId} has no NAV bridge. Missing: previous control.`,
  )
  expect((await site.call('auditor1', 'GET', 'bridge/999999')).status).toBe(404)
  expect((await site.call('finance1', 'GET', `bridge/${ran.id}`)).status).toBe(403)
})

test('the files of a control and its error report are downloads', async () => {
  const [file] = ran.files
  for (const path of [`nav/controls/documents/${file.id}`, `documents/${file.id}`]) {
    const { answer } = await site.call('auditor1', 'GET', path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toContain('attachment')
    expect(new Uint8Array(await answer.arrayBuffer()).slice(0, 2)).toEqual(new Uint8Array([0x50, 0x4b]))
  }
  const report = await site.call('auditor1', 'GET', `nav/controls/documents/${ran.id}`)
  expect(report.answer.headers.get('content-disposition')).toContain('errors_LUX001_2026-10-30')
  const listed = await site.call('auditor1', 'GET', `documents/object/${site.navId('LUX001')}`)
  expect(listed.body.map(({ id }: { id: number }) => id)).toContain(file.id)
  expect(Object.keys(listed.body[0])).toEqual([
    'id',
    'fileName',
    'creationDate',
    'createdBy',
    'file_type',
    'scannedBy',
    'canDelete',
  ])
  expect((await site.call('finance1', 'GET', `documents/${file.id}`)).status).toBe(403)
  expect((await site.call('finance1', 'GET', `documents/object/${site.navId('LUX001')}`)).status).toBe(403)
  expect((await site.call('auditor1', 'GET', 'nav/controls/documents/999999')).status).toBe(404)
})

test('a matching is run and its workbook downloaded', async () => {
  const id = site.navId('LUX001')
  expect((await site.call('auditor1', 'GET', `nav/controls/documents/mgmt/${id}`)).status).toBe(404)
  const files = [await writeMatching(fundModel())]
  const made = await site.call('accountant1', 'POST', `uploadmatching/${id}`, { body: formOf(files) })
  expect(made.status, made.text).toBe(201)
  expect(made.body).toMatchObject({ fundNavId: id })
  expect(made.body.counts.MATCHED).toBeGreaterThan(0)
  for (const which of [id, made.body.id]) {
    const { answer } = await site.call('auditor1', 'GET', `nav/controls/documents/mgmt/${which}`)
    expect(answer.headers.get('content-disposition')).toContain('matching.xlsx')
  }
})

test('a rule result is changed by key; not OK becomes OK only with its own comment', async () => {
  const { id: key, ...fields } = ran.ruleResults.find(({ result }: { result: string }) => result === 'NOK')
  const refused = await site.call('accountant1', 'POST', 'ruleresult', { body: { key, result: 'OK' } })
  expect([refused.status, refused.body.title]).toEqual([422, 'Error'])
  expect(refused.body.fields.comment).toContain('mandatory')
  const body = { ...fields, key, result: 'OK', comment: 'Suspense cleared on Monday' }
  const stored = await site.call('accountant1', 'POST', 'ruleresult', { body })
  expect(stored.body).toMatchObject({
    id: key,
    result: 'OK - justified',
    was: 'NOK',
    who: 'accountant1',
    comment: 'Suspense cleared on Monday',
  })
  const unknown = await site.call('accountant1', 'POST', 'ruleresult', { body: { ...body, key: 999999 } })
  expect([unknown.status, unknown.body.errorMessage, unknown.body.title]).toEqual([
    404,
    'Failed updating the fund. Please try again',
    'Error',
  ])
  expect((await site.call('manager1', 'POST', 'ruleresult', { body })).status).toBe(403)
  expect((await site.call('accountant1', 'POST', 'ruleresult', { body: { result: 'OK' } })).status).toBe(422)
})

test('KPI comments are read and saved', async () => {
  const objectId = site.navId('LUX001')
  const body = { objectId, kpiMethodId: 1, kpiCommentId: 5, kpiCommentLog: '' }
  const refused = await site.call('accountant1', 'POST', 'kpi/reportdata/comments', { body })
  expect([refused.status, refused.body.title]).toEqual([422, 'Kpi Comment'])
  const saved = await site.call('accountant1', 'POST', 'kpi/reportdata/comments', {
    body: { ...body, kpiCommentLog: 'Provider down' },
  })
  expect(saved.body[0].current_comment).toEqual({ comment_id: 5, comment_log: 'Provider down' })
  const read = await site.call('auditor1', 'GET', `kpi/reportdata/comments/${objectId}`)
  expect(read.body).toEqual(saved.body)
  const late = await site.call('teamleader1', 'POST', 'kpi/reportdata/comments', {
    body: { ...body, kpiCommentId: 1, seen: null },
  })
  expect([late.status, late.body.details.seen]).toEqual([409, saved.body[0].current_comment])
  const again = { ...body, kpiCommentId: 1, seen: late.body.details.seen }
  expect((await site.call('teamleader1', 'POST', 'kpi/reportdata/comments', { body: again })).status).toBe(
    200,
  )
  expect((await site.call('auditor1', 'POST', 'kpi/reportdata/comments', { body })).status).toBe(403)
  expect((await site.call('finance1', 'GET', `kpi/reportdata/comments/${objectId}`)).status).toBe(403)
})

test('an MFFA set is controlled by its own call', async () => {
  const made = await control(site, { set: 'MFFA' })
  expect(made.status, made.text).toBe(201)
  expect(made.body).toMatchObject({ uploadType: 'MFFA', fundNavId: site.navId('LUX002') })
})
