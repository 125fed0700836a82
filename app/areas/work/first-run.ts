/** What new users do first, by queue, with files to try it with. */

/** An act to do, and the events by which it is known to be done. */
export interface FirstAct {
  title: string
  about: string
  to: string
  /** The kinds of its objects and the names of their events. */
  done: { kinds: readonly string[]; names: readonly string[] }
  /** Files of the demo to do it with; elsewhere people have their own. */
  samples: readonly string[]
}

export interface FirstRun {
  title: string
  acts: readonly FirstAct[]
}

const REVIEWED: FirstAct = {
  title: 'Tick a check of a NAV',
  about: 'Open a NAV, Checks: sign what you looked at. Some checks are ticked by the rules.',
  to: '/nav-controls',
  done: { kinds: ['nav'], names: ['tick check'] },
  samples: [],
}

const KPI: FirstAct = {
  title: 'Explain a missed KPI',
  about: 'Open a NAV that was late or sent twice, KPI: choose why.',
  to: '/production/kpi',
  done: { kinds: ['nav'], names: ['kpi comment'] },
  samples: [],
}

const ACTS: Readonly<Record<string, FirstRun>> = {
  ACCOUNTANT: {
    title: 'Your first NAV',
    acts: [
      {
        title: 'Run a control',
        about: 'Upload the files of a NAV. The rules run in seconds and name the cells that are wrong.',
        to: '/nav-controls/new/fia-3',
        done: { kinds: ['nav'], names: ['control'] },
        samples: [
          '/samples/fia3-good/ARV03_NAV_20261030.xlsx',
          '/samples/fia3-good/ARV03_Balance_20261030.xlsx',
          '/samples/fia3-good/ARV03_Inventory_20261030.xlsx',
        ],
      },
      {
        title: 'Answer for a rule',
        about:
          'Open a NAV with rules that are not OK: explain a warning, or justify what blocks. The impact is in bp (basis points): 1 bp is 0.01 % of the NAV.',
        to: '/nav-controls',
        done: { kinds: ['nav'], names: ['comment rule', 'override rule'] },
        samples: [
          '/samples/fia3-faulty/COR06_NAV_20261030.xlsx',
          '/samples/fia3-faulty/COR06_Balance_20261030.xlsx',
          '/samples/fia3-faulty/COR06_Inventory_20261030.xlsx',
        ],
      },
      {
        title: 'Submit a NAV',
        about: 'The team leader approves it next. A round is one pass through the queues.',
        to: '/nav-controls',
        done: { kinds: ['nav'], names: ['submit'] },
        samples: [],
      },
    ],
  },
  'TEAM LEADER': {
    title: 'Your first approval',
    acts: [
      REVIEWED,
      {
        title: 'Approve or return a NAV',
        about: 'The NAV bridge shows what moved it since the last one, and what nothing explains.',
        to: '/nav-controls',
        done: { kinds: ['nav'], names: ['approve', 'return'] },
        samples: [],
      },
      KPI,
    ],
  },
  MANAGER: {
    title: 'Your first validation',
    acts: [
      REVIEWED,
      {
        title: 'Validate or return a NAV',
        about: 'The NAV bridge shows what moved it since the last one, and what nothing explains.',
        to: '/nav-controls',
        done: { kinds: ['nav'], names: ['validate', 'return'] },
        samples: [],
      },
      KPI,
    ],
  },
  CLIENT: {
    title: 'Your first answer of a client',
    acts: [
      REVIEWED,
      {
        title: 'Record what the client says',
        about: 'Open a NAV that awaits its client: accepted or refused, with the day.',
        to: '/nav-controls',
        done: { kinds: ['nav'], names: ['client accepts', 'client refuses'] },
        samples: [],
      },
      KPI,
    ],
  },
  ACCOUNTING: {
    title: 'Your first invoice',
    acts: [
      {
        title: 'Upload an invoice',
        about: 'A PDF with the e-invoice inside fills its draft in; any other is typed in beside its page.',
        to: '/drafts/new',
        done: { kinds: ['draft'], names: ['upload draft'] },
        samples: ['/samples/invoices/e-invoice.pdf', '/samples/invoices/without-xml.pdf'],
      },
      {
        title: 'Send a draft to check',
        about: 'Complete it; the budget and the accounts of the supplier are shown while you type.',
        to: '/drafts',
        done: { kinds: ['draft'], names: ['send to check'] },
        samples: [],
      },
      {
        title: 'Book an invoice',
        about:
          'An approved draft becomes an invoice. Book it, and take its loader to your accounting system.',
        to: '/invoices',
        done: { kinds: ['invoice'], names: ['book'] },
        samples: [],
      },
    ],
  },
  PAYMENT: {
    title: 'Your first payment',
    acts: [
      {
        title: 'Approve an invoice',
        about: 'Two people approve each payment; the account of the supplier stands beside it.',
        to: '/invoices',
        done: { kinds: ['invoice'], names: ['first approval', 'second approval'] },
        samples: [],
      },
      {
        title: 'Make a payment run',
        about: 'Choose approved invoices; one file is made for each account that pays.',
        to: '/payments/new',
        done: { kinds: ['payment run'], names: ['make run'] },
        samples: [],
      },
      {
        title: 'Upload what the bank answers',
        about: 'A statement or status report tells which payments arrived; the rest is in the Bank inbox.',
        to: '/payments/answer',
        done: { kinds: ['payment run'], names: ['bank answer'] },
        samples: [],
      },
    ],
  },
  OPERATIONS: {
    title: 'Your first process',
    acts: [
      {
        title: 'Start a task',
        about: 'Open a process: its tasks are due some business days before or after its date.',
        to: '/processes',
        done: { kinds: ['task', 'reviewed task'], names: ['start'] },
        samples: [],
      },
      {
        title: 'Finish a task',
        about: 'Done, with a document where one is asked for.',
        to: '/processes',
        done: { kinds: ['task', 'reviewed task'], names: ['done'] },
        samples: [],
      },
      {
        title: 'Look ahead',
        about: 'The calendar shows what is due in the months to come. Choose the notices that you want.',
        to: '/processes/calendar',
        done: { kinds: ['user'], names: ['set notices'] },
        samples: [],
      },
    ],
  },
}

/** The acts of a user: of the first of these queues that they work in; null without such a queue. */
export function firstRunOf(queues: readonly string[]): FirstRun | null {
  const queue = Object.keys(ACTS).find((each) => queues.includes(each))
  return queue === undefined ? null : (ACTS[queue] ?? null)
}
