import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { domainLinks } from '~/areas/access/menu'
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
    links: domainLinks(actor, 'administration'),
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
              label: 'Table',
              kind: 'link',
              width: 200,
              render: ({ name, title }) => <Link to={`/admin/lookups/${name}`}>{title}</Link>,
            },
            {
              id: 'rows',
              label: 'Rows',
              kind: 'number',
              width: 80,
              render: ({ rows }) => rows.toLocaleString('en-GB'),
            },
            { id: 'about', label: 'Content', kind: 'text', wrap: true, render: ({ about }) => about },
          ]}
          rows={tables}
          total={tables.length}
          rowKey={({ name }) => name}
        />
      </Page>
    </>
  )
}
