import { approve, paper, send } from './paper'
import { CUSTODIAN, DOMICILE, LAWYER, MANAGEMENT, NORDLYS, PARTNER, PRICES } from './parties'
import type { ExpenseStory } from './story'

/** Drafts on their way through the queues. */
export const UNDER_WAY: ExpenseStory[] = [
  {
    key: 'legal advice, returned',
    fileName: 'Kellermann Steiner 2026-1187.pdf',
    paper: paper({
      seller: LAWYER,
      buyer: MANAGEMENT,
      ref: '2026-1187',
      date: '2026-10-12',
      due: '2026-11-11',
      currency: 'EUR',
      lines: [
        { text: 'Review of the prospectus, 11 hours', net: '3960.00' },
        { text: 'Filing with the regulator', net: '450.00' },
      ],
      taxRate: '17',
    }),
    eInvoice: false,
    uploaded: { at: '2026-10-14T09:02', who: 'finance1', comment: 'Two matters on one invoice' },
    deeds: [
      {
        at: '2026-10-14T09:15',
        who: 'finance1',
        enter: {
          supplier: LAWYER.name,
          invoiced: MANAGEMENT.name,
          settling: MANAGEMENT.name,
          expenseType: 'Legal fee',
          routineType: 'One-off',
          invoiceRef: '2026-1187',
          invoiceDate: '2026-10-12',
          dueDate: '2026-11-11',
          currency: 'EUR',
          grossAmount: '5159.70',
          taxes: '749.70',
        },
      },
      send('2026-10-14T09:16'),
      {
        at: '2026-10-15T08:05',
        who: 'teamleader1',
        step: 'return',
        comment: 'Please divide it: the filing belongs to Nordlys Invest SICAV.',
      },
    ],
  },
  {
    key: 'market data, to check',
    fileName: 'Rechnung PW-20261031-4471.pdf',
    paper: paper({
      seller: PRICES,
      buyer: NORDLYS,
      ref: 'PW-20261031-4471',
      date: '2026-10-31',
      due: '2026-11-30',
      currency: 'EUR',
      lines: [
        { text: 'Bond prices, October 2026', net: '2310.00' },
        { text: 'Corporate actions, October 2026', net: '640.00' },
      ],
      taxRate: '0',
    }),
    eInvoice: true,
    uploaded: { at: '2026-11-02T08:31', who: 'accountant1', comment: '' },
    deeds: [
      {
        at: '2026-11-02T08:36',
        who: 'accountant1',
        enter: {
          invoiced: NORDLYS.name,
          settling: NORDLYS.name,
          expenseType: 'Market data',
          routineType: 'Monthly',
          glDate: '2026-10-31',
        },
      },
      send('2026-11-02T08:37', 'accountant1'),
    ],
  },
  {
    key: 'depositary, to validate',
    fileName: 'Depositary fee Q3 2026.pdf',
    paper: paper({
      seller: CUSTODIAN,
      buyer: MANAGEMENT,
      ref: 'SCB-Q3-2026/0093',
      date: '2026-10-20',
      due: '2026-11-20',
      currency: 'EUR',
      lines: [{ text: 'Depositary services, third quarter 2026', net: '47250.00' }],
      taxRate: '14',
    }),
    eInvoice: true,
    uploaded: { at: '2026-10-22T07:58', who: 'finance2', comment: '' },
    deeds: [
      {
        at: '2026-10-22T08:10',
        who: 'finance2',
        enter: {
          invoiced: MANAGEMENT.name,
          settling: MANAGEMENT.name,
          expenseType: 'Depositary fee',
          routineType: 'Quarterly',
          glDate: '2026-09-30',
        },
      },
      send('2026-10-22T08:11', 'finance2'),
      {
        at: '2026-10-23T08:36',
        who: 'teamleader2',
        overrideBudget: 'depositary of Helvetica Bridge',
        comment: 'Two sub-funds joined in July; the board agreed to it on 20 October.',
      },
      approve('2026-10-23T08:40', 'teamleader2'),
    ],
  },
  {
    key: 'domiciliation, validated',
    fileName: 'DOM-2026-10-0312.pdf',
    paper: paper({
      seller: DOMICILE,
      buyer: PARTNER,
      ref: 'DOM-2026-10-0312',
      date: '2026-10-01',
      due: '2026-10-31',
      currency: 'EUR',
      lines: [{ text: 'Domiciliation, fourth quarter 2026', net: '2500.00' }],
      taxRate: '17',
    }),
    eInvoice: true,
    uploaded: { at: '2026-10-05T09:11', who: 'finance1', comment: '' },
    deeds: [
      {
        at: '2026-10-05T09:15',
        who: 'finance1',
        enter: {
          invoiced: PARTNER.name,
          settling: PARTNER.name,
          expenseType: 'Domiciliation fee',
          routineType: 'Quarterly',
        },
      },
      send('2026-10-05T09:16'),
      approve('2026-10-05T12:20'),
      {
        at: '2026-10-28T08:00',
        who: 'clientdesk1',
        validators: [['Vincent Aubry', '2026-10-27']],
        proof: 'OK of Mr Aubry.pdf',
      },
      { at: '2026-10-28T08:02', who: 'clientdesk1', step: 'client validated' },
    ],
  },
]
