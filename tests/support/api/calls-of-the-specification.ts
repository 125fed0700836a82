/** Every call of the specification, section 7, as written there; "{}" is a variable part. */
const SECTION_7: Record<string, string> = {
  Layouts: `
    GET layouts/{}
    POST layouts/{}
    GET layouts/{}/delete`,
  Dashboards: `
    GET drafttransactions
    GET transactionssub/{}
    GET transactions
    GET transactions/{}
    GET transactions/budget/{}
    GET dashboard/nav
    GET production
    GET dashboard/processes
    POST dashboard/processes/{}
    GET dashboard/tasks/{}
    GET tasks/{}`,
  'The generic editable grid': `
    GET lookups/{}
    POST lookups/{}
    POST lookups/{}/update
    POST lookups/{}/delete
    GET lookups/{}/delete/{}`,
  NAV: `
    GET auth/user/isaccountingteamleader
    GET dashboard/nav/{}
    GET dashboard/nav/{}/nextrouting
    POST dashboard/nav/{}/nextrouting/{}
    GET elements/{}
    GET reasons
    GET dashboard/nav/reason/{}/{}
    GET dashboard/nav/checks/{}
    GET dashboard/diff_prv/{}
    POST ruleresult
    GET kpi/reportdata/comments/{}
    POST kpi/reportdata/comments
    GET nav/controls/documents/{}
    GET nav/controls/documents/mgmt/{}`,
  Uploads: `
    POST uploadDocument/{}/{}
    POST uploadinvoice
    POST uploadfilesFIA/{}
    POST uploadfilesMFFA
    POST uploadmatching/{}
    POST uploadclientvalidationdocument/{}
    POST uploadbackupdocument/{}`,
  'Documents and workflows': `
    GET documents/object/{}
    GET documents/{}
    GET documents/{}/delete
    GET documents/invoice/{}
    GET documents/loader/{}
    GET documents/authorisation/{}
    GET authmatrix/{}/{}
    GET workflows/instances/invoice/{}
    GET workflows/instances/draft/{}
    GET workflows/instances/{}
    GET workflows/instances/invoice_draft/{}
    GET workflows/instances/budget/{}
    POST task/instance/create/invoice
    POST task/instance/create/draft
    POST task/instance/create
    POST budgets/instance/create`,
  'Drafts, invoices, budgets, lookups': `
    GET transactions/rollover/{}
    GET drafttransactions/{}
    GET drafttransactions/{}/status
    POST drafttransactions
    GET drafttransactions/funds
    GET drafttransactions/suppliers
    GET costs/{}
    POST costs
    GET costs/{}/delete
    GET clients/{}
    GET budgets/{}
    GET budgets
    POST budget
    POST budget/delete
    GET entity/bankaccount/{}
    POST bankaccount
    POST bankaccount/delete
    GET bankaccount/delete/{}
    GET currencies
    GET amounttypes
    GET entities
    GET lookup/entities
    GET expenseworkflow/nondraft
    GET mappings/key/{}
    GET entities/ntr
    GET taskfullnames/ntr
    GET processes/ntr
    GET entity/events/ntr`,
}

/** "GET /api/layouts/{}" for every line. */
export const CALLS_OF_SECTION_7: string[] = Object.values(SECTION_7).flatMap((lines) =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.trim().replace(' ', ' /api/')),
)
