import type { KindRules } from '~/platform/workflow/kind-rules'

const CONTROLLED = { queue: 'ACCOUNTANT', status: 'CONTROLLED' }
const SENT = { queue: 'COMPLETED', status: 'SENT' }

/** After Submit, a change of figures returns the NAV to the accountant. */
const voided = (queue: string) => ({ display: 'Figures changed', from: { queue }, to: CONTROLLED })

/** The answers of the client: each has the day on which it was given. */
export const CLIENT_ANSWERS = ['client accepts', 'client refuses'] as const

/** The steps that are confirmed first: after them, others rely on the NAV. */
export const CONFIRMED_NAV_STEPS = [...CLIENT_ANSWERS, 'send'] as const
export type ConfirmedNavStep = (typeof CONFIRMED_NAV_STEPS)[number]

/** The parts of the workflow of NAVs that the code relies on: product decisions, section 2. */
export const NAV_WORKFLOW: KindRules = {
  kind: 'nav',
  title: 'NAV',
  one: 'a NAV',
  functionId: 'navctrl',
  starts: [{ queue: 'ACCOUNTANT', status: 'TO CONTROL' }],
  goals: [SENT],
  ends: [{ queue: 'SYSTEM', status: 'CANCELLED' }],
  moves: [
    { display: 'Control', from: { queue: 'ACCOUNTANT' }, to: CONTROLLED },
    ...['TEAM LEADER', 'MANAGER', 'CLIENT', 'SENDING'].map(voided),
    // A fund that needs no client validation.
    {
      display: 'Validate, no client validation',
      from: { step: 'validate' },
      to: { queue: 'SENDING', status: 'VALIDATED' },
    },
  ],
  // Makers and approvers, NAV Production and the KPIs refer to them by these names.
  needed: ['control', 'submit', 'approve', 'validate', 'send'],
  bendable: ['submit', 'approve', 'validate', 'client accepts'],
  gates: [
    { from: [{ queue: 'ACCOUNTANT' }], to: SENT, through: ['submit', 'approve', 'validate', 'send'] },
    { from: [{ queue: 'CLIENT' }], to: SENT, through: ['client accepts', 'send'] },
  ],
  held: [],
  marks: ['maker', 'approver', 'validator'],
  conditions: ['controlled without blocking faults'],
  effects: ['store dates', 'tick second-person review', 'store sent figures'],
  datesEffect: 'store dates',
}
