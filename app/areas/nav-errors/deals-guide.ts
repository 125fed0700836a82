import type { TableGuide } from '~/platform/exports/table-guide'
import { KIND_TABLES } from '~/platform/formats/kinds'
import { DEAL_KINDS } from './deals'

const WORDS: Readonly<Record<string, readonly [about: string, accepts: string]>> = {
  'Fund code': ['Code of the fund.', 'text'],
  'NAV date': ['Date of the NAV at which the deal was done.', 'a date: date cell, dd/MM/yyyy or yyyy-MM-dd'],
  'Class code': ['Code of the share class.', 'text'],
  'Holder reference': ['The transfer agent’s reference of the holder. Names are not needed.', 'text'],
  Side: ['S: shares issued; R: shares redeemed. A reversal is the other side.', 'S, R'],
  Shares: ['Number of shares.', 'a number from 0'],
  'Shares at end': ['What the holder has after the deal.', 'a number'],
  Price: ['Price per share that was paid, where it was not the NAV per share.', 'a number'],
  Kind: ['Kind of deal; blank counts as CASH.', DEAL_KINDS.join(', ')],
  Link: ['The same reference on both parts of a switch.', 'text'],
}

const column = (header: string, required: boolean) => ({
  header,
  required,
  about: WORDS[header]?.[0] ?? '',
  accepts: WORDS[header]?.[1] ?? '',
})

/** What a file of deals must contain. */
export const DEALS_GUIDE: TableGuide = {
  name: 'Deals',
  about:
    'The deals of the transfer agent, one row each. Lines of other funds, dates and classes are left out.',
  columns: [
    ...KIND_TABLES.DEALS.facts.needed.map((header) => column(header, true)),
    ...KIND_TABLES.DEALS.columns.map(({ name, needed }) => column(name, needed)),
  ],
  rows: [
    ['LIN01', '2027-01-29', 'LIN01-A', 'H-1001', 'S', 120, 1120, null, 'CASH', null],
    ['LIN01', '2027-01-29', 'LIN01-A', 'H-1002', 'R', 40, 0, null, 'SWITCH', 'SW-7'],
  ],
}
