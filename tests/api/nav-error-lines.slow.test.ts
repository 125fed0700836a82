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

async function remove(user: string, path: string, comment: string) {
  const answer = await site.ask(user, `/api/${path}`, {
    method: 'DELETE',
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
    body: JSON.stringify({ comment }),
  })
  return { status: answer.status, body: await answer.json() }
}

async function take(user: string, id: number, name: string, fields: object = {}) {
  const { body } = await call(user, `nav-errors/${id}`)
  const step = body.steps.find((each: { name: string }) => each.name === name)
  return post(user, `nav-errors/${id}/steps/${step?.id ?? 0}`, fields)
}

const open = async (fundCode: string, given: object = {}) =>
  (
    await post('accountant1', 'nav-errors', {
      fundCode,
      kind: 'NAV',
      causes: [{ cause: 'PRICE', causedBy: 'administrator' }],
      discoveredOn: '2026-11-09',
      discoveredBy: 'Manager of the fund',
      description: 'Stale price of a bond',
      firstDate: '2026-11-02',
      lastDate: '2026-11-02',
      ...given,
    })
  ).body.id as number

/** A fund of one class: 102 was published on 2 November where 100 was right; 1,000 shares issued, 500 redeemed. */
async function overvalued(code: string) {
  const fundId = await navs.addFund(code, { [`${code}A`]: { currency: 'EUR' } })
  const of = (shares: string, flows: object = {}) => ({
    [`${code}A`]: { navPerShare: '102', shares, ...flows },
  })
  await navs.send(
    fundId,
    [
      { date: '2026-11-02', tna: '510000', classes: of('5000') },
      {
        date: '2026-11-03',
        tna: '561000',
        classes: of('5500', { subscriptions: '1000', redemptions: '500' }),
      },
    ],
    {},
  )
  return `${code}A`
}

const ALONE = { payers: [{ name: 'Administrator SA', percent: '100' }] }

test('a breach without effect on a NAV is worked out, quantified and paid by the payers', async () => {
  await navs.addFund('LIN01', { LIN01A: { currency: 'EUR' } })
  const id = await open('LIN01', { kind: 'BREACH' })
  const line = { kind: 'BREACH', classCode: 'LIN01A', rule: 'Limit of 10 % an issuer' }
  const added = await post('accountant1', `nav-errors/${id}/lines`, {
    ...line,
    economic: { paid: '1000000', received: '1010000', costs: '500', navIn: '100', navOut: '103' },
  })
  expect(added.status).toBe(201)
  // 1,000,000 x 103 / 100 + 500 - 1,010,000
  expect(added.body.lines).toMatchObject([
    { kind: 'BREACH', amount: '20500.00', outcome: 'TO FUND', flows: [] },
  ])
  expect(added.body.missing).toMatchObject([{ what: 'payers', classCode: 'LIN01A' }])
  const { body } = await post('accountant1', `nav-errors/${id}/payers`, ALONE)
  expect(body).toMatchObject({
    missing: [],
    totals: { toHolders: '0.00', toFund: '20500.00' },
    auditor: { needed: false, total: '20500.00', highest: '0.00' },
    lines: [{ flows: [{ from: 'Administrator SA', to: 'class LIN01A', amount: '20500.00' }] }],
  })
  expect((await take('accountant1', id, 'quantify')).body.status).toBe('QUANTIFIED')
  await take('teamleader1', id, 'approve')
  const unnotified = await take('manager1', id, 'close without notification', { comment: 'No NAV was wrong' })
  expect(unnotified.body.errorMessage).toMatch(/notify it first/)
})

test('a cut-off is in the sum of its holder; a line of interest is paid beside it', async () => {
  await navs.addFund('LIN02', { LIN02A: { currency: 'EUR' } })
  const id = await open('LIN02', { kind: 'CUT-OFF' })
  await post('accountant1', `nav-errors/${id}/lines`, {
    kind: 'CUT-OFF',
    classCode: 'LIN02A',
    rule: 'Cut-off of 14:00',
    deal: { date: '2026-11-02', holder: 'X', side: 'S', shares: '1000', applied: '102', due: '100' },
  })
  const { body } = await post('accountant1', `nav-errors/${id}/lines`, {
    kind: 'INTEREST',
    classCode: 'LIN02A',
    amount: '12.345',
    beneficiary: 'holder',
    name: 'X',
    rule: 'Interest until the day of payment',
  })
  expect(body.holders).toMatchObject([{ holder: 'X', amount: '2000.00', outcome: 'PAID' }])
  expect(body.classes).toMatchObject([{ sum: '2000.00', identity: '0.00' }])
  expect(body.lines).toMatchObject([
    { amount: '2000.00', outcome: 'HOLDERS', flows: [] },
    { amount: '12.35', outcome: 'PAID', flows: [{ from: 'class LIN02A', to: 'holder X', amount: '12.35' }] },
  ])
  expect(body.totals.toHolders).toBe('2012.35')
  // One holder over deals and lines.
  expect(body.auditor.highest).toBe('2012.35')
  expect((await take('accountant1', id, 'quantify')).body.status).toBe('QUANTIFIED')

  const [interest] = body.lines.slice(1)
  expect((await remove('accountant1', `nav-errors/${id}/lines/${interest.id}`, '')).status).toBe(422)
  const withdrawn = await remove('accountant1', `nav-errors/${id}/lines/${interest.id}`, 'Not agreed')
  expect([withdrawn.status, withdrawn.body.status, withdrawn.body.lines.length]).toEqual([200, 'OPENED', 1])
  expect((await remove('accountant1', `nav-errors/${id}/lines/${interest.id}`, 'Again')).status).toBe(404)
})

