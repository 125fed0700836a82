import { differingPositions, matchingFile } from '../workbooks/control-files'
import type { FaultName } from './faults'
import { PLANTED, USUAL_FINDINGS } from './planted'
import {
  type Act,
  answerBreaks,
  explain,
  type Findings,
  justify,
  kpi,
  type Script,
  step,
  tick,
  tickOpen,
} from './sitting'

/** The usual course of a NAV, and the progress of each fund's newest one. */

const ENDINGS = [
  'to control',
  'controlled',
  'faults',
  'justified',
  'submitted',
  'returned',
  'reviewed',
  'awaiting client',
  'refused',
  'validated',
  'sent',
] as const
export type Ending = (typeof ENDINGS)[number]

const COMMENTS = [
  'Files of the administrator',
  'First run',
  'Closing files received',
  'Complete set, cut-off respected',
]

const ACCOUNTANT_CHECKS: [rank: number, comment?: string][] = [
  [1],
  [3],
  [4, 'Agreed with the transfer agent’s statement'],
  [5],
  [6],
  [7],
  [9, 'Agreed with the statements of the custodian'],
  [10],
  [11],
  [13],
]

/** Comments on breaks before check 10 is signed. */
const ANSWERS: Parameters<typeof answerBreaks>[0] = {
  'QUANTITY BREAK': {
    state: 'EXPLAINED',
    comment: 'Bought on the NAV date, booked by the manager a day early',
  },
  'PRICE BREAK': { state: 'OPEN', comment: 'Price source of the manager asked for' },
  'VALUE BREAK': { state: 'EXPLAINED', comment: 'The manager accrues interest to the settlement date' },
  'MISSING AT ADMINISTRATOR': { state: 'OPEN', comment: 'Confirmation of the trade asked for' },
  'MISSING AT MANAGER': {
    state: 'OPEN',
    comment: 'Delivery confirmed by the depositary; the manager is asked',
  },
}

export const accountantTicks = (): Act[] => [
  answerBreaks(ANSWERS),
  tickOpen(ACCOUNTANT_CHECKS.map(([rank, comment = '']) => ({ rank, comment }))),
]

const plantedIn = ({ fund, navDate }: Script) => PLANTED[`${fund.code} ${navDate}`]

/** Faults that do not block, left in about one NAV of nine. */
function smallFault(script: Script): FaultName[] {
  const inventory = script.fund.set !== 'FIA2'
  if (script.oneIn(18, 'unmapped')) return ['B03']
  if (!inventory || script.fund.type === 'MONEY MARKET') return []
  if (script.oneIn(14, 'isin') && script.fund.benchmark !== null) return ['I05']
  if (script.oneIn(14, 'percent')) return ['I10']
  return script.oneIn(14, 'rate') ? ['I07'] : []
}

/** Funds whose management company has sent its positions since October. */
const MATCHED = ['ARV02', 'ARV04', 'ARV06', 'BRU01', 'BRU08', 'COR04', 'NOR01', 'NOR04']

/** The controls of a NAV, and its matching; about one NAV in nine needs corrected files. */
export function controlled(script: Script): void {
  controls(script)
  if (script.navDate < '2026-10-01' || !MATCHED.includes(script.fund.code)) return
  script.matching([plantedIn(script)?.day ?? 1, 12], (figures) =>
    matchingFile(script.oneIn(3, 'differs') ? differingPositions(figures) : figures),
  )
}

function controls(script: Script): void {
  const comment = COMMENTS[script.navDate.charCodeAt(9) % COMMENTS.length] ?? ''
  const planted = plantedIn(script)
  if (planted) {
    const { day = 1, faults, corrected } = planted
    script.control([day, 9], 'FIRST', comment, faults)
    if (corrected) script.control([day, 11], ...corrected)
    return
  }
  const small = smallFault(script)
  if (!script.oneIn(9, 'corrected')) {
    script.control([1, 9], 'FIRST', comment, small)
    return
  }
  const fault: FaultName = script.oneIn(2, 'which') ? 'N08' : 'B04'
  script.control([1, 8], 'FIRST', comment, [...small, fault])
  script.control([1, 10], 'CORR', 'Corrected files after a question to the administrator', small)
}

/** Everything from the first control to the ending, within two business days. */
export function usual(script: Script, ending: Ending): void {
  if (ending === 'to control') return
  if (ending === 'faults') {
    script.control([1, 9], 'FIRST', 'First run, questions sent to the administrator', ['N03', 'B03'])
    return
  }
  if (ending === 'justified') {
    script.control([1, 9], 'FIRST', 'First run', ['B04'])
    script.acts(
      [1, 11],
      'accountant',
      tick(1, 3),
      justify({
        B04: 'Cancelled trade, reversal booked on the next business day; agreed with the depositary',
      }),
    )
    return
  }
  controlled(script)
  if (ending === 'controlled') {
    script.acts([1, 14], 'accountant', tick(1, 3, 6))
    return
  }
  const { day = 1 } = plantedIn(script) ?? {}
  submit(script, 'CONTROLLED', 13, accountantTicks(), day)
  if (ending === 'submitted') return
  if (ending === 'returned') {
    script.acts(
      [2, 8],
      'teamLeader',
      step('return', 'SUBMITTED', { comment: 'Please explain the accrued fees against the previous NAV' }),
    )
    return
  }
  approve(script, 8, day + 1)
  if (ending === 'reviewed') return
  release(script, ending, day + 1)
}

/** Signs the checks, comments on NOK rules, and submits. */
export function submit(
  script: Script,
  from: string,
  hour: number,
  ticks = accountantTicks(),
  days = 1,
  words: Findings = {},
): void {
  const { day = 1, justified = {}, explained = {} } = plantedIn(script) ?? {}
  script.acts(
    [days, hour],
    'accountant',
    ...ticks,
    justify(justified),
    explain({ ...USUAL_FINDINGS, ...explained, ...words }),
    step('submit', from, { documentReceptionDate: script.day(day) }),
  )
}

export function approve(script: Script, hour: number, days = 2, ticks = [tick(16)]): void {
  script.acts([days, hour], 'teamLeader', ...ticks, step('approve', 'SUBMITTED'))
}

/** Validation, client and sending; all of them for "sent". */
export function release(script: Script, ending: Ending, days = 2): void {
  script.acts([days, 10], 'manager', step('validate', 'REVIEWED'))
  if (ending === 'awaiting client') return
  if (script.fund.clientValidation) {
    const refuses = ending === 'refused'
    script.acts(
      [days, 12],
      'clientDesk',
      step(refuses ? 'client refuses' : 'client accepts', 'AWAITING CLIENT', {
        clientValidationDate: script.day(days),
        comment: refuses ? 'The client challenges the valuation of the unlisted holdings' : '',
      }),
    )
    if (refuses) return
  }
  if (ending === 'sent') script.acts([days, 14], 'sender', step('send', 'VALIDATED'), ...lateness(script))
}

function lateness(script: Script): Act[] {
  if (script.oneIn(12, 'kpi')) return [kpi(1, 1), kpi(3, 1)]
  return script.oneIn(20, 'kpi 4')
    ? [kpi(4, 7, 'Wrong subscriptions in the first files, corrected the same day')]
    : []
}
