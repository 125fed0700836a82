import { Big } from '~/platform/values/decimal'
import { businessDaysAfter, LAST_DAY } from '../calendar'
import { demoFund } from '../funds'
import type { FundFigures } from '../model/books'
import {
  announcementsFile,
  cashFile,
  positionsFile,
  pricesFile,
  registerFile,
} from '../workbooks/source-files'
import { delivered } from './faults'
import { SITTING_KEYS, type Sitting, type Work } from './sitting'

/**
 * The funds whose transfer agent, depositary and vendor send their own files since October; the vendor has all dividends,
 * so that none means 0.
 */
const SOURCE_FUNDS = [
  'ARV04',
  'ARV08',
  'ARV10',
  'BRU03',
  'BRU07',
  'COR04',
  'COR05',
  'NOR01',
  'NOR04',
  'NOR05',
]

/** What is expected of them, from the first files on. */
const EXPECTED_SOURCES = 'REGISTER: LUX-TA; CASH: SURE-CUSTODY; POSITIONS: SURE-CUSTODY'

/** Their NAV dates with sources, each after the NAV date before it. */
const DATES = [
  ['2026-09-30', '2026-10-15'],
  ['2026-10-15', '2026-10-30'],
] as const

/** What settles after the NAV date, and counts for the last time on the demo's last day. */
const UNSETTLED = { fund: 'NOR04', date: '2026-10-30', account: 'CASH-SEK', amount: '1250000' } as const

/** A digit that the bank typed wrongly, and corrected. */
const MISTYPED = { fund: 'ARV04', date: '2026-10-30', account: 'CASH-EUR', by: '90000' } as const

/** This bank statement never comes. */
const WITHOUT_CASH = { fund: 'BRU07', date: '2026-10-30' } as const

/** These positions come after the controls of their day. */
const LATE_POSITIONS = '2026-10-15'

const less = (balance: string, by: string) => new Big(balance).minus(by).toFixed(2)

/** The files of other parties, mostly before the controls that lean on them; on some days late, wrong or missing. */
export function sourceSittings(): Sitting[] {
  return DATES.flatMap(([before, navDate]) => {
    const figures = (leaveOut: string | null = null): FundFigures[] =>
      SOURCE_FUNDS.filter((code) => code !== leaveOut).map((code) => delivered(demoFund(code), navDate, []))
    const without = navDate === WITHOUT_CASH.date ? WITHOUT_CASH.fund : null
    const balance = (isMistyped: boolean) => (fundCode: string, account: string, stated: string) => {
      const is = (at: { fund: string; date: string; account: string }) =>
        at.fund === fundCode && at.date === navDate && at.account === account
      if (is(UNSETTLED)) return less(stated, UNSETTLED.amount)
      return isMistyped && is(MISTYPED) ? less(stated, MISTYPED.by) : stated
    }
    const cash = (isMistyped: boolean) => () => [cashFile(navDate, figures(without), balance(isMistyped))]
    const at = (hour: string) => new Date(`${businessDaysAfter(navDate, 1)}T${hour}:00Z`)
    let number = 0
    const sitting = (
      hour: string,
      sender: string,
      files: Extract<Work, { kind: 'sources' }>['files'],
    ): Sitting => {
      number += 1
      return {
        key: `${SITTING_KEYS}sources/${navDate}/${number}`,
        at: at(hour),
        who: 'accountant1',
        fundCode: '',
        navDate,
        work: { kind: 'sources', funds: SOURCE_FUNDS, expected: EXPECTED_SOURCES, sender, files },
      }
    }
    const positions = () => [positionsFile(navDate, figures())]
    return [
      sitting('06:30', 'LUX-TA', () => [registerFile(navDate, figures())]),
      sitting('06:40', 'SURE-CUSTODY', cash(true)),
      sitting('06:50', 'PRICEWELL', () => [
        pricesFile(navDate, figures()),
        announcementsFile(before, navDate, figures()),
      ]),
      sitting(navDate === LATE_POSITIONS ? '11:55' : '07:00', 'SURE-CUSTODY', positions),
      ...(navDate === MISTYPED.date ? [sitting('12:05', 'SURE-CUSTODY', cash(false))] : []),
      ...(navDate === UNSETTLED.date
        ? [
            {
              key: `${SITTING_KEYS}sources/${navDate}/explained`,
              at: at('12:15'),
              who: demoFund(UNSETTLED.fund).accountant,
              fundCode: UNSETTLED.fund,
              navDate,
              work: {
                kind: 'explained',
                given: {
                  rule: 'S03',
                  subject: 'SEK',
                  isin: null,
                  exDate: null,
                  amount: UNSETTLED.amount,
                  reason: 'settlement pending',
                  comment: 'Sale of 29 October, confirmed by the broker',
                  until: LAST_DAY,
                  renews: null,
                },
              },
            } satisfies Sitting,
          ]
        : []),
    ]
  })
}
