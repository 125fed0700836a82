import { UNDER_WAY } from './open-stories'
import {
  AUDITOR,
  approve,
  type ExpenseStory,
  INDEX_HOUSE,
  LAWYER,
  MANAGEMENT,
  NORDLYS,
  PARTNER,
  PENALARA,
  PRICES,
  paper,
  send,
} from './story'

/** Drafts just uploaded: one of them twice, one shared by sub-funds, and one by mistake. */
const FRESH: ExpenseStory[] = [
  {
    key: 'legal advice, divided by fixed keys',
    fileName: 'Kellermann Steiner 2026-1230.pdf',
    paper: paper({
      seller: LAWYER,
      buyer: PENALARA,
      ref: '2026-1230',
      date: '2026-10-29',
      due: '2026-11-28',
      currency: 'EUR',
      lines: [{ text: 'Prospectus update for all sub-funds', net: '6200.00' }],
      taxRate: '17',
    }),
    eInvoice: true,
    uploaded: { at: '2026-11-03T07:30', who: 'finance1', comment: '' },
    deeds: [
      {
        at: '2026-11-03T07:34',
        who: 'finance1',
        enter: {
          invoiced: PENALARA.name,
          settling: PENALARA.name,
          expenseType: 'Legal fee',
          routineType: 'One-off',
          glDate: '2026-10-31',
        },
      },
      { at: '2026-11-03T07:36', who: 'finance1', divide: 'KEY', feesType: 'LEGAL' },
    ],
  },
  {
    key: 'market data, totals that do not add up',
    fileName: 'Rechnung PW-20261031-4480.pdf',
    paper: paper({
      seller: PRICES,
      buyer: NORDLYS,
      ref: 'PW-20261031-4480',
      date: '2026-10-31',
      due: '2026-11-30',
      currency: 'EUR',
      lines: [
        { text: 'Equity prices, October 2026', net: '1120.00' },
        { text: 'Set-up of a new feed', net: '300.00' },
      ],
      taxRate: '0',
      wrongGross: '1402.00',
    }),
    eInvoice: true,
    uploaded: { at: '2026-11-03T08:05', who: 'finance1', comment: '' },
    deeds: [],
  },
  {
    key: 'market data, sent a second time',
    fileName: 'PW-20261031-4471 (copy).pdf',
    paper: paper({
      seller: PRICES,
      buyer: NORDLYS,
      ref: 'PW 20261031 4471',
      date: '2026-10-31',
      due: '2026-11-30',
      currency: 'EUR',
      lines: [{ text: 'Bond prices and corporate actions, October 2026', net: '2950.00' }],
      taxRate: '0',
    }),
    eInvoice: true,
    uploaded: { at: '2026-11-03T08:44', who: 'finance2', comment: 'Came by mail again' },
    deeds: [],
  },
  {
    key: 'legal advice, cancelled',
    fileName: 'Kellermann Steiner 2026-1102.pdf',
    paper: paper({
      seller: LAWYER,
      buyer: PARTNER,
      ref: '2026-1102',
      date: '2026-09-03',
      due: '2026-10-03',
      currency: 'EUR',
      lines: [{ text: 'Advice on a share transfer', net: '1200.00' }],
      taxRate: '17',
    }),
    eInvoice: false,
    uploaded: { at: '2026-09-07T08:00', who: 'finance2', comment: '' },
    deeds: [{ at: '2026-09-08T08:30', who: 'finance2', step: 'cancel', comment: 'Meant for another client' }],
  },
]

