import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiAddresses } from '../support/api/build'
import { type ApiSite, apiSite, type UserName } from '../support/api/site'

let site: ApiSite
beforeAll(async () => {
  site = await apiSite()
})
afterAll(() => site.close())

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Who may call what: every address and method that is answered. All others of the five methods are 405. */
const MATRIX: Record<string, Partial<Record<(typeof METHODS)[number], Who>>> = {
  '/api/openapi.json': { GET: 'all' },
  '/api/auth/user': { GET: 'all' },
  '/api/auth/user/isaccountingteamleader': { GET: 'all' },
  '/api/account/tokens': { GET: 'all', POST: 'all' },
  '/api/account/tokens/:tokenId': { DELETE: 'all' },
  '/api/prices': { GET: 'priceReaders' },
  '/api/prices/justifications': { POST: 'priceReaders' },
  '/api/rates': { GET: 'priceReaders' },
  '/api/production': { GET: 'productionReaders' },
  '/api/dashboard/nav': { GET: 'controlReaders' },
  '/api/dashboard/nav/:fundNavId': { GET: 'navReaders' },
  '/api/dashboard/nav/:fundNavId/nextrouting': { GET: 'navReaders' },
  '/api/dashboard/nav/:fundNavId/nextrouting/:routingId': { POST: 'navWriters' },
  '/api/dashboard/nav/reason/:reasonCode/:controlId': { GET: 'navWriters', POST: 'navWriters' },
  '/api/dashboard/nav/:fundNavId/report': { GET: 'navReaders' },
  '/api/dashboard/nav/breaks/:fundNavId': { GET: 'navReaders' },
  '/api/dashboard/nav/breaks/:fundNavId/:breakId': { POST: 'navWriters' },
  '/api/dashboard/nav/checks/:fundNavId': { GET: 'navReaders' },
  '/api/dashboard/nav/checks/:fundNavId/:rank': { POST: 'navWriters' },
  '/api/dashboard/diff_prv/:id': { GET: 'navReaders' },
  '/api/elements/:fundNavId': { GET: 'navReaders' },
  '/api/reasons': { GET: 'navReaders' },
  '/api/ruleresult': { POST: 'navWriters' },
  // These look at the kind of the object that they are asked for: here one that does not exist.
  '/api/kpi/reportdata/comments': { POST: 'all' },
  '/api/kpi/reportdata/comments/:objectId': { GET: 'all' },
  '/api/documents/:documentId': { GET: 'all', DELETE: 'all' },
  '/api/documents/:documentId/delete': { GET: 'all', POST: 'all' },
  '/api/uploadDocument/:fileType/:objectId': { POST: 'all' },
  '/api/uploadclientvalidationdocument/:draftId': { POST: 'expenseReaders' },
  '/api/uploadbackupdocument/:draftId': { POST: 'expenseReaders' },
  '/api/documents/object/:objectId': { GET: 'all' },
  '/api/documents/invoice/:objectId': { GET: 'all' },
  '/api/documents/authorisation/:objectId': { GET: 'all' },
  '/api/documents/loader/:invoiceId': { GET: 'invoiceReaders' },
  '/api/transactions': { GET: 'invoiceReaders' },
  '/api/transactions/:invoiceId': { GET: 'invoiceReaders' },
  '/api/transactionssub/:draftId': { GET: 'expenseReaders' },
  '/api/workflows/instances/:objectId': { GET: 'all' },
  '/api/workflows/instances/invoice/:invoiceId': { GET: 'invoiceReaders' },
  '/api/workflows/instances/draft/:draftId': { GET: 'expenseReaders' },
  '/api/workflows/instances/invoice_draft/:invoiceId': { GET: 'invoiceReaders' },
  '/api/task/instance/create': { POST: 'all' },
  '/api/task/instance/create/invoice': { POST: 'invoiceReaders' },
  '/api/task/instance/create/draft': { POST: 'expenseReaders' },
  '/api/drafttransactions': { GET: 'expenseReaders', POST: 'expenseReaders' },
  '/api/drafttransactions/:draftId': { GET: 'expenseReaders' },
  '/api/drafttransactions/:draftId/status': { GET: 'expenseReaders' },
  '/api/costs': { POST: 'expenseReaders' },
  '/api/costs/:draftId': { GET: 'expenseReaders' },
  '/api/costs/:costId/delete': { GET: 'expenseReaders', POST: 'expenseReaders', DELETE: 'expenseReaders' },
  '/api/uploadinvoice': { POST: 'expenseReaders' },
  '/api/uploadinvoices': { POST: 'expenseReaders' },
  '/api/transactions/rollover/:invoiceId': { GET: 'expenseReaders', POST: 'expenseReaders' },
  '/api/bridge/:controlId': { GET: 'navReaders' },
  '/api/nav/controls/documents/:id': { GET: 'navReaders' },
  '/api/nav/controls/documents/mgmt/:id': { GET: 'navReaders' },
  '/api/uploadfilesFIA/:nbFiles': { POST: 'navWriters' },
  '/api/uploadfilesMFFA': { POST: 'navWriters' },
  '/api/uploadmatching/:fundNavId': { POST: 'navWriters' },
  '/api/layouts': { GET: 'all' },
  '/api/layouts/:name': { GET: 'all', POST: 'all', DELETE: 'all' },
  '/api/layouts/:id/delete': { GET: 'all', POST: 'all' },
  '/api/currencies': { GET: 'all' },
  '/api/lookups/:table': { GET: 'adminReaders', POST: 'administrators' },
  '/api/lookups/:table/update': { POST: 'administrators' },
  '/api/lookups/:table/delete': { POST: 'administrators' },
  '/api/lookups/:table/delete/:key': { GET: 'administrators', DELETE: 'administrators' },
  '/api/import': { POST: 'administrators' },
  '/api/amounttypes': { GET: 'all' },
  '/api/entities': { GET: 'expenseUsers' },
  '/api/entities/ntr': { GET: 'expenseUsers' },
  '/api/lookup/entities': { GET: 'expenseUsers' },
  '/api/drafttransactions/funds': { GET: 'expenseUsers' },
  '/api/drafttransactions/suppliers': { GET: 'expenseUsers' },
  '/api/expenseworkflow/nondraft': { GET: 'expenseUsers' },
  '/api/mappings/key/:mappingKey': { GET: 'expenseUsers' },
  '/api/clients/:settlementLegalEntity': { GET: 'expenseUsers' },
  '/api/authmatrix/:entity/:date': { GET: 'expenseReaders' },
  '/api/budgets': { GET: 'budgetReaders' },
  '/api/budgets/:draftId': { GET: 'expenseReaders' },
  '/api/budget': { POST: 'budgetReaders' },
  '/api/budget/delete': { POST: 'budgetReaders' },
  '/api/budget/delete/:budgetId': { GET: 'budgetReaders', POST: 'budgetReaders', DELETE: 'budgetReaders' },
  '/api/budgets/instance/create': { POST: 'budgetReaders' },
  '/api/task/instance/create/budget': { POST: 'budgetReaders' },
  '/api/workflows/instances/budget/:budgetId': { GET: 'budgetReaders' },
  '/api/transactions/budget/:budgetId': { GET: 'invoiceReaders' },
  '/api/entity/bankaccount/:entity': { GET: 'accountReaders' },
  '/api/bankaccount': { POST: 'accountReaders' },
  '/api/bankaccount/delete': { POST: 'accountReaders' },
  '/api/dashboard/processes': { GET: 'processReaders' },
  '/api/dashboard/processes/:entityProcessDateId': { POST: 'processReaders' },
  '/api/dashboard/tasks/:entityProcessDateId': { GET: 'processReaders' },
  '/api/tasks/:taskId': { GET: 'processReaders' },
  '/api/taskfullnames/ntr': { GET: 'adminReaders' },
  '/api/processes/ntr': { GET: 'adminReaders' },
  '/api/entity/events/ntr': { GET: 'adminReaders' },
  '/api/tolerances': { GET: 'adminReaders' },
  '/api/users/:userId': { GET: 'adminReaders' },
  '/api/accruals': { GET: 'controlReaders' },
  '/api/costs/:draftId/division': { GET: 'expenseReaders', POST: 'expenseReaders' },
  '/api/detection': { GET: 'replayReaders' },
  '/api/evidence/keys': { GET: 'evidenceReaders' },
  '/api/evidence/month/:month/:fundCode': { GET: 'evidenceReaders' },
  '/api/evidence/months': { POST: 'evidenceReaders' },
  '/api/evidence/months/:packId': { GET: 'evidenceReaders' },
  '/api/evidence/months/:packId/cancel': { POST: 'evidenceReaders' },
  '/api/evidence/months/:packId/file': { GET: 'evidenceReaders' },
  '/api/evidence/pack/:kind/:objectId': { GET: 'evidenceReaders' },
  '/api/evidence/packs': { GET: 'evidenceReaders' },
  '/api/payments': { GET: 'paymentReaders', POST: 'paymentReaders' },
  '/api/payments/:runId': { GET: 'paymentReaders' },
  '/api/payments/:runId/files/:messageId': { GET: 'paymentReaders' },
  '/api/payments/:runId/takenout': { POST: 'paymentReaders' },
  '/api/payments/answers': { POST: 'paymentReaders' },
  '/api/payments/payable': { GET: 'paymentReaders' },
  '/api/prepaid': { GET: 'invoiceReaders' },
  '/api/prepaid/balances': { GET: 'invoiceReaders' },
  '/api/prepaid/journals': { GET: 'invoiceReaders', POST: 'invoiceReaders' },
  '/api/prepaid/journals/:journalId/loader': { GET: 'invoiceReaders' },
  '/api/prepaid/navs': { GET: 'invoiceReaders' },
  '/api/replay': { POST: 'replayReaders' },
  '/api/replay/:id': { GET: 'replayReaders' },
}

