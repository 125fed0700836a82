import { type Cell, tableIn } from 'tests/support/workbooks/plan'
import type { RuleId } from '~/areas/navs/rules/catalogue'
import { addDays } from '~/platform/values/day'
import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { account, add, codesOf, element, type Fault, line, multiply } from './plant'

/** What stands on the edge of a rule's words: a sentence, how it is planted, and the rules that it breaks. */
export const BOUNDARIES: [sentence: string, fault: Fault, nok: RuleId[]][] = [
  [
    'a class is active on the first and on the last of its days',
    { reference: (input) => activeOn(input.data.navDate, input.data.navDate, input.classes) },
    [],
  ],
  [
    'a class that ended the day before is no class of the date',
    { reference: (input) => activeOn(null, addDays(input.data.navDate, -1), input.classes.slice(0, 1)) },
    ['N02'],
  ],
  [
    'a class that begins the day after is no class of the date',
    { reference: (input) => activeOn(addDays(input.data.navDate, 1), null, input.classes.slice(0, 1)) },
    ['N02'],
  ],
  [
    'of two rates of a currency the first counts, and both are held against the source',
    { now: (books) => second(books, 'FX RATE', 'USD', '5') },
    ['N13'],
  ],
  [
    'a rate of the fund currency is not looked at',
    { now: (books) => second(books, 'FX RATE', 'USD', '5', 'EUR') },
    [],
  ],
  ['a rate that no class needs may be missing', { now: (books) => without(books, 'FX RATE', 'CHF') }, []],
  [
    'a rate that a class needs may not be missing',
    { now: (books) => without(books, 'FX RATE', 'USD') },
    ['N04'],
  ],
  [
    'the roll-forward looks at every SHARES row, the class TNA at the first',
    { now: (books) => second(books, 'SHARES', 'LUX001-A', '7') },
    ['N02', 'N08'],
  ],
  [
    'two NAV PER SHARE rows of one class are no two classes to compare with each other',
    { now: (books) => second(books, 'NAV PER SHARE', 'LUX001-H', '7') },
    ['N02', 'N07', 'N11'],
  ],
  [
    'a distribution that is not told looks like a movement of its class, and capital like more than flows',
    { now: (books) => without(books, 'DISTRIBUTION PER SHARE', 'LUX001-B') },
    ['N09', 'N14'],
  ],
  [
    'a FUND TNA of 0 leaves out what is divided by it; an accrual that doubled and a price that moved are more than parts of nothing',
    {
      now: (books) => {
        element(books, 'FUND TNA', 'LUX001').value = { number: '0' }
      },
    },
    ['N04', 'N05', 'N06', 'N15', 'B02', 'B07', 'I04'],
  ],
  [
    'the rows of one suspense account may offset each other, told by B09 only',
    { now: (books) => both(books, '9010', '9010', '5') },
    ['B09'],
  ],
  ['two suspense accounts may not', { now: (books) => both(books, '9020', '9030', '5') }, ['B04']],
  [
    'a longer prefix of the plan takes an account out of class 9',
    {
      now: (books) => {
        add(account(books, '9010'), 'debtor', '50')
        add(account(books, '6010'), 'debtor', '-50')
      },
      reference: (input) => input.accountPlan.push({ prefix: '901', accountClass: 'expenses', side: null }),
    },
    [],
  ],
  [
    'overdrafts of exactly 10 % of FUND TNA',
    { now: (books, { tna }) => overdraw(books, share(tna, '0.1')) },
    [],
  ],
  [
    'overdrafts of a tenth of a cent more',
    { now: (books, { tna }) => overdraw(books, share(tna, '0.1', '0.001')) },
    ['B06'],
  ],
  [
    'new accounts of exactly half of the error threshold',
    { now: (books, { tna }) => both(books, '3090', '4090', share(tna, '0.0025')) },
    [],
  ],
  [
    'new accounts of a tenth of a cent more',
    { now: (books, { tna }) => both(books, '3090', '4090', share(tna, '0.0025', '0.001')) },
    ['B07'],
  ],
  [
    'accounts that are gone count as much as new ones',
    { before: (books, { tna }) => both(books, '3090', '4090', share(tna, '0.0025', '0.001')) },
    ['B07'],
  ],
  ['an accrual that moved by exactly 0.005 is frozen', { before: accrualBefore('0.005') }, ['B08']],
  ['an accrual that moved by 0.006 is not', { before: accrualBefore('0.006') }, []],
  ['a bond price of seven days ago', { now: priced('Bond', -7) }, []],
  ['a price of the day after', { now: priced('Other', 1) }, ['I03']],
  [
    'of two earlier lines of an instrument the first counts',
    {
      before: (books, now) => {
        const earlier = line(books, codesOf(now, 'Equity', 1)[0] ?? '')
        tableIn(books, 'Inventory').rows.push({ ...earlier, price: { number: '1' } })
      },
    },
    [],
  ],
  [
    'a cash account twice',
    {
      now: (books) => {
        line(books, 'CASH-USD').instrumentCode = { text: 'CASH-EUR' }
      },
    },
    ['I06'],
  ],
  [
    'without a rate in the NAV table, the first line of the currency is what the others are held against',
    {
      now: (books) => {
        without(books, 'FX RATE', 'GBP')
        multiply(line(books, 'CASH-GBP'), 'fxRate', '1.0002')
      },
    },
    ['I07'],
  ],
  [
    'accounts starting 38 belong to the portfolio only as the plan calls them',
    {
      reference: (input) => {
        input.accountPlan = input.accountPlan.filter(({ prefix }) => prefix !== '38')
      },
    },
    ['I08'],
  ],
  [
    'an inventory without any cash line',
    {
      now: (books) => {
        const inventory = tableIn(books, 'Inventory')
        inventory.rows = inventory.rows.filter(({ type }) => textOf(type) !== 'Cash')
      },
    },
    [],
  ],
  [
    '% NAV as a fraction in cells that are not shown as %',
    {
      now: (books) => {
        for (const row of tableIn(books, 'Inventory').rows) multiply(row, 'navPercent', '0.01')
      },
    },
    ['I10'],
  ],
  [
    'lines without issuer are in no concentration',
    {
      now: (books) => {
        for (const row of tableIn(books, 'Inventory').rows)
          if (textOf(row.type) === 'Equity') row.issuer = null
      },
    },
    [],
  ],
  [
    'a government’s lines are apart from those that its name has without the kind',
    {
      now: (books, model) => {
        for (const code of codesOf(model, 'Equity', 2)) line(books, code).issuer = { text: 'Republic 2' }
      },
    },
    [],
  ],
]

