import { caseCalls } from 'tests/support/areas/nav-errors/case-calls'
import { sentNavs, wrongFund } from 'tests/support/areas/nav-errors/sent-navs'
import { inboxOf } from 'tests/support/areas/payments/bank-inbox'
import { camt054, runsOn } from 'tests/support/areas/payments/runs-on'
import { budgetFields, budgetReference, budgets } from 'tests/support/budgets'
import { filesOf } from 'tests/support/evidence/forge'
import { completeFields, expenses } from 'tests/support/expenses'
import { settings } from 'tests/support/http/server/serve'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'
import { openSigning } from '~/platform/workflow/signing.server'

const { sign } = openSigning(settings.signingKey)
const site = await opened(httpSite({ database: { sign } }))
const reference = await budgetReference(site)
const its = expenses(site)
const runs = runsOn(site, reference)
await runs.addAccounts()

const textOf = async (userName: string, path: string) => {
  const { status, html } = await site.page(userName, path)
  expect(status, path).toBe(200)
  return html.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<[^>]*>/g, ' ')
}

/** The README of the pack of an object, as an auditor downloads it. */
async function readme(kind: string, id: number): Promise<string> {
  const answer = await site.ask('auditor1', `/api/evidence/pack/${kind}/${id}`)
  expect(answer.status).toBe(200)
  return (
    filesOf(Buffer.from(await answer.arrayBuffer()))
      .get('README.txt')
      ?.toString() ?? ''
  )
}

const BANNER = 'This is not what Fundesk signed.'

const pastOf = (path: string, at: string) => `${path}${path.includes('?') ? '&' : '?'}asOf=${at}`

/** Changes rows as a superuser does, without triggers. */
const tamper = (statement: string) =>
  site.admin.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql.unsafe(statement)
  })

test('the page of an object says that its rows are not what was signed, now and as of an instant before', async () => {
  const fund = await site.addFund({ fundCode: 'BANNER' })
  await site.control('accountant1', { model: fund.previous, set: fund.set })
  const { controlId } = await site.control('accountant1', fund)
  const { invoiceId } = await its.newInvoice(reference)
  const draftId = await its.newDraft('finance1', completeFields(reference))
  const { budgetId } = await budgets(site).save('accountant1', budgetFields(reference))
  const { id: userId } = site.actor('accountant2')
  const at = site.clock().toISOString()
  const pages: [path: string, tampering: string][] = [
    [
      `/nav-controls/${fund.navId}`,
      `update rule_result set comment = 'Agreed' where control_id = ${controlId}`,
    ],
    [
      `/production/${fund.previousNavId}`,
      `update fund_nav set max_sending_date = '2026-12-31' where id = ${fund.previousNavId}`,
    ],
    [
      `/invoices/${invoiceId}`,
      `update workflow_event set who_name = 'Nobody' where object_id = ${invoiceId}`,
    ],
    [`/drafts/${draftId}`, `update draft set invoice_ref = 'FORGED' where id = ${draftId}`],
    [`/budgets/${budgetId}`, `update budget set budget = budget * 3 where id = ${budgetId}`],
    [`/admin/users/${userId}`, `insert into user_queue (user_id, queue) values (${userId}, 'PAYMENT')`],
  ]
  for (const [path] of pages) {
    expect(await textOf('auditor1', path), path).not.toContain(BANNER)
    expect(await textOf('auditor1', pastOf(path, at)), path).not.toContain(BANNER)
  }
  expect(await readme('nav', fund.navId)).not.toContain('WARNING')
  for (const [path, tampering] of pages) {
    await tamper(tampering)
    expect(await textOf('auditor1', path), path).toContain(BANNER)
    expect(await textOf('auditor1', pastOf(path, at)), path).toContain(BANNER)
  }
  // Packs are built all the same, and say so.
  expect(await readme('nav', fund.navId)).toMatch(/WARNING: .+\(rule_result\)/s)
  expect(await readme('budget', budgetId)).toMatch(/WARNING: .+\(budget\)/s)
  expect(await textOf('auditor1', '/evidence')).toMatch(
    /It says that this is not what Fundesk signed:\s+rule_result/,
  )
  expect(site.crashes()).toEqual([])
})

test('so is a forged entry of a bank on its page', async () => {
  const inbox = inboxOf(site)
  const file = camt054('BANNER', [{ id: 'FEES', amount: '9.00', text: 'Account fees' }])
  const { answerId } = await runs.answer('treasurer1', 'booked.xml', file)
  const [entry] = await inbox.entries(answerId)
  await inbox.explain('treasurer1', entry?.id ?? 0, { kind: 'charges' })
  const path = `/bank-inbox/${entry?.id}`
  expect(await textOf('treasurer1', path)).not.toContain(BANNER)
  await tamper(`update bank_entry set amount = amount * 2 where id = ${entry?.id}`)
  expect(await textOf('treasurer1', path)).toContain(BANNER)
})

test('so is a forged payment on the page of its run', async () => {
  const { runId } = await runs.make('treasurer1', await runs.approvedInvoices([{ gross: '100.00' }]))
  expect(await textOf('auditor1', `/payments/${runId}`)).not.toContain(BANNER)
  await tamper(`update payment set amount = amount * 2 where run_id = ${runId}`)
  expect(await textOf('auditor1', `/payments/${runId}`)).toContain(BANNER)
})

test('Bank Accounts, and the pages of what is paid to it, warn of a forged account of a payee', async () => {
  const at = site.clock().toISOString()
  const { invoiceId: toBook } = await its.newInvoice(reference)
  const { invoiceId } = await its.newInvoice(reference)
  await its.invoiceStep('finance2', invoiceId, 'book')
  const draftId = await its.newDraft('finance1', completeFields(reference))
  const shown = async () => {
    const paths = [
      `/bank-accounts?entity=${reference.supplierId}`,
      `/bank-accounts?entity=${reference.supplierId}&asOf=${at}`,
      `/drafts/${draftId}`,
      `/invoices/${invoiceId}`,
      `/bank-accounts?entity=${reference.settlingId}`,
      `/invoices/${toBook}`,
    ]
    return Promise.all(paths.map(async (path) => (await textOf('auditor1', path)).includes(BANNER)))
  }
  expect(await shown()).toEqual([false, false, false, false, false, false])
  await tamper(`update bank_account set iban = 'LU120010001234567891' where legal_entity_id = ${reference.supplierId}
    and iso3_currency = 'EUR'`)
  expect(await shown()).toEqual([true, true, true, true, false, false])
  expect(site.crashes()).toEqual([])
})

test('so is a forged case of a wrong NAV, now and as of an instant before', async () => {
  site.setClock('2026-11-10T08:00:00Z')
  site.forgetCookies()
  await wrongFund(sentNavs(site), 'FORGED')
  const path = `/nav-errors/${await caseCalls(site).open('FORGED')}`
  const at = site.clock().toISOString()
  site.setClock('2026-11-10T08:30:00Z')
  for (const each of [path, pastOf(path, at)])
    expect(await textOf('auditor1', each), each).not.toContain(BANNER)
  await tamper("update nav_error set description = 'A rounding difference'")
  for (const each of [path, pastOf(path, at)]) expect(await textOf('auditor1', each), each).toContain(BANNER)
  expect(site.crashes()).toEqual([])
})
