import { type WorkedDay, type WorkedFund, workedFunds } from 'tests/support/areas/nav-errors/worked-fund'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, expect, test } from 'vitest'
import { expectNavs } from '~/areas/navs/nav-calendar.server'

// From the administrator's workbooks to the papers of a case: NAVs are controlled, approved and sent, corrected workbooks
// and the register are uploaded, the case is quantified, and its notification and compensation list are read. The figures
// beside each case were written down by hand before it ran. Threshold 1 %; 5,000 shares at 100 on 30 October.
const site = await opened(httpSite())
afterAll(() => expect(site.crashes()).toEqual([]))
const { call, post, open, take, publish, correctFiles, set, deals, pay, quantify, paper, list } =
  workedFunds(site)

const [D0, D1, D2, D3, D4] = ['2026-10-30', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'] as const
const RIGHT = { A: '100' }
const ONE_CLASS = { A: {} }

/** Days of a fund of one class, right before and after: one line a wrong day. */
const wrongDays = (...days: Omit<WorkedDay, 'date'>[]): WorkedDay[] => {
  const dates = [D1, D2, D3, D4]
  return [
    { date: D0, published: RIGHT },
    ...days.map((day, at) => ({ date: dates[at] ?? D4, ...day })),
    { date: dates[days.length] ?? D4, published: RIGHT },
  ]
}

const published = (nav: string, given: Partial<WorkedDay> = {}) => ({
  published: { A: nav },
  corrected: RIGHT,
  ...given,
})

interface Worked {
  fund: WorkedFund
  lastDate?: string
  books?: 'real' | 'case'
  /** Of the register; without them the administrator's files state the deals. */
  register?: string[]
  columns?: string[]
  settings?: Record<string, string>
  payers?: Record<string, string>
  direct?: Record<string, string>
}

/** Publishes a fund on 6 November, opens its case on the 10th, and quantifies it. @returns the id of the case */
async function worked(code: string, given: Worked): Promise<number> {
  site.setClock('2026-11-06T08:00:00Z')
  await publish(code, given.fund)
  return quantifiedCase(code, given)
}

async function quantifiedCase(code: string, given: Worked): Promise<number> {
  const { fund, lastDate = D1, books, register, columns, settings = {}, payers, direct } = given
  site.setClock('2026-11-10T08:00:00Z')
  site.forgetCookies()
  for (const [setting, value] of Object.entries(settings)) await set(code, setting, value)
  const id = await open(code, { lastDate })
  await correctFiles(id, code, fund, books)
  if (register) await deals(id, code, register, columns)
  await pay(id, payers, direct ? { direct } : {})
  await quantify(id)
  return id
}

/** What the notification says, each as a row of its tables. */
async function expectPaper(id: number, rows: readonly string[]): Promise<void> {
  const text = await paper(id)
  for (const row of rows) expect(text).toContain(row)
}

test('overvalued: the files of the administrator alone, a holder without a name for each side', async () => {
  // 1,000 x 2 owed, 500 x 2 too much; 2 x 5,000 = 10,000 of 500,000.
  const id = await worked('OVR', {
    fund: {
      classes: ONE_CLASS,
      days: wrongDays(published('102', { bought: { A: '1000' }, sold: { A: '500' } })),
    },
  })
  await expectPaper(id, [
    '02/11/2026 OVRA 102.00 100.00 2.00 2.0000 % yes',
    '02/11/2026 10,000.00 EUR 200.0000',
    'OVRA EUR 1,000.00 0.00 2,000.00 0.00 1,000.00 0.00',
    'class OVRA holders without a reference 2,000.00 EUR',
    'Administrator class OVRA 1,000.00 EUR',
  ])
  expect(await list(id, 'Identity')).toEqual(['OVRA EUR 1000 0 2000 0 1000 0 0'])
})

test('undervalued: the register says who redeemed', async () => {
  // Y sold 500 two too cheap: 1,000; X bought 1,000 two too cheap: 2,000 by the payers.
  const id = await worked('UND', {
    fund: {
      classes: ONE_CLASS,
      days: wrongDays(published('98', { bought: { A: '1000' }, sold: { A: '500' } })),
    },
    register: ['02/11/2026;A;X;S;1000', '02/11/2026;A;Y;R;500'],
  })
  await expectPaper(id, [
    '02/11/2026 UNDA 98.00 100.00 -2.00 2.0000 % yes',
    'class UNDA holder Y 1,000.00 EUR',
    'Administrator class UNDA 2,000.00 EUR',
  ])
  expect(await list(id, 'Holders')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^UNDA X -2000 EUR TO FUND/),
      expect.stringMatching(/^UNDA Y 1000 EUR PAID/),
    ]),
  )
})

