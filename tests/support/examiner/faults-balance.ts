import { addDays, q, zero } from './exact'
import { edge, type Fault, netOf, percentOf, pointsOf, post, setNet, shiftElement, tnaOf } from './faults'
import type { Upload } from './model'

const drop = (upload: Upload, account: string) => {
  upload.balance = upload.balance.filter((row) => row.account !== account)
}
const ACCRUALS = ['460000', '461000', '462000', '469000']

/** What can go wrong in the balance. */
export const BALANCE_FAULTS: Fault[] = [
  {
    name: 'B01 one side is larger',
    plant: ({ now }, random) => {
      const row = random.pick(now.balance)
      row.debtor = q(row.debtor ?? 0)
        .plus(edge(random, q('0.01')))
        .text()
    },
  },
  {
    name: 'B02 balance and NAV differ',
    plant: (set, random) =>
      post(set, set.now, random.pick(['301000', '401000', '511000']), edge(random, q('0.01'))),
  },
  {
    name: 'B03 an account that no class has',
    plant: (set, random) => {
      const size = pointsOf(set, 'threshold')
        .times(100)
        .over(2)
        .times(tnaOf(set, set.previous ?? set.now))
      const amount = random.pick([zero, q('0.01'), q('1234.56'), edge(random, size, '1')])
      post(set, set.now, random.pick(['800000', '0110', 'A1']), amount)
    },
  },
  {
    name: 'B04 a suspense account is not empty',
    plant: (set, random) => {
      const half = q('0.5')
        .over(10_000)
        .times(tnaOf(set, set.previous ?? set.now))
      const amount = random.pick([zero, edge(random, q('0.01')), edge(random, half, '0.01')])
      post(set, set.now, random.pick(['910000', '999']), amount)
    },
  },
  {
    name: 'B05 an account on the wrong side',
    plant: (set, random) => {
      const account = random.pick(['301000', '401000', '460000', '469000', '381000', '220000', '351000'])
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
    name: 'B06 an account is overdrawn',
    plant: (set, random) => {
      const size = edge(random, percentOf(set, 'B06').times(tnaOf(set)), '0.01').abs()
      setNet(set.now, random.pick(['512900', '511001']), size.neg(), set.fund.currency)
      if (random.chance(0.3)) set.fund.regime = 'AIF'
      const level = random.pick(['fund', 'fund', 'type', 'provider', 'all', null] as const)
      if (level) set.settings.push({ key: 'B06', level, value: random.pick(['10', '5', '12.5']) })
    },
  },
  {
    name: 'B07 an account changes a lot',
    plant: (set, random) => {
      const { previous, now } = set
      if (!previous) return
      const size = percentOf(set, 'threshold').over(2).times(tnaOf(set))
      const account = random.pick(['301000', '302000', '401000', '409000', '381000', '469000'])
      const sign = account.startsWith('4') ? -1 : 1
      if (random.chance(0.5)) {
        // A change of a fifth is the limit where the account is large.
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
    name: 'B08 an accrual does not move',
    plant: (set, random) => {
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
    name: 'B09 an account in two rows',
    plant: ({ now }, random) => {
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
    name: 'B10 a fee at its tolerance',
    plant: (set, random) => {
      const prefix = random.pick(['6101', '6102', '6103'])
      const fee = set.fees.find((each) => each.prefix === prefix)
      const { previous, now } = set
      if (!fee || !previous) return
      // A fee of an amount is known to the cent, so its edges are too.
      if (random.chance(0.5)) Object.assign(fee, { rate: null, amount: '720000', days: '360' })
      const days = (Date.parse(now.date) - Date.parse(previous.date)) / 86_400_000
      const expected =
        fee.amount === null
          ? null
          : q(fee.amount)
              .times(days)
              .over(fee.days === '360' ? 360 : 365)
      const before = netOf(previous, `${prefix}00`)
      const change = expected
        ? expected.plus(edge(random, expected.over(20).gt(1) ? expected.over(20) : q(1), '0.001'))
        : netOf(now, `${prefix}00`)
            .minus(before)
            .times(random.pick(['0.9', '0.955', '1.02', '1.06', '2', '0']))
      post(
        set,
        now,
        `${prefix}00`,
        before
          .plus(change)
          .minus(netOf(now, `${prefix}00`))
          .round(6),
      )
    },
  },
  {
    name: 'B10 the schedule changes',
    plant: (set, random) => {
      const { date } = set.now
      const fee = set.fees[0]
      if (!fee) return
      const kind = random.whole(0, 6)
      if (kind === 0) fee.from = random.pick([date, addDays(date, 1)])
      if (kind === 1) fee.to = random.pick([date, addDays(date, -1)])
      if (kind === 2)
        set.fees.push({
          ...fee,
          from: random.pick([date, addDays(date, -40), addDays(date, 1)]),
          rate: '2.5',
          amount: null,
        })
      if (kind === 3) set.fees = []
      if (kind === 4) fee.prefix = random.pick(['61', '610', '6109'])
      if (kind === 5) Object.assign(fee, { rate: null, amount: null })
      if (kind === 6) Object.assign(fee, { rate: '0.9', amount: null })
    },
  },
  {
    name: 'B10 the fee was booked with the flows',
    plant: (set, random) => {
      const { previous, now } = set
      const fee = set.fees.find(({ rate }) => rate !== null)
      const [own] = set.classes
      if (!fee || !previous || !own) return
      now.nav = now.nav.filter(({ type, code }) => type !== 'SUBSCRIPTIONS' || code !== own.code)
      const shares = q(now.nav.find(({ type, code }) => type === 'SHARES' && code === own.code)?.value ?? 0)
      now.nav.push({
        type: 'SUBSCRIPTIONS',
        code: own.code,
        currency: own.currency,
        value: shares.over(4).round(3).text(),
      })
      const rise = random.pick(['1.1', '1.2', '1.3'])
      const account = `${fee.prefix}00`
      const change = netOf(now, account).minus(netOf(previous, account))
      post(set, now, account, change.times(rise).minus(change).round(2))
    },
  },
  {
    name: 'the currency of an account',
    plant: ({ now, previous, ...set }, random) => {
      const foreign = now.nav.filter(({ type }) => type === 'FX RATE').map(({ code }) => code)
      const { account } = random.pick(now.balance)
      const currency = random.pick([...foreign, set.fund.currency, 'AUD'])
      for (const upload of [now, previous])
        for (const row of upload?.balance ?? []) if (row.account === account) row.currency = currency
    },
  },
  {
    name: 'the account plan is the site’s own',
    plant: (set, random) => {
      set.plan.push(
        random.pick([
          { prefix: '719', class: 'results', side: null },
          { prefix: '71', class: 'results', side: null },
          { prefix: '302', class: 'suspense', side: null },
          { prefix: '512', class: 'payables', side: null },
          { prefix: '511001', class: 'receivables', side: 'credit' },
          { prefix: '469', class: 'payables', side: 'both' },
        ] as const),
      )
    },
  },
  {
    name: 'assets that the balance does not have',
    plant: (set, random) => {
      const amount = edge(random, tnaOf(set).over(1000).round(2), '0.01')
      for (const type of ['FUND TNA', 'TOTAL ASSETS']) shiftElement(set.now, type, set.fund.code, amount)
    },
  },
]
