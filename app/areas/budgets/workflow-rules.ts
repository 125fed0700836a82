import type { KindRules } from '~/platform/workflow/kind-rules'

const ACTIVE = { queue: 'COMPLETED', status: 'ACTIVE' }
const CANCELLED = { queue: 'SYSTEM', status: 'CANCELLED' }

/** The parts of the workflow of budgets that the code relies on: product decisions, section 2. */
export const BUDGET_WORKFLOW: KindRules = {
  kind: 'budget',
  title: 'budget',
  one: 'a budget',
  functionId: 'budgets',
  starts: [{ queue: 'ACCOUNTING', status: 'IN ENTRY' }],
  goals: [ACTIVE],
  ends: [CANCELLED],
  moves: [{ display: 'Deleted', from: { queue: 'ACCOUNTING' }, to: CANCELLED }],
  needed: ['create', 'submit', 'approve'],
  bendable: ['submit'],
  gates: [{ from: [{ queue: 'ACCOUNTING' }], to: ACTIVE, through: ['submit', 'approve'] }],
  held: [],
  marks: ['editor', 'submitter'],
  conditions: ['free of overlaps', 'never in force'],
  effects: ['in force', 'out of force'],
  datesEffect: null,
}
