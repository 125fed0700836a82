import { SMALL_PDF } from 'tests/support/areas/documents/object-at'
import { caseCalls } from 'tests/support/areas/nav-errors/case-calls'
import { sentNavs, wrongFund } from 'tests/support/areas/nav-errors/sent-navs'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, expect, test } from 'vitest'

// What people decide in a case where no rule does. Figures by hand: 1,000 issued and 500 redeemed on 2 November.
const site = await opened(httpSite())
const navs = sentNavs(site)
site.setClock('2026-11-10T09:00:00Z')
afterAll(() => expect(site.crashes()).toEqual([]))

const { call, post, open, take, correct, sendForm, upload } = caseCalls(site)
const ALONE = { payers: [{ name: 'Administrator SA', percent: '100' }] }
const DATE = '2026-11-02'
const whatIsMissing = ({ missing }: { missing: { what: string }[] }) => missing.map(({ what }) => what)

test('of a closed-ended fund people decide which errors are material, for the figure that they saw', async () => {
  const classCode = await wrongFund(navs, 'DEC01')
  await site.ownerSql`update fund set closed_ended = true where code = 'DEC01'`
  const id = await open('DEC01')
  const { body: corrected } = await correct(id, classCode, '100')
  expect(corrected).toMatchObject({
    thresholdLevel: 'closed-ended fund',
    figures: [{ percent: '2.0000', material: null, decided: false, counts: false }],
    missing: [{ what: 'decision', date: DATE, classCode }],
  })
  const refused = await take('accountant1', id, 'quantify')
  expect([refused.status, refused.body.missing]).toEqual([
    409,
    [
      {
        what: 'decision',
        date: DATE,
        classCode,
        act: 'Decide whether this error is material: the fund has no threshold.',
      },
    ],
  ])
  const decide = (isMaterial: boolean, given: object = {}) =>
    post('accountant1', `nav-errors/${id}/decisions`, {
      decisions: [{ date: DATE, classCode, isMaterial }],
      comment: 'Two percent of the value of a holding',
      ...given,
    })
  expect((await decide(true, { comment: ' ' })).body.fields).toEqual({ comment: 'Enter the reason' })
  expect((await decide(true, { decisions: [] })).body.errorMessage).toBe(
    'Choose for at least one error whether it is material.',
  )
  const decided = await decide(true)
  expect(decided.body).toMatchObject({
    figures: [{ material: true, decided: true, counts: true }],
    classes: [{ sum: '1000.00', toHolders: '2000.00', toFund: '1000.00', identity: '0.00' }],
  })
  // Another corrected NAV is another error.
  const changed = await correct(id, classCode, '101')
  expect(whatIsMissing(changed.body)).toEqual(['decision'])
  const small = await decide(false)
  expect(small.body).toMatchObject({
    figures: [{ material: false, decided: true, counts: false }],
    classes: [],
    missing: [],
  })
  expect((await take('accountant1', id, 'quantify')).body.status).toBe('QUANTIFIED')
  await take('teamleader1', id, 'approve')
  const closed = await take('manager1', id, 'close without notification', { comment: 'Nothing is material' })
  expect(closed.body.status).toBe('CLOSED')
})

test('what a threshold judges is not decided by people', async () => {
  const classCode = await wrongFund(navs, 'DEC02')
  const id = await open('DEC02')
  await correct(id, classCode, '100')
  const refused = await post('accountant1', `nav-errors/${id}/decisions`, {
    decisions: [{ date: DATE, classCode, isMaterial: false }],
    comment: 'Too small for us',
  })
  expect([refused.status, refused.body.errorMessage]).toEqual([
    422,
    'DEC02A of 02/11/2026 is not one that people decide: it has no error, or the threshold judges it.',
  ])
})

