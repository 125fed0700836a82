import type { BudgetFields } from '~/areas/budgets/budget'
import {
  AUDITOR,
  CUSTODIAN,
  DOMICILE,
  INDEX_HOUSE,
  LAWYER,
  MANAGEMENT,
  type Moment,
  NORDLYS,
  PARTNER,
  PRICES,
} from '../expenses/story'

/** The terms of a budget; names are used in place of ids, and a field that is left out counts all. */
export interface Terms
  extends Pick<
    BudgetFields,
    'from_date' | 'to_date' | 'currency' | 'amount_type' | 'treshold' | 'budget' | 'client_validation'
  > {
  supplier: string
  settling: string
  routineType: string
  expenseType?: string
}

/** A user's action on a budget. */
export type BudgetDeed =
  | { at: Moment; who: string; change: Partial<Terms> }
  | { at: Moment; who: string; step: string; comment?: string }

export interface BudgetStory {
  /** Identifies it among the stories, those of drafts too. */
  key: string
  created: { at: Moment; who: string }
  terms: Terms
  deeds: BudgetDeed[]
}

/** Sent by the user who entered it, and approved by a team leader. */
export function agreed(sent: Moment, who: string, approved: Moment, by: string): BudgetDeed[] {
  return [
    { at: sent, who, step: 'submit' },
    { at: approved, who: by, step: 'approve' },
  ]
}

const YEAR = { from_date: '2026-01-01', to_date: '2026-12-31' }
const SECOND_HALF = { from_date: '2026-07-01', to_date: '2026-12-31' }
const NO_PROOF = { client_validation: false }
const WITH_PROOF = { client_validation: true }

/** Budgets that drafts are compared with. */
export const BUDGETS_IN_FORCE: BudgetStory[] = [
  {
    // Below its threshold: the sample e-invoice takes it above.
    key: 'domiciliation of Quercus',
    created: { at: '2026-07-16T08:00', who: 'finance1' },
    terms: {
      supplier: DOMICILE.name,
      settling: PARTNER.name,
      routineType: 'Quarterly',
      expenseType: 'Domiciliation fee',
      ...YEAR,
      ...NO_PROOF,
      ...{ currency: 'EUR', amount_type: 'gross', treshold: '80', budget: '5000.00' },
    },
    deeds: agreed('2026-07-16T08:06', 'finance1', '2026-07-17T07:40', 'teamleader1'),
  },
  {
    // Exceeded by the third quarter, which a team leader allowed.
    key: 'depositary of Helvetica Bridge',
    created: { at: '2026-07-16T08:20', who: 'finance1' },
    terms: {
      supplier: CUSTODIAN.name,
      settling: MANAGEMENT.name,
      routineType: 'Quarterly',
      expenseType: 'Depositary fee',
      ...SECOND_HALF,
      ...WITH_PROOF,
      ...{ currency: 'EUR', amount_type: 'gross', treshold: '80', budget: '50000.00' },
    },
    deeds: agreed('2026-07-16T08:31', 'finance1', '2026-07-17T07:44', 'teamleader1'),
  },
  {
    // At its threshold, in another currency than the invoice.
    key: 'index licences of Quercus',
    created: { at: '2026-07-20T12:10', who: 'finance2' },
    terms: {
      supplier: INDEX_HOUSE.name,
      settling: PARTNER.name,
      routineType: 'Yearly',
      expenseType: 'Index licence',
      ...YEAR,
      ...WITH_PROOF,
      ...{ currency: 'EUR', amount_type: 'net', treshold: '90', budget: '16000.00' },
    },
    deeds: agreed('2026-07-20T12:15', 'finance2', '2026-07-21T08:02', 'teamleader2'),
  },
  {
    // Warns about the draft to check; one more is beyond it.
    key: 'market data of Nordlys',
    created: { at: '2026-09-28T09:00', who: 'accountant1' },
    terms: {
      supplier: PRICES.name,
      settling: NORDLYS.name,
      routineType: 'Monthly',
      expenseType: 'Market data',
      ...{ from_date: '2026-10-01', to_date: '2026-12-31', ...NO_PROOF },
      ...{ currency: 'SEK', amount_type: 'gross', treshold: '80', budget: '39000.00' },
    },
    deeds: agreed('2026-09-28T09:04', 'accountant1', '2026-09-29T08:15', 'teamleader1'),
  },
  {
    // Of every expense type: sixteen invoices in four currencies.
    key: 'custody of Arvensis',
    created: { at: '2026-07-21T07:30', who: 'finance2' },
    terms: {
      supplier: CUSTODIAN.name,
      settling: 'Arvensis SICAV',
      routineType: 'Monthly',
      ...SECOND_HALF,
      ...NO_PROOF,
      ...{ currency: 'EUR', amount_type: 'net', treshold: '80', budget: '1500000.00' },
    },
    deeds: agreed('2026-07-21T07:36', 'finance2', '2026-07-21T12:05', 'teamleader2'),
  },
  {
    // More taxes than expected: nothing remains.
    key: 'taxes on domiciliation of Arvensis',
    created: { at: '2026-07-21T07:50', who: 'finance2' },
    terms: {
      supplier: DOMICILE.name,
      settling: 'Arvensis SICAV',
      routineType: 'Monthly',
      ...SECOND_HALF,
      ...NO_PROOF,
      ...{ currency: 'GBP', amount_type: 'taxes', treshold: '70', budget: '80000.00' },
    },
    deeds: agreed('2026-07-21T07:55', 'finance2', '2026-07-21T12:07', 'teamleader2'),
  },
  {
    // Being amended: the approved amount holds until the new one is approved.
    key: 'audit of Helvetica Bridge',
    created: { at: '2026-07-16T09:00', who: 'finance1' },
    terms: {
      supplier: AUDITOR.name,
      settling: MANAGEMENT.name,
      routineType: 'Half-yearly',
      ...SECOND_HALF,
      ...WITH_PROOF,
      ...{ currency: 'EUR', amount_type: 'gross', treshold: '75', budget: '30000.00' },
    },
    deeds: [
      ...agreed('2026-07-16T09:05', 'finance1', '2026-07-17T07:50', 'teamleader1'),
      { at: '2026-10-30T10:20', who: 'accountant1', step: 'amend', comment: 'Brumalis Fonds SICAV joins' },
      { at: '2026-10-30T10:24', who: 'accountant1', change: { budget: '38000.00' } },
    ],
  },
]

