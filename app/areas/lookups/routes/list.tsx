import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { administrationLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { DomainLinks } from '~/platform/page/use-site'
import { Grid } from '~/ui/grid/grid'
import { Page } from '~/ui/page/page'
import { LOOKUP_TABLES } from '../lookup-tables.server'

export const meta = () => [{ title: 'Lookups · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await guard(args, 'administration')
  const counts = await Promise.all(LOOKUP_TABLES.map((table) => table.count(read)))
  return {
    links: administrationLinks(actor),
    tables: LOOKUP_TABLES.map(({ name, title, about }, at) => ({
      name,
      title,
      about,
      rows: counts[at] ?? 0,
    })),
  }
}

/** The tables of reference data that are edited row by row. */
export default function Lookups() {
  const { links, tables } = useLoaderData<typeof loader>()
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title="Lookups"
        actions={
          <Link className="button" to="/admin/import">
            Import a workbook
          </Link>
        }
      >
        <Grid
          title="Tables"
          columns={[
            {
              id: 'title',
              header: 'Table',
              size: 200,
              meta: { kind: 'link' },
              cell: ({ row }) => <Link to={`/admin/lookups/${row.original.name}`}>{row.original.title}</Link>,
            },
            {
              id: 'rows',
              header: 'Rows',
              size: 80,
              meta: { kind: 'number' },
              cell: ({ row }) => row.original.rows.toLocaleString('en-GB'),
            },
            {
              id: 'about',
              header: 'Content',
              meta: { kind: 'text', wrap: true },
              cell: ({ row }) => row.original.about,
            },
          ]}
          rows={tables}
          total={tables.length}
          rowKey={({ name }) => name}
        />
      </Page>
    </>
  )
}
