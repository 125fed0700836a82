import type { Day } from '~/platform/values/day'

/** What went another way than usual with one task. */
export interface Twist {
  entity: string
  process: string
  nominal: Day
  task: string
  /** Done so many business days after its due date. */
  late?: number
  /** How far it got. */
  until?: 'TO DO' | 'IN PROGRESS' | 'DONE'
  /** What the step that ends it says. */
  comment?: string
  /** It was not to do at all: why. */
  notApplicable?: string
  /** Whoever reads it after it is done has it done again: why. */
  reopened?: string
  /** A file that is added before it is done. */
  paper?: { fileName: string; from: string; subject: string; text: string }
  /** The comment on its KPI "Documents on time", once it is done. */
  kpi?: { comment: string; log: string }
}

const STATISTICS = 'CSSF monthly statistics'
const ANNEX = 'AIFMD Annex IV report'
const REPORT = 'Investor report'
const COR = 'Cormoran Investissements SICAV-FIS'
const QUE = 'Quercus Alternatives SCA SICAV-RAIF'
const ARV = 'Arvensis SICAV'
const NOR = 'Nordlys Invest SICAV'

const acknowledged = (fund: string, report: string, number: string) => ({
  fileName: `acknowledgement ${number}.pdf`,
  from: 'Commission de Surveillance du Secteur Financier (made up)',
  subject: `Acknowledgement ${number}`,
  text: `We have received ${report} of ${fund}. The file is complete and was accepted.`,
})

export const TWISTS: readonly Twist[] = [
  {
    entity: ARV,
    process: STATISTICS,
    nominal: '2026-08-31',
    task: 'File with the CSSF',
    paper: acknowledged(ARV, 'the monthly statistics of August 2026', '2026-08-4411'),
  },
  {
    entity: NOR,
    process: STATISTICS,
    nominal: '2026-09-30',
    task: 'File with the CSSF',
    late: 2,
    comment: 'The portal was down for two days; filed as soon as it answered.',
    paper: acknowledged(NOR, 'the monthly statistics of September 2026', '2026-09-4587'),
    kpi: { comment: 'System or provider outage', log: 'Portal of the authority down on 13 and 14 October.' },
  },
  {
    entity: ARV,
    process: STATISTICS,
    nominal: '2026-09-30',
    task: 'Fill in the report',
    reopened: 'The flows of ARV09 are those of August.',
  },
  {
    entity: COR,
    process: 'Depositary oversight',
    nominal: '2026-08-31',
    task: 'Clear differences',
    notApplicable: 'The depositary agreed with all positions.',
  },
  // Late until somebody takes it up: the day on which the demo ends lies after its due date.
  { entity: COR, process: ANNEX, nominal: '2026-09-30', task: 'Check the XML', until: 'DONE' },
  { entity: COR, process: ANNEX, nominal: '2026-09-30', task: 'File with the CSSF', until: 'TO DO' },
  {
    entity: QUE,
    process: ANNEX,
    nominal: '2026-09-30',
    task: 'File with the CSSF',
    paper: acknowledged(QUE, 'the AIFMD report of the third quarter 2026', 'AIF-2026-Q3-0092'),
  },
  {
    entity: QUE,
    process: REPORT,
    nominal: '2026-09-30',
    task: 'Lay out and translate',
    until: 'IN PROGRESS',
  },
  { entity: QUE, process: REPORT, nominal: '2026-09-30', task: 'Approve the report', until: 'TO DO' },
  { entity: QUE, process: REPORT, nominal: '2026-09-30', task: 'Publish and send', until: 'TO DO' },
  {
    entity: ARV,
    process: 'Board pack',
    nominal: '2026-09-17',
    task: 'Send the pack',
    paper: {
      fileName: 'board pack 17.09.2026.pdf',
      from: 'Arvensis SICAV',
      subject: 'Pack for the board meeting of 17 September 2026',
      text: 'Agenda, minutes of the last meeting, reports of the depositary and of the transfer agent, NAV errors: none.',
    },
  },
  { entity: QUE, process: 'Board pack', nominal: '2026-09-17', task: 'Minutes signed', until: 'DONE' },
]
