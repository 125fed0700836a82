import { Link } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { filterKind, type GridColumn, type GridOption } from './columns'
import { conditionTexts } from './filter-text'
import type { GridView } from './grid-view'

const YES_NO: GridOption[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]
const HINTS = {
  number: '100   >=100   <0   100..200   = (empty)   <> (not empty)',
  day: '30/10/2026   >=30/10/2026   10/2026   01/10/2026..15/10/2026   = (empty)',
  text: 'contains   =exactly   <>not   = (empty)   <> (not empty)',
}

/** The filter field of one column; part of the grid's filter form. */
export function FilterCell<Row>({ column, view }: { column: GridColumn<Row>; view: GridView<Row> }) {
  const kind = filterKind(column)
  const filter = view.query.filters.find((one) => one.column === column.id)
  if (!kind) return null
  const shared = {
    name: view.param(`filter.${column.id}`),
    form: view.formId,
    'aria-label': `Filter ${column.label}`,
  }
  if (filter?.operator === 'in' && filter.values.length > 1) {
    const others = view.query.filters.filter((one) => one !== filter)
    return (
      <span className="grid__many">
        <HiddenFilters view={view} columns={[column.id]} />
        {filter.values.length} values
        <Link
          className="grid__clear"
          to={view.href({ filters: others })}
          discover="none"
          preventScrollReset
          aria-label={`Clear filter ${column.label}`}
        >
          ×
        </Link>
      </span>
    )
  }
  const options = kind === 'boolean' ? YES_NO : kind === 'select' ? (column.options ?? []) : null
  if (options) return <SelectField {...shared} options={options} value={filter?.values[0] ?? ''} />
  const refused = view.refused[column.id]
  const text = refused ?? (filter ? (conditionTexts(kind, filter, true)[0] ?? '') : '')
  return (
    <TextField
      {...shared}
      text={text}
      invalid={refused !== undefined}
      hint={HINTS[kind as keyof typeof HINTS]}
    />
  )
}

/** The filters of the named columns as hidden fields, so that a form keeps them. */
export function HiddenFilters<Row>({ view, columns }: { view: GridView<Row>; columns: string[] }) {
  return view.query.filters
    .filter((filter) => columns.includes(filter.column))
    .flatMap((filter) => {
      const column = view.columns.find(({ id }) => id === filter.column)
      const kind = column && filterKind(column)
      const texts = kind ? conditionTexts(kind, filter) : []
      return texts.map((text) => (
        <input
          key={`${filter.column} ${text}`}
          type="hidden"
          form={view.formId}
          name={view.param(`filter.${filter.column}`)}
          value={text}
        />
      ))
    })
}

type FieldProps = { name: string; form: string; 'aria-label': string }

/** Shows the text that is in force, but never changes what somebody is typing. */
export function TextField(
  props: FieldProps & { text: string; invalid?: boolean; hint?: string; type?: string; placeholder?: string },
) {
  const { text, invalid, hint, type = 'text', ...rest } = props
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current && ref.current !== document.activeElement) ref.current.value = text
  }, [text])
  return (
    <input
      {...rest}
      ref={ref}
      type={type}
      defaultValue={text}
      title={hint}
      autoComplete="off"
      maxLength={200}
      aria-invalid={invalid || undefined}
    />
  )
}

function SelectField({ options, value, ...rest }: FieldProps & { options: GridOption[]; value: string }) {
  const known = value === '' || options.some((option) => option.value === value)
  return (
    <select key={value} {...rest} defaultValue={value}>
      <option value="">All</option>
      {!known && <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
