import { Link } from '@remix-run/react'
import { Menu } from '../menu/menu'
import { isGroupable } from './columns'
import { GridForm } from './grid-form'
import type { GridView } from './grid-view'
import { MAX_GROUPS } from './parse-query'
import type { GridQuery } from './query'

/** What rows are grouped by: the outermost column first. */
export function GroupPanel<Row>({ view }: { view: GridView<Row> }) {
  const columns = view.columns.filter(isGroupable)
  const { groups, openGroups, toggled } = view.query
  if (columns.length === 0) return null
  const link = (label: string, change: Partial<GridQuery>) => (
    <Link to={view.href(change)} discover="none" preventScrollReset data-closes>
      {label}
    </Link>
  )
  return (
    <Menu group="grid" label={groups.length > 0 ? `Group (${groups.length})` : 'Group'} rich>
      <GridForm
        view={view}
        without={{ groups: [], toggled: [] }}
        keepEmpty={['group']}
        replace={false}
        className="grid__choices"
      >
        {Array.from({ length: MAX_GROUPS }, (_, level) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields are told apart by their place
          <label key={level}>
            {level === 0 ? 'Group by' : 'then by'}
            <select key={groups[level]} name={view.param('group')} defaultValue={groups[level] ?? ''}>
              <option value="">–</option>
              {columns.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        ))}
        <div className="grid__panel-bar">
          <button type="submit" className="button button--primary">
            Apply
          </button>
          {groups.length > 0 && (
            <>
              {(openGroups !== 'all' || toggled.length > 0) &&
                link('Open all', { openGroups: 'all', toggled: [] })}
              {(openGroups !== 'none' || toggled.length > 0) &&
                link('Close all', { openGroups: 'none', toggled: [] })}
              {link('Ungroup', { groups: [], toggled: [] })}
            </>
          )}
        </div>
      </GridForm>
    </Menu>
  )
}
