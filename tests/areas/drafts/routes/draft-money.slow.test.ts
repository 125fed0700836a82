import { randomUUID } from 'node:crypto'
import { bankAccount } from 'db/schema/bank-accounts'
import { budgetFields, budgetReference, budgets } from 'tests/support/budgets'
import { contextOf } from 'tests/support/context'
import { completeFields, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'
import type { BudgetCheck } from '~/areas/budgets/budget'
import { saveCostLine } from '~/areas/drafts/cost-lines/cost-lines.server'
import type { DraftFields } from '~/areas/expenses/expense'
import { instanceById } from '~/platform/workflow/instance.server'

const site = await opened(httpSite())
const reference = await budgetReference(site)
const its = expenses(site)
const budgetId = await budgets(site).activeBudget({ ...budgetFields(reference), budget: '1000.00' })

const fields = (more: Partial<DraftFields> = {}): DraftFields => ({
  ...completeFields(reference),
  routineType: reference.routineTypeId,
  taxes: null,
  grossAmount: '500.00',
  ...more,
})
const newDraft = (more: Partial<DraftFields> = {}) => its.newDraft('finance1', fields(more))

const page = async (path: string, user = 'finance1') => {
  const { status, html } = await site.page(user, path)
  return { status, html: html.replaceAll('<!-- -->', '') }
}
const send = (path: string, typed: Record<string, string>, user: string) =>
  site.send(user, path, { idempotencyKey: randomUUID(), ...typed })
/** The hidden fields of the form with this field. */
function hiddenOf(html: string, field: string): Record<string, string> {
  const form = (html.match(/<form[\s\S]*?<\/form>/g) ?? []).find((each) => each.includes(field)) ?? ''
  return Object.fromEntries(
    [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )
}

test('entered values are checked against the budgets; the list checks the stored ones', async () => {
  const draftId = await newDraft()
  const typed = (grossAmount: string) => {
    const given = Object.entries(fields({ grossAmount })).flatMap(([name, value]) =>
      value === null || value === false ? [] : [[name, String(value)]],
    )
    return site.ask('finance1', `/drafts/${draftId}/checks?${new URLSearchParams(given)}`)
  }
  const states = async (grossAmount: string) => {
    const { budgets: checks } = (await (await typed(grossAmount)).json()) as { budgets: BudgetCheck[] }
    return checks.map(({ state, percent }) => [state, percent])
  }
  expect(await states('500.00')).toEqual([['below', '50.00']])
  expect(await states('800')).toEqual([['warning', '80.00']])
  expect(await states('1000.01')).toEqual([['exceeded', '100.00']])
  const { html } = await page(`/drafts?expanded=${draftId}&detail=budgets`, 'clientdesk1')
  expect(html).toContain(`Budget ${budgetId}, Index Data House Ltd`)
  expect(html).toContain('50.00 % used')
  // The client desk has no budgets page.
  expect(html).not.toContain(`href="/budgets/${budgetId}`)
  await its.draftStep('finance1', draftId, 'cancel')
})

test('a draft beyond its budget is approved once a team leader overrides it with a comment', async () => {
  const draftId = await newDraft({ grossAmount: '1200.00' })
  await its.draftStep('finance1', draftId, 'send to check')
  const here = `/drafts/${draftId}`
  const desk = await page(here)
  expect(desk.html).toContain('is exceeded by 200.00 EUR')
  expect(desk.html).not.toContain('Allow 200.00 EUR over budget')
  const leader = await page(here, 'teamleader1')
  expect(leader.html).toContain('Allow 200.00 EUR over budget')
  const form = hiddenOf(leader.html, 'name="budgetId"')
  expect(form).toMatchObject({ intent: 'override budget', budgetId: String(budgetId) })

  const silent = await send(here, { ...form, comment: ' ' }, 'teamleader1')
  expect(silent.status).toBe(422)
  expect(silent.html).toContain('Enter why the draft may exceed the budget')
  expect((await send(here, { ...form, comment: 'Mine' }, 'finance1')).status).toBe(403)
  const done = await send(here, { ...form, comment: 'The board agreed' }, 'teamleader1')
  expect([done.status, done.to]).toEqual([302, here])
  const after = await page(here, 'teamleader1')
  expect(after.html).toMatch(/allowed it on \d\d\/\d\d\/\d{4}/)
  expect(after.html).toContain('The board agreed')
  expect(after.html).not.toContain('Allow 200.00 EUR')
  await its.draftStep('teamleader2', draftId, 'approve')
  await its.draftStep('clientdesk1', draftId, 'cancel')
})

test('cancelling asks for confirmation, names the draft, and needs the permission', async () => {
  const draftId = await newDraft({ invoiceRef: 'ASK-1' })
  const shown = await page(`/drafts/${draftId}`)
  expect(shown.html).toMatch(new RegExp(`<a[^>]*href="/drafts/${draftId}/cancel"[^>]*>Cancel this draft…`))
  const path = `/drafts/${draftId}/cancel`
  const confirmation = await page(path)
  expect(confirmation.html).toContain(`Draft ${draftId}, ASK-1, 500.00 EUR, becomes CANCELLED`)
  expect((await page(path, 'clientdesk1')).html).toContain('You cannot cancel')
  const done = await send(
    path,
    { ...hiddenOf(confirmation.html, 'type="hidden" name="stepId"'), eventLog: 'Twice' },
    'finance1',
  )
  expect([done.status, done.to]).toEqual([302, `/drafts/${draftId}?done=1`])
  expect(await instanceById(site.read, draftId)).toMatchObject({ queue: 'SYSTEM', status: 'CANCELLED' })
  expect((await page(path)).html).toContain('You cannot cancel')
})

test('lines that do not add up to the invoice are reported with the amount entered before', async () => {
  const draftId = await newDraft({ grossAmount: '900.00', taxes: '150.00' })
  const line = { feesType: 'AUDIT', grossAmount: '700.00', taxes: '150.00', comment: '' }
  await site.transaction((tx) =>
    saveCostLine(contextOf({ tx, actor: site.actor('finance1'), now: site.clock() }), {
      draftId,
      id: null,
      revision: null,
      fields: line,
    }),
  )
  const notice = '900.00 EUR gross: 200.00 EUR still to allocate.'
  expect((await page(`/drafts/${draftId}/allocations`)).html).toContain(notice)
  expect((await page(`/drafts/${draftId}`, 'auditor1')).html).toContain(notice)
  const rest = await page(`/drafts/${draftId}/allocations?line=new`)
  expect(rest.html).toMatch(/name="grossAmount"[^>]*value="200.00"|value="200.00"[^>]*name="grossAmount"/)
  await its.draftStep('finance1', draftId, 'cancel')
})

test('the SSI tab shows the stored accounts; a change of bank details is shown on the draft', async () => {
  const draftId = await newDraft()
  const none = await page(`/drafts/${draftId}?doc=ssi`)
  expect(none.html).toContain('This supplier has no bank accounts yet.')
  const now = site.clock()
  const earlier = new Date(now.getTime() - 40 * 86_400_000)
  const account = { legalEntityId: reference.supplierId, iso3Currency: 'EUR', bic: 'BGLLLULLXXX' }
  const at = (day: Date) => ({ creationDate: day, updateDate: day })
  await site.transaction((tx) =>
    tx.insert(bankAccount).values([
      { ...account, ...at(earlier), iban: 'LU280019400644750000' },
      { ...account, ...at(new Date(now.getTime() - 3 * 86_400_000)), iban: 'LU120010001234567891' },
    ]),
  )
  const { html } = await page(`/drafts/${draftId}?doc=ssi`)
  expect(html).toContain('LU28 0019 4006 4475 0000')
  expect(html).toContain('Index Data House Ltd: bank details changed 3 days ago.')
  // By then it no longer matters.
  await its.draftStep('finance1', draftId, 'cancel')
  expect((await page(`/drafts/${draftId}`)).html).not.toContain('bank details changed')
})

test('in yen the fields of a draft and of its lines have no decimals, and more are refused', async () => {
  const yen = { currency: 'JPY', grossAmount: '1500.00', taxes: '136.00', prepaidAmount: '500.00' }
  const draftId = await newDraft(yen)
  const held = (html: string, name: string) =>
    /value="([^"]*)"/.exec(
      (html.match(/<input[^>]*>/g) ?? []).find(
        (each) => each.includes(`name="${name}"`) && !each.includes('type="hidden"'),
      ) ?? '',
    )?.[1]
  const form = (await page(`/drafts/${draftId}/edit`)).html
  expect(['grossAmount', 'taxes', 'prepaidAmount'].map((name) => held(form, name))).toEqual([
    '1500',
    '136',
    '500',
  ])
  const address = `/drafts/${draftId}/allocations?line=new`
  const lines = (await page(address)).html
  expect(['grossAmount', 'taxes'].map((name) => held(lines, name))).toEqual(['1500', '136'])
  const line = { feesType: 'AUDIT', comment: '', taxes: '136', grossAmount: '1500.50' }
  const sent = { ...hiddenOf(lines, 'save line'), ...line }
  const refused = await send(address, sent, 'finance1')
  expect([refused.status, held(refused.html, 'grossAmount')]).toEqual([422, '1500.50'])
  expect(refused.html).toContain('JPY has no decimals. Enter a whole amount.')
})
