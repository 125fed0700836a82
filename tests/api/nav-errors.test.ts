import { Buffer } from 'node:buffer'
import { jsonCalls } from 'tests/support/api/json-calls'
import { sentNavs } from 'tests/support/areas/nav-errors/sent-navs'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, expect, test } from 'vitest'

const site = await opened(httpSite())
const navs = sentNavs(site)
site.setClock('2026-11-10T09:00:00Z')
afterAll(() => expect(site.crashes()).toEqual([]))

const { call, post } = jsonCalls(site)

const CASE = {
  kind: 'NAV',
  causes: [{ cause: 'PRICE', causedBy: 'administrator' }],
  discoveredOn: '2026-11-09',
  discoveredBy: 'Manager of the fund',
  description: 'Stale price of a bond',
}

const csv = (lines: string[][]) =>
  [['Fund code', 'NAV date', 'Class code', 'Holder reference', 'Side', 'Shares', 'Shares at end'], ...lines]
    .map((line) => line.join(';'))
    .join('\n')

async function upload(user: string, path: string, text: BlobPart, fields: Record<string, string> = {}) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('files', new File([text], typeof text === 'string' ? 'deals.csv' : 'deals.xlsx'))
  const answer = await site.ask(user, `/api/${path}`, {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    body,
  })
  return { status: answer.status, body: await answer.json() }
}

const stepNamed = (body: { steps: { id: number; name: string }[] }, name: string) =>
  body.steps.find((step) => step.name === name)?.id

/** The step of this name, as the user takes it now. */
async function take(user: string, id: number, name: string, fields: object = {}) {
  const { body } = await call(user, `nav-errors/${id}`)
  return post(user, `nav-errors/${id}/steps/${stepNamed(body, name) ?? 0}`, fields)
}

/** A fund of one class: 102 was published on 2 November where 100 was right; 1,000 shares issued, 500 redeemed. */
async function overvalued(code: string) {
  const fundId = await navs.addFund(code, { [`${code}A`]: { currency: 'EUR' } })
  await navs.send(
    fundId,
    [
      {
        date: '2026-11-02',
        tna: '510000',
        classes: { [`${code}A`]: { navPerShare: '102', shares: '5000' } },
      },
      {
        date: '2026-11-03',
        tna: '561000',
        classes: {
          [`${code}A`]: { navPerShare: '102', shares: '5500', subscriptions: '1000', redemptions: '500' },
        },
      },
    ],
    {},
  )
  return { fundId, classCode: `${code}A` }
}

/** The day on which My work has a case. */
const dueOf = async (id: number) =>
  (await site.ownerSql`select due from workflow_instance where object_id = ${id}`)[0]?.due