test('consecutive errors of different sign: one sum for each holder', async () => {
  // X: 1,000 x 2 + 1,000 x 3 = 5,000. Y: -500 x 2 - 500 x 3 = -2,500.
  const id = await worked('SGN', {
    fund: {
      classes: ONE_CLASS,
      days: wrongDays(
        published('102', { bought: { A: '1000' }, sold: { A: '500' } }),
        published('97', { bought: { A: '500' }, sold: { A: '1000' } }),
      ),
    },
    lastDate: D2,
    register: [
      '02/11/2026;A;X;S;1000',
      '02/11/2026;A;Y;R;500',
      '03/11/2026;A;X;R;1000',
      '03/11/2026;A;Y;S;500',
    ],
  })
  await expectPaper(id, [
    '02/11/2026 SGNA 102.00 100.00 2.00 2.0000 % yes',
    '03/11/2026 SGNA 97.00 100.00 -3.00 3.0000 % yes',
    'class SGNA holder X 5,000.00 EUR',
    'Administrator class SGNA 2,500.00 EUR',
  ])
})

test('debts of the day before: the example of the contract, with books that hold the money that really came', async () => {
  // 1,000 of Z worth 100 and X's 1,000 at 102: 202,000, less 2,000 owed, on 2,000 shares = 100. Z sells 1,000 at 101.
  const id = await worked('DAY', {
    fund: {
      classes: { A: { shares: '1000' } },
      days: [
        { date: D0, published: RIGHT },
        { date: D1, published: { A: '102' }, corrected: RIGHT, bought: { A: '1000' } },
        { date: D2, published: { A: '101' }, corrected: { A: '101' }, sold: { A: '1000' } },
        { date: D3, published: RIGHT },
      ],
    },
    lastDate: D2,
    books: 'real',
    register: ['02/11/2026;A;X;S;1000', '03/11/2026;A;Z;R;1000'],
  })
  await expectPaper(id, [
    '02/11/2026 DAYA 102.00 100.00 2.00 2.0000 % yes',
    '03/11/2026 DAYA 101.00 100.00 1.00 1.0000 % yes',
    '03/11/2026 DAYA 2,000.00 1.00 0.00 0.00',
    'class DAYA holder X 2,000.00 EUR',
    'Administrator class DAYA 1,000.00 EUR',
  ])
})

test('claims of the day before: who redeemed too dear left the class short, and the payers owe it', async () => {
  // 2,000 at 100; X sells 1,000 at 102: 200,000 - 102,000 = 98,000, and 2,000 claimed, on 1,000 shares = 100.
  const id = await worked('CLM', {
    fund: {
      classes: { A: { shares: '2000' } },
      days: [
        { date: D0, published: RIGHT },
        { date: D1, published: { A: '102' }, corrected: RIGHT, sold: { A: '1000' } },
        { date: D2, published: { A: '98' }, corrected: { A: '98' }, bought: { A: '500' } },
        { date: D3, published: RIGHT },
      ],
    },
    lastDate: D2,
    books: 'real',
    register: ['02/11/2026;A;X;R;1000', '03/11/2026;A;Z;S;500'],
  })
  // Z bought 500 two too cheap: the payers pay 2,000 + 1,000.
  await expectPaper(id, [
    '03/11/2026 CLMA 98.00 100.00 -2.00 2.0000 % yes',
    '03/11/2026 CLMA 0.00 0.00 2,000.00 2.00',
    'Administrator class CLMA 3,000.00 EUR',
  ])
})