/** Whoever works with budgets, bank accounts, payments, processes, prices, replays and evidence is in the table of the site map (tests/http/access-matrix). */
const NONE_HERE: string[] = []

const WHO = {
  all: ['accountant1', 'teamleader1', 'manager1', 'production1', 'auditor1', 'finance1', 'admin2'],
  controlReaders: ['accountant1', 'teamleader1', 'manager1', 'auditor1', 'admin2'],
  productionReaders: ['manager1', 'production1'],
  navReaders: ['accountant1', 'teamleader1', 'manager1', 'production1', 'auditor1', 'admin2'],
  navWriters: ['accountant1', 'teamleader1', 'manager1'],
  expenseReaders: ['finance1'],
  expenseUsers: ['auditor1', 'finance1', 'admin2'],
  invoiceReaders: ['finance1'],
  adminReaders: ['auditor1', 'admin2'],
  administrators: ['admin2'],
  budgetReaders: NONE_HERE,
  accountReaders: NONE_HERE,
  processReaders: NONE_HERE,
  priceReaders: NONE_HERE,
  paymentReaders: NONE_HERE,
  evidenceReaders: NONE_HERE,
  replayReaders: NONE_HERE,
}
type Who = keyof typeof WHO

test('every address under /api is in the matrix, and answers by method and role as it says', async () => {
  expect(apiAddresses().sort()).toEqual(Object.keys(MATRIX).sort())
  const own = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'empty' }
  for (const [address, methods] of Object.entries(MATRIX)) {
    const path = address.replace('/api/', '').replace(/:\w+/g, '999999')
    for (const method of METHODS) {
      const who = methods[method]
      const given = { headers: own, body: method === 'GET' ? undefined : '' }
      const nobody = await site.call(null, method, path, given)
      expect([method, address, nobody.status]).toEqual([method, address, who ? 401 : 405])
      expect(nobody.body.errorMessage).toMatch(/\w/)
      if (!who) {
        const allowed = nobody.answer.headers.get('allow')?.split(', ') ?? []
        expect(allowed).toEqual(expect.arrayContaining(Object.keys(methods)))
        expect(allowed).not.toContain(method)
        continue
      }
      for (const user of WHO.all as UserName[]) {
        const { status, body } = await site.call(user, method, path, given)
        const message = `${user} ${method} ${address}`
        const refused = status === 403 && /^You are not authorised/.test(body?.errorMessage ?? '')
        expect(refused, message).toBe(!WHO[who].includes(user))
        expect(status, message).toBeLessThan(500)
      }
    }
  }
})

