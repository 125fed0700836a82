import { AUDITOR, DOMICILE, LAWYER, MANAGEMENT, PARTNER } from '../expenses/parties'
import { agreed, type BudgetStory } from './story'

const NEXT_YEAR = { from_date: '2027-01-01', to_date: '2027-12-31' }

/** Budgets that hold no draft: not approved yet, or cancelled. */
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
