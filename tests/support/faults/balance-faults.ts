import { q, zero } from '../rule-oracle/exact'
import type { ControlSet, Upload } from '../workbooks/control-set'
import { balanceRow } from '../workbooks/figures'
import {
  both,
  edge,
  type Fault,
  move,
  netOf,
  percentOf,
  pointsOf,
  post,
  setNet,
  shiftElement,
  shiftNet,
  tnaOf,
} from './fault'

const drop = (upload: Upload, account: string) => {
  upload.balance = upload.balance.filter((row) => row.accountNumber !== account)
}
/** Raises the previous accrual of the management fee above the current one by this amount. */
const accruedBefore = ({ now, previous }: ControlSet, more: string) =>
  setNet(previous, '4610', netOf(now, '4610').minus(more))
const ACCRUALS = ['4610', '4620', '4630', '4690']

/** Possible errors in the balance. */
export const BALANCE_FAULTS: Fault[] = [
  {
    rule: 'B01',
    name: 'one side is larger',
    certain: ({ now }) => shiftNet(now, '6010', q('0.02')),
    drawn: ({ now }, random) => {
      const row = random.pick(now.balance)
      row.debtor = q(row.debtor ?? 0)
        .plus(edge(random, q('0.01')))
        .text()
    },
  },
  {
    rule: 'B02',
    name: 'balance and NAV differ',
    certain: ({ now }) => move(now, '3010', '6010', q(100)),
    drawn: (set, random) =>
      post(set, set.now, random.pick(['3010', '4010', '5010']), edge(random, q('0.01'))),
  },
  {
    rule: 'B03',
    name: 'an account that no class has',
    certain: ({ now }) => {
      for (const row of now.balance) if (row.accountNumber === '7910') row.accountNumber = '8010'
    },
    drawn: (set, random) => {
      const size = pointsOf(set, 'threshold')
        .times(100)
        .over(2)
        .times(tnaOf(set, set.previous ?? set.now))
      const amount = random.pick([zero, q('0.01'), q('1234.56'), edge(random, size, '1')])
      post(set, set.now, random.pick(['8010', '0110', 'A1']), amount)
    },
  },
  {
    rule: 'B04',
    name: 'a suspense account is not empty',
    certain: ({ now }) => move(now, '6010', '9010', q(50)),
    boundaries: [
      [
        'two suspense accounts may not offset each other',
        ({ now }) => both(now, '9020', '9030', q(5)),
        ['B04'],
      ],
    ],
    drawn: (set, random) => {
      const half = q('0.5')
        .over(10_000)
        .times(tnaOf(set, set.previous ?? set.now))
      const amount = random.pick([zero, edge(random, q('0.01')), edge(random, half, '0.01')])
      post(set, set.now, random.pick(['9020', '999']), amount)
    },
  },
  {
    rule: 'B05',
    name: 'an account on the wrong side',
    certain: ({ now }) => move(now, '4010', '4630', q(1000).minus(netOf(now, '4630'))),
    drawn: (set, random) => {
      const account = random.pick(['3010', '4010', '4610', '4690', '3810', '2210', '3050'])
      const sign = /^4/.test(account) ? 1 : -1
      const net = edge(random, q('0.01')).abs().times(sign)
      setNet(set.now, account, net, set.fund.currency)
      if (random.chance(0.3))
        set.plan.push({
          prefix: account,
          class: 'receivables',
          side: random.pick(['debit', 'credit', 'both', null]),
        })
    },
  },
  {
    rule: 'B06',
    name: 'an account is overdrawn',
    certain: ({ now }) => move(now, '5099', '5010', q(7_000_000)),
    boundaries: [
      [
        'overdrafts of exactly 10 % of FUND TNA',
        (set) => move(set.now, '5099', '5010', tnaOf(set).times('0.1')),
        [],
      ],
      [
        'overdrafts of a tenth of a cent more',
        (set) => move(set.now, '5099', '5010', tnaOf(set).times('0.1').plus('0.001')),
        ['B06'],
      ],
    ],
    drawn: (set, random) => {
      const size = edge(random, percentOf(set, 'B06').times(tnaOf(set)), '0.01').abs()
      setNet(set.now, random.pick(['5099', '5011']), size.neg(), set.fund.currency)
      if (random.chance(0.3)) set.fund.regime = 'AIF'
      const level = random.pick(['fund', 'fund', 'type', 'provider', 'all', null] as const)
      if (level) set.settings.push({ key: 'B06', level, value: random.pick(['10', '5', '12.5']) })
    },
  },
  {
    rule: 'B07',
    name: 'an account changes a lot',
    certain: ({ now }) => move(now, '4010', '3010', q(400_000)),
    boundaries: [
      [
        'new accounts of exactly half of the error threshold',
        (set) => both(set.now, '3090', '4090', tnaOf(set).times('0.0025')),
        [],
      ],
      [
        'new accounts of a tenth of a cent more',
        (set) => both(set.now, '3090', '4090', tnaOf(set).times('0.0025').plus('0.001')),
        ['B07'],
      ],
      [
        'accounts that are gone count as much as new ones',
        (set) => both(set.previous, '3090', '4090', tnaOf(set).times('0.0025').plus('0.001')),
        ['B07'],
      ],
    ],
    drawn: (set, random) => {
      const { previous, now } = set
      if (!previous) return
      const size = percentOf(set, 'threshold').over(2).times(tnaOf(set))
      const account = random.pick(['3010', '3020', '4010', '4090', '3810', '4690'])
      const sign = account.startsWith('4') ? -1 : 1
      if (random.chance(0.5)) {
        // A change of a fifth is the limit if the account is large.
        const base = size.times(random.whole(4, 6)).round(2)
        setNet(previous, account, base.times(sign), set.fund.currency)
        setNet(now, account, base.plus(edge(random, base.over(5), '0.01')).times(sign), set.fund.currency)
      } else {
        const change = edge(random, size, '0.01')
        const absent = random.chance(0.5)
        if (absent) drop(previous, account)
        const start = absent ? zero : netOf(previous, account)
        setNet(now, account, start.plus(change.abs().times(sign)), set.fund.currency)
        if (random.chance(0.2)) {
          drop(now, account)
          setNet(previous, account, change.abs().times(sign), set.fund.currency)
        }
      }
    },
  },
  {
    rule: 'B08',
    name: 'an accrual does not move',
    certain: (set) => accruedBefore(set, '0'),
    boundaries: [
      ['an accrual that moved by exactly 0.005 is frozen', (set) => accruedBefore(set, '0.005'), ['B08']],
      ['an accrual that moved by 0.006 is not', (set) => accruedBefore(set, '0.006'), []],
    ],
    drawn: (set, random) => {
      const { previous, now } = set
      if (!previous) return
      const account = random.pick(ACCRUALS)
      if (random.chance(0.5)) {
        const before = netOf(previous, account)
        setNet(
          now,
          account,
          before.plus(random.chance(0.3) ? zero : edge(random, q('0.005'))),
          set.fund.currency,
        )
      } else {
        const size = edge(random, pointsOf(set, 'B08 size').times(tnaOf(set)), '0.0001').abs()
        setNet(previous, account, size.neg(), set.fund.currency)
        if (random.chance(0.5)) drop(now, account)
        else setNet(now, account, zero, set.fund.currency)
      }
    },
  },
  {
    rule: 'B09',
    name: 'an account in two rows',
    certain: ({ now }) => {
      shiftNet(now, '6010', q(-1))
      now.balance.push(balanceRow('6010', 'Management fee', q(1), 'EUR'))
    },
    boundaries: [
      [
        'the rows of one suspense account may offset each other, told by B09 only',
        ({ now }) => both(now, '9010', '9010', q(5)),
        ['B09'],
      ],
    ],
    drawn: ({ now }, random) => {
      const row = random.pick(now.balance)
      const part = q(row.debtor ?? row.creditor ?? 0)
        .over(4)
        .round(2)
      const side = row.debtor === null ? 'creditor' : 'debtor'
      now.balance.push({ ...row, [side]: part.text() })
      row[side] = q(row[side] ?? 0)
        .minus(part)
        .text()
    },
  },
  {
    name: 'the currency of an account',
    drawn: ({ now, previous, ...set }, random) => {
      const foreign = now.nav.filter(({ type }) => type === 'FX RATE').map(({ code }) => code)
      const { accountNumber } = random.pick(now.balance)
      const currency = random.pick([...foreign, set.fund.currency, 'AUD'])
      for (const upload of [now, previous])
        for (const row of upload?.balance ?? [])
          if (row.accountNumber === accountNumber) row.currency = currency
    },
  },
  {
    name: 'the account plan is the site’s own',
    boundaries: [
      [
        'a longer prefix of the plan takes an account out of class 9',
        ({ now, plan }) => {
          move(now, '6010', '9010', q(50))
          plan.push({ prefix: '901', class: 'expenses', side: null })
        },
        [],
      ],
      [
        'accounts starting 38 belong to the portfolio only as the plan calls them',
        (set) => {
          set.plan = set.plan.filter(({ prefix }) => prefix !== '38')
        },
        ['I08'],
      ],
    ],
    drawn: (set, random) => {
      set.plan.push(
        random.pick([
          { prefix: '719', class: 'results', side: null },
          { prefix: '71', class: 'results', side: null },
          { prefix: '302', class: 'suspense', side: null },
          { prefix: '512', class: 'payables', side: null },
          { prefix: '5011', class: 'receivables', side: 'credit' },
          { prefix: '469', class: 'payables', side: 'both' },
        ] as const),
      )
    },
  },
  {
    name: 'assets that the balance does not have',
    drawn: (set, random) => {
      const amount = edge(random, tnaOf(set).over(1000).round(2), '0.01')
      for (const type of ['FUND TNA', 'TOTAL ASSETS']) shiftElement(set.now, type, set.fund.code, amount)
    },
  },
]