test('a reserved fund with a higher threshold is quantified once its analysis is named', async () => {
  const classCode = await wrongFund(navs, 'RES01')
  await site.ownerSql`update fund set reserved = true where code = 'RES01'`
  await site.ownerSql`insert into rule_tolerance (key, level, level_value, value, valid_from)
    values ('N11.threshold', 'fund', 'RES01', 3, '2026-01-01')`
  const id = await open('RES01')
  const { body } = await correct(id, classCode, '100')
  // 2 % is below 3 %.
  expect(body).toMatchObject({
    policy: { threshold: '3' },
    figures: [{ percent: '2.0000', material: false }],
  })
  expect(whatIsMissing(body)).toEqual(['analysis of the threshold'])
  expect((await take('accountant1', id, 'quantify')).status).toBe(409)
  const name = (documentId: number, toldOn: string) =>
    post('accountant1', `nav-errors/${id}/analysis`, { documentId, toldOn })
  expect((await name(1, '2026-01-01')).body.fields).toEqual({
    documentId: 'Document 1 is not one of this case. Add it to the case first.',
  })
  expect((await site.page('accountant1', `/nav-errors/${id}/analysis`)).html).toContain(
    'Add the document of the analysis to the case first.',
  )
  const added = await upload(
    `uploadDocument/OTHER/${id}`,
    new File([new Uint8Array(SMALL_PDF)], 'analysis.pdf'),
  )
  expect(added.status).toBe(201)
  expect((await name(added.body.id, '2026-11-05')).body.fields.toldOn).toContain(
    '05/11/2026 is after the first wrong NAV date',
  )
  const done = await sendForm(`/nav-errors/${id}/analysis`, {
    documentId: String(added.body.id),
    toldOn: '2026-01-01',
  })
  expect(done.status).toBe(302)
  const { body: named } = await call('accountant1', `nav-errors/${id}`)
  expect(named).toMatchObject({
    missing: [],
    analysisDocumentId: added.body.id,
    investorsToldOn: '2026-01-01',
  })
  expect((await site.page('auditor1', `/nav-errors/${id}`)).html).toContain(
    `analysis in document ${added.body.id}, investors told on 01/01/2026`,
  )
  expect((await take('accountant1', id, 'quantify')).body.status).toBe('QUANTIFIED')

  await wrongFund(navs, 'RES02')
  const other = await open('RES02')
  const needless = await post('accountant1', `nav-errors/${other}/analysis`, {
    documentId: added.body.id,
    toldOn: '2026-01-01',
  })
  expect(needless.body.errorMessage).toBe(
    'The threshold of RES02 is not above that of its type: it needs no analysis.',
  )
})

test('of several rounds a person may choose another one, with a reason', async () => {
  const fundId = await navs.addFund('RND01', { RND01A: { currency: 'EUR' } })
  const classes = { RND01A: { navPerShare: '102', shares: '100' } }
  const [twice = 0] = await navs.send(
    fundId,
    [
      { date: DATE, tna: '10200', classes },
      { date: '2026-11-03', tna: '10200', classes },
    ],
    {},
  )
  await site.ownerSql`insert into sent_figure (fund_nav_id, round, class_code, currency, nav_per_share, sent_at)
    values (${twice}, 2, 'RND01A', 'EUR', 101, '2026-11-06T10:00:00Z'), (${twice}, 3, 'RND01A', 'EUR', 100, '2026-11-09T10:00:00Z')`
  const id = await open('RND01')
  const { body } = await correct(id, 'RND01A', '100', { shares: '100' })
  expect(body).toMatchObject({ figures: [{ published: '101' }], chosenRounds: [] })
  const choose = (round: number | null, given: object = {}) =>
    post('accountant1', `nav-errors/${id}/rounds`, {
      date: DATE,
      round,
      comment: 'The second round was recalled within the hour',
      ...given,
    })
  expect((await choose(1, { comment: '' })).body.fields).toEqual({ comment: 'Enter the reason' })
  expect((await choose(7)).body.errorMessage).toBe(
    'The NAV of 02/11/2026 has no such round that was sent. Choose one from the list.',
  )
  expect((await choose(1, { date: '2026-11-04' })).status).toBe(422)
  const first = await choose(1)
  expect(first.body).toMatchObject({
    figures: [{ published: '102', difference: '2' }],
    chosenRounds: [{ date: DATE, round: 1 }],
  })
  expect((await site.page('auditor1', `/nav-errors/${id}`)).html).toContain(
    'chosen in place of the one sent last',
  )
  // Without scripts, and back again.
  const form = await site.page('accountant1', `/nav-errors/${id}/rounds`)
  expect(form.html).toContain('02/11/2026: round 3, sent')
  const third = await sendForm(`/nav-errors/${id}/rounds`, {
    round: JSON.stringify([DATE, 3]),
    comment: 'Sent on the day of discovery, before noon',
  })
  expect(third.status).toBe(302)
  expect((await call('accountant1', `nav-errors/${id}`)).body.figures).toMatchObject([{ published: '100' }])
  expect((await choose(null)).body).toMatchObject({ figures: [{ published: '101' }], chosenRounds: [] })
})

