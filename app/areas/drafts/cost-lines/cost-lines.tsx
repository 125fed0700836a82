import { Link, useLocation } from '@remix-run/react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { CostLine } from '~/areas/expenses/expense'
import { ConfirmLeavingRow, typedAmount } from '~/platform/page/use-unsaved'
import { amountInField } from '~/platform/values/currencies'
import { showAmount } from '~/platform/values/show'
import { EditedForm, InlineActions, InlineInput } from '~/ui/editing/inline-fields'
import { InlineForm } from '~/ui/editing/inline-form'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import type { SelectOption } from '~/ui/form/inputs'
import { usePreservedFocus } from '~/ui/form/use-preserved-focus'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import type { GridSums } from '~/ui/grid/grid-view'
import { readable } from '~/ui/grid/href'
import { typedName } from '~/ui/session/stored-in-tab'
import { netOf } from '../draft-rules'

/** id of the form of the line that is edited in its row. */
const LINE_FORM = 'cost-line'

/** The fields of the line that is edited, cell by cell; net is calculated and has none. */
function costLineCell(
  fees: SelectOption[],
  currency: string | null,
): (column: GridColumn<CostLine>, line: CostLine) => ReactNode | undefined {
  return ({ id, header: label }, line) => {
    const field = fieldOf({ id, label, line }, { fees, currency })
    return (
      field && (
        <>
          <span className="draft-lines__label" aria-hidden="true">
            {label}
          </span>
          {field}
        </>
      )
    )
  }
}

interface CellOfLine {
  id: string
  label: string
  line: CostLine
}

function fieldOf(
  { id, label, line }: CellOfLine,
  { fees, currency }: Pick<CostLinesProps, 'fees' | 'currency'>,
): ReactNode | undefined {
  if (id === 'feesType')
    return (
      <InlineInput
        name={id}
        label={label}
        kind="choice"
        value={line.feesType}
        options={fees}
        required
        first
      />
    )
  if (id === 'grossAmount' || id === 'taxes')
    return (
      <InlineInput
        name={id}
        label={label}
        kind="decimal"
        value={amountInField(line[id], currency)}
        required={id === 'grossAmount'}
      />
    )
  if (id === 'comment')
    return <InlineInput name={id} label={label} kind="text" value={line.comment} maxLength={4000} />
  return undefined
}

interface DropLineProps {
  line: CostLine
  revision: number
  idempotencyKey: string
  cancelHref: string
}

/** In the row of a line that is to be deleted: asks for confirmation. */
function DropLine({ line, revision, idempotencyKey, cancelHref }: DropLineProps) {
  const { state } = useLocation()
  return (
    <Form prefix={`drop-${line.id}`} idempotencyKey={idempotencyKey}>
      <input type="hidden" name="intent" value="delete line" />
      <input type="hidden" name="lineId" value={line.id} />
      <input type="hidden" name="revision" value={revision} />
      <FormActions>
        <SubmitButton look="danger" busyText="Deleting…">
          Delete it
        </SubmitButton>
        <Link to={cancelHref} state={state} replace discover="none" preventScrollReset>
          Keep it
        </Link>
      </FormActions>
    </Form>
  )
}

interface CostLinesProps {
  draftId: number
  revision: number
  lines: CostLine[]
  /** Of the draft; null before it is entered. */
  currency: string | null
  /** Their sums, in that currency. */
  sums: GridSums
  fees: SelectOption[]
  /** The amounts that a new line begins with: those still to allocate. */
  rest: { grossAmount: string; taxes: string }
  mayEdit: boolean
  /** One key for the line that is written, one for the line that is deleted. */
  keys: { save: string; drop: string }
  refused?: Refused
}

/** The parameter of the address that names the line that is edited. */
const LINE = 'line'
/** Key of the line that is not stored yet. */
const NEW = 'new'

/**
 * The cost lines of a draft, edited in their rows, one at a time: `line` of the address names it, `drop` one to delete.
 */
