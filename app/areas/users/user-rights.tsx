import { Form as RemixForm, useLocation } from '@remix-run/react'
import type { FunctionChoice } from '~/areas/access/users.server'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form } from '~/ui/form/form'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { Note } from '~/ui/message/message'
import { PageSection } from '~/ui/page/page'
import type { UserRow } from './fields.server'
import { type GrantedRights, grantedRightsText, RIGHTS, type Right, rightField } from './user-fields'

/** Rights of another user to begin with; null when there is no such user with any. */
export interface CopiedRights {
  from: string
  rights: GrantedRights | null
}

interface UserRightsProps {
  user: UserRow
  functions: readonly FunctionChoice[]
  rights: GrantedRights
  copied: CopiedRights | null
  becomes: string
  idempotencyKey: string
  editable: boolean
  refused?: Refused
}

const LABELS: Record<Right, string> = { open: 'May open', add: 'Add', update: 'Update', delete: 'Delete' }

/** What a user may do with each function, as boxes of a form that requests the differences. */
export function UserRights({ user, functions, rights, copied, becomes, editable, ...form }: UserRightsProps) {
  const title = `Authorisations of ${user.user_name}`
  const typed = form.refused?.typed
  const start = copied?.rights ?? rights
  const ticked = (id: FunctionChoice['id'], right: Right) =>
    typed ? typed[rightField(id, right)] === 'on' : holds(start, id, right)
  const columns: GridColumn<FunctionChoice>[] = [
    {
      id: 'name',
      header: 'Function',
      meta: { kind: 'text' },
      cell: ({ row }) => row.original.name,
    },
    ...RIGHTS.map(
      (right): GridColumn<FunctionChoice> => ({
        id: right,
        header: LABELS[right],
        meta: { kind: 'text', align: 'centre' },
        cell: ({ row }) =>
          editable ? (
            <input
              type="checkbox"
              name={rightField(row.original.id, right)}
              aria-label={`${LABELS[right]}: ${row.original.name}`}
              defaultChecked={ticked(row.original.id, right)}
            />
          ) : holds(rights, row.original.id, right) ? (
            'Yes'
          ) : (
            ''
          ),
      }),
    ),
  ]
  const table = (
    <Grid
      title={title}
      panel
      columns={columns}
      rows={[...functions]}
      total={functions.length}
      rowKey={({ id }) => id}
    />
  )
  if (!editable) return <PageSection title={title}>{table}</PageSection>
  return (
    <PageSection title={title}>
      <CopyFrom from={copied?.from ?? ''} />
      {copied?.rights === null && (
        <Note kind="warning">There is no user {copied.from} with authorisations.</Note>
      )}
      {copied?.rights && (
        <Note>
          The boxes show the authorisations of {copied.from}. Nothing is requested until you press the button.
        </Note>
      )}
      <Form
        key={JSON.stringify(start)}
        idempotencyKey={form.idempotencyKey}
        prefix="rights"
        refusal={form.refused?.refusal}
        typed={typed}
      >
        <input type="hidden" name="intent" value="rights" />
        <input type="hidden" name="shown" value={grantedRightsText(rights)} />
        {table}
        <p className="field__hint">
          Add, update and delete include the right to open the page. This is a request: {becomes}.
        </p>
        <SubmitButton busyText="Requesting…">Request these authorisations</SubmitButton>
      </Form>
    </PageSection>
  )
}

function holds(rights: GrantedRights, id: FunctionChoice['id'], right: Right): boolean {
  const held = rights[id]
  return held !== undefined && (right === 'open' || held[right])
}

/** Fills the boxes with another user's rights; a plain GET, so that the list next to it stays as it is. */
function CopyFrom({ from }: { from: string }) {
  const { pathname, search } = useLocation()
  const others = [...new URLSearchParams(search)].filter(([name]) => name !== 'copy' && name !== 'done')
  return (
    <RemixForm method="get" action={pathname} className="form" preventScrollReset>
      {others.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <div className="field">
        <label htmlFor="copy">Copy from user</label>
        <input id="copy" name="copy" key={from} defaultValue={from} maxLength={100} autoComplete="off" />
      </div>
      <button type="submit" className="button">
        Fill in
      </button>
    </RemixForm>
  )
}
