import { showIban } from '~/platform/values/show'
import { FormGroup } from '~/ui/form/form'
import { Checkbox, DateInput, DecimalInput, SelectInput, TextArea, TextInput } from '~/ui/form/inputs'
import { type TableColumn, type TableRow, textOf } from './table-column'

const LONGEST = 300

/** The fields of a row's form, under the headings of their groups; what cannot be changed is no field. */
export function RowFields({ columns, row }: { columns: readonly TableColumn[]; row: TableRow | null }) {
  const entered = columns.filter((column) => isEntered(column, row))
  const groups = [...new Set(entered.map(({ group }) => group))]
  return groups.map((group) => {
    const fields = entered
      .filter((column) => column.group === group)
      .map((column) => <RowField key={column.id} column={column} value={writtenValue(column, row)} />)
    return group === undefined ? (
      fields
    ) : (
      <FormGroup key={group} title={group}>
        {fields}
      </FormGroup>
    )
  })
}

/** Is a column entered, in a new row or in this one? */
export function isEntered({ readOnly, fixed }: TableColumn, row: TableRow | null): boolean {
  return !readOnly && !(fixed && row !== null)
}

/** A value of a row as its field holds it at first. */
export function writtenValue({ id, grouped }: TableColumn, row: TableRow | null): string {
  const text = textOf(row?.[id])
  return grouped ? showIban(text) : text
}

/** What may be chosen, with the row's own value even if it is not offered any more. */
export function choicesOf({ options = [] }: TableColumn, value: string) {
  const known = value === '' || options.some((option) => option.value === value)
  return known ? [...options] : [...options, { value, label: value }]
}

function RowField({ column, value }: { column: TableColumn; value: string }) {
  const { id, label, kind, required, hint, lines, longest = LONGEST } = column
  const field = { name: id, label, hint, required, defaultValue: value }
  switch (kind) {
    case 'boolean':
      return <Checkbox name={id} label={label} defaultChecked={value === 'true'} />
    case 'day':
      return <DateInput {...field} />
    case 'choice':
      return <SelectInput {...field} options={choicesOf(column, value)} />
    case 'decimal':
    case 'integer':
      return <DecimalInput {...field} />
    case 'instant':
    case 'text':
      return lines === undefined ? (
        <TextInput {...field} maxLength={longest} />
      ) : (
        <TextArea {...field} rows={lines} maxLength={longest} />
      )
  }
}
