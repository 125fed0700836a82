import { exchangeRate } from 'db/schema/lookups'
import { budgetFields, budgetReference, budgets } from 'tests/support/budgets'
import { chapter } from 'tests/support/chapter'
import { completeFields } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite, type UserName } from 'tests/support/site'
import { expect, test } from 'vitest'
import { budgetParts } from '~/areas/budgets/budget-parts.server'
import { budgetTotals } from '~/areas/budgets/list.server'
import { budgetsOfDraft, overrideBudget } from '~/areas/drafts/draft-view.server'
import { recreateDraft } from '~/areas/drafts/recreate.server'
import type { DraftFields } from '~/areas/expenses/expense'
import { sum } from '~/platform/values/decimal'
import { historyOf } from '~/platform/workflow/history.server'
import { expenseStory } from '../support/scenarios/expense-story'

const site = await opened(testSite())
const reference = await budgetReference(site)
const rates = [
  ['2027-03-12', '0.9137'],
  ['2027-03-15', '0.9200'],
  ['2027-05-20', '0.9011'],
].map(([date = '', rate = '']) => ({ currency: 'USD', date, rate }))
await site.transaction((tx) => tx.insert(exchangeRate).values(rates))

/** A year of drafts and invoices counted by one budget. */
function yearOf(budgetId: number) {
  const story = expenseStory(site, reference)
  const alone = { seenEventId: null }

  async function sentDraft(fields: Partial<DraftFields>): Promise<number> {
    const day = fields.invoiceDate ?? '2027-01-01'
    const draftId = await story.newDraft('finance1', {
      ...completeFields(reference),
      routineType: reference.routineTypeId,
      receivedDate: day,
      dueDate: null,
      ...fields,
    })
    await story.draftStep('finance1', draftId, 'send to check')
    return draftId
  }

  /** Signed by the client on this date. */
  async function signed(draftId: number, date: string) {
    const people = { validatingUserA: reference.anna, validatingUserB: reference.bea }
    await story.edit('clientdesk1', draftId, { ...people, validationDateA: date, validationDateB: date })
  }
  async function invoiced(draftId: number): Promise<number> {
    await story.draftStep('clientdesk1', draftId, 'client validated')
    await story.draftStep('clientdesk1', draftId, 'create invoice')
    const [made] = await story.invoicesOf(draftId)
    return made?.id ?? 0
  }

  const override = (user: UserName, draftId: number, comment: string) =>
    site.as(user, (context) =>
      overrideBudget(context, {
        ...alone,
        draftId,
        budgetId,
        comment,
      }),
    )
  const recreate = (invoiceId: number) =>
    site.as('finance2', (context) => recreateDraft(context, { ...alone, invoiceId }))
  const validate = (draftId: number) => story.draftStep('clientdesk1', draftId, 'client validated')

  /** The current figures of the budget, checked against the sum of its parts. */
  async function holds() {
    const totals = (await budgetTotals(site.read, [budgetId])).get(budgetId)
    const parts = await budgetParts(site.read, budgetId)
    const of = (kind: 'invoice' | 'draft') =>
      sum(parts.filter((part) => part.kind === kind).map(({ amount }) => amount ?? '0')).toFixed(2)
    expect([of('invoice'), of('draft')]).toEqual([totals?.consumed, totals?.committed])
    return { consumed: totals?.consumed, committed: totals?.committed, remaining: totals?.remaining }
  }
  async function budgetState(draftId: number) {
    const [check] = await budgetsOfDraft(site.read, draftId)
    return { state: check?.state, percent: check?.percent, excess: check?.excess }
  }
  return { ...story, sentDraft, signed, invoiced, override, recreate, validate, holds, budgetState }
}