const NEXT_YEAR = { from_date: '2027-01-01', to_date: '2027-12-31' }

/** Budgets that apply to no draft: not approved yet, or cancelled. */
export const OTHER_BUDGETS: BudgetStory[] = [
  {
    key: 'domiciliation of Quercus, next year',
    created: { at: '2026-10-30T14:00', who: 'finance2' },
    terms: {
      supplier: DOMICILE.name,
      settling: PARTNER.name,
      routineType: 'Quarterly',
      expenseType: 'Domiciliation fee',
      ...NEXT_YEAR,
      client_validation: false,
      ...{ currency: 'EUR', amount_type: 'gross', treshold: '80', budget: '5200.00' },
    },
    deeds: [],
  },
  {
    key: 'audit of Arvensis, next year',
    created: { at: '2026-11-02T08:50', who: 'accountant1' },
    terms: {
      supplier: AUDITOR.name,
      settling: 'Arvensis SICAV',
      routineType: 'Yearly',
      expenseType: 'Audit fee',
      ...NEXT_YEAR,
      client_validation: true,
      ...{ currency: 'EUR', amount_type: 'net', treshold: '85', budget: '42000.00' },
    },
    deeds: [{ at: '2026-11-02T08:55', who: 'accountant1', step: 'submit', comment: 'Offer of 27 October' }],
  },
  {
    key: 'legal advice to Helvetica Bridge',
    created: { at: '2026-10-20T12:00', who: 'finance2' },
    terms: {
      supplier: LAWYER.name,
      settling: MANAGEMENT.name,
      routineType: 'One-off',
      expenseType: 'Legal fee',
      ...{ from_date: '2026-07-01', to_date: '2026-12-31', client_validation: true },
      ...{ currency: 'EUR', amount_type: 'gross', treshold: '75', budget: '4500.00' },
    },
    deeds: [
      { at: '2026-10-20T12:04', who: 'finance2', step: 'submit' },
      {
        at: '2026-10-21T07:35',
        who: 'teamleader2',
        step: 'return',
        comment:
          'The review of the prospectus alone is 5,159.70. Please ask for what we expect until December.',
      },
    ],
  },
  {
    key: 'legal advice to Quercus',
    created: { at: '2026-09-01T08:30', who: 'finance1' },
    terms: {
      supplier: LAWYER.name,
      settling: PARTNER.name,
      routineType: 'One-off',
      ...{ from_date: '2026-09-01', to_date: '2026-12-31', client_validation: false },
      ...{ currency: 'EUR', amount_type: 'net', treshold: '80', budget: '9000.00' },
    },
    deeds: [
      ...agreed('2026-09-01T08:33', 'finance1', '2026-09-02T09:10', 'teamleader2'),
      {
        at: '2026-10-15T08:20',
        who: 'teamleader1',
        step: 'cancel',
        comment: 'The share transfer was called off.',
      },
    ],
  },
]

/** The planned expenses of the demo's companies: one story for each place that a budget can be in. */
export const BUDGET_STORIES: readonly BudgetStory[] = [...BUDGETS_IN_FORCE, ...OTHER_BUDGETS]