test('a case goes from its opening to its end, with another person at each approval', async () => {
  const { classCode } = await overvalued('ERR01')
  const opened = await post('accountant1', 'nav-errors', {
    ...CASE,
    fundCode: 'ERR01',
    firstDate: '2026-11-02',
    lastDate: '2026-11-02',
  })
  expect(opened.status).toBe(201)
  const { id } = opened.body
  const refused = await take('accountant1', id, 'quantify')
  expect([refused.status, refused.body.missing]).toEqual([
    409,
    [
      {
        what: 'corrected NAV per share',
        date: '2026-11-02',
        classCode,
        act: 'Upload the corrected files, or enter the corrected NAV per share.',
      },
    ],
  ])
  const corrected = await post('accountant1', `nav-errors/${id}/corrections`, {
    figures: [{ date: '2026-11-02', classCode, navPerShare: '100' }],
    comment: 'Price of the stock exchange',
  })
  expect(corrected.status).toBe(201)
  expect(corrected.body.figures).toMatchObject([
    {
      published: '102',
      corrected: '100',
      difference: '2',
      percent: '2.0000',
      material: true,
      counts: true,
      byHand: true,
    },
  ])
  expect(corrected.body.effect).toEqual([{ date: '2026-11-02', amount: '10000.00', bp: '200.0000' }])
  expect(corrected.body.missing).toMatchObject([{ what: 'payers', classCode }])
  const paid = await post('accountant1', `nav-errors/${id}/payers`, {
    payers: [{ name: 'Administrator SA', role: 'administrator', percent: '100', reason: 'Stale price' }],
  })
  expect(paid.body.classes).toMatchObject([
    {
      classCode,
      sum: '1000.00',
      toHolders: '2000.00',
      toFund: '1000.00',
      identity: '0.00',
      flows: [
        { from: `class ${classCode}`, to: 'holders without a reference', amount: '2000.00' },
        { from: 'Administrator SA', to: `class ${classCode}`, amount: '1000.00' },
      ],
    },
  ])
  expect(paid.body).toMatchObject({
    missing: [],
    deadlines: { notify: '2026-12-07', report: '2027-01-04' },
    auditor: { needed: false, total: '3000.00', highest: '2000.00' },
  })
  expect(await dueOf(id)).toBe('2026-12-07')

  const tooEarly = await site.ask('accountant1', `/api/nav-errors/${id}/notification.pdf`)
  expect([tooEarly.status, (await tooEarly.json()).errorMessage]).toEqual([
    422,
    expect.stringContaining('Quantify it first'),
  ])
  expect((await take('accountant1', id, 'quantify')).body.status).toBe('QUANTIFIED')
  for (const [file, begins] of [
    ['notification.pdf', '%PDF'],
    ['report.pdf', '%PDF'],
    ['compensation.xlsx', 'PK'],
  ] as const) {
    const paper = await site.ask('auditor1', `/api/nav-errors/${id}/${file}`)
    expect([file, paper.status]).toEqual([file, 200])
    const bytes = Buffer.from(await paper.arrayBuffer())
    expect(bytes.toString('latin1', 0, begins.length)).toBe(begins)
  }
  // Members of several queues are nobody's second person.
  expect((await take('teamleader1', id, 'approve')).body.status).toBe('APPROVED')
  const undated = await take('manager1', id, 'notify')
  expect([undated.status, undated.body.fields.date]).toEqual([422, 'Enter the date of the notification.'])
  const early = await take('manager1', id, 'close without notification', { comment: 'small' })
  expect(early.body.errorMessage).toMatch(/notify it first/)
  const notified = await take('manager1', id, 'notify', { date: '2026-11-10', reference: 'CSSF 1' })
  expect(notified.body).toMatchObject({
    status: 'NOTIFIED',
    notifiedOn: '2026-11-10',
    notificationReference: 'CSSF 1',
  })
  expect(await dueOf(id)).toBe('2027-01-04')
  expect((await take('manager1', id, 'compensate', { date: '2026-11-10' })).body.status).toBe('COMPENSATED')
  const closed = await take('manager1', id, 'close')
  expect([closed.status, closed.body.status]).toEqual([200, 'CLOSED'])
  const late = await post('accountant1', `nav-errors/${id}/payers`, { payers: [] })
  expect([late.status, late.body.errorMessage]).toEqual([
    422,
    'This case is CLOSED: it stays as it is. Open another one.',
  ])
  const [row] = (await call('auditor1', 'nav-errors?sort=-id')).body
  expect(row).toMatchObject({
    id,
    fund_code: 'ERR01',
    to_holders: '2000.00',
    to_fund: '1000.00',
    highest: '2.0000',
  })
  // Discovered on 9 November, notified and paid on the 10th.
  const registered = await call('auditor1', 'nav-errors/register?year=2026&sort=id')
  expect(registered.body).toMatchObject([
    {
      id,
      fund_code: 'ERR01',
      causes: 'PRICE (administrator)',
      wrong_navs: 1,
      material_navs: 1,
      magnitude: '2.0000',
      days_to_notify: 1,
      days_to_pay: 1,
      to_holders: '2000.00',
      to_fund: '1000.00',
      event_status: 'CLOSED',
    },
  ])
  expect((await call('auditor1', 'nav-errors/register?year=2025')).body).toEqual([])
  const odd = await call('auditor1', 'nav-errors/register?year=last')
  expect([odd.status, odd.body.fields.year]).toEqual([422, 'Give a year as 2026.'])
})

