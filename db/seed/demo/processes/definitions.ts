import type { Day } from '~/platform/values/day'

/** The recurring work of the demo's funds; all invented, modelled on practice in Luxembourg. */

interface DemoTask {
  group: string
  name: string
  team: 'OPERATIONS' | 'TEAM LEADER'
  /** Business days from the event date. */
  due: number
  review?: true
  info?: string
}

export interface DemoProcess {
  name: string
  category: string
  recipient: string
  event: string
  due: number
  tasks: DemoTask[]
  /** The entities that run it, with the assigned user. */
  runs: [entity: string, userName: string | null][]
}

export const EVENTS = [
  { name: 'Month end', recurrence: 'monthly', rolls: 'before' },
  { name: 'Quarter end', recurrence: 'quarterly', rolls: 'stays' },
  { name: 'Board meeting', recurrence: 'given days', rolls: 'stays' },
]

/** Meetings of the boards. */
export const BOARD_MEETINGS: Day[] = ['2026-09-17', '2026-12-10', '2027-03-18', '2027-06-17']

const ARV = 'Arvensis SICAV'
const BRU = 'Brumalis Fonds SICAV'
const COR = 'Cormoran Investissements SICAV-FIS'
const NOR = 'Nordlys Invest SICAV'
const PEN = 'Peñalara Global SICAV'
const HELVETICA = 'Helvetica Bridge Management Company SA'
const QUE = 'Quercus Alternatives SCA SICAV-RAIF'

const task = (
  group: string,
  name: string,
  team: DemoTask['team'],
  due: number,
  more: Pick<DemoTask, 'review' | 'info'> = {},
): DemoTask => ({ group, name, team, due, ...more })

const REVIEW = { review: true } as const

export const PROCESSES: DemoProcess[] = [
  {
    name: 'CSSF monthly statistics',
    category: 'Regulatory',
    recipient: 'CSSF',
    event: 'Month end',
    due: 10,
    tasks: [
      task('Prepare', 'Take net assets and flows', 'OPERATIONS', 3, {
        info: '<p>From the last NAV <strong>sent</strong> of each fund: net assets, subscriptions and redemptions of the month.</p><p>A fund without a NAV at the month end takes the one before.</p>',
      }),
      task('Prepare', 'Fill in the report', 'OPERATIONS', 5),
      task('Check', 'Compare with the month before', 'TEAM LEADER', 7, {
        ...REVIEW,
        info: '<ul><li>Net assets: more than 10 % needs a reason.</li><li>Flows: they explain the shares.</li></ul>',
      }),
      task('File', 'File with the CSSF', 'OPERATIONS', 10, {
        info: '<ol><li>Send the file.</li><li>Wait for the acknowledgement.</li><li>Upload it here.</li></ol>',
      }),
    ],
    runs: [
      [ARV, 'operations1'],
      [BRU, 'operations1'],
      [NOR, 'operations2'],
      [PEN, 'operations2'],
    ],
  },
  {
    name: 'Depositary oversight',
    category: 'Oversight',
    recipient: 'Depositary',
    event: 'Month end',
    due: 6,
    tasks: [
      task('Positions', 'Send positions to the depositary', 'OPERATIONS', 2),
      task('Positions', 'Clear differences', 'OPERATIONS', 4, REVIEW),
      task('Cash', 'Reconcile cash accounts', 'OPERATIONS', 4),
      task('Sign', 'Sign the oversight letter', 'TEAM LEADER', 6),
    ],
    runs: [
      [ARV, 'operations1'],
      [COR, 'operations2'],
    ],
  },
  {
    name: 'Oversight report',
    category: 'Oversight',
    recipient: 'Board',
    event: 'Month end',
    due: 10,
    tasks: [
      task('Prepare', 'State the causes of late NAVs', 'OPERATIONS', 3, {
        info: '<p>As comments on the KPI <strong>NAV on time</strong>: without a cause, a delay is not attributed.</p>',
      }),
      task('Prepare', 'Make the report', 'TEAM LEADER', 5, {
        info: '<p>On <em>Oversight</em>, of the month; after a quarter, of its three months, too.</p>',
      }),
      task('Sign', 'Have it signed by two managers', 'TEAM LEADER', 8, REVIEW),
      task('Sign', 'Send the kept PDF to the board', 'OPERATIONS', 10),
    ],
    runs: [[HELVETICA, 'operations1']],
  },
  {
    name: 'Investor report',
    category: 'Reporting',
    recipient: 'Investors',
    event: 'Quarter end',
    due: 20,
    tasks: [
      task('Figures', 'Performance by share class', 'OPERATIONS', 6),
      task('Figures', 'Largest positions and changes', 'OPERATIONS', 6),
      task('Text', 'Comment of the manager', 'TEAM LEADER', 10, {
        info: '<p>One page, in the language of the fund. Nothing that promises returns.</p>',
      }),
      task('Text', 'Lay out and translate', 'OPERATIONS', 14),
      task('Release', 'Approve the report', 'TEAM LEADER', 18, REVIEW),
      task('Release', 'Publish and send', 'OPERATIONS', 20),
    ],
    runs: [
      [COR, 'operations2'],
      [NOR, 'operations2'],
      [QUE, 'operations1'],
    ],
  },
  {
    name: 'AIFMD Annex IV report',
    category: 'Regulatory',
    recipient: 'CSSF',
    event: 'Quarter end',
    due: 21,
    tasks: [
      task('Data', 'Exposure and leverage', 'OPERATIONS', 8, {
        info: '<table><tbody><tr><th>Method</th><th>Source</th></tr><tr><td>Gross</td><td>Inventory</td></tr><tr><td>Commitment</td><td>Risk system</td></tr></tbody></table>',
      }),
      task('Data', 'Liquidity profile', 'OPERATIONS', 8),
      task('Data', 'Counterparties', 'OPERATIONS', 10),
      task('Check', 'Check the XML', 'OPERATIONS', 15, REVIEW),
      task('File', 'File with the CSSF', 'TEAM LEADER', 20),
    ],
    runs: [
      [COR, 'operations1'],
      [QUE, 'operations1'],
    ],
  },
  {
    name: 'Board pack',
    category: 'Governance',
    recipient: 'Board',
    event: 'Board meeting',
    due: 10,
    tasks: [
      task('Before', 'Agenda with the chair', 'TEAM LEADER', -20),
      task('Before', 'Collect reports of delegates', 'OPERATIONS', -12, {
        info: '<p>Depositary, transfer agent, auditor, risk. Ask again after <em>three</em> days.</p>',
      }),
      task('Before', 'NAV errors and breaches', 'OPERATIONS', -10, REVIEW),
      task('Before', 'Send the pack', 'OPERATIONS', -5),
      task('Meeting', 'Take the minutes', 'TEAM LEADER', 0),
      task('After', 'Minutes signed', 'TEAM LEADER', 8, REVIEW),
      task('After', 'File the minutes', 'OPERATIONS', 10),
    ],
    runs: [
      [ARV, 'operations1'],
      [QUE, null],
    ],
  },
]

/** The manager of each fund. */
export const MANAGERS: Record<string, string> = {
  [ARV]: HELVETICA,
  [BRU]: HELVETICA,
  [COR]: HELVETICA,
  [NOR]: 'Nordlys Kapitalförvaltning AB',
  [PEN]: HELVETICA,
  [QUE]: 'Quercus General Partner S.à r.l.',
}

/** The holiday calendar of the demo's entities. */
export const CALENDAR = 'LU'
