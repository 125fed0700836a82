import { Sparkline } from '~/ui/chart/sparkline'
import { Fold } from '~/ui/fold/fold'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { shownCount } from '~/ui/grid/query'
import { Link } from '~/ui/open-close/close-link'
import type { WorkNumber } from './work-numbers'
import type { WorkNumbers as Found, TeamLoad } from './work-numbers.server'

/** The figures above the work of a user, each a link to its rows; for those who lead others, the same by team. */
export function WorkNumbers({ numbers, teams }: Found) {
  return (
    <>
      <section className="numbers screen-only" aria-label="Numbers">
        {numbers.map((number) => (
          <Figure key={number.label} {...number} />
        ))}
      </section>
      {teams && teams.length > 0 && (
        <div className="numbers__teams screen-only">
          <Fold title="By team" id="by-team" result={inShort(teams)}>
            <Grid
              title="Open work by team"
              columns={TEAM_COLUMNS}
              rows={teams}
              total={teams.length}
              rowKey={({ queue }) => queue}
            />
          </Fold>
        </div>
      )}
    </>
  )
}

function Figure({ label, value, unit, note, isBad, href, series, summary }: WorkNumber) {
  return (
    <Link className="numbers__number" to={href}>
      <span className="numbers__label">{label}</span>
      <span className="numbers__value">
        {value}
        {unit && <small>{unit}</small>}
      </span>
      <Sparkline values={series} label={summary} />
      {note && <span className={isBad ? 'numbers__note late--new' : 'numbers__note'}>{note}</span>}
    </Link>
  )
}

function inShort(teams: readonly TeamLoad[]): string {
  const sum = (of: 'late' | 'today') => shownCount(teams.reduce((total, team) => total + team[of], 0))
  return `${sum('late')} late, ${sum('today')} due today`
}

const count = (id: 'late' | 'today' | 'soon', header: string): GridColumn<TeamLoad> => ({
  id,
  header,
  size: 110,
  meta: { kind: 'number' },
  cell: ({ row }) => shownCount(row.original[id]),
})

const TEAM_COLUMNS: GridColumn<TeamLoad>[] = [
  {
    id: 'queue',
    header: 'Team',
    size: 180,
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.queue,
  },
  count('late', 'Late'),
  count('today', 'Due today'),
  count('soon', 'Due in 3 days'),
]
