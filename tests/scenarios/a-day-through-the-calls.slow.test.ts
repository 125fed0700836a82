import { type Book, bookFile } from 'tests/support/areas/reference-import/reference-book'
import { chapter } from 'tests/support/chapter'
import { settings } from 'tests/support/http/server/serve'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import type { UserName } from 'tests/support/site'
import type { FundModel } from 'tests/support/workbooks/fund-model'
import { fundHistory } from 'tests/support/workbooks/model'
import { type BookPlan, rowIn, tableIn } from 'tests/support/workbooks/plan'
import { writeSet } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'
import { writeCheckpoint } from '~/platform/workflow/checkpoint.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'
import { billStory } from '../support/scenarios/a-bill-through-the-calls'
import { callers } from '../support/scenarios/callers'
import { CLIENT, dayBook, matrixBook } from '../support/scenarios/reference-of-a-day'

const site = await opened(httpSite())
const their = callers(site)

const PEOPLE: UserName[] = [
  'admin',
  'accountant1',
  'teamleader1',
  'manager1',
  'manager2',
  'clientdesk1',
  'finance1',
  'finance2',
  'treasurer1',
  'treasurer2',
  'operations1',
  'operations2',
]

interface Control {
  id: number
  fundNavId: number
  ruleResults: { id: number; ruleId: string; result: string }[]
}

/** Sets the clock to this time on Monday 2 November 2026, in UTC. */
const at = (time: string) => site.setClock(`2026-11-02T${time}:00Z`)

/**
 * The administrator imports the reference data: a dry run, then the import. What needs a second person is
 * pending.
 */
async function bring(models: readonly FundModel[]) {
  const send = async (book: Book, dryRun: boolean) => {
    const given = { files: [await bookFile(book)], fields: { dryRun: String(dryRun) } }
    return their.call<{ sheets: object[]; notes: string[] }>('admin', 'import', given)
  }
  const plan = await send(dayBook(models), true)
  expect(await their.call('admin', 'entities')).toEqual([])
  const done = await send(dayBook(models), false)
  expect(done).toMatchObject({ sheets: plan.sheets, notes: ['1 process date and 3 tasks were created.'] })
  expect(await send(matrixBook, false)).toMatchObject({ sheets: [{ inserted: 0, waiting: 1 }] })
}

async function control(model: FundModel, reason: string, change?: (books: BookPlan[]) => void) {
  const files = await writeSet(model, 'FIA3', change)
  const fields = { comment: `As of ${model.navDate}`, reason, uploadtype: '' }
  return their.call<Control>('accountant1', 'uploadfilesFIA/3', { files, fields })
}

/** A NAV from its control to Sent, by five people. */
async function release(navId: number) {
  const { navStep } = their
  const documentReceptionDate = '2026-11-02'
  const submitted = await navStep('accountant1', navId, 'Submit', { documentReceptionDate })
  expect(submitted).toBe('SUBMITTED (TEAM LEADER)')
  expect(await their.call('accountant1', `dashboard/nav/${navId}/nextrouting`)).toEqual([])
  expect(await navStep('teamleader1', navId, 'Approve')).toBe('REVIEWED (MANAGER)')
  expect(await navStep('manager1', navId, 'Validate')).toBe('AWAITING CLIENT (CLIENT)')
  const accepted = await navStep('clientdesk1', navId, 'Client accepts', { validationDate: '2026-11-02' })
  expect(accepted).toBe('VALIDATED (SENDING)')
  expect(await navStep('manager2', navId, 'Mark as sent')).toBe('SENT (COMPLETED)')
}

/** 25,000.00 on a suspense account. */
function inSuspense(books: BookPlan[]) {
  rowIn(tableIn(books, 'Balance'), { accountNumber: '9010' }).creditor = { number: '25000' }
  const income = rowIn(tableIn(books, 'Balance'), { accountNumber: '7010' })
  const credit = Number(income.creditor && 'number' in income.creditor ? income.creditor.number : 0)
  income.creditor = { number: String(credit - 25_000) }
}

