import { paper } from './paper'
import { LAWYER, NORDLYS, PARTNER, PRICES } from './parties'
import type { ExpenseStory } from './story'

/** Drafts just uploaded, one of them a second time, and one that was a mistake. */
export const FRESH: ExpenseStory[] = [
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
      taxRate: '19',
      wrongGross: '1698.80',
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
