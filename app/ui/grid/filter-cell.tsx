import { useEffect, useRef } from 'react'
import { Link } from '../open-close/close-link'
import { filterKind, type GridColumn, type GridOption } from './columns'
import { conditionTexts } from './filter-text'
import { type GridView, shownValue } from './grid-view'

const YES_NO: GridOption[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]
const HINTS = {
  number: '100   >=100   <0   100..200   = (empty)   <> (not empty)',
  day: '30/10/2026   >=30/10/2026   10/2026   01/10/2026..15/10/2026   = (empty)',
  text: 'contains   =exactly   <>not   = (empty)   <> (not empty)',
}

/** The filter field of one column in the grid's filter form; or the values chosen from its list. */
export function FilterCell<Row>({ column, view }: { column: GridColumn<Row>; view: GridView<Row> }) {
  const kind = filterKind(column)
  const own = view.query.filters.filter((one) => one.column === column.id)
  const chosen = own.find(({ operator }) => operator === 'in')
  if (!kind) return null
  if (chosen) return <ChosenValues column={column} view={view} values={chosen.values} />
  const filter = own[0]
  const shared = {
    name: view.param(`filter.${column.id}`),
    form: view.formId,
    'aria-label': `Filter ${column.header}`,
  }
  const options = kind === 'boolean' ? YES_NO : kind === 'select' ? (column.meta.options ?? []) : null
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

type ChosenProps<Row> = { column: GridColumn<Row>; view: GridView<Row>; values: string[] }

function ChosenValues<Row>({ column, view, values }: ChosenProps<Row>) {
  const others = view.query.filters.filter((one) => one.column !== column.id || one.operator !== 'in')
  const [only = ''] = values
  return (
    <span className="grid__many">
      <HiddenFilters view={view} columns={[column.id]} />
      <Link
        to={view.href({ values: column.id })}
        preventScrollReset
        title={values.map((value) => shownValue(column, value)).join(', ')}
      >
        {values.length === 1 ? shownValue(column, only) : `${values.length} values`}
      </Link>
      <Link
        className="grid__clear"
        to={view.href({ filters: others, filterRow: true })}
        preventScrollReset
        aria-label={`Clear filter ${column.header}`}
      >
        ×
      </Link>
    </span>
  )
}

/** The filters of the given columns as hidden fields, so that a form keeps them. */
export function HiddenFilters<Row>({ view, columns }: { view: GridView<Row>; columns: string[] }) {
  return view.query.filters
    .filter((filter) => columns.includes(filter.column))
    .flatMap((filter) => {
      const column = view.columns.find(({ id }) => id === filter.column)
      const kind = column && filterKind(column)
      if (!kind) return []
      const chosen = filter.operator === 'in'
      const texts = chosen ? filter.values : conditionTexts(kind, filter)
      return texts.map((text) => (
        <input
          key={`${filter.column} ${text}`}
          type="hidden"
          form={view.formId}
          name={view.param(`${chosen ? 'in' : 'filter'}.${filter.column}`)}
          value={text}
        />
      ))
    })
}

type FieldProps = { name: string; form?: string; 'aria-label': string }

/** Shows the current text, but never changes what the user is typing. */
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
  const isListed = value === '' || options.some((option) => option.value === value)
  return (
    <select key={value} {...rest} defaultValue={value}>
      <option value="">All</option>
      {!isListed && <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
