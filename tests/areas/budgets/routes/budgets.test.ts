import { budgetFields, budgetReference, budgets } from 'tests/support/budgets'
import { completeFields, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'

const site = await opened(httpSite())

const page = (path: string, user = 'accountant1') => site.page(user, path)

const empty = (await page('/budgets')).html
const reference = await budgetReference(site)
const its = budgets(site)

const send = (path: string, fields: Record<string, string>, user = 'accountant1') =>
  site.send(user, path, fields)

/** The hidden fields of the form with this field, as a browser sends them. */
function hiddenOf(html: string, field: string): Record<string, string> {
  const form = (html.match(/<form[\s\S]*?<\/form>/g) ?? []).find((each) => each.includes(`name="${field}"`))
  return Object.fromEntries(
    [...(form ?? '').matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )
}

/** The input for a budget of this year. */
function typed(year: number, changes: Record<string, string> = {}): Record<string, string> {
  const { client_validation: _, ...fields } = budgetFields(reference)
  const texts = Object.entries(fields).map(([name, value]) => [name, value === null ? '' : String(value)])
  return { ...Object.fromEntries(texts), from_date: `${year}-01-01`, to_date: `${year}-12-31`, ...changes }
}

const stored = (year: number) => ({
  ...budgetFields(reference),
  from_date: `${year}-01-01`,
  to_date: `${year}-12-31`,
})

test('without budgets, the page explains them and how to begin', async () => {
  expect(empty).toContain('A budget limits what one entity may spend on one supplier in a period')
  expect(empty).toMatch(/class="button" href="\/budgets\/new"/)
})

test('a budget is created in the popup; errors are next to their fields and the input is kept', async () => {
  const form = hiddenOf((await page('/budgets/new')).html, 'supplier_id')
  const wrong = await send('/budgets/new', {
    ...form,
    ...typed(2031, { budget: '-5', treshold: '101', to_date: '2030-12-31' }),
  })
  expect(wrong.status).toBe(422)
  for (const field of ['budget', 'treshold', 'to_date'])
    expect(wrong.html).toMatch(new RegExp(`id="new-${field}"[^>]*aria-invalid="true"`))
  expect(wrong.html).toMatch(/name="budget"[^>]*value="-5"/)
  // All errors at once: unreadable, missing and invalid values, and overlapping days.
  await its.save('accountant2', stored(2041))
  const many = await send('/budgets/new', {
    ...form,
    ...typed(2041, { budget: 'much', treshold: '101', currency: '' }),
  })
  expect(
    [...many.html.matchAll(/id="new-(\w+)"[^>]*aria-invalid="true"/g)].map(([, name]) => name).sort(),
  ).toEqual(['budget', 'currency', 'from_date', 'to_date', 'treshold'])
  const [, banner = ''] = /class="error-banner"([\s\S]*?)<\/ul>/.exec(many.html) ?? []
  // An error shared by two fields is shown once above them.
  expect(banner.match(/counts the same invoices/g)).toHaveLength(1)
  const made = await send('/budgets/new', { ...form, ...typed(2031) })
  expect(made).toMatchObject({ status: 302, to: expect.stringMatching(/^\/budgets\/\d+$/) })
  // The same form again gives the same budget.
  expect((await send('/budgets/new', { ...form, ...typed(2031) })).to).toBe(made.to)
  const { html } = await page(made.to ?? '')
  expect(html).toContain('Nothing of 10,000.00 EUR is used')
  expect(html).toContain('placeholder="Type a message..."')
})

test('a concurrent change shows both versions; saving again overwrites the stored one', async () => {
  const { budgetId } = await its.save('accountant2', stored(2032))
  const path = `/budgets/${budgetId}`
  const form = hiddenOf((await page(path)).html, 'supplier_id')
  await its.save('finance1', { budget: '12000' }, { budgetId })
  const behind = await send(path, { ...form, ...typed(2032, { budget: '9000' }) })
  expect(behind.status).toBe(409)
  expect(behind.html).toContain('Versions, field by field')
  expect(behind.html).toMatch(/10,000\.00[\s\S]*12,000\.00[\s\S]*9,000\.00/)
  const again = hiddenOf(behind.html, 'supplier_id')
  expect(again.revision).toBe('2')
  expect((await send(path, { ...again, ...typed(2032, { budget: '9000' }) })).status).toBe(302)
  expect((await page(path)).html).toMatch(/name="budget"[^>]*value="9000.00"/)
})

test('users who may not change or delete a budget read it, with the reason', async () => {
  const { budgetId } = await its.save('accountant1', stored(2033))
  const { html } = await page(`/budgets/${budgetId}`, 'treasurer1')
  expect(html).toContain('You may read this budget')
  expect(html).not.toContain('name="supplier_id"')
  expect(html).not.toContain('New budget')
  expect((await page(`/budgets/${budgetId}/delete`)).html).toContain('needs the delete permission')
  expect((await send(`/budgets/${budgetId}/delete`, { revision: '1' })).status).toBe(403)
})

test('a budget is deleted after confirmation, and its address is not found', async () => {
  const { budgetId } = await its.save('accountant1', stored(2034))
  const path = `/budgets/${budgetId}/delete`
  const form = hiddenOf((await page(path, 'teamleader1')).html, 'revision')
  const gone = await send(path, form, 'teamleader1')
  expect(gone).toMatchObject({ status: 302, to: '/budgets' })
  expect((await page(`/budgets/${budgetId}`)).status).toBe(404)
})

test('a budget is copied to the following period', async () => {
  const { budgetId } = await its.save('accountant1', stored(2035))
  const { html } = await page(`/budgets/${budgetId}/copy`)
  expect(html).toMatch(/id="new-from_date"[^>]*value="2036-01-01"/)
  expect(html).toMatch(/id="new-to_date"[^>]*value="2036-12-31"/)
})

test('an expanded budget shows its history, documents and invoices; its files hold the same', async () => {
  const { budgetId } = await its.save('accountant1', stored(2026))
  const { invoiceId } = await expenses(site).newInvoice(reference, {
    routineType: reference.routineTypeId,
  })
  const expanded = (detail: string) => page(`/budgets?expanded=${budgetId}&detail=${detail}`)
  expect((await expanded('audit')).html).toContain(`Budget Workflow Audit of budget ${budgetId}`)
  expect((await expanded('documents')).html).toContain('This budget has no documents')
  expect((await expanded('invoices')).html).toContain(`/invoices/${invoiceId}?page=1`)
  const grouped = await page(`/budgets?expanded=${budgetId}&detail=invoices&sub.group=currency`)
  expect(grouped.html).toMatch(/grid__group[\s\S]*1,170\.00/)

  const file = async (path: string) => (await site.ask('auditor1', path)).text()
  expect(await file(`/budgets/${budgetId}/export/allocated_invoices.csv`)).toContain('INV-2026/0107')
  expect(await file(`/budgets/${budgetId}/export/budget_workflow.csv`)).toContain('IN ENTRY')
  const list = await file('/budgets/export/budgets.csv?columns=id,consumed,remaining')
  expect(list).toContain(`${budgetId},1170.00,8830.00`)
  expect((await site.ask('auditor1', '/budgets/export/none.csv')).status).toBe(404)
})

test('amending a budget opens its form; a step that passes it on closes the drawer', async () => {
  const budgetId = await its.activeBudget(stored(2071))
  const take = async (name: string) => {
    const { html } = await page(`/budgets/${budgetId}`)
    const stepId = String(await site.stepId(budgetId, name))
    return send(`/budgets/${budgetId}`, {
      ...hiddenOf(html, 'stepId'),
      ...hiddenOf(html, 'eventLog'),
      stepId,
    })
  }
  expect((await take('amend')).to).toBe(`/budgets/${budgetId}`)
  const { html } = await page(`/budgets/${budgetId}`)
  expect(html).toContain('name="from_date"')
  expect(html).toContain('A step uses the saved values.')
  expect(html).toContain('Nothing has changed yet')
  await its.save('accountant1', { budget: '12000' }, { budgetId })
  expect((await page(`/budgets/${budgetId}`)).html).toMatch(
    /What the amendment changes[\s\S]*10,000\.00[\s\S]*12,000\.00/,
  )
  expect((await take('submit')).to).toBe(`/budgets/${budgetId}?done=1`)
})

test('a budget warns where invoices count twice; a draft, which budget it misses', async () => {
  const narrow = await its.activeBudget(stored(2081))
  const form = hiddenOf((await page('/budgets/new')).html, 'supplier_id')
  const wide = await send('/budgets/new', { ...form, ...typed(2081, { expense_type_id: '' }) })
  const { html } = await page(wide.to ?? '')
  expect(html).toContain(`Budget ${narrow} of Market data overlaps this one from 01/01/2081 to 31/12/2081`)

  const other = { routineType: null, invoiceDate: '2081-06-30', receivedDate: null, dueDate: null }
  const draftId = await expenses(site).newDraft('finance1', { ...completeFields(reference), ...other })
  const [monthly] = await site.ownerSql<{ id: number }[]>`
    insert into routine_type (name) values ('MONTHLY') returning id`
  await expenses(site).setDraft(draftId, { routineTypeId: monthly?.id ?? 0 })
  for (const [path, user] of [
    [`/drafts/${draftId}`, 'finance1'],
    [`/drafts/${draftId}`, 'teamleader1'],
    [`/drafts?expanded=${draftId}&detail=budgets`, 'teamleader1'],
  ] as const)
    expect((await page(path, user)).html).toContain(
      'is for RECURRENT: this draft is MONTHLY and is not counted.',
    )
})

test('a budget links to its neighbours in the list, and to its pack for those who may build one', async () => {
  await its.save('accountant1', stored(2091))
  const { budgetId } = await its.save('accountant1', stored(2092))
  const { html } = await page(`/budgets/${budgetId}?sort=-id`, 'auditor1')
  expect(html).toContain('drawer__neighbour')
  expect(html).toContain(`/evidence/pack.zip?kind=budget&amp;id=${budgetId}`)
  expect((await page(`/budgets/${budgetId}`, 'finance1')).html).not.toContain('/evidence/pack.zip')
})

test('the list marks warnings, exceeded and amended budgets, and labels its totals', async () => {
  const amended = await its.activeBudget({ ...stored(2082), budget: '3000.00' })
  await its.step('accountant1', amended, 'amend')
  await its.save('accountant1', { budget: '1300.00' }, { budgetId: amended })
  const fields = {
    routineType: reference.routineTypeId,
    invoiceDate: '2082-06-30',
    receivedDate: null,
    dueDate: null,
  }
  await expenses(site).newDraft('finance1', { ...completeFields(reference), ...fields })
  const row = async () => (await page('/budgets?filter.from_date=2082-01-01')).html
  const warns = await row()
  expect(warns).toMatch(/badge--warning[\s\S]*90\.00 %[\s\S]*threshold reached/)
  expect(warns).toContain('Being amended: 3,000.00 stays active until 1,300.00 is approved')
  expect(warns).toMatch(/Total (<!-- -->)?of active budgets/)
  await its.save('accountant1', { budget: '1000.00' }, { budgetId: amended })
  expect(await row()).toMatch(/badge--failed[\s\S]*117\.00 %[\s\S]*exceeded/)
})
