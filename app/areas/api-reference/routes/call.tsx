import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { guardUser } from '~/http/guard'
import { Description, Secret } from '~/ui/description/description'
import { Drawer } from '~/ui/drawer/drawer'
import { useNeighbours } from '~/ui/drawer/use-neighbours'
import type { ColumnMeta, GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { PageSection } from '~/ui/page/page'
import { openApiFor } from '../api'
import { type CallDoc, callDoc, type FieldDoc } from '../api-doc'

/** What a call takes and returns, and a line to try it with. */
function CallView({ call }: { call: CallDoc }) {
  const { takes, body, answers } = call
  return (
    <>
      <PageSection>
        <Description
          stacked
          items={[
            { term: 'What it does', value: call.meaning },
            { term: 'Who may', value: call.needs },
          ]}
        />
        <Secret label="Try it">{call.curl}</Secret>
      </PageSection>
      {takes.length > 0 && (
        <PageSection title="Address and headers">
          <Fields title="Parts of the address and headers" fields={takes} />
        </PageSection>
      )}
      {body && (
        <PageSection title="Body">
          <p className="muted">Sent as {body.kinds.join(' or ')}.</p>
          <Fields title="Fields of the body" fields={body.fields} />
        </PageSection>
      )}
      {answers
        .filter(({ fields }) => fields.length > 0)
        .map(({ status, fields }) => (
          <PageSection key={status} title={`Answer ${status}`}>
            <Fields title={`Fields of the answer ${status}`} fields={fields} />
          </PageSection>
        ))}
      <PageSection title="Statuses">
        <Grid
          title="Statuses"
          panel
          columns={STATUS_COLUMNS}
          rows={answers}
          total={answers.length}
          rowKey={({ status }) => status}
        />
      </PageSection>
    </>
  )
}

type Place = NonNullable<ColumnMeta<FieldDoc>['phone']>

const text = <Row,>(id: keyof Row & string, label: string, phone: Place): GridColumn<Row> => ({
  id,
  header: label,
  meta: { kind: 'text', wrap: true, phone },
  cell: ({ row }) => String(row.original[id]),
})

const STATUS_COLUMNS: GridColumn<CallDoc['answers'][number]>[] = [
  text('status', 'Status', 'object'),
  text('meaning', 'Meaning', 'name'),
  {
    ...text('status', 'Kind', 'status'),
    id: 'kinds',
    cell: ({ row }) => row.original.kinds.join(', '),
  },
]

const FIELD_COLUMNS: GridColumn<FieldDoc>[] = [
  text('name', 'Field', 'object'),
  text('holds', 'Type', 'name'),
  {
    id: 'required',
    header: 'Required',
    meta: { kind: 'boolean', phone: 'amount' },
    cell: ({ row }) => (row.original.required ? 'Required' : ''),
  },
  text('meaning', 'Description', 'status'),
]

function Fields({ title, fields }: { title: string; fields: FieldDoc[] }) {
  return (
    <Grid
      title={title}
      panel
      columns={FIELD_COLUMNS}
      rows={fields}
      total={fields.length}
      rowKey={({ name }) => name}
      empty="Any fields, as described with the call."
    />
  )
}

export async function loader(args: LoaderFunctionArgs) {
  const { services } = await guardUser(args)
  const origin = services.settings.siteUrl ?? new URL(args.request.url).origin
  const call = callDoc(openApiFor(args.context), args.params.call ?? '', origin)
  if (!call) throw data({ message: 'There is no such call. Choose one from the list.' }, { status: 404 })
  return { call }
}

export const meta = ({ data: loaded }: { data?: Awaited<ReturnType<typeof loader>> }) => [
  { title: loaded ? `${loaded.call.method} ${loaded.call.address} · Fundesk` : 'Fundesk' },
]

/** One call next to the list. */
export default function Call() {
  const { call } = useLoaderData<typeof loader>()
  return (
    <Drawer
      closeHref="/api/docs"
      {...useNeighbours('areas/api-reference/routes/list', '/api/docs', call.id)}
      title={`${call.method} ${call.address}`}
      wide
    >
      <CallView call={call} />
    </Drawer>
  )
}
