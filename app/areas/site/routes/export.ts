import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { accrualExports } from '~/areas/accruals/exports'
import { auditExports } from '~/areas/audit/exports'
import { authorisationMatrixExports } from '~/areas/authorisation-matrix/exports'
import { bankAccountExports } from '~/areas/bank-accounts/exports'
import { budgetExports } from '~/areas/budgets/exports'
import { draftExports } from '~/areas/drafts/exports'
import { invoiceExports } from '~/areas/invoices/exports'
import { kpiExports } from '~/areas/kpi/exports'
import { lookupExports } from '~/areas/lookups/exports'
import { navExports } from '~/areas/navs/exports'
import { paymentExports } from '~/areas/payments/exports'
import { prepaidExports } from '~/areas/prepaid/exports'
import { priceExports } from '~/areas/prices/exports'
import { processExports } from '~/areas/processes/exports'
import { productionExports } from '~/areas/production/exports'
import { replayExports } from '~/areas/replay/exports'
import { userExports } from '~/areas/users/exports'
import { workExports } from '~/areas/work/exports'
import { workflowExports } from '~/areas/workflows/exports'
import { addressFinder } from '~/http/address'
import type { RouteArgs } from '~/http/guard'
import { approvalExports } from '~/platform/approvals/routes/waiting-changes'
import type { ExportTable } from '~/platform/grids/export-file'

/** The files of all lists, each from its area. */
const EXPORTS: readonly ExportTable[] = [
  workExports,
  navExports,
  productionExports,
  kpiExports,
  accrualExports,
  priceExports,
  replayExports,
  draftExports,
  prepaidExports,
  invoiceExports,
  paymentExports,
  budgetExports,
  processExports,
  bankAccountExports,
  authorisationMatrixExports,
  userExports,
  auditExports,
  approvalExports,
  workflowExports,
  lookupExports,
]

const exportAt = addressFinder(EXPORTS.flatMap((table) => Object.entries(table)))

/** A list as a file, as Excel, CSV or PDF: all that the list's own address selects. */
export async function loader(args: LoaderFunctionArgs & RouteArgs) {
  const found = exportAt(new URL(args.request.url).pathname.replace(/^\/+/, ''))
  if (!found) throw data({ message: 'There is no such file. Export a list from its page.' }, { status: 404 })
  return found.target({ ...args, params: found.params })
}
