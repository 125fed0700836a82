import type { KindRules } from '~/platform/workflow/kind-rules'

const IN_ENTRY = { queue: 'ACCOUNTING', status: 'IN ENTRY' }
const COMPLETED = { queue: 'SYSTEM', status: 'COMPLETED' }

/** The parts of the workflow of drafts that the code relies on: product decisions, section 2. */
export const DRAFT_WORKFLOW: KindRules = {
  kind: 'draft',
  title: 'draft',
  one: 'a draft',
  functionId: 'draftsdashboard',
  starts: [IN_ENTRY],
  goals: [COMPLETED],
  ends: [{ queue: 'SYSTEM', status: 'CANCELLED' }],
  moves: [],
  // Marks, the state of the client's signatures and the comparison of later changes refer to them by these names.
  needed: ['create', 'send to check', 'approve', 'client validated', 'create invoice'],
  bendable: ['send to check', 'approve', 'client validated'],
  gates: [
    {
      from: [IN_ENTRY, { queue: 'ACCOUNTING', status: 'RETURNED' }],
      to: COMPLETED,
      through: ['send to check', 'approve', 'client validated', 'create invoice'],
    },
  ],
  held: [],
  marks: ['editor', 'sender', 'approver'],
  conditions: ['as it was seen', 'within its budgets', 'ready to check', 'validated by the client'],
  effects: ['create invoices'],
  datesEffect: null,
}