test('an address that no call answers is JSON too, for every method', async () => {
  for (const method of METHODS)
    for (const path of ['nothing/here', '', 'dashboard', 'dashboard/nav/1/2/3/4']) {
      const { status, body, answer } = await site.call('accountant1', method, path)
      expect([method, path, status, body?.code]).toEqual([method, path, 404, 'not-found'])
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
})

test('HEAD is GET without a body; OPTIONS names the methods and lets no other site in', async () => {
  const head = await site.call('auditor1', 'HEAD', 'dashboard/nav')
  expect([head.status, head.answer.headers.get('x-total-count')]).toEqual([200, '4'])
  const options = await site.call(null, 'OPTIONS', 'dashboard/nav', {
    headers: { Origin: 'https://evil.example' },
  })
  expect([options.status, options.answer.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
  expect(options.answer.headers.get('access-control-allow-origin')).toBeNull()
})

test('the user comes with functions and permissions, without what is nobody else’s', async () => {
  const { body } = await site.call('accountant1', 'GET', 'auth/user')
  expect(body).toMatchObject({ role: 'ACCOUNTANT', firstName: 'Test', lastName: 'accountant' })
  expect(body.authorisations).toEqual([
    {
      uxFunction: {
        uxFunction: 'navctrl',
        name: 'NAV Controls',
        domain: 'NAV Controls',
        domainType: 'Fund Accounting',
        isDomain: true,
        routing: '/nav-controls',
        uxSortOrder: 50,
      },
      permissions: { add: true, update: true, delete: true },
    },
  ])
  expect(JSON.stringify(body)).not.toMatch(/hash|password/i)
  const leads = async (user: UserName) =>
    (await site.call(user, 'GET', 'auth/user/isaccountingteamleader')).body
  expect([await leads('teamleader1'), await leads('accountant1')]).toEqual([true, false])
})

test('the same address in other letters or escapes is guarded the same way', async () => {
  for (const [path, status] of [
    ['/API/dashboard/nav', 401],
    ['/%61pi/dashboard/nav', 404],
    ['/api/dashboard/nav/', 401],
    ['/api//dashboard/nav', 401],
  ] as const) {
    const answer = await fetch(site.origin + path, { redirect: 'manual' })
    expect([path, answer.status]).toEqual([path, status])
    expect(answer.headers.get('content-type'), path).toMatch(/^application\/json/)
  }
})