/** The NAV of October: an amount in suspense, corrected files, a comment on a rule; returns its id. */
async function corrected(october: FundModel): Promise<number> {
  const wrong = await control(october, 'FIRST', inSuspense)
  const navId = wrong.fundNavId
  expect(wrong).toMatchObject({ okCount: 49, nokCount: 1 })
  const nok = wrong.ruleResults.filter(({ result }) => result === 'NOK')
  expect(nok).toMatchObject([{ ruleId: 'B04', comment: '9010: net -25,000 on Suspense account.' }])
  const early = await their.navStep('accountant1', navId, 'Submit').catch(String)
  expect(early).toMatch(/ 422 .*Workflow cannot move to next step/)
  const report = await their.file('accountant1', `nav/controls/documents/${wrong.id}`)
  expect(new TextDecoder().decode(report.subarray(0, 2))).toBe('PK')
  const reasons = await their.call('accountant1', 'reasons')
  expect(reasons).toContainEqual({ code: 'CORR', display: 'Corrected files' })

  at('09:20')
  const right = await control(october, 'CORR')
  expect(right).toMatchObject({ fundNavId: navId, okCount: 50, nokCount: 0 })
  const key = right.ruleResults.find(({ ruleId }) => ruleId === 'B04')?.id
  const body = { key, comment: 'The depositary booked it on 30 October' }
  const expected = { ruleId: 'B04', result: 'OK', comment: body.comment, who: 'accountant1' }
  expect(await their.call('accountant1', 'ruleresult', { body })).toMatchObject(expected)
  return navId
}

/** Its figures, compared with the upload and the NAV before. */
async function compared(navId: number, september: FundModel, october: FundModel) {
  type Rows = Record<string, string>[]
  const elements = await their.call('accountant1', `elements/${navId}?filter.style=TNA`)
  const figure = (style: string, each: { tna: string }, name: string, iso3currency: string) =>
    expect.objectContaining({ object_name: name, style, iso3currency, point_value: each.tna })
  expect(elements).toEqual([
    figure('FUND TNA', october, october.fundName, 'EUR'),
    ...october.classes.map((each) => figure('CLASS TNA', each, each.name, each.currency)),
  ])
  const delta = async (against: string) =>
    their.call<{ nav: [Rows]; balance: [Rows] }>('auditor1', `dashboard/diff_prv/${navId}?against=${against}`)
  expect((await delta('nav')).nav[0]).toContainEqual(
    expect.objectContaining({ type: 'FUND TNA', old_value: september.tna, new_value: october.tna }),
  )
  const suspense = { account_number: '9010', old_balance_creditor: '25000', balance_creditor: '0' }
  expect((await delta('upload')).balance[0]).toContainEqual(
    expect.objectContaining({ ...suspense, status: 'CHANGED', var_balance_creditor: '-25000' }),
  )
}

/** A KPI comment: some reasons need free text. */
async function kpi(navId: number) {
  const body = { objectId: navId, kpiMethodId: 4, kpiCommentId: 7 }
  const path = 'kpi/reportdata/comments'
  expect(await their.refused('accountant1', path, { body })).toMatch(/^422 /)
  const kpiCommentLog = 'An amount was left in suspense'
  await their.call('accountant1', path, { body: { ...body, kpiCommentLog } })
  expect(await their.call('auditor1', `${path}/${navId}`)).toContainEqual(
    expect.objectContaining({
      method_name: 'First time right',
      current_comment: { comment_id: 7, comment_log: kpiCommentLog },
    }),
  )
}

/** The tasks of the day: one done, one not applicable, one reviewed by another person. */
async function operations() {
  const { call, step } = their
  const { id: operator } = await call<{ id: number }>('operations2', 'auth/user')
  const board = () => call<{ entity_process_date_id: number }[]>('operations1', 'dashboard/processes')
  const [row] = await board()
  expect(row).toMatchObject({
    user_name: 'Nadia Petrov',
    entity: CLIENT,
    entity_group_components: 'LUX001',
    process: 'Publication',
    process_due_date: '2026-11-03',
    completed_tasks: '0/3',
    process_status: 'TO DO',
  })
  const id = row?.entity_process_date_id
  await call('operations1', `dashboard/processes/${id}`, { body: { userId: operator } })
  const tasks = await call<{ task_id: number }[]>('operations2', `dashboard/tasks/${id}`)
  const [collect = 0, logo = 0, publish = 0] = tasks.map(({ task_id }) => task_id)

  expect(await step('operations2', 'task', collect, 'Start')).toBe('IN PROGRESS (OPERATIONS)')
  const files = [{ name: 'NAV.csv', bytes: new TextEncoder().encode('LUX001;68003816.37') }]
  const added = await call<{ id: number }>('operations2', `uploadDocument/OTHER/${collect}`, { files })
  const twice = await call<{ id: number }>('operations2', `uploadDocument/OTHER/${collect}`, { files })
  await call('operations2', `documents/${twice.id}`, { method: 'DELETE' })
  const documents = await call('operations1', `documents/object/${collect}`)
  expect(documents).toMatchObject([{ id: added.id, fileName: 'NAV.csv' }])
  expect(await their.file('operations1', `documents/${added.id}`)).toEqual(files[0]?.bytes)
  expect(await step('operations2', 'task', collect, 'Done')).toBe('DONE (OPERATIONS)')
  expect(await step('operations2', 'task', logo, 'Not applicable', 'As it was')).toBe(
    'NOT APPLICABLE (OPERATIONS)',
  )
  await step('operations2', 'task', publish, 'Start')
  expect(await step('operations2', 'task', publish, 'Done', 'On the website')).toBe('DONE (OPERATIONS)')
  expect(await board()).toMatchObject([{ completed_tasks: '2/3', process_status: 'IN PROGRESS' }])
  expect(await step('operations2', 'task', publish, 'Review')).toContain('is not offered Review')
  expect(await step('operations1', 'task', publish, 'Review')).toBe('REVIEWED (OPERATIONS)')
  expect(await board()).toMatchObject([
    { user_id: operator, completed_tasks: '3/3', process_status: 'DONE', remaining_days: null },
  ])
}

