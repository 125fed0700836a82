import { chapter } from 'tests/support/chapter'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { type BookPlan, rowIn, tableIn } from 'tests/support/workbooks/plan'
import { test } from 'vitest'
import { addDays, type Day } from '~/platform/values/day'
import { at, before, type Done, productionStory } from '../support/scenarios/production-story'

const site = await opened(testSite())

const accepted = (day: Day) => ({ clientValidationDate: day })
/** From control to sending, on one day. */
const WHOLE_DAY: Done[] = [
  ['08:00', 'accountant2', 'control'],
  ['09:00', 'accountant2', 'submit'],
  ['10:00', 'teamleader1', 'approve'],
  ['11:00', 'manager1', 'validate'],
]

test('a weekly fund: returned, refused by the client, sent late, reopened, cancelled, finally sent', async () => {
  const navDates = ['2026-11-06', '2026-11-13', '2026-11-20', '2026-11-27']
  const fund = await site.addFund({ fundCode: 'WEEK', navDates })
  const { day, untouched } = productionStory(site, fund)

  await chapter('Before the month there is nothing', async () => {
    await day('2026-11-02', '2026-11-06', [], {})
  })

  await chapter('Monday: controlled and submitted, but the team leader returns it', async () => {
    await day(
      '2026-11-09',
      '2026-11-06',
      [
        ['09:00', 'accountant1', 'control'],
        ['10:00', 'accountant1', 'submit', { documentReceptionDate: '2026-11-09' }],
        ['15:00', 'teamleader1', 'return', { comment: 'The accruals of October are missing' }],
      ],
      {
        uploader: 'Amélie Schroeder',
        upload: at('2026-11-09', '09:00'),
        why: 'First control',
        ok_controls: 50,
        ko_controls: 0,
        current_status_display: 'RETURNED (ACCOUNTANT)',
        current_dashboard: 'warning',
        first_sending_validation_date: at('2026-11-09', '10:00'),
        last_sending_validation_date: at('2026-11-09', '10:00'),
        count_validation_accountant: 1,
      },
    )
  })
  await chapter('Tuesday: a colleague corrects the files; validated, it is now with the client', async () => {
    await day(
      '2026-11-10',
      '2026-11-06',
      [
        ['08:30', 'accountant2', 'control', { reason: 'CORR' }],
        ['09:30', 'accountant2', 'submit'],
        ['11:00', 'teamleader1', 'approve'],
        ['14:00', 'manager1', 'validate'],
      ],
      {
        uploader: 'Björn Lindqvist',
        upload: at('2026-11-10', '08:30'),
        why: 'Corrected files',
        current_status_display: 'AWAITING CLIENT (CLIENT)',
        current_dashboard: 'pending',
        last_sending_validation_date: at('2026-11-10', '09:30'),
        count_validation_accountant: 2,
        validating_manager: 'Edith Kremer',
        count_validation_manager: 1,
      },
    )
  })
  await chapter('Wednesday, the last day for sending: the client refuses', async () => {
    await day(
      '2026-11-11',
      '2026-11-06',
      [['16:00', 'clientdesk1', 'client refuses', { comment: 'Distribution to be explained' }]],
      { current_status_display: 'RETURNED (ACCOUNTANT)', current_dashboard: 'warning' },
    )
  })
  await chapter('Thursday: explained, sent a day late; the next NAV of the fund follows', async () => {
    await day(
      '2026-11-12',
      '2026-11-06',
      [
        ['09:00', 'accountant2', 'submit'],
        ['10:00', 'teamleader2', 'approve'],
        ['11:00', 'manager2', 'validate'],
        ['14:00', 'clientdesk1', 'client accepts', accepted('2026-11-12')],
        ['16:00', 'manager1', 'send'],
      ],
      { ...untouched('2026-11-13'), ...before('2026-11-06') },
    )
  })
  await chapter('The second week is sent in one day', async () => {
    await day(
      '2026-11-16',
      '2026-11-13',
      [
        ...WHOLE_DAY,
        ['14:00', 'clientdesk2', 'client accepts', accepted('2026-11-16')],
        ['15:00', 'manager2', 'send'],
      ],
      { ...untouched('2026-11-20'), ...before('2026-11-13') },
    )
  })
  await chapter('A price of the first week was wrong: its NAV is the earliest open one again', async () => {
    await day(
      '2026-11-17',
      '2026-11-06',
      [['10:00', 'teamleader1', 'reopen', { reasonCode: 'PRICE', documentReceptionDate: '2026-11-17' }]],
      {
        ...untouched('2026-11-06'),
        previous_nav: null,
        previous_status_display: null,
        previous_dashboard: null,
        current_status_display: 'REOPENED (ACCOUNTANT)',
        current_dashboard: 'warning',
        uploader: 'Björn Lindqvist',
        upload: at('2026-11-10', '08:30'),
        why: 'Price correction',
        ok_controls: 50,
        ko_controls: 0,
        // Steps of the previous round are counted, but are not part of this round.
        count_validation_accountant: 3,
        count_validation_manager: 2,
      },
    )
  })
  await chapter('It is controlled again, and back with the client', async () => {
    await day('2026-11-18', '2026-11-06', [...WHOLE_DAY], {
      upload: at('2026-11-18', '08:00'),
      why: 'First control',
      current_status_display: 'AWAITING CLIENT (CLIENT)',
      current_dashboard: 'pending',
      first_sending_validation_date: at('2026-11-18', '09:00'),
      last_sending_validation_date: at('2026-11-18', '09:00'),
      count_validation_accountant: 4,
      validating_manager: 'Edith Kremer',
      count_validation_manager: 3,
    })
  })
  await chapter('It is sent again; the third week of the fund follows', async () => {
    await day(
      '2026-11-19',
      '2026-11-06',
      [
        ['09:00', 'clientdesk1', 'client accepts', accepted('2026-11-19')],
        ['10:00', 'manager2', 'send'],
      ],
      { ...untouched('2026-11-20'), ...before('2026-11-13') },
    )
  })
  await chapter('The balance of the third week does not balance', async () => {
    await day('2026-11-23', '2026-11-20', [['09:00', 'accountant1', 'control', { change: unbalanced }]], {
      uploader: 'Amélie Schroeder',
      upload: at('2026-11-23', '09:00'),
      why: 'First control',
      current_status_display: 'CONTROLLED (ACCOUNTANT)',
      current_dashboard: 'pending',
      ok_controls: 48,
      ko_controls: 2,
    })
  })
  await chapter('The fund is suspended, and no NAV is made', async () => {
    await day('2026-11-24', '2026-11-20', [['09:00', 'teamleader2', 'cancel', { comment: 'Suspended' }]], {
      ...untouched('2026-11-27'),
      ...before('2026-11-20', 'CANCELLED'),
    })
  })
  await chapter('Shares roll on from a NAV that was never made: justified, and sent', async () => {
    await day(
      '2026-11-30',
      '2026-11-27',
      [
        ['08:00', 'accountant2', 'control'],
        ['08:30', 'accountant2', 'justify', { rule: 'N08' }],
        ['08:40', 'accountant2', 'justify', { rule: 'N15' }],
        ['08:45', 'accountant2', 'explain', { rule: 'N09' }],
        ['08:50', 'accountant2', 'explain', { rule: 'N14' }],
        ...WHOLE_DAY.slice(1),
        ['14:00', 'clientdesk2', 'client accepts', accepted('2026-11-30')],
        ['15:00', 'manager2', 'send'],
      ],
      {
        uploader: 'Björn Lindqvist',
        upload: at('2026-11-30', '08:00'),
        why: 'First control',
        // Two warnings remain and are explained.
        ok_controls: 48,
        ko_controls: 2,
        current_status_display: 'SENT (COMPLETED)',
        current_dashboard: 'validated',
        first_sending_validation_date: at('2026-11-30', '09:00'),
        last_sending_validation_date: at('2026-11-30', '09:00'),
        sending_date: at('2026-11-30', '15:00'),
        validating_manager: 'Edith Kremer',
        count_validation_accountant: 1,
        count_validation_manager: 1,
      },
    )
  })
})