test('who quantified a case does not approve it, and changed figures void the approval', async () => {
  const { classCode } = await overvalued('ERR02')
  const { body } = await post('teamleader1', 'nav-errors', {
    ...CASE,
    fundCode: 'ERR02',
    firstDate: '2026-11-02',
    lastDate: '2026-11-02',
  })
  const { id } = body
  const enter = (navPerShare: string, comment = 'Price of the stock exchange') =>
    post('teamleader1', `nav-errors/${id}/corrections`, {
      figures: [{ date: '2026-11-02', classCode, navPerShare }],
      comment,
    })
  await enter('100')
  await post('teamleader1', `nav-errors/${id}/payers`, {
    payers: [{ name: 'Administrator SA', percent: '100' }],
  })
  await take('teamleader1', id, 'quantify')
  const { body: mine } = await call('teamleader1', `nav-errors/${id}`)
  expect(mine.steps.map(({ name }: { name: string }) => name)).not.toContain('approve')
  expect((await take('teamleader2', id, 'approve')).body.status).toBe('APPROVED')
  expect((await enter('101')).body).toMatchObject({ status: 'OPENED', queue: 'ACCOUNTANT' })

  await take('accountant1', id, 'quantify')
  await take('teamleader2', id, 'approve')
  await take('manager1', id, 'notify', { date: '2026-11-10', reference: '' })
  const changed = await enter('100.5')
  expect(changed.body).toMatchObject({ status: 'QUANTIFIED', queue: 'TEAM LEADER', notifiedOn: '2026-11-10' })
  expect(changed.body.figures).toMatchObject([{ corrected: '100.5', percent: '1.4925' }])
})

test('a register of deals names holders, and its differences from the files are explained', async () => {
  const { classCode } = await overvalued('ERR03')
  const { body } = await post('accountant1', 'nav-errors', {
    ...CASE,
    fundCode: 'ERR03',
    firstDate: '2026-11-02',
    lastDate: '2026-11-02',
  })
  const { id } = body
  await post('accountant1', `nav-errors/${id}/corrections`, {
    figures: [{ date: '2026-11-02', classCode, navPerShare: '100' }],
    comment: 'Price of the stock exchange',
  })
  const of = (...line: string[]) => ['ERR03', '02/11/2026', classCode, ...line]
  const odd = await upload('accountant1', `nav-errors/${id}/deals`, csv([of('X', 'B', '1000', '')]), {
    dryRun: 'true',
  })
  expect(odd.body).toMatchObject({
    lines: 1,
    faults: [{ what: 'Side "B" is neither S (issued) nor R (redeemed)' }],
  })
  const template = await site.ask('accountant1', '/nav-errors/deals.xlsx')
  const examples = await upload('accountant1', `nav-errors/${id}/deals`, await template.arrayBuffer(), {
    dryRun: 'true',
  })
  // Its rows are read, and belong to another fund.
  expect(examples.body).toMatchObject({ lines: 0, leftOut: 2, faults: [] })
  const added = await upload(
    'accountant1',
    `nav-errors/${id}/deals`,
    csv([
      of('X', 'S', '1000', '1000'),
      of('Y', 'R', '400', '0'),
      ['OTHER', '02/11/2026', 'O1', 'Z', 'S', '1', ''],
    ]),
  )
  expect(added.body).toMatchObject({
    lines: 2,
    leftOut: 1,
    differences: [{ date: '2026-11-02', classCode, side: 'R', deals: '400', files: '500' }],
  })
  const { body: after } = await post('accountant1', `nav-errors/${id}/payers`, {
    payers: [
      { name: 'Administrator SA', percent: '66.67' },
      { name: 'Manager SA', percent: '33.33' },
    ],
  })
  expect(after.holders).toMatchObject([
    { holder: 'X', amount: '2000.00', outcome: 'PAID' },
    { holder: 'Y', amount: '-800.00', outcome: 'TO FUND' },
  ])
  expect(after.payers).toEqual([
    { name: 'Administrator SA', classCode, amount: '533.36' },
    { name: 'Manager SA', classCode, amount: '266.64' },
  ])
  expect((await take('accountant1', id, 'quantify')).body.fields).toEqual({
    eventLog: 'Explain the differences of the deals',
  })
  const explained = await take('accountant1', id, 'quantify', { comment: 'A reversal came later' })
  expect(explained.body.status).toBe('QUANTIFIED')
})

