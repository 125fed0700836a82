import { type Book, date, FUND_HEADS } from './reference-book'

/** A valid workbook with everything that process definitions consist of. */
export function processBook(): Book {
  return {
    'Legal entities': [
      ['Name', 'Kind', 'Management company', 'Calendar'],
      ['Alder Fund SICAV', 'FUND', 'Alder Management SA', 'LU'],
      ['Alder Management SA', 'COMPANY', null, null],
    ],
    Funds: [
      [...FUND_HEADS, 'Legal entity', 'Calendar'],
      ['AL1', 'Alder Equity', 'EUR', 'EQUITY', 'UCITS', 'FIA', 'yes', 'Alder Fund SICAV', null],
    ],
    'NAV calendar': [
      ['Fund code', 'NAV date'],
      ['AL1', date('2026-11-30')],
      ['AL1', date('2026-12-31')],
    ],
    'Entity events': [
      ['Event', 'Recurs', 'Weekday', 'Year end', 'Days after', 'Rolls', 'Retired'],
      ['Month end', 'Monthly', null, null, null, 'before', 'no'],
      ['Fridays', 'weekly', 'Fri', null, 0, 'after', null],
      ['Half-year', 'half-yearly', null, 3, 10, 'after', 'no'],
      ['Board meeting', 'given days', null, null, 0, 'stays', 'no'],
      ['NAV', 'NAV date', null, null, null, 'stays', 'no'],
    ],
    'Entity event days': [
      ['Event', 'Date'],
      ['Board meeting', date('2026-12-10')],
      ['Board meeting', '15/03/2027'],
    ],
    Processes: [
      ['Process', 'Category', 'Recipient', 'Event', 'Due', 'Retired'],
      ['Monthly report', 'Reporting', 'CSSF', 'Month end', 10, 'no'],
      ['Board pack', 'Board', null, 'Board meeting', 0, null],
      ['Publication', 'NAV', 'Website', 'NAV', 1, null],
    ],
    'Process tasks': [
      ['Process', 'Order', 'Group', 'Task', 'Team', 'Due', 'Review', 'Task Info'],
      [
        'Monthly report',
        1,
        'Prepare',
        'Collect figures',
        'ACCOUNTANT',
        2,
        'no',
        '<p>From the <b>NAVs</b>.</p>',
      ],
      ['Monthly report', 2, 'Send', 'File', 'OPERATIONS', 10, 'yes', null],
      ['Board pack', 1, null, 'Invite', 'OPERATIONS', -10, null, null],
      ['Publication', 1, null, 'Publish', 'OPERATIONS', 1, null, null],
    ],
    'Entity processes': [
      ['Legal entity', 'Process', 'User', 'Valid from', 'Valid to'],
      ['Alder Fund SICAV', 'Monthly report', null, date('2026-11-01'), null],
      ['Alder Fund SICAV', 'Board pack', null, date('2026-01-01'), date('2026-12-31')],
      ['Alder Fund SICAV', 'Publication', null, date('2026-01-01'), null],
    ],
    'Calendar holidays': [
      ['Calendar', 'Date', 'Name'],
      ['LU', date('2026-12-25'), 'Christmas'],
      ['LU', date('2026-12-31'), 'Bank holiday'],
    ],
  }
}
