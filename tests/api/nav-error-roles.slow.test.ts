import { caseCalls } from 'tests/support/areas/nav-errors/case-calls'
import { sentNavs, wrongFund } from 'tests/support/areas/nav-errors/sent-navs'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, expect, test } from 'vitest'

// Who may take which step of a case, and what each step needs. All other rights are in the access matrix.
const site = await opened(httpSite())
const navs = sentNavs(site)
site.setClock('2026-11-10T09:00:00Z')
afterAll(() => expect(site.crashes()).toEqual([]))
const { call, post, open, take, correct } = caseCalls(site)

const PEOPLE = [
  'accountant1',
  'accountant2',
  'teamleader1',
  'teamleader2',
  'manager1',
  'manager2',
  'auditor1',
]

/** The names of the steps that each person is offered; people without any are left out. */
async function offered(id: number): Promise<Record<string, string[]>> {
  const steps = await Promise.all(
    PEOPLE.map(async (user) => {
      const { body } = await call(user, `nav-errors/${id}`)
      return [user, body.steps.map(({ name }: { name: string }) => name).sort()] as const
    }),
  )
  return Object.fromEntries(steps.filter(([, names]) => names.length > 0))
}

async function ready(code: string): Promise<{ id: number; classCode: string }> {
  const classCode = await wrongFund(navs, code)
  const id = await open(code)
  await correct(id, classCode, '100')
  await post('accountant1', `nav-errors/${id}/payers`, {
    payers: [{ name: 'Administrator SA', percent: '100' }],
  })
  return { id, classCode }
}

test('each step is offered to its queue, less those whom four eyes exclude', async () => {
  const { id } = await ready('ROL01')
  const opening = ['cancel', 'quantify']
  expect(await offered(id)).toEqual({
    accountant1: opening,
    accountant2: opening,
    teamleader1: opening,
    teamleader2: opening,
  })
  // A team leader quantifies, and is nobody's second person.
  await take('teamleader1', id, 'quantify')
  expect(await offered(id)).toEqual({
    teamleader1: ['cancel', 'return'],
    teamleader2: ['approve', 'cancel', 'return'],
  })
  await take('teamleader2', id, 'approve')
  const approved = ['cancel', 'close without notification', 'notify', 'return']
  expect(await offered(id)).toEqual({ manager1: approved, manager2: approved })
  await take('manager1', id, 'notify', { date: '2026-11-10', reference: 'CSSF 1' })
  expect(await offered(id)).toEqual({ manager1: ['compensate'], manager2: ['compensate'] })
  await take('manager1', id, 'compensate', { date: '2026-11-10' })
  expect(await offered(id)).toEqual({ manager1: ['close'], manager2: ['close'] })
  await take('manager2', id, 'close')
  expect(await offered(id)).toEqual({})
})

test('who changed a figure after the notification neither approves it nor closes the case', async () => {
  const { id, classCode } = await ready('ROL02')
  await take('accountant1', id, 'quantify')
  await take('teamleader1', id, 'approve')
  await take('manager1', id, 'notify', { date: '2026-11-10', reference: 'CSSF 2' })
  const changed = await post('manager1', `nav-errors/${id}/corrections`, {
    figures: [{ date: '2026-11-02', classCode, navPerShare: '100.5' }],
    comment: 'The exchange corrected its price',
  })
  expect(changed.body).toMatchObject({ status: 'QUANTIFIED', notifiedOn: '2026-11-10' })
  await take('teamleader1', id, 'approve')
  await take('manager2', id, 'notify', { date: '2026-11-10', reference: 'CSSF 2, second' })
  await take('manager2', id, 'compensate', { date: '2026-11-10' })
  expect(await offered(id)).toEqual({ manager2: ['close'] })
  const refused = await take('manager1', id, 'close')
  expect(refused.status).toBeGreaterThanOrEqual(400)
})

test('who changed a figure of an approved case does not close it without a notification', async () => {
  const { id, classCode } = await ready('ROL07')
  await take('accountant1', id, 'quantify')
  await take('teamleader1', id, 'approve')
  // Nothing was wrong after all, says a manager: the case is quantified and approved again.
  const changed = await post('manager1', `nav-errors/${id}/corrections`, {
    figures: [{ date: '2026-11-02', classCode, navPerShare: '102' }],
    comment: 'The exchange confirmed its price',
  })
  expect(changed.body).toMatchObject({ status: 'OPENED', queue: 'ACCOUNTANT' })
  await take('accountant1', id, 'quantify')
  await take('teamleader1', id, 'approve')
  const end = 'close without notification'
  const { manager1, manager2 } = await offered(id)
  expect([manager1?.includes(end), manager2?.includes(end)]).toEqual([false, true])
  expect((await take('manager1', id, end, { comment: 'Nothing was wrong' })).status).toBeGreaterThanOrEqual(
    400,
  )
  expect((await take('manager2', id, end)).status).toBe(422)
  const closed = await take('manager2', id, end, { comment: 'Nothing was wrong' })
  expect(closed.body.status).toBe('CLOSED')
})

