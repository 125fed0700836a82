import type { XlsxSheet } from '../demo/workbooks/xlsx'
import { sheet } from './plain-sheet'

const LETTER = 'Investor letter'
const FILING = 'Annual accounts to the CSSF'

/** The sheets that say what a fund's entity does again and again, and when. */
export function processSheets(fundEntity: string): XlsxSheet[] {
  return [
    sheet(
      'Entity events',
      ['Event', 'Recurs', 'Weekday', 'Year end', 'Days after', 'Rolls', 'Retired'],
      [
        ['Month end', 'monthly', null, null, 0, 'before', 'no'],
        ['Year end', 'yearly', null, 'December', 0, 'stays', 'no'],
        ['Board meeting', 'given days', null, null, 0, 'stays', 'no'],
      ],
    ),
    sheet(
      'Entity event days',
      ['Event', 'Date'],
      [
        ['Board meeting', '2026-12-10'],
        ['Board meeting', '2027-03-18'],
      ],
    ),
    // Due: business days from the event date; negative ones lie before it.
    sheet(
      'Processes',
      ['Process', 'Category', 'Recipient', 'Event', 'Due', 'Retired'],
      [
        [LETTER, 'Reporting', 'Investors', 'Month end', 10, 'no'],
        [FILING, 'Regulatory', 'CSSF', 'Year end', 85, 'no'],
        ['Board pack', 'Governance', 'Board', 'Board meeting', -3, 'no'],
      ],
    ),
    sheet(
      'Process tasks',
      ['Process', 'Order', 'Group', 'Task', 'Team', 'Due', 'Review', 'Task Info', 'Retired'],
      [
        [
          LETTER,
          1,
          'Prepare',
          'Take figures from the NAV',
          'ACCOUNTANT',
          3,
          'no',
          '<p>Of the last NAV <b>sent</b>.</p>',
          'no',
        ],
        [LETTER, 2, 'Prepare', 'Write the letter', 'TEAM LEADER', 6, 'yes', null, 'no'],
        [
          LETTER,
          3,
          'Send',
          'Send to investors',
          'TEAM LEADER',
          10,
          'no',
          '<ol><li>Website</li><li>Mail</li></ol>',
          'no',
        ],
        [FILING, 1, null, 'Accounts audited', 'ACCOUNTANT', 60, 'no', null, 'no'],
        [FILING, 2, null, 'File with the CSSF', 'TEAM LEADER', 80, 'yes', null, 'no'],
        ['Board pack', 1, null, 'Collect papers', 'ACCOUNTANT', -8, 'no', null, 'no'],
        ['Board pack', 2, null, 'Send the pack', 'TEAM LEADER', -3, 'no', null, 'no'],
      ],
    ),
    sheet(
      'Entity processes',
      ['Legal entity', 'Process', 'User', 'Valid from', 'Valid to'],
      [
        [fundEntity, LETTER, 'paul.reuter', '2026-11-01', null],
        [fundEntity, FILING, 'paul.reuter', '2026-11-01', null],
        [fundEntity, 'Board pack', null, '2026-11-01', '2027-12-31'],
      ],
    ),
  ]
}
