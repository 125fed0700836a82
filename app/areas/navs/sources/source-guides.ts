import type { ExampleCell, TableGuide } from '~/platform/exports/table-guide'
import { KIND_TABLES, type KindColumn } from '~/platform/formats/kinds'
import { headingsOf } from '../workbooks/find-table'
import { SOURCE_KINDS, type SourceKind } from './source-kinds'

interface SourceWords {
  /** Of the sheet of its template. */
  name: string
  /** Of the template in addresses. */
  template: string
  about: string
  columns: Readonly<Record<string, string>>
  /** With the facts first, in the order of the columns. */
  rows: readonly (readonly ExampleCell[])[]
}

const FUND = 'Code of the fund. It may stand beside a label above the table instead.'
const DATE = 'The day for which it is stated. It may stand beside a label above the table instead.'
const PENDING = 'Still to come, with its sign: it is added. Trades and flows that are not settled.'

const WORDS: Readonly<Record<SourceKind, SourceWords>> = {
  REGISTER: {
    name: 'Register',
    template: 'register',
    about: 'The share register of the transfer agent: one row for each share class, fund and date.',
    columns: {
      'Fund code': FUND,
      Date: 'The NAV date whose shares it states. It may stand beside a label above the table instead.',
      'Class code': 'Code of the share class.',
      'Shares outstanding':
        'Number of shares after the deals of the previous NAV date, before those of this one.',
      Issued: 'Shares issued by those deals; a file with this column has Redeemed too.',
      Redeemed: 'Shares redeemed by those deals.',
    },
    rows: [
      ['LIN01', '2027-01-29', 'LIN01-A', 10000, 120, 40],
      ['LIN01', '2027-01-29', 'LIN01-B', 2500, 0, 0],
    ],
  },
  CASH: {
    name: 'Cash',
    template: 'cash',
    about: 'The accounts at a depositary or broker: one row for each account, fund and date.',
    columns: {
      'Fund code': FUND,
      Date: DATE,
      Account: 'Number of the account.',
      Currency: 'Currency of the account.',
      Balance: 'In the currency of the account; positive where the fund has it.',
      Pending: PENDING,
    },
    rows: [
      ['LIN01', '2027-01-29', 'LU280019400644750000', 'EUR', 102000, null],
      ['LIN01', '2027-01-29', 'LU280019400644750001', 'USD', 15000, -2500],
    ],
  },
  POSITIONS: {
    name: 'Positions',
    template: 'custody',
    about: 'The securities at a depositary: one row for each instrument, fund and date.',
    columns: {
      'Fund code': FUND,
      Date: DATE,
      Quantity: 'Number of units, or nominal amount.',
      'Instrument code': 'Code of the instrument; either it or the ISIN is filled.',
      ISIN: 'ISIN; either it or the instrument code is filled.',
      Pending: PENDING,
      'Market value': 'In the currency of the line; of derivatives it is compared.',
    },
    rows: [
      ['LIN01', '2027-01-29', 5000, null, 'DE00LINDEN09', null, null],
      ['LIN01', '2027-01-29', 498750, 'BD001', null, null, null],
    ],
  },
  PRICES: {
    name: 'Prices',
    template: 'prices',
    about: 'The prices of a vendor: one row for each security, currency and day, for all funds.',
    columns: {
      ISIN: 'ISIN of the security.',
      Currency: 'Currency of the price.',
      Price: 'The price; of bonds usually in percent.',
      'Price date': 'Day of the price.',
      Exchange: 'Where the price is of. It counts where both sides have it.',
      'Price factor': '0.01 where prices are in percent; blank counts as 1.',
    },
    rows: [
      ['DE00LINDEN09', 'EUR', 80, '2027-01-29', 'XETR', null],
      ['LU00LINDEN09', 'EUR', 100, '2027-01-29', null, 0.01],
    ],
  },
  ANNOUNCEMENTS: {
    name: 'Announcements',
    template: 'announcements',
    about: 'Dividends, coupons and distributions that were announced: one row each.',
    columns: {
      'Ex date': 'First day without it.',
      Currency: 'Currency of the rate.',
      Rate: 'Gross, for one unit or share; 0 withdraws the announcement.',
      ISIN: 'ISIN of the security; either it or the class code is filled.',
      'Class code': 'Code of the share class that distributes; either it or the ISIN is filled.',
      'Net rate': 'After withholding tax, for one unit or share.',
      Event: 'Reference of the announcement: a later row with it replaces the earlier one.',
      'Fund code': 'Where it is announced for one fund only.',
    },
    rows: [
      [null, '2027-01-20', 'EUR', 1.5, 'DE00LINDEN09', null, 1.1, 'DIV-0417'],
      [null, '2027-01-29', 'EUR', 0.75, null, 'LIN01-B', null, null],
    ],
  },
}

const ACCEPTS: Readonly<Record<KindColumn['value'], string>> = {
  text: 'text',
  type: 'text',
  number: 'a number',
  percent: 'a number',
  date: 'a date: date cell, dd/MM/yyyy or yyyy-MM-dd',
}

function guideOf(kind: SourceKind): TableGuide {
  const { name, about, columns, rows } = WORDS[kind]
  const { facts, columns: own } = KIND_TABLES[kind]
  const column = (header: string, value: KindColumn['value'], required: boolean) => {
    const others = headingsOf(header).slice(1)
    return {
      header,
      required,
      about: columns[header] ?? '',
      accepts: `${ACCEPTS[value]}${others.length === 0 ? '' : ` (also headed ${others.join(' or ')})`}`,
    }
  }
  return {
    name,
    about,
    columns: [
      ...facts.needed.map((header) => column(header, header === 'Date' ? 'date' : 'text', true)),
      ...facts.others.map((header) => column(header, 'text', false)),
      ...own.map((each) => column(each.name, each.value, each.needed)),
    ],
    rows,
  }
}

/** Descriptions of the kinds of second sources, with their templates. */
export const SOURCE_GUIDES = SOURCE_KINDS.map((kind) => ({
  guide: guideOf(kind),
  href: `/nav-controls/templates/${WORDS[kind].template}.xlsx`,
}))

/** The table of a template of second sources; null if there is none of this name. */
export function sourceTemplate(name: string): readonly TableGuide[] | null {
  const kind = SOURCE_KINDS.find((each) => WORDS[each].template === name)
  return kind ? [guideOf(kind)] : null
}