/** Drafts that became invoices. */
const COMPLETED: ExpenseStory[] = [
  {
    key: 'audit fees, paid',
    fileName: 'Fontaine & Weis - FW-2026-0815.pdf',
    paper: paper({
      seller: AUDITOR,
      buyer: MANAGEMENT,
      ref: 'FW-2026-0815',
      date: '2026-09-15',
      due: '2026-10-15',
      currency: 'EUR',
      lines: [
        { text: 'Interim audit of Arvensis SICAV', net: '8400.00' },
        { text: 'Interim audit of Peñalara Global SICAV', net: '6150.50' },
      ],
      taxRate: '17',
    }),
    eInvoice: true,
    uploaded: { at: '2026-09-16T08:12', who: 'finance1', comment: 'By post and by mail' },
    deeds: [
      {
        at: '2026-09-16T08:20',
        who: 'finance1',
        enter: {
          invoiced: MANAGEMENT.name,
          settling: MANAGEMENT.name,
          expenseType: 'Audit fee',
          routineType: 'Half-yearly',
          glDate: '2026-09-30',
          allocationRule: 'LINES',
          postingFilter: 'ALL',
        },
      },
      {
        at: '2026-09-16T08:24',
        who: 'finance1',
        allocate: [
          ['AUDIT', '9828.00', '1428.00', 'Arvensis SICAV'],
          ['AUDIT', '7196.09', '1045.59', 'Peñalara Global SICAV'],
        ],
      },
      send('2026-09-16T08:26'),
      approve('2026-09-17T07:55'),
      {
        at: '2026-09-22T09:30',
        who: 'clientdesk1',
        validators: [
          ['Sabine Oberlin', '2026-09-21'],
          ['Thierry Conrad', '2026-09-22'],
        ],
        proof: 'Authorisation FW-2026-0815.pdf',
      },
      { at: '2026-09-22T09:31', who: 'clientdesk1', step: 'client validated' },
      { at: '2026-09-22T09:32', who: 'clientdesk1', step: 'create invoice' },
      { at: '2026-09-23T07:10', who: 'accountant1', invoiceStep: 'book' },
      { at: '2026-09-24T08:00', who: 'treasurer1', invoiceStep: 'first approval' },
      { at: '2026-09-24T10:15', who: 'treasurer2', invoiceStep: 'second approval' },
      { at: '2026-10-12T07:30', who: 'treasurer3', invoiceStep: 'payment sent' },
      { at: '2026-10-14T07:45', who: 'treasurer3', invoiceStep: 'paid', paymentDate: '2026-10-13' },
    ],
  },
  {
    key: 'index licence, prepaid, first approval',
    fileName: 'IDH_Invoice_77120.pdf',
    paper: paper({
      seller: INDEX_HOUSE,
      buyer: PARTNER,
      ref: 'IDH/77120',
      date: '2026-10-01',
      due: '2026-10-31',
      currency: 'USD',
      lines: [{ text: 'Index licence, 01.10.2026 to 30.09.2027', net: '18000.00' }],
      taxRate: '0',
    }),
    eInvoice: true,
    uploaded: { at: '2026-10-05T07:40', who: 'finance2', comment: '' },
    deeds: [
      {
        at: '2026-10-05T07:52',
        who: 'finance2',
        enter: {
          invoiced: PARTNER.name,
          settling: PARTNER.name,
          expenseType: 'Index licence',
          routineType: 'Yearly',
          glDate: '2026-10-31',
          prePaid: true,
          serviceFrom: '2026-10-01',
          serviceTo: '2027-09-30',
          transactionComment: 'Licence year 2026/27, to be spread over its days',
        },
      },
      send('2026-10-05T07:53', 'finance2'),
      approve('2026-10-06T08:30', 'teamleader2'),
      {
        at: '2026-10-08T13:05',
        who: 'clientdesk2',
        validators: [
          ['Vincent Aubry', '2026-10-07'],
          ['Wanda Nowak', '2026-10-08'],
        ],
        proof: 'Quercus GP approval.pdf',
      },
      { at: '2026-10-08T13:06', who: 'clientdesk2', step: 'client validated' },
      { at: '2026-10-08T13:07', who: 'clientdesk2', step: 'create invoice' },
      { at: '2026-10-09T07:20', who: 'accountant2', invoiceStep: 'book' },
      {
        at: '2026-10-12T09:10',
        who: 'treasurer2',
        invoiceStep: 'first approval',
        comment: 'Rate agreed with the client',
      },
    ],
  },
]

/**
 * The invoices that suppliers sent in autumn 2026 and their progress: one story for each possible place of a draft or
 * invoice.
 */
export const EXPENSE_STORIES: readonly ExpenseStory[] = [...COMPLETED, ...UNDER_WAY, ...FRESH]