test('Return and Cancel say why; a returned case is quantified again, a cancelled one has ended', async () => {
  const { id } = await ready('ROL03')
  await take('accountant1', id, 'quantify')
  expect((await take('teamleader1', id, 'return')).status).toBe(422)
  const returned = await take('teamleader1', id, 'return', { comment: 'The rate of Friday is missing' })
  expect(returned.body).toMatchObject({ status: 'OPENED', queue: 'ACCOUNTANT' })
  await take('accountant1', id, 'quantify')
  await take('teamleader1', id, 'approve')
  expect((await take('manager1', id, 'return', { comment: 'Once more' })).body.status).toBe('OPENED')
  expect((await take('accountant1', id, 'cancel')).status).toBe(422)
  const cancelled = await take('accountant1', id, 'cancel', { comment: 'Opened twice' })
  expect(cancelled.body.status).toBe('CANCELLED')
  expect((await correct(id, 'ROL03A', '100')).body.errorMessage).toBe(
    'This case is CANCELLED: it stays as it is. Open another one.',
  )
})

test('dates of the notification and of the payment are days from discovery until today', async () => {
  const { id } = await ready('ROL04')
  await take('accountant1', id, 'quantify')
  await take('teamleader1', id, 'approve')
  const faults = async (name: string, date: string | null) =>
    (await take('manager1', id, name, { date })).body.fields?.date
  expect(await faults('notify', null)).toBe('Enter the date of the notification.')
  expect(await faults('notify', '2026-11-11')).toContain('11/11/2026 is in the future.')
  expect(await faults('notify', '2026-11-08')).toContain('08/11/2026 is before the day of discovery.')
  await take('manager1', id, 'notify', { date: '2026-11-09', reference: '' })
  expect(await faults('compensate', null)).toBe('Enter the date on which all was paid.')
  expect(await faults('compensate', '2026-11-11')).toContain('is in the future')
})

test('Quantify names each missing figure and the act that brings it, one after the other', async () => {
  const fundId = await navs.addFund('ROL05', { ROL05A: { currency: 'EUR' } })
  await navs.send(
    fundId,
    [{ date: '2026-11-02', tna: '510000', classes: { ROL05A: { navPerShare: '102', shares: '5000' } } }],
    {},
  )
  const id = await open('ROL05', { lastDate: null })
  const missing = async () => {
    const { status, body } = await take('accountant1', id, 'quantify', { comment: 'Tried' })
    return [
      status,
      (body.missing ?? []).map(({ what, act }: { what: string; act: string }) => `${what}: ${act}`),
    ]
  }
  expect(await missing()).toEqual([
    409,
    [
      'last wrong NAV date: Enter the last wrong NAV date once the error has ended.',
      'corrected NAV per share: Upload the corrected files, or enter the corrected NAV per share.',
    ],
  ])
  const form = await site.page('accountant1', `/nav-errors/${id}/last-date`)
  await site.send('accountant1', `/nav-errors/${id}/last-date`, {
    idempotencyKey: /name="idempotencyKey" value="([^"]+)"/.exec(form.html)?.[1] ?? '',
    lastDate: '2026-11-02',
    comment: '',
  })
  await correct(id, 'ROL05A', '100')
  // There is no next NAV that states the deals.
  expect(await missing()).toEqual([
    409,
    ['deals: Upload the deals of the transfer agent, or control the next NAV: its files state them.'],
  ])
  await navs.send(
    fundId,
    [
      {
        date: '2026-11-03',
        tna: '459000',
        classes: { ROL05A: { navPerShare: '102', shares: '4500', redemptions: '500' } },
      },
    ],
    {},
  )
  expect(await missing()).toEqual([409, ['payers: Enter who pays what was too much, 100 percent together.']])
  await post('accountant1', `nav-errors/${id}/payers`, {
    payers: [{ name: 'Administrator SA', percent: '100' }],
  })
  expect((await take('accountant1', id, 'quantify')).body.status).toBe('QUANTIFIED')
})

test('dates without a NAV that was sent are nothing to quantify', async () => {
  await navs.addFund('ROL06', { ROL06A: { currency: 'EUR' } })
  const id = await open('ROL06')
  const refused = await take('accountant1', id, 'quantify')
  expect([refused.status, refused.body.missing]).toEqual([
    409,
    [
      {
        what: 'sent NAVs',
        date: null,
        classCode: null,
        act: 'Check the dates, or choose a round: no NAV from the first to the last wrong date was sent before the day of discovery.',
      },
    ],
  ])
})