test('with fees that are booked afterwards every date counts, material or not', async () => {
  const classCode = await wrongFund(navs, 'FEE01', '100.50')
  const id = await open('FEE01', { kind: 'FEES', causes: [{ cause: 'FEES', causedBy: 'administrator' }] })
  const { body } = await correct(id, classCode, '100')
  // 0.5 % is below the threshold of 1 %.
  expect(body).toMatchObject({ figures: [{ material: false, counts: false }], classes: [] })
  const { body: later } = await post('accountant1', `nav-errors/${id}/fees`, { bookedLater: true })
  // 1,000 x 0.50 and 500 x 0.50
  expect(later).toMatchObject({
    feesBookedLater: true,
    figures: [{ material: false, counts: true }],
    classes: [{ sum: '250.00', toHolders: '500.00', toFund: '250.00', identity: '0.00' }],
  })
  expect(whatIsMissing(later)).toEqual(['payers'])
  expect((await sendForm(`/nav-errors/${id}/fees`, { comment: 'Borne by the administrator' })).status).toBe(
    302,
  )
  expect((await call('accountant1', `nav-errors/${id}`)).body).toMatchObject({
    feesBookedLater: false,
    classes: [],
  })

  await wrongFund(navs, 'FEE02')
  const other = await open('FEE02')
  const refused = await post('accountant1', `nav-errors/${other}/fees`, { bookedLater: true })
  expect([refused.status, refused.body.errorMessage]).toEqual([
    422,
    'This case is of kind NAV. Only fees can be booked afterwards.',
  ])
  expect((await site.page('accountant1', `/nav-errors/${other}/fees`)).html).toContain(
    'This case is of kind NAV.',
  )
})

const csv = (lines: string[][]) =>
  new File(
    [
      [['Fund code', 'NAV date', 'Class code', 'Holder reference', 'Side', 'Shares', 'Kind'], ...lines]
        .map((line) => line.join(';'))
        .join('\n'),
    ],
    'deals.csv',
  )

test('deals in kind are listed and count nothing, unless a person counts them', async () => {
  const classCode = await wrongFund(navs, 'KND01')
  const id = await open('KND01')
  await correct(id, classCode, '100')
  await post('accountant1', `nav-errors/${id}/payers`, ALONE)
  await upload(
    `nav-errors/${id}/deals`,
    csv([
      ['KND01', '02/11/2026', classCode, 'X', 'S', '1000', 'CASH'],
      ['KND01', '02/11/2026', classCode, 'K', 'S', '200', 'KIND'],
    ]),
  )
  const amounts = (body: { holders: { holder: string; amount: string; outcome: string }[] }) =>
    body.holders.map(({ holder, amount, outcome }) => [holder, amount, outcome])
  const { body } = await call('accountant1', `nav-errors/${id}`)
  expect(amounts(body)).toEqual([
    ['X', '2000.00', 'PAID'],
    ['K', '0.00', 'NOTHING'],
  ])
  expect(body.kindDeals).toMatchObject([{ holder: 'K', side: 'S', shares: '200', counted: false }])
  const [{ fileId, position }] = body.kindDeals
  const count = (counted: boolean, given: object = {}) =>
    post('accountant1', `nav-errors/${id}/kind-deals`, {
      deals: [{ fileId, position, counted }],
      comment: 'Securities were delivered at the wrong NAV',
      ...given,
    })
  expect((await count(true, { comment: '' })).body.fields).toEqual({ comment: 'Enter the reason' })
  expect((await count(false)).body.errorMessage).toBe(
    'Choose at least one deal that shall count, or count no longer.',
  )
  expect((await count(true, { deals: [{ fileId, position: 0, counted: true }] })).body.errorMessage).toBe(
    `Line 0 of file ${fileId} is no deal in kind of this case. Reload the page.`,
  )
  // 200 x 2
  expect(amounts((await count(true)).body)).toContainEqual(['K', '400.00', 'PAID'])
  const form = await site.page('accountant1', `/nav-errors/${id}/kind-deals`)
  expect(form.html).toContain('K was issued 200 shares')
  const left = await sendForm(`/nav-errors/${id}/kind-deals`, {
    [`shown/${fileId}/${position}`]: 'yes',
    comment: 'The holder is the manager itself',
  })
  expect(left.status).toBe(302)
  expect(amounts((await call('accountant1', `nav-errors/${id}`)).body)).toContainEqual([
    'K',
    '0.00',
    'NOTHING',
  ])
})