test('a budget of a year: consumed in two currencies, cancelled and recreated, warned, exceeded, overridden, amended', async () => {
  const { save, step } = budgets(site)
  site.setClock('2026-11-16T09:00:00Z')
  const budgetId = await chapter('One person creates the budget, another approves it', async () => {
    const { budgetId } = await save('finance1', {
      ...budgetFields(reference),
      from_date: '2027-01-01',
      to_date: '2027-12-31',
      treshold: '75',
      client_validation: true,
    })
    await step('finance1', budgetId, 'submit', { comment: 'As in 2026' })
    await expect(step('finance1', budgetId, 'approve')).rejects.toMatchObject({ code: 'forbidden' })
    site.setClock('2026-11-18T08:00:00Z')
    await step('teamleader1', budgetId, 'approve')
    return budgetId
  })
  const year = yearOf(budgetId)
  const { day, draftStep, invoiceStep, holds, budgetState } = year

  await chapter('January: far below the threshold, so no proof is required', async () => {
    day('2027-01-20')
    const january = await year.sentDraft({
      invoiceRef: 'IDX-1',
      invoiceDate: '2027-01-18',
      grossAmount: '2340.00',
      taxes: '340.00',
    })
    expect(await holds()).toEqual({ consumed: '0.00', committed: '2340.00', remaining: '10000.00' })
    await draftStep('teamleader1', january, 'approve')
    await year.signed(january, '2027-01-20')
    await year.invoiced(january)
    expect(await holds()).toEqual({ consumed: '2340.00', committed: '0.00', remaining: '7660.00' })
  })

  const marchInvoice = await chapter('March: dollars on a Sunday, at the rate of Friday', async () => {
    day('2027-03-16') // Monday’s rate exists by now
    const march = await year.sentDraft({
      invoiceRef: 'IDX-2',
      invoiceDate: '2027-03-14',
      currency: 'USD',
      grossAmount: '3000.00',
      taxes: '0.00',
    })
    expect(await budgetState(march)).toEqual({ state: 'below', percent: '50.81', excess: '0.00' })
    await draftStep('teamleader1', march, 'approve')
    await year.signed(march, '2027-03-16')
    const marchInvoice = await year.invoiced(march)
    expect(await holds()).toEqual({ consumed: '5081.10', committed: '0.00', remaining: '4918.90' })
    return marchInvoice
  })

  await chapter('May: just past the threshold, the client’s proof is required', async () => {
    day('2027-05-21')
    const may = await year.sentDraft({
      invoiceRef: 'IDX-3',
      invoiceDate: '2027-05-20',
      currency: 'USD',
      grossAmount: '2700.01',
      taxes: '0.00',
    })
    expect(await budgetState(may)).toEqual({ state: 'warning', percent: '75.14', excess: '0.00' })
    await draftStep('teamleader1', may, 'approve')
    await year.signed(may, '2027-05-21')
    await expect(year.validate(may)).rejects.toThrow('Add Client Validation')
    await year.prove('clientdesk1', may)
    await year.invoiced(may)
    expect(await holds()).toEqual({ consumed: '7514.08', committed: '0.00', remaining: '2485.92' })
  })

  await chapter('June: the invoice of March is cancelled, recreated for less, and counts once', async () => {
    day('2027-06-10')
    await invoiceStep('accountant1', marchInvoice, 'cancel', { comment: 'Half a month too much' })
    expect(await holds()).toEqual({ consumed: '4772.98', committed: '0.00', remaining: '5227.02' })
    const { draftId: again } = await year.recreate(marchInvoice)
    expect(await holds()).toEqual({ consumed: '4772.98', committed: '2741.10', remaining: '5227.02' })
    await year.edit('finance2', again, { grossAmount: '2500.00' })
    await draftStep('finance2', again, 'send to check')
    expect(await budgetState(again)).toEqual({ state: 'below', percent: '70.57', excess: '0.00' })
    await draftStep('teamleader1', again, 'approve')
    await year.signed(again, '2027-06-10')
    await year.invoiced(again)
    expect(await holds()).toEqual({ consumed: '7057.23', committed: '0.00', remaining: '2942.77' })
  })

  const september = await chapter('September: more than the remainder waits for a team leader', async () => {
    day('2027-09-06')
    const september = await year.sentDraft({
      invoiceRef: 'IDX-4',
      invoiceDate: '2027-09-03',
      grossAmount: '3510.00',
      taxes: '510.00',
    })
    expect(await budgetState(september)).toEqual({ state: 'exceeded', percent: '105.67', excess: '567.23' })
    await expect(draftStep('teamleader1', september, 'approve')).rejects.toMatchObject({ code: 'refused' })
    await expect(year.override('finance2', september, 'It must be paid')).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(year.override('teamleader1', september, '  ')).rejects.toMatchObject({ code: 'invalid' })
    await year.override('teamleader1', september, 'Two indices more since July')
    await draftStep('teamleader1', september, 'approve')
    await year.signed(september, '2027-09-06')
    await year.prove('clientdesk1', september)
    await year.invoiced(september)
    expect(await holds()).toEqual({ consumed: '10567.23', committed: '0.00', remaining: '-567.23' })
    return september
  })

  const october = await chapter('October: the override covers nothing else, however small', async () => {
    day('2027-10-04')
    const october = await year.sentDraft({
      invoiceRef: 'IDX-5',
      invoiceDate: '2027-10-01',
      grossAmount: '117.00',
      taxes: '17.00',
    })
    expect(await budgetState(october)).toEqual({ state: 'exceeded', percent: '106.84', excess: '684.23' })
    await expect(draftStep('teamleader1', october, 'approve')).rejects.toMatchObject({ code: 'refused' })
    return october
  })

  await chapter('The budget is amended: the old amount applies until the new one is approved', async () => {
    await step('finance1', budgetId, 'amend', { comment: 'Two indices more' })
    await save('finance1', { budget: '12000.00' }, { budgetId })
    expect(await holds()).toEqual({ consumed: '10567.23', committed: '117.00', remaining: '1432.77' })
    await expect(draftStep('teamleader1', october, 'approve')).rejects.toMatchObject({ code: 'refused' })
    await expect(step('finance1', budgetId, 'cancel')).rejects.toMatchObject({ code: 'refused' })
    await step('finance1', budgetId, 'submit')
    await expect(draftStep('teamleader1', october, 'approve')).rejects.toMatchObject({ code: 'refused' })
    day('2027-10-06')
    await step('teamleader2', budgetId, 'approve')
    expect(await budgetState(october)).toEqual({ state: 'warning', percent: '89.04', excess: '0.00' })
    await draftStep('teamleader1', october, 'approve')
    await year.signed(october, '2027-10-06')
    await year.prove('clientdesk1', october)
    await year.invoiced(october)
  })

  await chapter('The next year has no budget, so the proof is required', async () => {
    day('2028-01-05')
    const next = await year.sentDraft({
      invoiceRef: 'IDX-6',
      invoiceDate: '2028-01-03',
      grossAmount: '117.00',
      taxes: '17.00',
    })
    expect(await budgetsOfDraft(site.read, next)).toEqual([])
    await draftStep('teamleader1', next, 'approve')
    await year.signed(next, '2028-01-05')
    await expect(year.validate(next)).rejects.toThrow('Add Client Validation')
  })

  await chapter('Its history says who did what, and why', async () => {
    expect(await holds()).toEqual({ consumed: '10684.23', committed: '0.00', remaining: '1315.77' })
    const steps = (await historyOf(site.read, budgetId)).filter(({ type }) => type === 'step').reverse()
    expect(steps.map(({ whoName, name }) => `${whoName}: ${name}`)).toEqual([
      'Ines Carvalho: submit',
      'Claire Weyland: approve',
      'Ines Carvalho: amend',
      'Ines Carvalho: submit',
      'Diego Fuentes: approve',
    ])
    const overridden = (await historyOf(site.read, september)).find(({ name }) => name === 'override budget')
    expect(overridden).toMatchObject({
      whoName: 'Claire Weyland',
      log: expect.stringContaining('Two indices more since July'),
    })
  })
  expect(await year.audited()).toMatchObject({ broken: null, checkpoints: 1 })
})
