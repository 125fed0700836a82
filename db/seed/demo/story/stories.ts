import { LAST_NAV_DATE, navDates } from '../calendar'
import { DEMO_FUNDS, type DemoFund } from '../funds'
import { justify, kpi, Script, type Sitting, step } from './sitting'
import { sourceSittings } from './sources'
import { accountantTicks, approve, controlled, type Ending, release, submit, usual } from './usual'

/** The progress of each fund's last NAV; all others are not controlled yet. */
const LAST: Record<Exclude<Ending, 'to control'>, string> = {
  controlled: 'ARV02 BRU01 NOR01 COR04',
  faults: 'ARV05 BRU06 PEN02',
  justified: 'ARV07 QUE01',
  submitted: 'ARV04 BRU03 COR05 NOR03',
  returned: 'BRU04',
  refused: 'COR01',
  reviewed: 'ARV08 NOR04 PEN03',
  'awaiting client': 'BRU08 COR03 QUE02',
  validated: 'BRU07 PEN04 QUE05',
  sent: 'ARV09 NOR06',
}

const ENDING_OF = new Map(
  Object.entries(LAST).flatMap(([ending, codes]) => codes.split(' ').map((code) => [code, ending as Ending])),
)

/** NAVs with special stories, by fund code and NAV date. */
const SPECIAL: Record<string, (script: Script) => void> = {
  /** No NAV was possible that day. */
  'PEN05 2026-09-15': (script) =>
    script.acts(
      [1, 9],
      'teamLeader',
      step('cancel', 'TO CONTROL', {
        comment:
          'NAV suspended: the Madrid exchange was closed by an outage. Decision of the board of that day.',
      }),
    ),

  /** Sent with a wrong price of an unlisted holding; found by the auditor three weeks later. */
  'COR02 2026-08-31': (script) => {
    script.control([1, 9], 'FIRST', 'Closing files received', ['N11'])
    submit(script, 'CONTROLLED', 13, accountantTicks(), 1, {
      I04: 'Price of an offer of 26 August, e-mail of the portfolio manager',
    })
    approve(script, 8)
    release(script, 'sent')
    script.acts(
      [14, 9],
      'teamLeader',
      step('reopen', 'SENT', {
        comment: 'The auditor does not accept a price that was only offered',
        reasonCode: 'PRICE',
        documentReceptionDate: script.day(14),
      }),
    )
    script.control([14, 11], 'PRICE', 'The holding at the value of its last accounts')
    script.acts(
      [14, 14],
      'accountant',
      justify({
        N11: 'NAV error above 1 %: told to the supervisor, investors compensated as the board decided on 18 September',
      }),
    )
    submit(script, 'CONTROLLED', 15, accountantTicks(), 14)
    approve(script, 8, 15)
    release(script, 'sent', 15)
    script.acts([16, 8], 'teamLeader', kpi(5, 7, 'A price that was only offered, found by the auditor'))
  },

  /** Sent, and reopened. */
  'NOR05 2026-10-15': (script) => {
    usual(script, 'sent')
    script.acts(
      [12, 9],
      'teamLeader',
      step('reopen', 'SENT', {
        comment: 'Late redemption reported by the transfer agent',
        reasonCode: 'FLOW',
        documentReceptionDate: script.day(12),
      }),
    )
  },

  /** Sent twice: the second round with corrected files. */
  'ARV02 2026-09-15': (script) => {
    script.control([1, 9], 'FIRST', 'Closing files received', ['I05', 'I10'])
    submit(script, 'CONTROLLED', 13)
    approve(script, 8)
    release(script, 'sent')
    script.acts(
      [5, 9],
      'teamLeader',
      step('reopen', 'SENT', {
        comment: 'Static data of one line corrected at the client’s request',
        reasonCode: 'OTHER',
        documentReceptionDate: script.day(5),
      }),
    )
    script.control([5, 11], 'CORR', 'Static data corrected, NAV per share unchanged')
    submit(script, 'CONTROLLED', 13, accountantTicks(), 5)
    approve(script, 8, 6)
    release(script, 'sent', 6)
    script.acts([7, 8], 'teamLeader', kpi(5, 8, 'Static data only: no investor was affected'))
  },

  /** Late files after Submit: approvals voided, everything repeated. */
  'BRU04 2026-10-15': (script) => {
    controlled(script)
    submit(script, 'CONTROLLED', 13)
    script.control([1, 15], 'LATE', 'Late trade confirmation, files sent again')
    submit(script, 'CONTROLLED', 16, [])
    approve(script, 8)
    release(script, 'sent')
    script.acts([3, 8], 'teamLeader', kpi(2, 2), kpi(1, 1))
  },

  /** Returned by the team leader, explained, submitted again. */
  'ARV05 2026-09-30': (script) => {
    usual(script, 'returned')
    script.acts(
      [2, 9],
      'accountant',
      step('submit', 'RETURNED', { comment: 'Quarterly fees are paid on the last day' }),
    )
    approve(script, 10)
    release(script, 'sent', 3)
  },

  /** Refused by the client, prices corrected, accepted. */
  'ARV06 2026-08-31': (script) => {
    usual(script, 'refused')
    script.control([2, 15], 'PRICE', 'Prices of two sovereign bonds confirmed with a second source')
    submit(script, 'CONTROLLED', 8, [], 3)
    approve(script, 9, 3, [])
    release(script, 'sent', 3)
    script.acts([4, 8], 'teamLeader', kpi(4, 6, 'Client asked for a second price source'))
  },

  /** Late from the first file. */
  'NOR03 2026-08-31': (script) => {
    script.control([3, 9], 'FIRST', 'Prices of the Stockholm exchange came late')
    submit(script, 'CONTROLLED', 13, accountantTicks(), 4)
    approve(script, 8, 5)
    release(script, 'sent', 6)
    script.acts([7, 8], 'teamLeader', kpi(1, 3), kpi(3, 3))
  },

  /** Still in progress although the next date has arrived. */
  'BRU05 2026-10-23': (script) => usual(script, 'reviewed'),
  'QUE03 2026-10-23': (script) => usual(script, 'validated'),
}

/** Everything that happened in the demo's three months, day by day. */
export function stories(): Sitting[] {
  const sittings = [...sourceSittings(), ...DEMO_FUNDS.flatMap((fund) => storiesOf(fund))]
  return sittings.sort((a, b) => a.at.getTime() - b.at.getTime())
}

function storiesOf(fund: DemoFund): Sitting[] {
  return navDates(fund.frequency).flatMap((navDate) => {
    const script = new Script(fund, navDate)
    const special = SPECIAL[`${fund.code} ${navDate}`]
    if (special) special(script)
    else usual(script, navDate === LAST_NAV_DATE ? (ENDING_OF.get(fund.code) ?? 'to control') : 'sent')
    return script.sittings
  })
}
