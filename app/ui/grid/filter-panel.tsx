import { filterKind } from './columns'
import { ColumnOptions } from './columns-panel'
import { COMPARED, lineValue } from './filter-text'
import { GridForm, GridMenu } from './grid-form'
import type { GridView } from './grid-view'
import { type GridFilter, WHERE } from './query'

/** Empty lines after the existing ones. */
const MORE = 3

interface Line {
  joined: 'and' | 'or'
  filter: GridFilter | null
}

/** Alternative conditions, in addition to those of the filter row. */
export function FilterPanel<Row>({ view }: { view: GridView<Row> }) {
  const count = view.query.any.length
  return (
    <GridMenu view={view} panel="conditions" label="Conditions" count={count} link="Set conditions">
      <Conditions view={view} />
    </GridMenu>
  )
}

function Conditions<Row>({ view }: { view: GridView<Row> }) {
  const { any } = view.query
  const columns = view.columns.flatMap((column) => {
    const kind = filterKind(column)
    return kind ? [{ ...column, filtered: kind }] : []
  })
  const known = any.flatMap((filters) =>
    filters.map((filter, at): Line => ({ joined: at === 0 ? 'or' : 'and', filter })),
  )
  const more = Array.from(
    { length: MORE },
    (): Line => ({ joined: known.length === 0 ? 'and' : 'or', filter: null }),
  )
  return (
    <GridForm
      view={view}
      without={{ any: [] }}
      keepEmpty={Object.values(WHERE)}
      replace={false}
      className="grid__choices"
    >
      <p className="field__hint">
        “and” binds more closely than “or”. Dates like 30/10/2026, ranges like 1 … 5, several values like A;
        B.
      </p>
      <ul className="grid__where">
        {[...known, ...more].map(({ joined, filter }, at) => {
          const kind = columns.find(({ id }) => id === filter?.column)?.filtered
          const of = `of condition ${at + 1}`
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identified by their position
            <li key={`${at} ${JSON.stringify(filter)}`}>
              {at === 0 ? (
                <>
                  <input type="hidden" name={view.param(WHERE.joined)} value="or" />
                  <span>Where</span>
                </>
              ) : (
                <select name={view.param(WHERE.joined)} defaultValue={joined} aria-label={`Joined ${of}`}>
                  <option>and</option>
                  <option>or</option>
                </select>
              )}
              <select
                name={view.param(WHERE.column)}
                defaultValue={filter?.column ?? ''}
                aria-label={`Column ${of}`}
              >
                <ColumnOptions columns={columns} />
              </select>
              <select
                name={view.param(WHERE.is)}
                defaultValue={filter?.operator ?? 'equals'}
                aria-label={`Comparison ${of}`}
              >
                {COMPARED.map(([operator, label]) => (
                  <option key={operator} value={operator}>
                    {label}
                  </option>
                ))}
              </select>
              <input
                name={view.param(WHERE.value)}
                defaultValue={filter && kind ? lineValue(kind, filter) : ''}
                maxLength={200}
                aria-label={`Value ${of}`}
              />
            </li>
          )
        })}
      </ul>
      <div className="grid__panel-bar">
        <button type="submit" className="button button--primary">
          Apply
        </button>
        {any.length > 0 && (
          <a href={view.href({ any: [] })} data-closes>
            Clear
          </a>
        )}
      </div>
    </GridForm>
  )
}