test('two classes and currencies: yen have no decimals, and the total is in euros', async () => {
  // A: 10 x 2 = 20.00. J: 3.333 x 200 = 666.6, 667 yen = 4.002 euros. Effect: 10,000 + 200 x 300 x 0.006 = 10,360.
  const id = await worked('YEN', {
    fund: {
      classes: { A: {}, J: { currency: 'JPY', decimals: 0, shares: '300' } },
      rates: { JPY: '0.006' },
      days: [
        { date: D0, published: { A: '100', J: '10000' } },
        {
          date: D1,
          published: { A: '102', J: '10200' },
          corrected: { A: '100', J: '10000' },
          bought: { A: '10', J: '3.333' },
        },
        { date: D2, published: { A: '100', J: '10000' } },
      ],
    },
  })
  await expectPaper(id, [
    '02/11/2026 YENJ 10,200 10,000 200 2.0000 % yes',
    '02/11/2026 10,360.00 EUR 200.0000',
    'YENJ JPY 667 0 667 0 0 0',
    'class YENJ holders without a reference 667 JPY',
    'In all 24.00 EUR to holders and 0.00 EUR to the fund.',
  ])
})

test('a holder who came and left within the error is owed nothing', async () => {
  const id = await worked('INO', {
    fund: {
      classes: ONE_CLASS,
      days: wrongDays(published('102', { bought: { A: '100' } }), published('102', { sold: { A: '100' } })),
    },
    lastDate: D2,
    register: ['02/11/2026;A;X;S;100', '03/11/2026;A;X;R;100'],
  })
  await expectPaper(id, ['INOA EUR 0.00 0.00 0.00 0.00 0.00 0.00', 'Nothing is paid.'])
  expect(await list(id, 'Holders')).toEqual([expect.stringMatching(/^INOA X 0 EUR NOTHING/)])
})

test('a switch is netted over its classes, and what moves between them is a line of the identity', async () => {
  // A: -200 EUR. U: 300 USD = 270 EUR; 200 EUR = 222.22 USD are netted, 77.78 USD remain.
  const id = await worked('SWI', {
    fund: {
      classes: { A: {}, U: { currency: 'USD' } },
      rates: { USD: '0.9' },
      days: [
        { date: D0, published: { A: '100', U: '50' } },
        {
          date: D1,
          published: { A: '102', U: '51' },
          corrected: { A: '100', U: '50' },
          sold: { A: '100' },
          bought: { U: '300' },
        },
        { date: D2, published: { A: '100', U: '50' } },
      ],
    },
    register: ['02/11/2026;A;X;R;100;SWITCH;S1', '02/11/2026;U;X;S;300;SWITCH;S1'],
    columns: ['Kind', 'Link'],
  })
  await expectPaper(id, [
    'SWIA EUR -200.00 200.00 0.00 0.00 0.00 0.00',
    'SWIU USD 300.00 -222.22 77.78 0.00 0.00 0.00',
    'class SWIU holder X 77.78 USD',
  ])
})

test('two causes: each states its part, and what they leave is unexplained', async () => {
  const fund = { classes: ONE_CLASS, days: wrongDays(published('102', { bought: { A: '100' } })) }
  site.setClock('2026-11-06T08:00:00Z')
  await publish('CAU', fund)
  site.setClock('2026-11-10T08:00:00Z')
  site.forgetCookies()
  const id = await open('CAU', {
    causes: [
      { cause: 'PRICE', causedBy: 'administrator' },
      { cause: 'FX', causedBy: 'depositary' },
    ],
  })
  await correctFiles(id, 'CAU', fund)
  const part = { date: D1, classCode: 'CAUA' }
  await post('accountant1', `nav-errors/${id}/causes`, {
    parts: [
      { ...part, cause: 'PRICE', amount: '1.5' },
      { ...part, cause: 'FX', amount: '0.4' },
    ],
  })
  await pay(id, { Administrator: '75', Depositary: '25' })
  await quantify(id)
  await expectPaper(id, [
    'PRICE administrator FX depositary',
    '02/11/2026 CAUA PRICE 1.50',
    '02/11/2026 CAUA FX 0.40',
    '02/11/2026 CAUA Unexplained 0.10',
    'class CAUA holders without a reference 200.00 EUR',
  ])
})

test('below the threshold nothing is paid, and the case is closed without a notification', async () => {
  const id = await worked('BEL', {
    fund: {
      classes: { A: { shares: '2000' } },
      days: wrongDays(published('100.50', { sold: { A: '1000' } })),
    },
  })
  await expectPaper(id, [
    '02/11/2026 BELA 100.50 100.00 0.50 0.5000 % no',
    'No deals on a date that counts: nothing is paid.',
  ])
  await take('teamleader1', id, 'approve')
  const closed = await take('manager1', id, 'close without notification', { comment: 'Below the threshold' })
  expect(closed.body.status).toBe('CLOSED')
})

