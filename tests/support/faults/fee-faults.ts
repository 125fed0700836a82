import { addDays, q } from '../rule-oracle/exact'
import { edge, type Fault, netOf, post } from './fault'

/** Possible errors in the accrued fees. */
export const FEE_FAULTS: Fault[] = [
  {
    rule: 'B10',
    name: 'a fee at its tolerance',
    drawn: (set, random) => {
      const prefix = random.pick(['6010', '6020', '6030'])
      const fee = set.fees.find((each) => each.prefix === prefix)
      const { previous, now } = set
      if (!fee || !previous) return
      // A fixed fee is known to the cent, so its boundaries are too.
      if (random.chance(0.5)) Object.assign(fee, { rate: null, amount: '7020', days: '360' })
      const days = (Date.parse(now.date) - Date.parse(previous.date)) / 86_400_000
      const expected =
        fee.amount === null
          ? null
          : q(fee.amount)
              .times(days)
              .over(fee.days === '360' ? 360 : 365)
      const before = netOf(previous, `${prefix}`)
      const change = expected
        ? expected.plus(edge(random, expected.over(20).gt(1) ? expected.over(20) : q(1), '0.001'))
        : netOf(now, `${prefix}`)
            .minus(before)
            .times(random.pick(['0.9', '0.955', '1.02', '1.06', '2', '0']))
      post(
        set,
        now,
        `${prefix}`,
        before
          .plus(change)
          .minus(netOf(now, `${prefix}`))
          .round(6),
      )
    },
  },
  {
    rule: 'B10',
    name: 'the schedule changes',
    certain: ({ fees: [fee] }) => {
      if (fee)
        fee.rate = q(fee.rate ?? 0)
          .times('1.1')
          .text()
    },
    drawn: (set, random) => {
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
      if (kind === 4) fee.prefix = random.pick(['60', '601', '6090'])
      if (kind === 5) Object.assign(fee, { rate: null, amount: null })
      if (kind === 6) Object.assign(fee, { rate: '0.9', amount: null })
    },
  },
  {
    rule: 'B10',
    name: 'the fee was booked with the flows',
    drawn: (set, random) => {
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
      const account = `${fee.prefix}`
      const change = netOf(now, account).minus(netOf(previous, account))
      post(set, now, account, change.times(rise).minus(change).round(2))
    },
  },
]