test('a day by calls only: reference data, two NAVs sent, a bill paid within its budget, a process done', async () => {
  const models = fundHistory({ fundCode: 'LUX001' })
  const [september, october] = models
  if (!september || !october) throw new Error('There are two NAVs')

  await chapter('06:30: everyone logs in, and the reference data is imported', async () => {
    at('06:30')
    for (const each of PEOPLE) await their.logIn(each)
    await their.logIn('auditor1', true)
    await bring(models)
  })

  await chapter('07:10: the NAV of September is controlled and sent', async () => {
    at('07:10')
    const first = await control(september, 'FIRST')
    expect(first).toMatchObject({ okCount: 50, nokCount: 0 })
    await release(first.fundNavId)
  })
  const navId = await chapter('08:05: the NAV of October is corrected and compared', async () => {
    at('08:05')
    const navId = await corrected(october)
    await compared(navId, september, october)
    const reads = await their.refused('auditor1', `dashboard/nav/checks/${navId}/1`, { body: {} })
    expect(reads).toMatch(/^403 .*is read-only/)
    return navId
  })
  await chapter('10:00: it is sent, and its KPIs are commented', async () => {
    at('10:00')
    await release(navId)
    await kpi(navId)
    expect(await their.call('auditor1', 'production')).toMatchObject([
      {
        current_nav: '2026-10-30',
        current_status_display: 'SENT (COMPLETED)',
        ok_controls: 50,
        why: 'Corrected files',
        ko_controls: 0,
        count_validation_accountant: 1,
        previous_nav: '2026-09-30',
        previous_status_display: 'SENT (COMPLETED)',
      },
    ])
  })
  const money = billStory(their)
  const { budgetId, draftId } = await chapter('11:00: a bill is divided within its budget', async () => {
    at('11:00')
    const budgetId = await money.budget()
    expect(await money.holds(budgetId)).toEqual(['0.00', '0.00', '5000.00'])
    const draftId = await money.upload()
    await money.complete(draftId)
    await money.allocate(draftId)
    expect(await money.holds(budgetId)).toEqual(['0.00', '4370.02', '5000.00'])
    return { budgetId, draftId }
  })
  await chapter('13:30: the client validates it, and its budget is consumed', async () => {
    at('13:30')
    await money.validate(draftId)
    expect(await money.holds(budgetId)).toEqual(['4370.02', '0.00', '629.98'])
  })
  await chapter('14:30: it is paid, and still counts', async () => {
    at('14:30')
    await money.pay(draftId)
    expect(await money.holds(budgetId)).toEqual(['4370.02', '0.00', '629.98'])
    const counted = await their.call('finance1', `transactions/budget/${budgetId}?sort=counted_amount`)
    expect(counted).toMatchObject([{ counted_amount: '1444.43' }, { counted_amount: '2925.59' }])
  })

  await chapter('15:30: a process is done', async () => {
    at('15:30')
    await operations()
  })

  await chapter('17:00: every event is in its chain, and nothing crashed', async () => {
    at('17:00')
    const key = settings.auditKey
    await writeCheckpoint(site.transaction, key, site.clock())
    expect(await verifyAudit(site.read, key)).toMatchObject({ broken: null, checkpoints: 1 })
    expect(site.crashes()).toEqual([])
  })
})
