import type { ReactNode } from 'react'
import { InlineInput } from '~/ui/editing/inline-input'
import type { SelectOption } from '~/ui/form/inputs'
import type { GridColumn } from '~/ui/grid/columns'
import type { CostLine } from './draft'

/** id of the form of the line that is edited in its row. */
export const LINE_FORM = 'cost-line'

/** The fields of the line that is edited, cell by cell; net follows and has none. */
export function costLineCell(
  fees: SelectOption[],
): (column: GridColumn<CostLine>, line: CostLine) => ReactNode | undefined {
  return ({ id, label }, line) => {
    const field = fieldOf(id, label, line, fees)
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

function fieldOf(id: string, label: string, line: CostLine, fees: SelectOption[]): ReactNode | undefined {
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
      <InlineInput name={id} label={label} kind="decimal" value={line[id]} required={id === 'grossAmount'} />
    )
  if (id === 'comment')
    return <InlineInput name={id} label={label} kind="text" value={line.comment} maxLength={4000} />
  return undefined
}
