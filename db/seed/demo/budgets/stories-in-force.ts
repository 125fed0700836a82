import {
  AUDITOR,
  CUSTODIAN,
  DOMICILE,
  INDEX_HOUSE,
  MANAGEMENT,
  NORDLYS,
  PARTNER,
  PRICES,
} from '../expenses/parties'
import { agreed, type BudgetStory } from './story'

const YEAR = { from_date: '2026-01-01', to_date: '2026-12-31' }
const SECOND_HALF = { from_date: '2026-07-01', to_date: '2026-12-31' }
const NO_PROOF = { client_validation: false }
const WITH_PROOF = { client_validation: true }

/** Budgets that drafts are held against. */
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
    // Exceeded by the third quarter, which a team leader let pass.
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
    // Being amended: what was approved holds until the new amount is.
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
