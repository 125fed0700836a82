import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { administrationLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { DomainLinks } from '~/platform/page/use-site'
import { capitalised, showDay } from '~/platform/values/show'
import { definitionVersions } from '~/platform/workflow/definition.server'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { Page } from '~/ui/page/page'
import { DEFINITION_KINDS } from '../definition-kinds'
import { definitionDraft } from '../new-version.server'
import { waitingDefinition } from '../request-definition.server'
import { pathOfKind } from './version-tables'

export const meta = () => [{ title: 'Workflows · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  const { actor, read } = guarded
  const versions = await definitionVersions(guarded)
  const kinds = await Promise.all(
    DEFINITION_KINDS.map(async ({ kind, title }) => {
      const own = versions.filter((version) => version.kind === kind)
      const inForce = own.find(({ isInForce }) => isInForce)
      const [waiting, draft] = [await waitingDefinition(read, kind), await definitionDraft(read, kind)]
      const isOpen = draft !== null && draft.base === own[0]?.version
      return {
        path: pathOfKind(kind),
        title: capitalised(title),
        inForce: inForce ? `${inForce.version}` : '',
        validFrom: inForce?.validFrom ?? '',
        versions: own.length,
        next: waiting
          ? `A version is pending, requested by ${waiting.requester}`
          : isOpen
            ? `A version is in progress, last changed by ${draft.changedBy}`
            : '',
      }
    }),
  )
  return { links: administrationLinks(actor), kinds }
}

type Kind = Awaited<ReturnType<typeof loader>>['kinds'][number]

const COLUMNS: GridColumn<Kind>[] = [
  {
    id: 'title',
    header: 'Workflow of',
    size: 160,
    meta: { kind: 'link', phone: 'object' },
    cell: ({ row }) => <Link to={row.original.path}>{row.original.title}</Link>,
  },
  {
    id: 'inForce',
    header: 'Active version',
    size: 120,
    meta: { kind: 'number' },
    cell: ({ row }) => row.original.inForce,
  },
  {
    id: 'validFrom',
    header: 'Valid from',
    size: 110,
    meta: { kind: 'day', phone: 'due' },
    cell: ({ row }) => showDay(row.original.validFrom),
  },
  {
    id: 'versions',
    header: 'Versions',
    size: 80,
    meta: { kind: 'number' },
    cell: ({ row }) => String(row.original.versions),
  },
  {
    id: 'next',
    header: 'Next',
    meta: { kind: 'text', wrap: true, phone: 'name' },
    cell: ({ row }) => row.original.next,
  },
]

/** The kinds of objects that go through a workflow, and the version that each has. */
export default function Workflows() {
  const { links, kinds } = useLoaderData<typeof loader>()
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title="Workflows"
        actions={
          <Link className="button" to="/admin">
            Administration
          </Link>
        }
      >
        <Grid
          title="Workflows"
          columns={COLUMNS}
          rows={kinds}
          total={kinds.length}
          rowKey={({ path }) => path}
        />
      </Page>
    </>
  )
}
