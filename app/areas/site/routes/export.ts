import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { accrualExports } from '~/areas/accruals/grid-sources'
import { auditExports } from '~/areas/audit/grid-sources'
import { authorisationMatrixExports } from '~/areas/authorisation-matrix/grid-sources'
import { bankAccountExports } from '~/areas/bank-accounts/grid-sources'
import { budgetExports } from '~/areas/budgets/grid-sources'
import { draftExports } from '~/areas/drafts/grid-sources'
import { invoiceExports } from '~/areas/invoices/grid-sources'
import { kpiExports } from '~/areas/kpi/grid-sources'
import { lookupExports } from '~/areas/lookups/grid-sources'
import { navExports } from '~/areas/navs/grid-sources'
import { paymentExports } from '~/areas/payments/grid-sources'
import { prepaidExports } from '~/areas/prepaid/grid-sources'
import { priceExports } from '~/areas/prices/grid-sources'
import { processExports } from '~/areas/processes/grid-sources'
import { productionExports } from '~/areas/production/grid-sources'
import { replayExports } from '~/areas/replay/grid-sources'
import { userExports } from '~/areas/users/grid-sources'
import { workExports } from '~/areas/work/grid-sources'
import { workflowExports } from '~/areas/workflows/grid-sources'
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