export function CostLines({ lines, fees, mayEdit, refused, ...props }: CostLinesProps) {
  const { pathname, search, state } = useLocation()
  const query = new URLSearchParams(search)
  const href = (changes: Record<string, string>) => {
    const params = new URLSearchParams(search)
    for (const name of [LINE, 'drop']) params.delete(name)
    for (const [name, value] of Object.entries(changes)) params.set(name, value)
    return `${pathname}?${readable(params)}`
  }
  const edited = mayEdit ? editedLine(lines, query.get(LINE), props) : null
  const [typed, setTyped] = useState<{ line: string; net: string } | null>(null)
  const container = useRef<HTMLDivElement>(null)
  usePreservedFocus(container, '.form button[type=submit], .draft-lines__add a')
  const rows = edited && !lines.includes(edited) ? [...lines, edited] : lines
  const key = (line: CostLine) => (line.id === 0 ? NEW : String(line.id))
  // Only for the line that is being typed in.
  const netOfLine = (line: CostLine) =>
    typed?.line === key(line) && line === edited ? typed.net : line.netAmount
  const form = edited && {
    id: LINE_FORM,
    idempotencyKey: props.keys.save,
    hidden: {
      intent: 'save line',
      revision: String(props.revision),
      ...(edited.id === 0 ? {} : { lineId: String(edited.id) }),
    },
    refused: refused?.typed.intent === 'save line' ? refused : undefined,
    keptAs: typedName(pathname, LINE, key(edited)),
  }
  return (
    <div
      ref={container}
      className="draft-lines"
      onInput={(event) => edited && setTyped({ line: key(edited), net: netTyped(event) })}
    >
      {form && <ConfirmLeavingRow form={form} base={pathname} shownBy={LINE} />}
      <InlineForm form={form} cancelHref={href({})}>
        {form && <EditedForm form={form} />}
        <Grid
          title="Cost lines"
          columns={columns(fees, netOfLine, props.currency)}
          rows={rows}
          total={lines.length}
          sums={lines.length > 0 ? props.sums : undefined}
          rowKey={key}
          rowLabel={(line) =>
            `the line ${labelOf(line.feesType, fees)} of ${showAmount(line.grossAmount, props.currency)}`
          }
          editing={
            edited
              ? { key: key(edited), cell: costLineCell(fees, props.currency), actions: <InlineActions /> }
              : undefined
          }
          actions={
            mayEdit
              ? {
                  label: 'Actions',
                  render: (line) =>
                    query.get('drop') === key(line) ? (
                      <DropLine
                        line={line}
                        revision={props.revision}
                        idempotencyKey={props.keys.drop}
                        cancelHref={href({})}
                      />
                    ) : (
                      <LineActions
                        label={`${labelOf(line.feesType, fees)} of ${showAmount(line.grossAmount, props.currency)}`}
                        editHref={href({ [LINE]: key(line) })}
                        dropHref={href({ drop: key(line) })}
                        state={state}
                      />
                    ),
                }
              : undefined
          }
          empty="Not split: this draft becomes one invoice. Each line you add becomes a separate invoice."
        />
      </InlineForm>
      {mayEdit && !edited && (
        <p className="draft-lines__add">
          <Link
            className="button"
            to={href({ [LINE]: NEW })}
            state={state}
            replace
            discover="none"
            preventScrollReset
          >
            Add a line
          </Link>
        </p>
      )}
    </div>
  )
}

function editedLine(
  lines: CostLine[],
  named: string | null,
  { draftId, rest }: Pick<CostLinesProps, 'draftId' | 'rest'>,
): CostLine | null {
  if (named === null) return null
  if (named !== NEW) return lines.find(({ id }) => String(id) === named) ?? null
  return {
    id: 0,
    transactionDraftId: draftId,
    feesType: '',
    ...rest,
    netAmount: '',
    comment: '',
    fundId: null,
  }
}

function columns(
  fees: SelectOption[],
  netOfLine: (line: CostLine) => string,
  currency: string | null,
): GridColumn<CostLine>[] {
  const amount = (id: 'grossAmount' | 'taxes' | 'netAmount', label: string): GridColumn<CostLine> => ({
    id,
    header: label,
    size: 120,
    meta: { kind: 'number', decimals: 2, show: (value) => showAmount(value, currency) },
    cell: ({ row }) =>
      id === 'netAmount' ? (
        <>
          <span className="draft-lines__label">{label}</span>
          {showAmount(netOfLine(row.original), currency)}
        </>
      ) : (
        showAmount(row.original[id], currency)
      ),
  })
  return [
    {
      id: 'feesType',
      header: 'Fees type',
      meta: { kind: 'text', wrap: true },
      cell: ({ row }) => labelOf(row.original.feesType, fees),
    },
    amount('grossAmount', 'Gross'),
    amount('taxes', 'Taxes'),
    amount('netAmount', 'Net'),
    {
      id: 'comment',
      header: 'Comment',
      meta: { kind: 'text', wrap: true },
      cell: ({ row }) => row.original.comment,
    },
  ]
}

const labelOf = (code: string, fees: SelectOption[]) =>
  fees.find(({ value }) => value === code)?.label ?? code

/** Net of the line whose field was typed in; empty while its amounts cannot be read. */
function netTyped({ currentTarget }: FormEvent<HTMLElement>): string {
  const typed = (name: string) =>
    typedAmount(currentTarget.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? '')
  const [gross, taxes] = [typed('grossAmount'), typed('taxes')]
  return gross === undefined || taxes === undefined ? '' : (netOf(gross, taxes) ?? '')
}

interface LineActionsProps {
  label: string
  editHref: string
  dropHref: string
  state: unknown
}

function LineActions({ label, editHref, dropHref, state }: LineActionsProps) {
  const shared = { replace: true, state, discover: 'none', preventScrollReset: true } as const
  return (
    <span className="row-actions">
      <Link {...shared} to={editHref} aria-label={`Edit ${label}`}>
        Edit
      </Link>
      <Link {...shared} to={dropHref} aria-label={`Delete ${label}`}>
        Delete
      </Link>
    </span>
  )
}
