import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { samePage } from '~/http/address'
import { guard } from '~/http/guard'
import { useTimeZone } from '~/platform/page/use-site'
import { AS_OF } from '~/platform/values/as-of-address'
import { counted, showLongInstant } from '~/platform/values/show'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { Link } from '~/ui/open-close/close-link'
import { Page, PageSection } from '~/ui/page/page'
import { compareWithNow, type Difference } from '../compare/compare.server'
import { comparedAt } from '../compare/compared-objects'

/** Differences that the page shows; a page of all budgets of years may have thousands. */
const MAX_EVENTS = 500

export async function loader(args: LoaderFunctionArgs) {
  const url = new URL(args.request.url)
  const path = samePage(url.searchParams.get('of')).split('?')[0] ?? '/'
  const of = comparedAt(path)
  if (!of)
    throw data(
      { message: 'This cannot be compared. Open its page and choose “What changed since”.' },
      { status: 404 },
    )
  const guarded = await guard(args, of.functionId)
  const { asOf, read } = guarded
  if (!asOf)
    throw data(
      { message: 'Choose an instant to compare with: open the page, then “As of…”.' },
      { status: 400 },
    )
  const { timeZone } = guarded
  const now = args.context.services.database.read
  const { differences, same } = await compareWithNow(read, now, of, timeZone)
  return {
    path,
    same,
    at: asOf.toISOString(),
    asOf: url.searchParams.get(AS_OF) ?? '',
    title: of.title,
    total: differences.length,
    differences: differences.slice(0, MAX_EVENTS),
  }
}

export const meta = ({ data: page }: { data?: Awaited<ReturnType<typeof loader>> }) => [
  { title: page ? `What changed: ${page.title} · Fundesk` : 'Fundesk' },
]

const text = (
  id: 'row' | 'field' | 'before' | 'after',
  header: string,
  absent = '',
): GridColumn<Difference> => ({
  id,
  header,
  enableSorting: false,
  meta: { kind: 'text', wrap: true },
  cell: ({ row }) => row.original[id] ?? absent,
})

/** Then and now of what a page shows, field by field. */
export default function Compare() {
  const { path, title, at, asOf, differences, total, same } = useLoaderData<typeof loader>()
  const when = showLongInstant(at, useTimeZone())
  const columns = [
    text('row', 'Of'),
    text('field', 'Field'),
    text('before', `Then: ${when}`, 'not there'),
    text('after', 'Now', 'not there'),
  ]
  return (
    <Page
      title={`What changed: ${title}`}
      actions={
        <>
          <Link className="button" to={`${path}?${AS_OF}=${encodeURIComponent(asOf)}`}>
            As it stood
          </Link>
          <Link className="button" to={path}>
            As it is now
          </Link>
        </>
      }
    >
      <PageSection>
        <p>
          {total === 0
            ? `Nothing has changed since ${when}.`
            : `${counted(total, 'difference')} since ${when}; ${counted(same, 'field')} ${same === 1 ? 'is' : 'are'} the same.`}
          {total > differences.length && ` The first ${differences.length} are shown.`}
        </p>
      </PageSection>
      {total > 0 && (
        <Grid
          title={`Differences of ${title}`}
          columns={columns}
          rows={differences}
          total={differences.length}
          rowKey={({ key }) => key}
        />
      )}
    </Page>
  )
}