function unbalanced(books: BookPlan[]) {
  rowIn(tableIn(books, 'Balance'), { accountNumber: '9010' }).creditor = { number: '250' }
}

test('a daily fund: each NAV is sent the day after, except one that waits while later ones are sent', async () => {
  const first = '2026-11-02'
  const navDates = [0, 1, 2, 3, 4, 7, 8, 9, 10, 11].map((days) => addDays(first, days))
  const fund = await site.addFund({ fundCode: 'DAY', navDates, clientValidation: false })
  const { day, untouched } = productionStory(site, fund)
  const sent: Done[] = [...WHOLE_DAY, ['12:00', 'manager2', 'send']]
  const dayAfter = (date: Day) => addDays(date, date === '2026-11-06' ? 3 : 1)
  const late = '2026-11-04'

  for (const date of navDates.slice(0, 2))
    await day(dayAfter(date), date, sent, { ...untouched(dayAfter(date)), ...before(date) })
  // The team leader has a question; the next day’s NAV is sent all the same.
  await day('2026-11-05', late, WHOLE_DAY.slice(0, 2), {
    uploader: 'Björn Lindqvist',
    upload: at('2026-11-05', '08:00'),
    why: 'First control',
    ok_controls: 50,
    ko_controls: 0,
    count_validation_accountant: 1,
    current_status_display: 'SUBMITTED (TEAM LEADER)',
    current_dashboard: 'pending',
    first_sending_validation_date: at('2026-11-05', '09:00'),
    last_sending_validation_date: at('2026-11-05', '09:00'),
  })
  await day('2026-11-06', '2026-11-05', sent, {})
  await day('2026-11-09', late, sent.slice(2), { ...untouched('2026-11-06'), ...before('2026-11-05') })
  const rest = navDates.filter((date) => date >= '2026-11-06')
  for (const [index, date] of rest.entries()) {
    const next = rest[index + 1]
    if (next) await day(addDays(date, 4), date, sent, { ...untouched(next), ...before(date) })
  }
})