test('below the threshold, a class that lost net is paid where the settings say so', async () => {
  // X sells 1,000 of 2,000 half too dear: the class loses 500. 99,500 and 500 claimed, on 1,000 shares = 100.
  const id = await worked('NET', {
    fund: {
      classes: { A: { shares: '2000' } },
      days: [
        { date: D0, published: RIGHT },
        { date: D1, published: { A: '100.50' }, corrected: RIGHT, sold: { A: '1000' } },
        { date: D2, published: { A: '99.50' }, corrected: { A: '99.50' } },
        { date: D3, published: { A: '99.50' } },
      ],
    },
    lastDate: D2,
    books: 'real',
    settings: { belowThreshold: 'net' },
  })
  await expectPaper(id, [
    '03/11/2026 NETA 99.50 100.00 -0.50 0.5000 % no',
    '03/11/2026 NETA 0.00 0.00 500.00 0.50',
    'NETA EUR 0.00 0.00 0.00 0.00 0.00 0.00',
    'Administrator class NETA 500.00 EUR',
  ])
})

test('one date material, the next not: three settings of which dates count', async () => {
  // X buys 100 each day: 50, 200 and 50.
  const bought = { bought: { A: '100' } }
  const fund = {
    classes: ONE_CLASS,
    days: wrongDays(published('100.50', bought), published('102', bought), published('100.50', bought)),
  }
  const register = [D1, D2, D3].map((date) => `${date.split('-').reverse().join('/')};A;X;S;100`)
  const given = { fund, lastDate: D3, register }
  site.setClock('2026-11-06T08:00:00Z')
  await publish('SET', fund)
  for (const [dates, paid] of [
    ['material', '200.00'],
    ['since', '250.00'],
    ['period', '300.00'],
  ]) {
    const id = await quantifiedCase('SET', { ...given, settings: { dates: dates ?? '' } })
    await expectPaper(id, [
      '02/11/2026 SETA 100.50 100.00 0.50 0.5000 % no',
      '03/11/2026 SETA 102.00 100.00 2.00 2.0000 % yes',
      '04/11/2026 SETA 100.50 100.00 0.50 0.5000 % no',
      `class SETA holder X ${paid} EUR`,
    ])
    await take('teamleader1', id, 'cancel', { comment: 'By another setting' })
  }
})

test('across a distribution, what the case owes stays owed', async () => {
  // X buys 1,000 at 102 into 1,000 worth 100; 1.00 is paid on the 1,000 before: 201,000. (201,000 - 2,000) / 2,000 = 99.50.
  const id = await worked('DIS', {
    fund: {
      classes: { A: { shares: '1000' } },
      days: [
        { date: D0, published: RIGHT },
        { date: D1, published: { A: '102' }, corrected: RIGHT, bought: { A: '1000' } },
        {
          date: D2,
          published: { A: '100.50' },
          corrected: { A: '100.50' },
          distributed: { A: '1' },
          sold: { A: '1000' },
        },
        { date: D3, published: { A: '99.50' } },
      ],
    },
    lastDate: D2,
    books: 'real',
    register: ['02/11/2026;A;X;S;1000', '03/11/2026;A;Z;R;1000'],
  })
  // 1 of 99.50 is 1.0050 %.
  await expectPaper(id, [
    '03/11/2026 DISA 100.50 99.50 1.00 1.0050 % yes',
    'class DISA holder X 2,000.00 EUR',
    'Administrator class DISA 1,000.00 EUR',
  ])
})

test('across a split, what the case owes is spread over the new shares', async () => {
  // 202,000 on 4,000 shares after two for one: the files say 50.50, the case (202,000 - 2,000) / 4,000 = 50.
  const id = await worked('SPL', {
    fund: {
      classes: { A: { shares: '1000' } },
      days: [
        { date: D0, published: RIGHT },
        { date: D1, published: { A: '102' }, corrected: RIGHT, bought: { A: '1000' } },
        {
          date: D2,
          published: { A: '50.50' },
          corrected: { A: '50.50' },
          split: { A: '2' },
          sold: { A: '1000' },
        },
        { date: D3, published: { A: '50' } },
      ],
    },
    lastDate: D2,
    books: 'real',
    register: ['02/11/2026;A;X;S;1000', '03/11/2026;A;Z;R;1000'],
  })
  await expectPaper(id, [
    '03/11/2026 SPLA 50.50 50.00 0.50 1.0000 % yes',
    '03/11/2026 SPLA 2,000.00 0.50 0.00 0.00',
    'class SPLA holder X 2,000.00 EUR',
    'Administrator class SPLA 500.00 EUR',
  ])
})