test('by forms alone: a decision, parts of two causes, a nominee, one who pays back, and who pays directly', async () => {
  const classCode = await wrongFund(navs, 'FRM01')
  await site.ownerSql`update fund set closed_ended = true where code = 'FRM01'`
  const id = await open('FRM01', {
    causes: [
      { cause: 'PRICE', causedBy: 'administrator' },
      { cause: 'FX', causedBy: 'depositary' },
    ],
  })
  await correct(id, classCode, '100')
  const base = `/nav-errors/${id}`
  const { html } = await site.page('accountant1', base)
  for (const path of ['decisions', 'parts', 'holders', 'payers']) expect(html).toContain(`${base}/${path}"`)

  const silent = await sendForm(`${base}/decisions`, {
    [`error/${DATE}/${classCode}`]: 'material',
    comment: '',
  })
  expect([silent.status, silent.html]).toEqual([422, expect.stringContaining('Enter the reason')])
  expect(
    (
      await sendForm(`${base}/decisions`, {
        [`error/${DATE}/${classCode}`]: 'material',
        comment: 'Two percent',
      })
    ).status,
  ).toBe(302)

  const odd = await sendForm(`${base}/parts`, { [`part/PRICE/${DATE}/${classCode}`]: 'much' })
  expect([odd.status, odd.html]).toEqual([422, expect.stringContaining('Enter a number as 1.25 or -0.5.')])
  await sendForm(`${base}/parts`, {
    [`part/PRICE/${DATE}/${classCode}`]: '1.5',
    [`part/FX/${DATE}/${classCode}`]: '0.3',
  })
  await upload(
    `nav-errors/${id}/deals`,
    csv([
      ['FRM01', '02/11/2026', classCode, 'X', 'S', '1000', 'CASH'],
      ['FRM01', '02/11/2026', classCode, 'Y', 'R', '500', 'CASH'],
      ['FRM01', '02/11/2026', classCode, 'X2', 'S', '10', 'CASH'],
    ]),
  )
  const unexplained = await sendForm(`${base}/holders`, { holder: 'Y', pays: 'on' })
  expect([unexplained.status, unexplained.html]).toEqual([
    422,
    expect.stringContaining('Say why the holder pays back itself.'),
  ])
  const agreed = { holder: 'Y', pays: 'on', comment: 'Agreed with the bank of Y' }
  const undocumented = await sendForm(`${base}/holders`, agreed)
  expect([undocumented.status, undocumented.html]).toEqual([
    422,
    expect.stringContaining('Name the document of the case by which the holder pays back itself.'),
  ])
  const letter = await upload(
    `uploadDocument/OTHER/${id}`,
    new File([new Uint8Array(SMALL_PDF)], 'letter.pdf'),
  )
  await sendForm(`${base}/holders`, { ...agreed, documentId: String(letter.body.id) })
  await sendForm(`${base}/holders`, { holder: 'X2', sameAs: 'X', isNominee: 'on' })
  const unknown = await sendForm(`${base}/payers`, {
    name1: 'Administrator SA',
    percent1: '100',
    [`direct/${classCode}`]: 'Manager SA',
  })
  expect([unknown.status, unknown.html]).toEqual([
    422,
    expect.stringContaining('Manager SA is not among the payers.'),
  ])
  await sendForm(`${base}/payers`, {
    name1: 'Administrator SA',
    percent1: '100',
    [`direct/${classCode}`]: 'Administrator SA',
  })
  const { body } = await call('accountant1', `nav-errors/${id}`)
  // 2 - 1.5 - 0.3; X and X2: 1,010 x 2; Y pays 500 x 2 itself.
  expect(body).toMatchObject({
    figures: [{ decided: true, unexplained: '0.2' }],
    holders: [
      { holder: 'X', amount: '2020.00', outcome: 'PAID' },
      { holder: 'Y', amount: '-1000.00', outcome: 'TO FUND' },
    ],
    classes: [
      {
        flows: [
          { from: 'Administrator SA', to: 'holder X', amount: '2020.00' },
          { from: 'holder Y', to: `class ${classCode}`, amount: '1000.00' },
          { from: `class ${classCode}`, to: 'Administrator SA', amount: '2020.00' },
        ],
      },
    ],
  })
  const shown = (await site.page('auditor1', base)).html
  expect(shown).toContain(`Y: pays back itself; document ${letter.body.id}.`)
  expect(shown).toContain('X2: one with X; a nominee: ask for its breakdown.')
  // The form still names who pays directly.
  expect((await site.page('accountant1', `${base}/payers`)).html).toMatch(
    new RegExp(
      `name="direct/${classCode}"[^>]*value="Administrator SA"|value="Administrator SA"[^>]*name="direct/${classCode}"`,
    ),
  )
})