type Books = Parameters<typeof element>[0]

function activeOn(
  from: string | null,
  to: string | null,
  classes: { activeFrom: unknown; activeTo: unknown }[],
) {
  for (const each of classes) Object.assign(each, { activeFrom: from, activeTo: to })
}

/** Adds a second row of an element at the end of the NAV table, with another value and perhaps another code. */
function second(books: Books, type: string, code: string, value: Decimal, as = code): void {
  const row = { ...element(books, type, code), code: { text: as }, value: { number: value } }
  tableIn(books, 'NAV').rows.push(row)
}

function without(books: Books, type: string, code: string): void {
  const nav = tableIn(books, 'NAV')
  nav.rows.splice(nav.rows.indexOf(element(books, type, code)), 1)
}

/** Books an amount on the debtor side of one account and on the creditor side of another, each in a row of its own. */
function both(books: Books, debtor: string, creditor: string, amount: Decimal): void {
  const row = (number: string) => ({
    accountNumber: { text: number },
    accountName: { text: `Account ${number}` },
    currency: { text: 'EUR' },
  })
  tableIn(books, 'Balance').rows.push(
    { ...row(debtor), debtor: { number: amount } },
    { ...row(creditor), creditor: { number: amount } },
  )
}

/** Moves cash from an overdrawn account to the main one: the fund has as much as before. */
function overdraw(books: Books, amount: Decimal): void {
  const main = account(books, '5010')
  tableIn(books, 'Balance').rows.push({
    ...main,
    accountNumber: { text: '5099' },
    debtor: null,
    creditor: { number: amount },
  })
  add(main, 'debtor', amount)
}

function accrualBefore(change: Decimal): Fault['before'] {
  return (books, now) => {
    const accrual = now.balance.find(({ accountNumber }) => accountNumber === '4610')
    account(books, '4610').creditor = { number: plain(new Big(accrual?.creditor ?? '0').plus(change)) }
  }
}

function priced(type: string, days: number): Fault['now'] {
  return (books, model) => {
    line(books, codesOf(model, type, 1)[0] ?? '').priceDate = { day: addDays(model.navDate, days) }
  }
}

const share = (tna: Decimal, part: Decimal, more: Decimal = '0') => plain(new Big(tna).times(part).plus(more))
const textOf = (cell: Cell | undefined) => (cell && 'text' in cell ? cell.text : null)
