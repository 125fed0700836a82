import { Link } from '@remix-run/react'
import { Menu } from '../menu/menu'
import { isGroupable } from './columns'
import { GridForm } from './grid-form'
import type { GridView } from './grid-view'
import { MAX_GROUPS } from './parse-query'

/** What rows are grouped by: the outermost column first. */
export function GroupPanel<Row>({ view }: { view: GridView<Row> }) {
  const columns = view.columns.filter(isGroupable)
  const { groups, openGroups, toggled } = view.query
  if (columns.length === 0) return null
  const everyWay = { page: 1, toggled: [] }
  return (
    <Menu group="grid" label={groups.length > 0 ? `Group (${groups.length})` : 'Group'} rich>
      <GridForm
        view={view}
        without={{ groups: [], toggled: [] }}
        keepEmpty={['group']}
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
        <button type="submit" className="button button--primary">
          Apply
        </button>
      </GridForm>
      {groups.length > 0 && (
        <div className="grid__panel-bar">
          {(openGroups !== 'all' || toggled.length > 0) && (
            <Link to={view.href({ ...everyWay, openGroups: 'all' })} discover="none" preventScrollReset>
              Open all groups
            </Link>
          )}
          {(openGroups !== 'none' || toggled.length > 0) && (
            <Link to={view.href({ ...everyWay, openGroups: 'none' })} discover="none" preventScrollReset>
              Close all groups
            </Link>
          )}
          <Link to={view.href({ groups: [], toggled: [] })} discover="none" preventScrollReset>
            Ungroup
          </Link>
        </div>
      )}
    </Menu>
  )
}
