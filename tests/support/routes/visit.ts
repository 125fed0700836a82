import { beginNewVersion } from '~/areas/workflows/new-version.server'
import type { Exports } from '~/platform/exports/worker/open-exports'
import { WRITERS } from '~/platform/exports/worker/serve-export'
import { type HttpSite, NEWCOMER } from './http-site'

/** The columns of the matrix: nobody, a user without any authorisation, and one user per role. */
export const ROLES: Record<string, string | null> = {
  nobody: null,
  newcomer: NEWCOMER,
  accountant: 'accountant1',
  leader: 'teamleader1',
  manager: 'manager1',
  client: 'clientdesk1',
  finance: 'finance1',
  treasury: 'treasurer1',
  operations: 'operations1',
  auditor: 'auditor1',
  admin: 'admin',
}

/**
 * Gives a site objects to visit: a NAV that was controlled, with a NOK rule, and matched, and a workflow version in
 * preparation.
 */
export async function toVisit(site: HttpSite) {
  // This checks access, hundreds of times; a thread per file would take minutes.
  const file: Exports['file'] = async ({ format, content }) => {
    const { head, lines } = await content()
    return WRITERS[format](head, lines)[Symbol.asyncIterator]() as AsyncIterableIterator<Uint8Array>
  }
  Object.assign(site.services, { exports: { ...site.services.exports, file } })
  const fund = await site.addFund({ fundCode: 'LUX001' })
  await site.control('accountant1', { ...fund, model: fund.previous })
  const { controlId } = await site.control('accountant1', fund, (books) => {
    const value = books[0]?.tables[0]?.rows[0]
    if (value) value.value = { number: '1' }
  })
  await site.matching('accountant1', fund)
  await site.ownerSql`insert into legal_entity (name, kind) values ('Client SA', 'COMPANY')`
  await site.as('admin', (context) => beginNewVersion(context, 'nav'))
  const one = async (rows: Promise<readonly { id?: unknown }[]>) => Number((await rows)[0]?.id)
  const [ruleResultId, documentId] = await Promise.all([
    one(site.ownerSql`select id from rule_result where control_id = ${controlId} order by id limit 1`),
    one(site.ownerSql`select id from document where object_id = ${fund.navId} order by id limit 1`),
  ])
  // A user who makes no requests here: the posts to their page may disable them.
  const userId = site.actor('accountant2').id
  return { navId: fund.navId, controlId, ruleResultId, documentId, userId }
}

export type Visited = Awaited<ReturnType<typeof toVisit>>

/** An address of the site map with existing objects as its parameters. */
export function addressOf(path: string, { navId, controlId, ruleResultId, documentId, userId }: Visited) {
  const things: Record<string, string | number> = {
    fundNavId: navId,
    controlId,
    ruleResultId,
    // The first bar of the bridge of the control.
    position: 1,
    documentId,
    objectId: navId,
    fileType: 'OTHER',
    id: idIn(path, { navId, controlId, documentId }),
    set: 'fia-3',
    step: 'send',
    list: path.includes(':column') ? 'funds' : 'suppliers',
    column: 'currency',
    what: 'backup',
    name: 'navdashboard',
    tab: 'nav',
    file: fileOf(path),
    reasonCode: 'PRICE',
    mappingKey: 'FEES_TYPE',
    // The first legal entity of the site.
    entity: 1,
    settlementLegalEntity: 1,
    date: '2026-10-30',
    nbFiles: 3,
    // None of these exist.
    routingId: 999_999,
    workflowId: 999_999,
    invoiceId: 999_999,
    runId: 999_999,
    messageId: 'none',
    packId: 999_999,
    month: '2026-10',
    fundCode: 'LUX001',
    journalId: 999_999,
    monthKey: 'LU280019400644750000~EUR~2026-10',
    draftId: 999_999,
    costId: 999_999,
    breakId: 999_999,
    entryId: 999_999,
    caseId: 999_999,
    reportId: 999_999,
    explanationId: 999_999,
    fileId: 999_999,
    lineId: 999_999,
    paymentId: 999_999,
    budgetId: 999_999,
    entityProcessDateId: 999_999,
    taskId: 999_999,
    tokenId: 999_999,
    substitutionId: 999_999,
    // The first user of the demo, none of those making requests.
    userId,
    rank: 99,
    // A reason used by a control cannot be deleted.
    table: 'reasons',
    template: 'funds',
    kind: 'nav',
    view: 'returned',
    call: 'getDashboardNav',
    code: path.includes('/formats/') ? 'FUNDESK' : 'USD',
    version: 1,
    before: 1,
    staged: 'none',
    // Submit, in the version being prepared.
    at: 4,
    key: keyOf(path),
  }
  return path
    .replace(/:(\w+)/g, (_, name: string) => {
      if (!(name in things))
        throw new Error(`What stands for :${name} of ${path}? Say it in tests/support/routes/visit.ts.`)
      return String(things[name])
    })
    .replace('*', 'nowhere')
}