test('the first NAV of a class, and a class that is closed inside', async () => {
  // B, new on the first wrong day: 100 bought, one too dear. C has no row on the second: its 7 were redeemed four too dear.
  const id = await worked('NEW', {
    fund: {
      classes: { A: {}, B: { opens: true }, C: { shares: '7', last: D1 } },
      days: [
        { date: D0, published: { A: '100', C: '200' } },
        {
          date: D1,
          published: { A: '102', B: '51', C: '204' },
          corrected: { A: '100', B: '50', C: '200' },
          bought: { B: '100' },
          sold: { C: '7' },
        },
        { date: D2, published: { A: '102', B: '51' }, corrected: { A: '100', B: '50' } },
        { date: D3, published: { A: '100', B: '50' } },
      ],
    },
    lastDate: D2,
  })
  await expectPaper(id, [
    '02/11/2026 NEWB 51.00 50.00 1.00 2.0000 % yes',
    '02/11/2026 NEWC 204.00 200.00 4.00 2.0000 % yes',
    '03/11/2026 NEWA 102.00 100.00 2.00 2.0000 % yes by files 03/11/2026 NEWB 51.00 50.00',
    'class NEWB holders without a reference 100.00 EUR',
    'Administrator class NEWC 28.00 EUR',
  ])
})

test('a cancelled NAV and one that was not sent are left out; of several rounds the last before discovery counts', async () => {
  const fund = {
    classes: ONE_CLASS,
    days: [
      { date: D0, published: RIGHT },
      { date: D1, ...published('102', { bought: { A: '1000' } }), sentBefore: { A: '101.50' } },
      { date: D4, ...published('102', { sold: { A: '500' } }) },
      { date: '2026-11-06', published: RIGHT },
    ],
  }
  site.setClock('2026-11-06T20:00:00Z')
  await publish('LFT', fund)
  const [cancelled] = await site.transaction(async (tx) => {
    const [{ id = 0 } = {}] = (await tx.execute(`select id from fund where code = 'LFT'`)) as unknown as {
      id: number
    }[]
    const context = contextOf({ tx, now: site.clock(), timeZone: 'Europe/Luxembourg' })
    const due = { maxPrebalanceDate: null, maxSendingDate: null }
    return expectNavs(
      context,
      [D2, D3].map((navDate) => ({ fundId: id, navDate, ...due })),
    )
  })
  await site.step('teamleader1', cancelled ?? 0, 'cancel', { comment: 'Holiday' })
  const id = await quantifiedCase('LFT', {
    fund,
    lastDate: D4,
    register: ['02/11/2026;A;X;S;1000', '05/11/2026;A;Y;R;500'],
  })
  await expectPaper(id, [
    '02/11/2026 LFTA 102.00 100.00 2.00 2.0000 % yes by files 05/11/2026 LFTA 102.00 100.00 2.00 2.0000 % yes',
    'class LFTA holder X 2,000.00 EUR',
    'Administrator class LFTA 1,000.00 EUR',
  ])
  const { body } = await call('auditor1', `nav-errors/${id}`)
  expect(body.leftOut).toEqual([
    { date: D2, status: 'CANCELLED' },
    { date: D3, status: 'TO CONTROL' },
  ])
})

