import { currency } from 'db/schema/lookups'
import { budgetFields, budgetReference, budgets } from 'tests/support/budgets'
import { contextOf } from 'tests/support/context'
import { drawer } from 'tests/support/evidence/tamper'
import { completeFields, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { shownMain } from 'tests/support/routes/shown-main'
import { expect, test } from 'vitest'
import { bankAccountsTable } from '~/areas/bank-accounts/bank-accounts-table.server'
import { tolerancesTable } from '~/areas/navs/tolerances.server'
import { requestQueues } from '~/areas/users/request-rights.server'
import { approvePendingChange } from '~/platform/approvals/pending-change-decide.server'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { createRow } from '~/platform/tables/change-rows.server'
import { addDays } from '~/platform/values/day'
import { newSigningKey, openSigning } from '~/platform/workflow/signing.server'

const ZONE = 'Europe/Luxembourg'

const site = await opened(httpSite({ database: { sign: openSigning(newSigningKey()).sign } }))

/** A page as of an instant. */
interface Shot {
  at: string
  path: string
  html: string
}

test('asOf shows what each page showed at moments of a month', async () => {
  const reference = await budgetReference(site)
  const [its, held] = [expenses(site), budgets(site)]
  await site.transaction((tx) =>
    tx.insert(currency).values({ code: 'EUR', name: 'Euro' }).onConflictDoNothing(),
  )
  const fund = await site.addFund({ fundCode: 'LUX001' })
  let day = '2026-11-03'
  const nextDay = () => {
    day = addDays(day, 1)
    site.setClock(`${day}T08:00:00Z`)
  }
  const by = (who: Parameters<typeof site.actor>[0]) => ({
    actor: site.actor(who),
    now: site.clock(),
    timeZone: ZONE,
  })
  const decide = async (who: Parameters<typeof site.actor>[0]) => {
    const [change] = await pendingChanges(site.read)
    await site.as(who, (context) => approvePendingChange(context, change?.id ?? 0))
  }
  const { budgetId } = await held.save('accountant1', budgetFields(reference))
  const draftId = await its.newDraft('finance1', {
    ...completeFields(reference),
    routineType: reference.routineTypeId,
  })
  const { invoiceId } = await its.newInvoice(reference)
  const nav = `/nav-controls/${fund.navId}`
  const user = site.actor('accountant2')
  const accounts = bankAccountsTable(reference.supplierId)
  const account = (iban: string) => ({ iso3Currency: 'EUR', bic: 'BGLLLULLXXX', iban })

  const month: (() => Promise<unknown>)[] = [
    () => site.control('accountant1', { ...fund, model: fund.previous }),
    () => held.step('accountant1', budgetId, 'submit'),
    () =>
      site.control('accountant1', fund, (books) => {
        const value = books[0]?.tables[0]?.rows[0]
        if (value) value.value = { number: '1' }
      }),
    () => its.draftStep('finance1', draftId, 'send to check', { comment: 'Please check' }),
    () =>
      site.transaction((tx) =>
        createRow(contextOf({ tx, ...by('finance1') }), accounts, account('LU280019400644750000')),
      ),
    () => held.step('teamleader1', budgetId, 'approve'),
    () => site.control('accountant1', fund),
    () => decide('teamleader1'),
    () => its.setDraft(draftId, { glDate: '2026-10-31' }),
    () => its.invoiceStep('finance2', invoiceId, 'book'),
    () =>
      site.transaction((tx) =>
        createRow(contextOf({ tx, ...by('admin') }), tolerancesTable, {
          tolerance: 'N05.amount',
          level: 'fund type',
          subject: 'EQUITY',
          value: '0.05',
        }),
      ),
    () => site.matching('accountant1', fund),
    () => decide('admin2'),
    () =>
      site.as('admin', (context) =>
        requestQueues(context, {
          userId: user.id,
          queues: [...user.queues, 'TEAM LEADER'].sort(),
          seen: [...user.queues].sort().join(', '),
        }),
      ),
    () => its.draftStep('teamleader1', draftId, 'approve'),
    () => decide('admin2'),
    () => its.invoiceStep('treasurer1', invoiceId, 'first approval'),
    () => site.step('teamleader1', fund.navId, 'cancel', { comment: 'Fund merged' }),
    () => site.ownerSql`select 1`,
  ]
  const paths = [
    ...['', '/checks', '/kpi', '/over-time'].map((tab) => nav + tab),
    `/drafts/${draftId}`,
    `/invoices/${invoiceId}`,
    `/budgets/${budgetId}`,
    '/production',
    '/budgets',
    `/bank-accounts?entity=${reference.supplierId}`,
    '/admin/tolerances',
    '/authorisation-matrix',
    `/admin/users/${user.id}`,
    '/admin/authorisations',
  ]
  // Three moments of each page.
  const draw = drawer(20)
  const moments = paths.map((path) => ({ path, days: new Set([0, 1, 2].map(() => draw(month.length))) }))
  const shots: Shot[] = []
  for (const [today, act] of month.entries()) {
    nextDay()
    site.forgetCookies()
    for (const { path, days } of moments) {
      if (!days.has(today)) continue
      const at = site.clock().toISOString()
      const { status, html } = await site.page('auditor1', path)
      expect(status, path).toBe(200)
      shots.push({ at, path, html })
    }
    await act()
  }
  nextDay()
  site.forgetCookies()

  expect(shots.length).toBeGreaterThanOrEqual(35)
  const differing = new Set<string>()
  for (const { at, path, html } of shots) {
    const then = await site.page('auditor1', `${path}${path.includes('?') ? '&' : '?'}asOf=${at}`)
    expect([then.status, site.crashes()], `${path} ${at}`).toEqual([200, []])
    expect(then.html).toContain('As it stood on')
    const [before, now] = [shownMain(path, html), shownMain(path, then.html)]
    const line = before.findIndex((each, i) => each !== now[i])
    if (before.join() !== now.join())
      differing.add(`${path} ${at}: ${before.slice(line - 1, line + 2)} → ${now.slice(line - 1, line + 2)}`)
  }
  expect([...differing]).toEqual([])
  expect(site.crashes()).toEqual([])
}, 170_000)

test('refusals are sentences, and nothing can be changed in the past', async () => {
  const [budget] = await site.ownerSql<{ id: number }[]>`select id from budget`
  const path = `/budgets/${budget?.id}`
  const answerAsOf = async (asOf: string, user = 'auditor1') => {
    const { status, html } = await site.page(user, `${path}?asOf=${asOf}`)
    return `${status} ${html.replace(/<[^>]+>/g, ' ')}`
  }
  site.forgetCookies()
  expect(await answerAsOf('2026-11-01')).toMatch(/^422 .*has recorded what changes since/s)
  expect(await answerAsOf('2030-01-01')).toMatch(/^422 .*is still to come/s)
  expect(await answerAsOf('soon')).toMatch(/^422 .*is neither a day nor an instant/s)
  const before = await site.page('auditor1', '/budgets/999999?asOf=2026-11-10')
  expect(before.status).toBe(404)
  expect((await site.page('auditor1', '/payments?asOf=2026-11-10')).status).toBe(400)
  expect((await site.page('clientdesk1', '/admin/tolerances?asOf=2026-11-10')).status).toBe(403)
  const page = await site.page('accountant1', `${path}?asOf=2026-11-10`)
  expect(page.html).not.toMatch(/<form[^>]*method="post"[^>]*action="\/budgets/)
  const sent = await site.send('accountant1', `${path}?asOf=2026-11-10`, { intent: 'step' })
  expect(sent.status).toBe(405)
  expect(sent.html).toContain('what was cannot be changed')
})

test('changes since then are shown field by field, and calls answer as of then', async () => {
  const [budget] = await site.ownerSql<{ id: number }[]>`select id from budget`
  const compared = await site.page('auditor1', `/past/compare?of=/budgets/${budget?.id}&asOf=2026-11-04`)
  expect(compared.status).toBe(200)
  expect(compared.html.replace(/<[^>]+>/g, ' ')).toMatch(/Workflow\s+Status\s+IN ENTRY\s+ACTIVE/)
  const [nav] = await site.ownerSql<{ id: number }[]>`select id from fund_nav order by id desc limit 1`
  const call = async (asOf: string) =>
    (await site.ask('auditor1', `/api/dashboard/nav/${nav?.id}?asOf=${asOf}`)).json()
  expect(await call('2026-11-04')).toMatchObject({ currentControlId: null, currentStatus: 'TO CONTROL' })
  const [{ supplier = 0 } = {}] = await site.ownerSql<{ supplier: number }[]>`
    select legal_entity_id as supplier from bank_account order by id desc limit 1`
  const all = async (path: string, asOf: string) => {
    const answer = await site.ask('auditor1', `/api/${path}?asOf=${asOf}`)
    expect(answer.status, path).toBe(200)
    return answer
  }
  const counted = async (path: string, asOf: string) =>
    ((await (await all(path, asOf)).json()) as unknown[]).length
  const grown = async (path: string) =>
    (await counted(path, '2026-11-21')) - (await counted(path, '2026-11-04'))
  expect(await grown(`entity/bankaccount/${supplier}`), 'an account that was approved').toBe(1)
  expect(await grown('tolerances'), 'a tolerance that was approved').toBe(1)
  expect(await grown('lookups/authorisation-rules')).toBe(0)
  const user = async (asOf: string) =>
    (await (await all(`users/${site.actor('accountant2').id}`, asOf)).json()) as { queues: string[] }
  expect((await user('2026-11-04')).queues).not.toContain('TEAM LEADER')
  expect((await user('2026-11-21')).queues).toContain('TEAM LEADER')
  expect((await all(`authmatrix/${supplier}/2026-11-04`, '2026-11-04')).headers.get('Content-Type')).toBe(
    'application/pdf',
  )
  const report = await site.ask('auditor1', `/nav-controls/${nav?.id}/report.pdf?asOf=2026-11-10`)
  expect([report.status, report.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
  const page = await site.page('auditor1', `/nav-controls/${nav?.id}?asOf=2026-11-10`)
  expect(page.html).toContain(`/nav-controls/${nav?.id}/report.pdf?asOf=2026-11-10`)
  expect(await call('2026-11-30')).toMatchObject({ errorMessage: expect.stringContaining('still to come') })
})