/** An existing file below each path. */
const FILES = [
  ['/import/templates/', 'funds.xlsx'],
  ['/nav-controls/templates/', 'balance.xlsx'],
  ['/work/', 'my_work.csv'],
  ['/delta/:tab/', 'nav_delta.csv'],
  ['/:fundNavId/', 'controls.csv'],
  ['/invoices/prepaid/', 'prepaid_due.csv'],
  ['/:invoiceId/', 'invoice_workflow.csv'],
  ['/nav-controls/', 'navs.csv'],
  ['/production/kpi/', 'kpi.csv'],
  ['/production/', 'production.csv'],
  ['/accruals/', 'accruals.csv'],
  ['/second-sources/', 'second_sources.csv'],
  ['/open-breaks/', 'open_breaks.csv'],
  ['/prices/rates/', 'rates.csv'],
  ['/prices/', 'prices.csv'],
  ['/drafts/', 'drafts.csv'],
  ['/invoices/', 'invoices.csv'],
  ['/replay/:runId/export/', 'replay.csv'],
  ['/replay/detection/', 'detection.csv'],
  ['/replay/suggestions/', 'suggestions.csv'],
  ['/bank-inbox/accounts/', 'account_days.csv'],
  ['/bank-inbox/months/', 'account_months.csv'],
  ['/bank-inbox/rules/', 'bank_rules.csv'],
  ['/bank-inbox/:entryId/', 'entry_workflow.csv'],
  ['/oversight/:reportId/', 'report_workflow.csv'],
  ['/oversight/', 'oversight_reports.csv'],
  ['/nav-errors/register/', 'nav_error_register.csv'],
  ['/admin/nav-errors/', 'nav-error-settings.csv'],
  ['/nav-errors/:caseId/', 'error_workflow.csv'],
  ['/nav-errors/', 'nav_errors.csv'],
  ['/bank-inbox/', 'bank_inbox.csv'],
  ['/payments/:runId/export/', 'payments.csv'],
  ['/payments/:runId/files/', 'none.xml'],
  ['/payments/:runId/remittance/', '1.pdf'],
  ['/payments/new/', 'payable.csv'],
  ['/payments/calendar/', 'payment_calendar.csv'],
  ['/payments/', 'payment_runs.csv'],
  ['/budgets/:budgetId/', 'budget_workflow.csv'],
  ['/budgets/', 'budgets.csv'],
  ['/tasks/:taskId/', 'task_workflow.csv'],
  ['/:entityProcessDateId/', 'tasks.csv'],
  ['/processes/', 'processes.csv'],
  ['/authorisation-matrix/export/', 'pending_changes.csv'],
  ['/authorisation-matrix/', '2026-10-30.pdf'],
  ['/bank-accounts/', 'pending_changes.csv'],
  ['/admin/audit/', 'audit.csv'],
  ['/admin/changes/', 'pending_changes.csv'],
  ['/admin/users/:userId/', 'user_events.csv'],
  ['/admin/users/', 'users.csv'],
  ['/admin/authorisations/', 'authorisations.csv'],
  ['/admin/substitutes/', 'substitutes.csv'],
  ['/admin/lookups/', 'reasons.csv'],
  ['/admin/tolerances/', 'tolerances.csv'],
  ['/admin/workflows/', 'workflow_steps.csv'],
  ['/admin/formats/', 'file_formats.csv'],
] as const

function fileOf(path: string): string {
  return FILES.find(([part]) => path.includes(part))?.[1] ?? 'none'
}

/** An existing row: a reason used by a control, the first value of a tolerance. */
function keyOf(path: string): string {
  if (path.includes('/tolerances/')) return '1'
  return path.includes('/lookups/') ? 'FIRST' : 'none'
}

function idIn(
  path: string,
  { navId, controlId, documentId }: Pick<Visited, 'navId' | 'controlId' | 'documentId'>,
): number {
  if (path.includes('/layouts/')) return 999_999
  return path.includes('diff_prv') ? controlId : path.includes('/mgmt/') ? navId : documentId
}

/**
 * One user in place of several, made when first asked for: with the rights and queues that any of them has, or with those that
 * all of them have; null without names.
 */
export function oneOf(site: HttpSite) {
  const made = new Map<string, string>()
  return async (userNames: readonly string[], rights: 'of any' | 'of all'): Promise<string | null> => {
    if (userNames.length < 2) return userNames[0] ?? null
    const key = `${rights} ${userNames.join()}`
    const known = made.get(key)
    if (known) return known
    const userName = `together${made.size + 1}`
    made.set(key, userName)
    const least = rights === 'of all' ? userNames.length : 1
    const of = site.ownerSql`select id from app_user where user_name in ${site.ownerSql(userNames)}`
    const [user] = await site.ownerSql<{ id: number }[]>`
      insert into app_user (user_name, first_name, last_name, role, homepage, created_at)
      values (${userName}, 'Several', 'People', 'ACCOUNTANT', '', ${site.clock()}) returning id`
    const id = Number(user?.id)
    const held = (column: string) => {
      const name = site.ownerSql(column)
      return site.ownerSql`count(*) filter (where ${name}) >= ${least}`
    }
    await site.ownerSql`
      insert into authorisation (user_id, function_id, may_add, may_update, may_delete)
      select ${id}::int, function_id, ${held('may_add')}, ${held('may_update')}, ${held('may_delete')}
      from authorisation where user_id in (${of}) group by function_id having count(*) >= ${least}`
    await site.ownerSql`
      insert into user_queue (user_id, queue)
      select ${id}::int, queue from user_queue where user_id in (${of}) group by queue having count(*) >= ${least}`
    return userName
  }
}

/** What a user gets; posts are empty, and come from a page of the site itself. */
export async function answerTo(
  site: HttpSite,
  user: string | null,
  method: string,
  path: string,
): Promise<{ status: number; text: string }> {
  const isCall = path.startsWith('/api/')
  const type = isCall ? 'application/json' : 'application/x-www-form-urlencoded'
  const answer = await site.ask(user, path, {
    method,
    headers: {
      'Sec-Fetch-Site': 'same-origin',
      'Sec-Fetch-Dest': 'empty',
      ...(method === 'POST' ? { 'Content-Type': type } : {}),
    },
    body: method !== 'POST' ? undefined : isCall ? '{}' : '',
    fresh: path.startsWith('/logout') && method === 'POST',
  })
  return { status: answer.status, text: await answer.text() }
}