test.each([
  [{ kind: 'CUT-OFF', rule: 'x' }, { classCode: 'A CUT-OFF is a deal in a class. Choose the class.' }],
  [{ kind: 'FEES', amount: '5', rule: 'x' }, { payer: 'Enter who received the fees and pays them back.' }],
  [{ kind: 'OTHER', rule: 'x' }, { amount: 'Enter the amount.' }],
  [{ kind: 'OTHER', amount: '5' }, { rule: 'Enter the rule by which it is owed.' }],
  [
    { kind: 'OTHER', amount: '5', rule: 'x', classCode: 'LIN03A', currency: 'USD' },
    { currency: 'LIN03A is in EUR. Leave the currency blank, or leave the class blank.' },
  ],
  [
    { kind: 'OTHER', amount: '5', rule: 'x', documentId: 1 },
    { documentId: 'Document 1 is not one of this case. Add it to the case first.' },
  ],
])('the line %o is refused with what its kind needs', async (line, fields) => {
  const id = await lineCase
  const refused = await post('accountant1', `nav-errors/${id}/lines`, line)
  expect([refused.status, refused.body.fields]).toEqual([422, fields])
})
const lineCase = navs.addFund('LIN03', { LIN03A: { currency: 'EUR' } }).then(() => open('LIN03'))

test('payments are held against the flows; what is open is explained when the case is compensated', async () => {
  const classCode = await overvalued('LIN04')
  const id = await open('LIN04')
  await post('accountant1', `nav-errors/${id}/corrections`, {
    figures: [{ date: '2026-11-02', classCode, navPerShare: '100' }],
    comment: 'Price of the stock exchange',
  })
  await post('accountant1', `nav-errors/${id}/payers`, ALONE)
  await take('accountant1', id, 'quantify')
  await take('teamleader1', id, 'approve')
  await take('manager1', id, 'notify', { date: '2026-11-10', reference: 'CSSF 1' })
  const pay = (given: object) =>
    post('manager1', `nav-errors/${id}/payments`, {
      from: 'Administrator SA',
      to: `class ${classCode}`,
      amount: '1000.00',
      currency: 'EUR',
      paidOn: '2026-11-10',
      ...given,
    })
  expect((await pay({})).body.fields).toEqual({
    comment: expect.stringContaining('Say where it is documented'),
  })
  expect((await pay({ paymentId: 1, comment: '' })).body.fields).toEqual({
    paymentId: 'There is no payment 1 in a run. Check its number.',
  })
  expect((await pay({ bankEntryId: 1 })).body.fields).toEqual({
    bankEntryId: 'There is no booked entry 1 in the bank inbox. Check its number.',
  })
  const done = await pay({ comment: 'Statement of the depositary' })
  expect([done.status, done.body.status]).toEqual([201, 'NOTIFIED'])
  expect(done.body.paid).toMatchObject([
    { from: `class ${classCode}`, amount: '2000.00', paid: '0.00', open: '2000.00' },
    { from: 'Administrator SA', amount: '1000.00', paid: '1000.00', open: '0.00' },
  ])
  const early = await take('manager1', id, 'compensate', { date: '2026-11-10' })
  expect([early.status, early.body.fields]).toEqual([422, { eventLog: 'Explain what is open' }])
  const [payment] = done.body.payments
  const withdrawn = await remove('manager1', `nav-errors/${id}/payments/${payment.id}`, 'Of another case')
  expect([withdrawn.status, withdrawn.body.payments]).toEqual([200, []])
  await pay({ comment: 'Statement of the depositary' })
  const explained = await take('manager1', id, 'compensate', {
    date: '2026-11-10',
    comment: 'The transfer agent pays holders on Friday',
  })
  expect(explained.body.status).toBe('COMPENSATED')

  // A second case over the first: deals stand at 100, at which they were settled; the error is against 102.
  const second = await open('LIN04', { description: 'The stock exchange corrected its price' })
  await take('manager1', id, 'close')
  const { body } = await post('accountant1', `nav-errors/${second}/corrections`, {
    figures: [{ date: '2026-11-02', classCode, navPerShare: '100.9' }],
    comment: 'Corrected price of the stock exchange',
  })
  // 1.1 of 100.9 is 1.0902 %; issues were paid 0.9 x 1,000 too much, redemptions 0.9 x 500 too little.
  expect(body.figures).toMatchObject([{ published: '102', difference: '1.1', percent: '1.0902' }])
  expect(body.classes).toMatchObject([{ sum: '-450.00', toHolders: '450.00', toFund: '900.00' }])
})

