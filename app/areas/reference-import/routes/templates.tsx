import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { administrationLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { shownGuide } from '~/platform/exports/table-guide'
import { DomainLinks } from '~/platform/page/use-site'
import { Fold } from '~/ui/fold/fold'
import { Page, PageSection } from '~/ui/page/page'
import { ColumnList, columnsInShort, TemplateLink } from '~/ui/upload/file-contents'
import { GUIDES, slugOf, templateHref, WHOLE } from '../templates/guides'

export const meta = () => [{ title: 'Templates of reference data · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const { actor } = await guard(args, 'administration')
  return {
    links: administrationLinks(actor),
    whole: templateHref(WHOLE),
    tables: GUIDES.map((guide) => ({
      id: slugOf(guide.name),
      ...shownGuide(guide, templateHref(slugOf(guide.name))),
    })),
  }
}

/** Every table of the reference data workbook: what it holds, its columns, and a template to fill in. */
export default function Templates() {
  const { links, tables, whole } = useLoaderData<typeof loader>()
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title="Templates of reference data"
        aside={<span className="muted">{tables.length}</span>}
        actions={
          <>
            <a className="button" href={whole} download>
              All tables in one workbook
            </a>
            <Link className="button" to="/admin/import">
              Import
            </Link>
          </>
        }
      >
        <PageSection>
          <p className="muted">
            Each template has the table with example rows, and a sheet that explains its columns. Replace the
            examples by your own rows, and import the workbook. Several tables may be in one workbook, in any
            order.
          </p>
        </PageSection>
        <div className="file-contents">
          {tables.map((table) => (
            <Fold key={table.id} id={table.id} title={table.name} result={columnsInShort(table.columns)}>
              <p>
                {table.about} <TemplateLink table={table} />
              </p>
              <ColumnList columns={table.columns} />
            </Fold>
          ))}
        </div>
      </Page>
    </>
  )
}