test('the smallest amount limits what is paid out, not what is paid back', async () => {
  // X is owed 20.00, below 25: left in the fund. Y had 20.00 too much: paid back. Z is owed 25.00: paid.
  const id = await worked('MIN', {
    fund: {
      classes: ONE_CLASS,
      days: wrongDays(published('102', { bought: { A: '22.5' }, sold: { A: '10' } })),
    },
    settings: { deMinimis: 'EUR 25' },
    register: ['02/11/2026;A;X;S;10', '02/11/2026;A;Y;R;10', '02/11/2026;A;Z;S;12.5'],
  })
  await expectPaper(id, [
    'MINA EUR 25.00 0.00 25.00 20.00 20.00 0.00',
    'class MINA holder Z 25.00 EUR',
    'Administrator class MINA 20.00 EUR',
  ])
  expect((await list(id, 'Holders')).map((row) => row.split(' ').slice(1, 5).join(' '))).toEqual([
    'X 20 EUR LEFT',
    'Y -20 EUR TO',
    'Z 25 EUR PAID',
  ])
})

test('paid directly: the payer pays the holders, is owed that by the fund, and the net is the same', async () => {
  const id = await worked('DIR', {
    fund: {
      classes: ONE_CLASS,
      days: wrongDays(published('102', { bought: { A: '1000' }, sold: { A: '500' } })),
    },
    register: ['02/11/2026;A;X;S;1000', '02/11/2026;A;Y;R;500'],
    direct: { DIRA: 'Administrator' },
  })
  await expectPaper(id, ['Administrator holder X 2,000.00 EUR', 'class DIRA Administrator 1,000.00 EUR'])
  expect(await list(id, 'Net')).toEqual(
    expect.arrayContaining(['Administrator -1000 EUR', 'class DIRA -1000 EUR', 'holder X 2000 EUR']),
  )
})

test('a breach without effect on a NAV, and a cut-off, beside NAVs that are right', async () => {
  site.setClock('2026-11-06T08:00:00Z')
  await publish('BRE', { classes: ONE_CLASS, days: wrongDays({ published: RIGHT }) })
  site.setClock('2026-11-10T08:00:00Z')
  site.forgetCookies()
  // 1,000,000 x 103 / 100 + 500 - 1,010,000 = 20,500.
  const breach = await open('BRE', { kind: 'BREACH' })
  await post('accountant1', `nav-errors/${breach}/lines`, {
    kind: 'BREACH',
    classCode: 'BREA',
    rule: 'Limit of 10 % an issuer',
    economic: { paid: '1000000', received: '1010000', costs: '500', navIn: '100', navOut: '103' },
  })
  await pay(breach, { Manager: '100' })
  await quantify(breach)
  await expectPaper(breach, [
    'Kind BREACH',
    'Manager class BREA 20,500.00 EUR',
    'BREACH BREA fund 20,500.00 EUR Limit of 10 % an issuer',
  ])
  // 1,000 due at 100, applied 102.
  const cutOff = await open('BRE', { kind: 'CUT-OFF' })
  await post('accountant1', `nav-errors/${cutOff}/lines`, {
    kind: 'CUT-OFF',
    classCode: 'BREA',
    rule: 'Cut-off of 14:00',
    deal: { date: D1, holder: 'X', side: 'S', shares: '1000', applied: '102', due: '100' },
  })
  await quantify(cutOff)
  await expectPaper(cutOff, [
    'BREA EUR 2,000.00 0.00 2,000.00 0.00 0.00 0.00',
    'class BREA holder X 2,000.00 EUR',
  ])
})

test('a second case over the first: by what was published, and by what the first case settled', async () => {
  const bought = { bought: { A: '1000' } }
  const first = { classes: ONE_CLASS, days: wrongDays(published('102', bought)) }
  const register = ['02/11/2026;A;X;S;1000']
  const id = await worked('SEC', { fund: first, register })
  await expectPaper(id, ['class SECA holder X 2,000.00 EUR'])
  await take('teamleader1', id, 'approve')
  await take('manager1', id, 'notify', { date: '2026-11-10', reference: 'CSSF 1' })
  await take('manager1', id, 'compensate', { date: '2026-11-10' })
  await take('manager2', id, 'close')
  // Right is 100.50: 1.50 of 100.50 is 1.4925 %. X was settled at 100, half too cheap: 500.
  const second = {
    classes: ONE_CLASS,
    days: wrongDays(published('102', { ...bought, corrected: { A: '100.50' } })),
  }
  const again = await quantifiedCase('SEC', { fund: second, register })
  await expectPaper(again, [
    '02/11/2026 SECA 102.00 100.50 1.50 1.4925 % yes',
    'SECA EUR -500.00 0.00 0.00 0.00 500.00 0.00',
    'Administrator class SECA 500.00 EUR',
  ])
})