test('NAVs that were cancelled or not sent are left out, and of several rounds the last one before discovery counts', async () => {
  const fundId = await navs.addFund('LIN05', { LIN05A: { currency: 'EUR' } })
  const classes = { LIN05A: { navPerShare: '102', shares: '100' } }
  const [twice = 0] = await navs.send(
    fundId,
    [
      { date: '2026-11-02', tna: '10200', classes },
      { date: '2026-11-03', tna: '10200', classes, status: 'CANCELLED' },
      { date: '2026-11-04', tna: '10200', classes, sentAt: null },
      { date: '2026-11-05', tna: '10200', classes },
    ],
    {},
  )
  await site.ownerSql`insert into sent_figure (fund_nav_id, round, class_code, currency, nav_per_share, sent_at)
    values (${twice}, 2, 'LIN05A', 'EUR', 101, '2026-11-06T10:00:00Z'), (${twice}, 3, 'LIN05A', 'EUR', 100, '2026-11-09T10:00:00Z')`
  const id = await open('LIN05', { lastDate: '2026-11-05' })
  const { body } = await post('accountant1', `nav-errors/${id}/corrections`, {
    figures: [
      { date: '2026-11-02', classCode: 'LIN05A', navPerShare: '100', shares: '100' },
      { date: '2026-11-05', classCode: 'LIN05A', navPerShare: '100' },
    ],
    comment: 'Price of the stock exchange',
  })
  // Discovered on the 9th: round 3 was sent on that day.
  expect(body.figures.map(({ date, published }: Record<string, string>) => [date, published])).toEqual([
    ['2026-11-02', '101'],
    ['2026-11-05', '102'],
  ])
  expect(body.leftOut).toEqual([
    { date: '2026-11-03', status: 'CANCELLED' },
    { date: '2026-11-04', status: 'CONTROLLED' },
  ])
})

test('two causes state their parts, and what they leave is shown', async () => {
  const classCode = await overvalued('LIN06')
  const id = await open('LIN06', {
    causes: [
      { cause: 'PRICE', causedBy: 'administrator' },
      { cause: 'FX', causedBy: 'depositary' },
    ],
  })
  await post('accountant1', `nav-errors/${id}/corrections`, {
    figures: [{ date: '2026-11-02', classCode, navPerShare: '100' }],
    comment: 'Price of the stock exchange',
  })
  const part = (cause: string, amount: string) => ({ cause, date: '2026-11-02', classCode, amount })
  const { body } = await post('accountant1', `nav-errors/${id}/causes`, {
    parts: [part('PRICE', '1.5'), part('FX', '0.3')],
  })
  // 2 - 1.5 - 0.3
  expect(body.figures).toMatchObject([{ unexplained: '0.2' }])
  const foreign = await post('accountant1', `nav-errors/${id}/causes`, { parts: [part('FEES', '1')] })
  expect([foreign.status, foreign.body.errorMessage]).toEqual([
    422,
    'FEES is no cause of this case. Add it first.',
  ])
})

test('lines and payments without scripts: the form names missing fields and keeps the input', async () => {
  const classCode = await overvalued('LIN07')
  const id = await open('LIN07')
  const send = async (path: string, fields: Record<string, string>) => {
    const { html } = await site.page('accountant1', path)
    const idempotencyKey = /name="idempotencyKey" value="([^"]+)"/.exec(html)?.[1] ?? ''
    return site.send('accountant1', path, { idempotencyKey, ...fields })
  }
  const refused = await send(`/nav-errors/${id}/lines/new`, {
    kind: 'DISTRIBUTION',
    classCode,
    beneficiary: 'fund',
    rule: 'Dividend of the year',
  })
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('Enter the shares of the record day, what was paid and what was due.')
  expect(refused.html).toContain('value="Dividend of the year"')
  const added = await send(`/nav-errors/${id}/lines/new`, {
    kind: 'DISTRIBUTION',
    classCode,
    beneficiary: 'fund',
    rule: 'Dividend of the year',
    recordShares: '10000',
    distributionPaid: '0.45',
    distributionDue: '0.50',
  })
  expect([added.status, added.to]).toEqual([302, `/nav-errors/${id}`])
  const { body } = await call('accountant1', `nav-errors/${id}`)
  expect(body.lines).toMatchObject([{ kind: 'DISTRIBUTION', amount: '500.00', beneficiary: 'holder' }])
  const { html } = await site.page('accountant1', `/nav-errors/${id}/payments/new`)
  expect(html).toContain(`class ${classCode} to holders without a reference: 500.00 EUR open`)
  const paid = await send(`/nav-errors/${id}/payments/new`, {
    flow: JSON.stringify([`class ${classCode}`, 'holders without a reference', 'EUR']),
    amount: '500',
    paidOn: '2026-11-10',
    comment: 'Statement of the transfer agent',
  })
  expect(paid.status).toBe(302)
  const line = await site.page('accountant1', `/nav-errors/${id}/lines/${body.lines[0].id}/withdraw`)
  expect(line.html).toContain('Withdraw DISTRIBUTION: Dividend of the year?')
})