test('a case is refused while another is open for the same dates, and without the right', async () => {
  const { classCode } = await overvalued('ERR04')
  const given = { ...CASE, fundCode: 'ERR04', firstDate: '2026-11-02', lastDate: '2026-11-02' }
  const { body: first } = await post('accountant1', 'nav-errors', given)
  const { body: second } = await post('accountant1', 'nav-errors', {
    ...given,
    description: 'The same again',
  })
  await post('accountant1', `nav-errors/${second.id}/corrections`, {
    figures: [{ date: '2026-11-02', classCode, navPerShare: '102' }],
    comment: 'As it was',
  })
  const refused = await take('accountant1', second.id, 'quantify')
  expect([refused.status, refused.body.errorMessage]).toEqual([
    409,
    `NAV error ${first.id} has dates of this case too. End that one, or choose other dates.`,
  ])
  expect((await post('auditor1', 'nav-errors', given)).status).toBe(403)
  expect((await call('treasurer1', 'nav-errors')).status).toBe(403)
  expect(
    (await post('accountant1', 'nav-errors', { ...given, firstDate: '2026-11-30' })).body.fields,
  ).toMatchObject({
    firstDate: expect.stringContaining('after the day of discovery'),
  })
})

test('classes in two currencies are added in fund currency, and yen have no decimals', async () => {
  const currencies = { ERR05E: 'EUR', ERR05J: 'JPY' }
  const fundId = await navs.addFund('ERR05', {
    ERR05E: { currency: 'EUR' },
    ERR05J: { currency: 'JPY', decimals: 0 },
  })
  const classes = {
    ERR05E: { navPerShare: '102', shares: '100' },
    ERR05J: { navPerShare: '10200', shares: '50' },
  }
  await navs.send(
    fundId,
    [
      { date: '2026-11-02', tna: '13260', classes },
      {
        date: '2026-11-03',
        tna: '13260',
        classes: {
          ERR05E: { ...classes.ERR05E, subscriptions: '10' },
          ERR05J: { ...classes.ERR05J, subscriptions: '3.3' },
        },
      },
    ],
    currencies,
    { JPY: '0.006' },
  )
  const { body } = await post('accountant1', 'nav-errors', {
    ...CASE,
    fundCode: 'ERR05',
    firstDate: '2026-11-02',
    lastDate: '2026-11-02',
  })
  const { body: judged } = await post('accountant1', `nav-errors/${body.id}/corrections`, {
    figures: [
      { date: '2026-11-02', classCode: 'ERR05E', navPerShare: '100' },
      { date: '2026-11-02', classCode: 'ERR05J', navPerShare: '10050' },
    ],
    comment: 'Price of the stock exchange',
  })
  expect(judged.classes).toMatchObject([
    { classCode: 'ERR05E', toHolders: '20.00' },
    { classCode: 'ERR05J', toHolders: '495' },
  ])
  // 20.00 + 495 x 0.006 = 22.97
  expect(judged.totals.toHolders).toBe('22.97')
  // (2 x 100) + (150 x 50 x 0.006) = 245.00
  expect(judged.effect[0].amount).toBe('245.00')
})
